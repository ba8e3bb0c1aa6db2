# A function or None: the pointer is tested before the call.
# entry: f(int)
# run: f(0) => raises TypeError
# run: f(2) => 3
# show: f
def a(n): return n + 1
def b(n): return n * 2

def f(n):
    g = None
    if n == 1:
        g = b
    elif n == 2:
        g = a
    return g(n)

#| graph maybe_none.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Bool = int_eq(v1, 1)
#|     if v2 then b3(&maybe_none.b, v1) else b2(v1)
#| b2(v3: Signed):
#|     v4: Bool = int_eq(v3, 2)
#|     if v4 then b3(&maybe_none.a, v3) else b3(null(Ptr(Func((Signed) -> Signed))), v3)
#| b3(v5: Ptr(Func((Signed) -> Signed)), v6: Signed):
#|     v7: Bool = ptr_nonzero(v5)
#|     if v7 then b4(v5, v6) else b6()
#| b4(v8: Ptr(Func((Signed) -> Signed)), v9: Signed):
#|     v10: Signed = indirect_call[Func((Signed) -> Signed) | maybe_none.b, maybe_none.a](v8, v9)
#|     goto return(v10)
#| b6():
#|     v12: Void = abort[none_operand]()
#|     unreachable
