# Unsigned division has no correction, but its divisor is tested.
# entry: f(int, int)
# run: f(-1, 16) => 1152921504606846975
# run: f(1, 0) => raises ZeroDivisionError
from rpython.rlib.rarithmetic import r_uint, intmask

def f(a, b):
    return intmask(r_uint(a) // r_uint(b))

#| graph unsigned_divide.f(v0: Signed, v1: Signed) -> Signed
#| b0(v0: Signed, v1: Signed):
#|     goto b1(v0, v1)
#| b1(v2: Signed, v3: Signed):
#|     v4: Unsigned = cast_int_to_uint(v2)
#|     v5: Unsigned = cast_int_to_uint(v3)
#|     v6: Bool = uint_ne(v5, 0u)
#|     if v6 then b2(v4, v5) else b4()
#| b2(v7: Unsigned, v8: Unsigned):
#|     v9: Unsigned = uint_floordiv(v7, v8)
#|     v10: Signed = cast_uint_to_int(v9)
#|     goto return(v10)
#| b4():
#|     v12: Void = abort[zero_division]()
#|     unreachable
