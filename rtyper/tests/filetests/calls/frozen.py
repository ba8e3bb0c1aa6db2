# Attributes of frozen objects: where one is known they are constants, where two meet they are read from tables.
# entry: f(int)
# run: f(0) => 20
# run: f(1) => 30
# show: f
class Space(object):
    def __init__(self, k): self.k = k
    def _freeze_(self): return True
A = Space(10)
B = Space(20)

def pick(n):
    if n == 0:
        return A
    return B

def f(n):
    return pick(n).k + A.k

#| graph frozen.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Ptr(pbc_1) = direct_call[frozen.pick](v1)
#|     v3: Signed = getfield[pbc_1.k](v2)
#|     v4: Signed = int_add(v3, 10)
#|     goto return(v4)
