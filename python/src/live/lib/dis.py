"""Names that programs import. Functions have no bytecode of CPython: it cannot be shown."""
from opcode import *  # noqa


def dis(x=None):
    raise NotImplementedError('functions have no bytecode of CPython')


def findlinestarts(code):
    return []


def findlabels(code):
    return []
