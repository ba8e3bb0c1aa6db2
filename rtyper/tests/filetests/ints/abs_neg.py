# Absolute value, complement and negation.
# entry: f(int)
# run: f(-5) => 14
# run: f(5) => -6
def f(n):
    return abs(n) + ~n - n

#| graph abs_neg.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Signed = int_abs(v1)
#|     v3: Signed = int_invert(v1)
#|     v4: Signed = int_add(v2, v3)
#|     v5: Signed = int_sub(v4, v1)
#|     goto return(v5)
