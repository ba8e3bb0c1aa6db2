# A chained comparison evaluates its middle once.
# entry: f(int, int)
# run: f(1, 2) => True
# run: f(2, 2) => False
def f(a, b):
    return 0 <= a < b

#| graph compare.f(v0: Signed, v1: Signed) -> Bool
#| b0(v0: Signed, v1: Signed):
#|     goto b1(v0, v1)
#| b1(v2: Signed, v3: Signed):
#|     v4: Bool = int_le(0, v2)
#|     if v4 then b2(v3, v2) else return(v4)
#| b2(v5: Signed, v6: Signed):
#|     v7: Bool = int_lt(v6, v5)
#|     goto return(v7)
