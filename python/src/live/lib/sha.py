"""SHA-1 (Python 2)."""
from hashlib import sha1 as new
sha = new
