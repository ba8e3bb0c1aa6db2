# A checked division has two errors, each with its handler.
# entry: f(int, int)
# run: f(7, 2) => 3
# run: f(7, 0) => -1
# run: f(-9223372036854775808, -1) => -2
from rpython.rlib.rarithmetic import ovfcheck

def f(a, b):
    try:
        return ovfcheck(a // b)
    except ZeroDivisionError:
        return -1
    except OverflowError:
        return -2

#| graph ovf_divide.f(v0: Signed, v1: Signed) -> Signed
#| b0(v0: Signed, v1: Signed):
#|     goto b1(v0, v1)
#| b1(v2: Signed, v3: Signed):
#|     v4: Signed = int_add(v3, 1)
#|     v5: Unsigned = cast_int_to_uint(v4)
#|     v6: Bool = uint_le(v5, 1u)
#|     if v6 then b2(v3, v2) else b8(v2, v3)
#| b2(v7: Signed, v8: Signed):
#|     v9: Bool = int_ne(v7, 0)
#|     if v9 then b3(v8) else b6()
#| b3(v10: Signed):
#|     v11: Signed = int_neg_ovf(v10)
#|     try { normal => b4(v11), cast(@ZeroDivisionError.vtable, Ptr(object_vtable))(v12: Ptr(object_vtable), v13: Ptr(object)) => b7(v12, v13), cast(@OverflowError.vtable, Ptr(object_vtable))(v14: Ptr(object_vtable), v15: Ptr(object)) => b5(v14, v15) }
#| b4(v16: Signed):
#|     goto b9(v16)
#| b5(v17: Ptr(object_vtable), v18: Ptr(object)):
#|     goto return(-2)
#| b6():
#|     goto b7(cast(@ZeroDivisionError.vtable, Ptr(object_vtable)), cast(@ZeroDivisionError%20instance, Ptr(object)))
#| b7(v19: Ptr(object_vtable), v20: Ptr(object)):
#|     goto return(-1)
#| b8(v21: Signed, v22: Signed):
#|     v23: Signed = int_floordiv(v21, v22)
#|     v24: Signed = int_mul(v23, v22)
#|     v25: Signed = int_sub(v21, v24)
#|     v26: Signed = int_rshift(v22, 63)
#|     v27: Signed = int_xor(v25, v26)
#|     v28: Signed = int_sub(v27, v26)
#|     v29: Signed = int_rshift(v28, 63)
#|     v30: Signed = int_add(v23, v29)
#|     goto b9(v30)
#| b9(v31: Signed):
#|     goto return(v31)
