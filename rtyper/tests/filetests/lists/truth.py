# A list that may be None: two ways to be false.
# entry: f(int)
# run: f(0) => 0
# run: f(2) => 1
# show: f
def g(n):
    if n == 0:
        return None
    return [n] * n

def f(n):
    if g(n):
        return 1
    return 0

#| graph truth.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Ptr(GcImmutableArray(Signed)) = direct_call[truth.g](v1)
#|     v3: Bool = ptr_iszero(v2)
#|     v4: Bool = bool_not(v3)
#|     if v4 then b2(v2) else b3()
#| b2(v5: Ptr(GcImmutableArray(Signed))):
#|     v6: Signed = getarraysize[GcImmutableArray(Signed)](v5)
#|     v7: Bool = int_ne(v6, 0)
#|     goto b4(v7)
#| b3():
#|     goto b4(false)
#| b4(v8: Bool):
#|     if v8 then return(1) else return(0)
