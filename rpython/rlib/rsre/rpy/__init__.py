"""Compiles regular expressions, while a program is imported."""
from rpython.rlib.rsre.rpy._sre import get_code, VERSION
