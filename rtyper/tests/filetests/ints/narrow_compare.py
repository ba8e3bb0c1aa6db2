# Comparison and shift of 32 bits go by the sign of the type, in a word.
# entry: f(int)
# run: f(5) => -1
# run: f(6) => 3
from rpython.rlib.rarithmetic import intmask, r_uint32

def f(n):
    b = r_uint32(n)
    if b > r_uint32(5):
        return intmask(b >> r_uint32(1))
    return -1

#| graph narrow_compare.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: UInt32 = cast_primitive(v1)
#|     v3: Signed = cast_primitive(v2)
#|     v4: Bool = int_gt(v3, 5)
#|     if v4 then b2(v2) else return(-1)
#| b2(v5: UInt32):
#|     v6: Signed = cast_primitive(v5)
#|     v7: Signed = int_rshift(v6, 1)
#|     v8: UInt32 = cast_primitive(v7)
#|     v9: Signed = cast_primitive(v8)
#|     goto return(v9)
