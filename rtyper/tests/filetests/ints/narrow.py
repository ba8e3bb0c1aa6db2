# A number of 32 bits is kept in 32 bits. A number that the type cannot hold raises; the mask extends the sign.
# entry: f(int)
# run: f(4294967295) => -2
# run: f(-5) => -5
from rpython.rlib.rarithmetic import intmask, r_int32

def f(n):
    try:
        return intmask(r_int32(n))
    except OverflowError:
        return -2

#| graph narrow.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Int32 = cast_primitive(v1)
#|     v3: Signed = cast_primitive(v2)
#|     v4: Bool = int_eq(v3, v1)
#|     if v4 then b2(v1) else b4()
#| b2(v5: Signed):
#|     v6: Int32 = cast_primitive(v5)
#|     goto b3(v6)
#| b3(v7: Int32):
#|     v8: Signed = cast_primitive(v7)
#|     goto return(v8)
#| b4():
#|     goto b5(cast(@OverflowError.vtable, Ptr(object_vtable)), cast(@OverflowError%20instance, Ptr(object)))
#| b5(v9: Ptr(object_vtable), v10: Ptr(object)):
#|     goto return(-2)
