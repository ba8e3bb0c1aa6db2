# Immutable fields are marked in the structure: reading one of a prebuilt object needs no load after constant folding.
# entry: f(int)
# run: f(2) => 7
# show: f
class A(object):
    _immutable_fields_ = ['x', 'l[*]']
    def __init__(self, x):
        self.x = x
        self.l = [x, x]

P = A(5)

def f(n):
    return P.x + n * len(P.l) // 2

#| graph immutable.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Signed = getarraysize[GcImmutableArray(Signed)](@list)
#|     v3: Signed = int_mul(v1, v2)
#|     v4: Signed = int_floordiv(v3, 2)
#|     v5: Signed = int_mul(v4, 2)
#|     v6: Signed = int_sub(v3, v5)
#|     v7: Signed = int_rshift(v6, 63)
#|     v8: Signed = int_add(v4, v7)
#|     v9: Signed = int_add(5, v8)
#|     goto return(v9)
