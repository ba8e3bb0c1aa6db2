# A loop over a constant sequence is unrolled before typing.
# entry: f(int)
# run: f(3) => 18
from rpython.rlib.unroll import unrolling_iterable
ITEMS = unrolling_iterable([1, 2, 3])

def f(n):
    s = 0
    for i in ITEMS:
        s += i * n
    return s

#| graph unrolling.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Signed = int_mul(1, v1)
#|     v3: Signed = int_add(0, v2)
#|     v4: Signed = int_mul(2, v1)
#|     v5: Signed = int_add(v3, v4)
#|     v6: Signed = int_mul(3, v1)
#|     v7: Signed = int_add(v5, v6)
#|     goto return(v7)
