# specialize:argtype makes a function per type.
# entry: f(int)
# run: f(3) => 5
# show: f
from rpython.rlib.objectmodel import specialize

@specialize.argtype(0)
def g(x):
    return x

def f(n):
    return g(n) + len(g('ab'))

#| graph specialize_argtype.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Signed = direct_call[specialize_argtype.g](v1)
#|     v3: Ptr(rpy_string) = direct_call[specialize_argtype.g__2](@%22ab%22)
#|     v4: Signed = int_add(v2, 2)
#|     goto return(v4)
