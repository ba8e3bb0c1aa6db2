# genext: python2
"""Sizes of C types by name: what RPython's toolchain keeps of its questions to the C compiler."""
from rpython.rtyper.lltypesystem import rffi
from rpython.rtyper.tool import rffi_platform


def sizeof_c_type(c_typename, **kwds):
    """The size in bytes of a type such as `unsigned short`; CompilationError if it is not known."""
    if c_typename.endswith('*'):
        return rffi.sizeof(rffi.VOIDP)
    return rffi_platform.sizeof(c_typename, None)


def sizeof_c_types(typenames_c, **kwds):
    return [sizeof_c_type(name) for name in typenames_c]
