# Unsigned types take the low bits, without a test, and give them back without a sign.
# entry: f(int)
# run: f(-1) => 65790
from rpython.rlib.rarithmetic import intmask, r_uint8, r_uint16

def f(n):
    return intmask(r_uint8(n)) + intmask(r_uint16(n))

#| graph narrow_unsigned.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: UInt8 = cast_primitive(v1)
#|     v3: Signed = cast_primitive(v2)
#|     v4: UInt16 = cast_primitive(v1)
#|     v5: Signed = cast_primitive(v4)
#|     v6: Signed = int_add(v3, v5)
#|     goto return(v6)
