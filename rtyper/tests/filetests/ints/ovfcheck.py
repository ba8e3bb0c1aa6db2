# A checked addition is one operation with an exception link.
# entry: f(int)
# run: f(1) => 2
# run: f(9223372036854775807) => -1
from rpython.rlib.rarithmetic import ovfcheck

def f(n):
    try:
        return ovfcheck(n + 1)
    except OverflowError:
        return -1

#| graph ovfcheck.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Signed = int_add_ovf(v1, 1)
#|     try { normal => b2(v2), cast(@OverflowError.vtable, Ptr(object_vtable))(v3: Ptr(object_vtable), v4: Ptr(object)) => b3(v3, v4) }
#| b2(v5: Signed):
#|     goto return(v5)
#| b3(v6: Ptr(object_vtable), v7: Ptr(object)):
#|     goto return(-1)
