# int() of an unsigned number raises where Python's integer is beyond the word (untranslated it is that integer).
# entry: f(int)
# run: f(5) => 5
from rpython.rlib.rarithmetic import r_uint

def f(n):
    try:
        return int(r_uint(n))
    except OverflowError:
        return -7

#| graph from_unsigned.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Unsigned = cast_int_to_uint(v1)
#|     goto b2(v2)
#| b2(v3: Unsigned):
#|     v4: Bool = uint_le(v3, 9223372036854775807u)
#|     if v4 then b3(v3) else b4()
#| b3(v5: Unsigned):
#|     v6: Signed = cast_uint_to_int(v5)
#|     goto return(v6)
#| b4():
#|     goto b5(cast(@OverflowError.vtable, Ptr(object_vtable)), cast(@OverflowError%20instance, Ptr(object)))
#| b5(v7: Ptr(object_vtable), v8: Ptr(object)):
#|     goto return(-7)
