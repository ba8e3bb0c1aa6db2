# r_uint of a float: negative numbers wrap around, what is beyond 64 bits raises.
# entry: f(float)
# run: f(5.5) => 5
# run: f(-5.5) => -5
from rpython.rlib.rarithmetic import intmask, r_uint

def f(x):
    return intmask(r_uint(x))

#| graph from_float.f(v0: Float) -> Signed
#| b0(v0: Float):
#|     goto b1(v0)
#| b1(v1: Float):
#|     v2: Bool = float_ge(v1, 0.0)
#|     if v2 then b2(v1) else b5(v1)
#| b2(v3: Float):
#|     v4: Bool = float_lt(v3, 1.8446744073709552e19)
#|     if v4 then b3(v3) else b4()
#| b3(v5: Float):
#|     v6: Unsigned = cast_float_to_uint(v5)
#|     goto b8(v6)
#| b4():
#|     v7: Void = abort[overflow]()
#|     unreachable
#| b5(v8: Float):
#|     v9: Bool = float_ge(v8, -9.223372036854776e18)
#|     if v9 then b6(v8) else b11(v8)
#| b6(v10: Float):
#|     v11: Bool = float_lt(v10, 9.223372036854776e18)
#|     if v11 then b7(v10) else b10()
#| b7(v12: Float):
#|     v13: Signed = cast_float_to_int(v12)
#|     v14: Unsigned = cast_int_to_uint(v13)
#|     goto b8(v14)
#| b8(v15: Unsigned):
#|     v16: Signed = cast_uint_to_int(v15)
#|     goto return(v16)
#| b10():
#|     v18: Void = abort[overflow]()
#|     unreachable
#| b11(v19: Float):
#|     v20: Bool = float_eq(v19, v19)
#|     if v20 then b12() else b13()
#| b12():
#|     v21: Void = abort[overflow]()
#|     unreachable
#| b13():
#|     v22: Void = abort[value_out_of_range]()
#|     unreachable
