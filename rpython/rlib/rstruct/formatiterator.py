# genext: python2
"""Reads formats of `struct`, letter by letter.

A subclass has `operate(fmtdesc, repetitions)` and `align(mask)`; `interpret(fmt)` calls them. With `_operate_is_specialized_` the
descriptor is a constant of each call.
"""
from rpython.rlib.rarithmetic import ovfcheck
from rpython.rlib.rstruct.error import StructError
from rpython.rlib.rstruct.nativefmttable import native_fmttable, native_is_bigendian
from rpython.rlib.rstruct.standardfmttable import standard_fmttable
from rpython.rlib.unroll import unrolling_iterable


class FmtDesc(object):
    """A letter: `size`, `pack`, `unpack`, `alignment`, and whether it takes its count itself."""

    def __init__(self, fmtchar, attrs):
        self.fmtchar = fmtchar
        self.alignment = 1
        self.needcount = False
        self.__dict__.update(attrs)
        self.mask = self.alignment - 1
        assert self.alignment & self.mask == 0

    def _freeze_(self):
        return True


def table2desclist(table):
    return unrolling_iterable([FmtDesc(letter, table[letter]) for letter in sorted(table)])


unroll_standard_fmtdescs = table2desclist(standard_fmttable)
unroll_native_fmtdescs = table2desclist(native_fmttable)
_letters = unrolling_iterable([(True, desc) for desc in unroll_native_fmtdescs] + [(False, desc) for desc in unroll_standard_fmtdescs])


class FormatIterator(object):
    _mixin_ = True
    _operate_is_specialized_ = False

    def interpret(self, fmt):
        """Goes through a format: perhaps a letter for the order of bytes, then letters with counts before them."""
        order = fmt[0] if len(fmt) > 0 and fmt[0] in '@=<>!' else '@'
        native = order == '@'
        self.bigendian = order == '>' or order == '!' or (order in '@=' and native_is_bigendian)
        count = -1      # none was written
        for i in range(len(fmt)):
            c = fmt[i]
            if i == 0 and c == order:
                continue
            if '0' <= c <= '9':
                count = self.longer_count(max(count, 0), ord(c) - ord('0'))
            elif not c.isspace():
                self.letter(c, native, 1 if count < 0 else count)
                count = -1
        if count >= 0:
            raise StructError("incomplete struct format")
        self.finished()

    def longer_count(self, count, digit):
        try:
            return ovfcheck(ovfcheck(count * 10) + digit)
        except OverflowError:
            raise StructError("overflow in item count")

    def letter(self, c, native, count):
        """One letter. The descriptors are unrolled: each is a constant in its copy."""
        for of_native, desc in _letters:
            if native == of_native and c == desc.fmtchar:
                if desc.mask != 0:
                    self.align(desc.mask)
                self.operate(desc, count)
                return
        raise StructError("bad char in struct format")

    def finished(self):
        """Called at the end of a format."""


class CalcSizeFormatIterator(FormatIterator):
    """How many bytes a format describes: `totalsize`."""
    totalsize = 0

    def operate(self, fmtdesc, repetitions):
        try:
            self.totalsize = ovfcheck(self.totalsize + ovfcheck(fmtdesc.size * repetitions))
        except OverflowError:
            raise StructError("total struct size too long")

    def align(self, mask):
        try:
            self.totalsize = ovfcheck(self.totalsize + (-self.totalsize & mask))
        except OverflowError:
            raise StructError("total struct size too long")
