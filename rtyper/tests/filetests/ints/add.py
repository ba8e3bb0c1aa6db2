# Sums of machine words wrap around: one operation, no test for overflow.
# entry: f(int, int)
# run: f(3, 4) => 7
# run: f(9223372036854775807, 0) => 9223372036854775807
def f(a, b):
    return a + b

#| graph add.f(v0: Signed, v1: Signed) -> Signed
#| b0(v0: Signed, v1: Signed):
#|     goto b1(v0, v1)
#| b1(v2: Signed, v3: Signed):
#|     v4: Signed = int_add(v2, v3)
#|     goto return(v4)
