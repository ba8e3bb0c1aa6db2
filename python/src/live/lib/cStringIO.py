"""Python 2's in-memory files."""
from io import StringIO

InputType = StringIO
OutputType = StringIO
