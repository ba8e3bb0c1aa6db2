# python2
"""Sizes of primitive types, translated and not."""
from rpython.rtyper.lltypesystem import llmemory, lltype, rffi


def entry_point(argv):
    print rffi.sizeof(lltype.Signed), rffi.sizeof(llmemory.Address), rffi.sizeof(lltype.Char), rffi.sizeof(rffi.SHORT)
    print rffi.sizeof(rffi.CCHARP), rffi.sizeof(lltype.UniChar), rffi.sizeof(rffi.FLOAT), rffi.sizeof(rffi.DOUBLE)
    return 0


def target(driver, args):
    return entry_point
