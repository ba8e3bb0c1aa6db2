# Branches on constants of the translation are gone before typing.
# entry: f(int)
# show: f
from rpython.rlib.objectmodel import we_are_translated

def f(n):
    if we_are_translated():
        return n
    return -n

#| graph we_are_translated.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     goto return(v1)
