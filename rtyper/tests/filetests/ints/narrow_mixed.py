# Numbers of two widths and signs meet by conversions only.
# entry: f(int)
# run: f(-1) => 4294967294
from rpython.rlib.rarithmetic import intmask, r_uint, r_int32, r_uint32

def f(n):
    return intmask(r_uint(r_uint32(n)) + r_uint(r_int32(n)))

#| graph narrow_mixed.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: UInt32 = cast_primitive(v1)
#|     v3: Unsigned = cast_primitive(v2)
#|     v4: Int32 = cast_primitive(v1)
#|     v5: Signed = cast_primitive(v4)
#|     v6: Bool = int_eq(v5, v1)
#|     if v6 then b2(v1, v3) else b4()
#| b2(v7: Signed, v8: Unsigned):
#|     v9: Int32 = cast_primitive(v7)
#|     v10: Unsigned = cast_primitive(v9)
#|     v11: Unsigned = uint_add(v8, v10)
#|     v12: Signed = cast_uint_to_int(v11)
#|     goto return(v12)
#| b4():
#|     v14: Void = abort[overflow]()
#|     unreachable
