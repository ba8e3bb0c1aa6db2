# A constant function is called directly. An argument that is the same at every call is passed, but the body uses the
# constant.
# entry: f(int)
# run: f(3) => 8
# show: f g
def g(a, b=5):
    return a + b

def f(n):
    return g(n)

#| graph one.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Signed = direct_call[one.g](v1, 5)
#|     goto return(v2)
#|
#| graph one.g(v0: Signed, v1: Signed) -> Signed
#| b0(v0: Signed, v1: Signed):
#|     goto b1(v0, v1)
#| b1(v2: Signed, v3: Signed):
#|     v4: Signed = int_add(v2, 5)
#|     goto return(v4)
