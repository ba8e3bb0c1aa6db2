# not-cpython: the stand-in library has no regular expressions
"""The codes of patterns in a module of their own, as newer versions of RPython have them, and patterns made of them."""
import os

from rpython.rlib.rsre import rsre_constants
from rpython.rlib.rsre.rsre_constants import (
    AT_BEGINNING, AT_END, CATEGORY_DIGIT, OPCODE_AT, OPCODE_CATEGORY, OPCODE_FAILURE, OPCODE_IN, OPCODE_LITERAL,
    OPCODE_MARK, OPCODE_SUCCESS)
from rpython.rlib.rsre.rsre_core import match


# ^(a[0-9])$
CODES = [OPCODE_AT, AT_BEGINNING, OPCODE_MARK, 0, OPCODE_LITERAL, ord('a'), OPCODE_IN, 4, OPCODE_CATEGORY,
         CATEGORY_DIGIT, OPCODE_FAILURE, OPCODE_MARK, 1, OPCODE_AT, AT_END, OPCODE_SUCCESS]


def entry_point(argv):
    for text in ['a1', 'b1', 'aa', 'a12', '']:
        found = match(CODES, text)
        if found is None:
            os.write(1, text + ' no\n')
        else:
            start, end = found.span(1)
            os.write(1, '%s %d %d\n' % (text, start, end))
    os.write(1, '%d %d\n' % (rsre_constants.eq(OPCODE_LITERAL, OPCODE_LITERAL), rsre_constants.V37))
    return 0


def target(driver, args):
    return entry_point
