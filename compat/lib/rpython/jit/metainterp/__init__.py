# genext: python2
from rpython.jit import _placeholders  # noqa
