# Sums in eight bits are made in a word and cut off.
# entry: f(int)
# run: f(100) => 329
# run: f(127) => 383
from rpython.rlib.rarithmetic import intmask, r_int8, r_uint8

def f(n):
    a = r_int8(n) - r_int8(1)
    b = r_uint8(n) + r_uint8(128)
    return intmask(a) + intmask(b) + 2

#| graph narrow_arith.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Int8 = cast_primitive(v1)
#|     v3: Signed = cast_primitive(v2)
#|     v4: Bool = int_eq(v3, v1)
#|     if v4 then b2(v1) else b4()
#| b2(v5: Signed):
#|     v6: Int8 = cast_primitive(v5)
#|     v7: Signed = cast_primitive(v6)
#|     v8: Signed = int_sub(v7, 1)
#|     v9: Int8 = cast_primitive(v8)
#|     v10: UInt8 = cast_primitive(v5)
#|     v11: Signed = cast_primitive(v10)
#|     v12: Signed = int_add(v11, 128)
#|     v13: UInt8 = cast_primitive(v12)
#|     v14: Signed = cast_primitive(v9)
#|     v15: Signed = cast_primitive(v13)
#|     v16: Signed = int_add(v14, v15)
#|     v17: Signed = int_add(v16, 2)
#|     goto return(v17)
#| b4():
#|     v19: Void = abort[overflow]()
#|     unreachable
