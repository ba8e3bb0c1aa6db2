"""One thread: the names of Python 2's thread module."""
from threading import Lock as allocate_lock
from threading import get_ident

error = RuntimeError
LockType = allocate_lock
