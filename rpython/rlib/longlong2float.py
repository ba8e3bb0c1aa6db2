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


# Integers of 32 bits among the bits of floats: in the lower half of a NaN whose upper half no float has that programs compute.
_UPPER_HALF = -2
nan_high_word_int32 = _UPPER_HALF
nan_encoded_zero = _UPPER_HALF << 32
CAN_ALWAYS_ENCODE_INT32 = False


def can_encode_int32(value):
    return -2147483648 <= value <= 2147483647


def can_encode_float(value):
    return float2longlong(value) >> 32 != _UPPER_HALF


def encode_int32_into_longlong_nan(value):
    return nan_encoded_zero | (value & 0xffffffff)


def is_int32_from_longlong_nan(value):
    return value >> 32 == _UPPER_HALF


def decode_int32_from_longlong_nan(value):
    low = value & 0xffffffff
    return low - 4294967296 if low >= 2147483648 else low


def maybe_decode_longlong_as_float(value):
    """The float, or that of the encoded integer."""
    if is_int32_from_longlong_nan(value):
        return float(decode_int32_from_longlong_nan(value))
    return longlong2float(value)
