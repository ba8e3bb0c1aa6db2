# Where tuples meet, items are converted one by one.
# entry: f(int)
# run: f(1) => 1.0
# run: f(0) => 2.5
def f(n):
    if n:
        t = (1, 'a')
    else:
        t = (2.5, 'bc')
    return t[0] * 1.0

#| graph convert.f(v0: Signed) -> Float
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Bool = int_is_true(v1)
#|     if v2 then return(1.0) else return(2.5)
