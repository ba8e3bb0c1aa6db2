"""The parts of the `py` library that RPython projects use."""
import sys
import pytest as test

sys.modules['py.test'] = test

from py import path, code, io, process, builtin, error, xml, log  # noqa
from py.std import everything as std

_pydir = '<genext>/py'
__version__ = '1.4.34'
sys.modules['py.std'] = std
