# Keyword arguments are put in place while translating.
# entry: f(int)
# run: f(3) => 32
# show: f
def g(a, b):
    return a * 10 + b

def f(n):
    return g(b=2, a=n)

#| graph keywords.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Signed = direct_call[keywords.g](v1, 2)
#|     goto return(v2)
