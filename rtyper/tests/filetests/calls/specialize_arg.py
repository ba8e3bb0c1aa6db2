# specialize:arg makes a function per constant; branches on it are gone.
# entry: f(int)
# run: f(3) => 9
# show: f g__1 g__2 g
from rpython.rlib.objectmodel import specialize

@specialize.arg(0)
def g(k, n):
    if k == 1:
        return n
    return n * 2

def f(n):
    return g(1, n) + g(2, n)

#| graph specialize_arg.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Signed = direct_call[specialize_arg.g](1, v1)
#|     v3: Signed = direct_call[specialize_arg.g__2](2, v1)
#|     v4: Signed = int_add(v2, v3)
#|     goto return(v4)
#|
#| graph specialize_arg.g(v0: Signed, v1: Signed) -> Signed
#| b0(v0: Signed, v1: Signed):
#|     goto b1(v0, v1)
#| b1(v2: Signed, v3: Signed):
#|     goto return(v3)
#|
#| graph specialize_arg.g__2(v0: Signed, v1: Signed) -> Signed
#| b0(v0: Signed, v1: Signed):
#|     goto b1(v0, v1)
#| b1(v2: Signed, v3: Signed):
#|     goto b2(v3)
#| b2(v4: Signed):
#|     v5: Signed = int_mul(v4, 2)
#|     goto return(v5)
