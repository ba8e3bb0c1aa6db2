# A value that is always None has no representation: no variable, no argument.
# entry: f(int)
# run: f(3) => 1
# show: f g
def g(x, n):
    if x is None:
        return 1
    return n

def f(n):
    return g(None, n)

#| graph none_only.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Signed = direct_call[none_only.g](v1)
#|     goto return(1)
#|
#| graph none_only.g(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     goto return(1)
