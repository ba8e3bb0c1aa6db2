# Candidates of which one takes a float and the other an integer are passed the integer, since they return one type: the
# former is passed floats elsewhere.
# entry: f(int)
def a(x): return x + 3.0
def b(x): return x * 1.5

def f(n):
    g = a if n == 0 else b
    a(2.5)
    return g(n)

#| graph numbers_narrow.f(v0: Signed) -> Float
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Bool = int_eq(v1, 0)
#|     if v2 then b2(&numbers_narrow.a__adapter, v1) else b2(&numbers_narrow.b, v1)
#| b2(v3: Ptr(Func((Signed) -> Float)), v4: Signed):
#|     v5: Float = direct_call[numbers_narrow.a](2.5)
#|     v6: Float = indirect_call[Func((Signed) -> Float) | numbers_narrow.a__adapter, numbers_narrow.b](v3, v4)
#|     goto return(v6)
#|
#| graph numbers_narrow.a(v0: Float) -> Float
#| b0(v0: Float):
#|     goto b1(v0)
#| b1(v1: Float):
#|     v2: Float = float_add(v1, 3.0)
#|     goto return(v2)
#|
#| attrs helper
#| graph numbers_narrow.a__adapter(v0: Signed) -> Float
#| b0(v0: Signed):
#|     v1: Float = cast_int_to_float(v0)
#|     v2: Float = direct_call[numbers_narrow.a](v1)
#|     goto return(v2)
#|
#| graph numbers_narrow.b(v0: Signed) -> Float
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Float = cast_int_to_float(v1)
#|     v3: Float = float_mul(v2, 1.5)
#|     goto return(v3)
