# A checked shift compares what it gets back.
# entry: f(int)
# run: f(3) => 48
# run: f(4611686018427387904) => -1
from rpython.rlib.rarithmetic import ovfcheck

def f(n):
    try:
        return ovfcheck(n << 4)
    except OverflowError:
        return -1

#| graph shift_ovf.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Signed = int_lshift(v1, 4)
#|     v3: Signed = int_and(4, 63)
#|     v4: Signed = int_rshift(v2, v3)
#|     v5: Bool = int_eq(v4, v1)
#|     if v5 then b2(v2) else b3()
#| b2(v6: Signed):
#|     goto return(v6)
#| b3():
#|     goto b4(cast(@OverflowError.vtable, Ptr(object_vtable)), cast(@OverflowError%20instance, Ptr(object)))
#| b4(v7: Ptr(object_vtable), v8: Ptr(object)):
#|     goto return(-1)
