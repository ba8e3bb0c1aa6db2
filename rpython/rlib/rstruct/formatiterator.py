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


class FormatIterator(object):
    _mixin_ = True
    _operate_is_specialized_ = False

    def interpret(self, fmt):
        index = 0
        native = True
        self.bigendian = native_is_bigendian
        if len(fmt) > 0 and fmt[0] in '@=<>!':
            native = fmt[0] == '@'
            if not native and fmt[0] != '=':
                self.bigendian = fmt[0] != '<'
            index = 1
        while index < len(fmt):
            c = fmt[index]
            index += 1
            if c.isspace():
                continue
            repetitions = 1
            if c.isdigit():
                repetitions = 0
                while c.isdigit():
                    try:
                        repetitions = ovfcheck(ovfcheck(repetitions * 10) + (ord(c) - ord('0')))
                    except OverflowError:
                        raise StructError("overflow in item count")
                    if index == len(fmt):
                        raise StructError("incomplete struct format")
                    c = fmt[index]
                    index += 1
            if native:
                for fmtdesc in unroll_native_fmtdescs:
                    if c == fmtdesc.fmtchar:
                        if fmtdesc.alignment > 1:
                            self.align(fmtdesc.mask)
                        self.operate(fmtdesc, repetitions)
                        break
                else:
                    raise StructError("bad char in struct format")
            else:
                for fmtdesc in unroll_standard_fmtdescs:
                    if c == fmtdesc.fmtchar:
                        self.operate(fmtdesc, repetitions)
                        break
                else:
                    raise StructError("bad char in struct format")
        self.finished()

    def finished(self):
        pass


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
