# No comparison of floats is written as the opposite of another: all are false for a value that is not a number.
# entry: f(float, float)
# run: f(1.0, 2.0) => 1
# run: f(2.0, 1.0) => 0
def f(x, y):
    if not x < y:
        return 0
    return 1

#| graph compare.f(v0: Float, v1: Float) -> Signed
#| b0(v0: Float, v1: Float):
#|     goto b1(v0, v1)
#| b1(v2: Float, v3: Float):
#|     v4: Bool = float_lt(v2, v3)
#|     if v4 then return(1) else return(0)
