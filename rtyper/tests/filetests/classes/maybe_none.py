# An instance that may be None: the access is tested; after a test of the program there is none.
# entry: f(int)
# run: f(3) => 3
# run: f(0) => -1
# show: f
class A(object):
    def __init__(self, x):
        self.x = x

def make(n):
    if n:
        return A(n)
    return None

def f(n):
    a = make(n)
    if a is None:
        return -1
    return a.x

#| graph maybe_none.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Ptr(A) = direct_call[maybe_none.make](v1)
#|     v3: Bool = ptr_iszero(v2)
#|     if v3 then return(-1) else b2(v2)
#| b2(v4: Ptr(A)):
#|     v5: Signed = getfield[A.x](v4)
#|     goto return(v5)
