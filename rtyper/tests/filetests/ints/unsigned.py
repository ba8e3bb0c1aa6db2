# r_uint has operations of its own: the conversion costs nothing, comparison, shift and division are unsigned.
# entry: f(int)
# run: f(-1) => 9223372036854775807
# run: f(2) => -1
from rpython.rlib.rarithmetic import r_uint, intmask

def f(n):
    u = r_uint(n)
    if u < r_uint(10):
        return -1
    return intmask(u >> 1)

#| graph unsigned.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Unsigned = cast_int_to_uint(v1)
#|     v3: Bool = uint_lt(v2, 10u)
#|     if v3 then return(-1) else b2(v2)
#| b2(v4: Unsigned):
#|     v5: Unsigned = uint_rshift(v4, 1)
#|     v6: Signed = cast_uint_to_int(v5)
#|     goto return(v6)
