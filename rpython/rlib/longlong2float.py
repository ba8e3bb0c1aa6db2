# genext: python2
"""The bits of floats as integers, and back."""
import struct
from rpython.rlib.objectmodel import we_are_translated
from rpython.rlib.rarithmetic import intmask, r_singlefloat, r_uint


def float2longlong(floatval):
    """The 64 bits of a float. (In translated code one instruction.)"""
    return struct.unpack('<q', struct.pack('<d', floatval))[0]


def longlong2float(llval):
    """The float with these 64 bits."""
    return struct.unpack('<d', struct.pack('<q', llval))[0]


def uint2singlefloat(ival):
    """The single float with these 32 bits."""
    from rpython.rlib.rstruct.ieee import float_unpack
    return r_singlefloat(float_unpack(r_uint(ival) & r_uint(0xffffffff), 4))


def singlefloat2uint(singlefloatval):
    """The 32 bits of a single float."""
    from rpython.rlib.rstruct.ieee import float_pack
    return r_uint(float_pack(float(singlefloatval), 4))
