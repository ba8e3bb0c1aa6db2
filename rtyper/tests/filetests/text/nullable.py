# A string that may be None: the test for it comes before the length. An empty string is false, too.
# entry: f(int)
# run: f(0) => 0
# run: f(1) => 0
# run: f(2) => 1
# show: f
def g(n):
    if n == 0:
        return None
    n -= 1
    assert n >= 0
    return 'abc'[:n]

def f(n):
    s = g(n)
    if s:
        return len(s)
    return 0

#| graph nullable.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Ptr(rpy_string) = direct_call[nullable.g](v1)
#|     v3: Bool = ptr_iszero(v2)
#|     v4: Bool = bool_not(v3)
#|     if v4 then b2(v2) else b3(v2)
#| b2(v5: Ptr(rpy_string)):
#|     v6: Signed = getinteriorsize[rpy_string](v5)
#|     v7: Bool = int_ne(v6, 0)
#|     goto b4(v7, v5)
#| b3(v8: Ptr(rpy_string)):
#|     goto b4(false, v8)
#| b4(v9: Bool, v10: Ptr(rpy_string)):
#|     if v9 then b5(v10) else return(0)
#| b5(v11: Ptr(rpy_string)):
#|     v12: Signed = getinteriorsize[rpy_string](v11)
#|     goto return(v12)
