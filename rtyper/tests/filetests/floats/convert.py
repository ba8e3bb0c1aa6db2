# int() of a float cuts off; a float is true unless zero.
# entry: f(float)
# run: f(-2.5) => -2
# run: f(0.0) => 7
def f(x):
    if x:
        return int(x)
    return 7

#| graph convert.f(v0: Float) -> Signed
#| b0(v0: Float):
#|     goto b1(v0)
#| b1(v1: Float):
#|     v2: Bool = float_is_true(v1)
#|     if v2 then b2(v1) else return(7)
#| b2(v3: Float):
#|     v4: Bool = float_ge(v3, -9.223372036854776e18)
#|     if v4 then b3(v3) else b6(v3)
#| b3(v5: Float):
#|     v6: Bool = float_lt(v5, 9.223372036854776e18)
#|     if v6 then b4(v5) else b5()
#| b4(v7: Float):
#|     v8: Signed = cast_float_to_int(v7)
#|     goto return(v8)
#| b5():
#|     v9: Void = abort[overflow]()
#|     unreachable
#| b6(v10: Float):
#|     v11: Bool = float_eq(v10, v10)
#|     if v11 then b7() else b8()
#| b7():
#|     v12: Void = abort[overflow]()
#|     unreachable
#| b8():
#|     v13: Void = abort[value_out_of_range]()
#|     unreachable
