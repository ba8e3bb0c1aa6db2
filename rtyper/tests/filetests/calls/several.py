# Two functions meet: a pointer and an indirect call with both candidates.
# entry: f(int)
# run: f(0) => 1
# run: f(1) => 2
# show: f
def a(n): return n + 1
def b(n): return n * 2

def f(n):
    g = a if n == 0 else b
    return g(n)

#| graph several.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Bool = int_eq(v1, 0)
#|     if v2 then b2(&several.a, v1) else b2(&several.b, v1)
#| b2(v3: Ptr(Func((Signed) -> Signed)), v4: Signed):
#|     v5: Signed = indirect_call[Func((Signed) -> Signed) | several.a, several.b](v3, v4)
#|     goto return(v5)
