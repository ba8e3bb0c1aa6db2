"""One thread: the names of the low-level thread module."""
from threading import Lock as allocate_lock
from threading import get_ident

error = RuntimeError
LockType = allocate_lock
