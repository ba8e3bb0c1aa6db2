# A handler around what cannot raise is gone.
# entry: f(int)
# run: f(1) => 2
def f(n):
    try:
        x = n + 1
    except ValueError:
        return -1
    return x

#| graph no_raise.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Signed = int_add(v1, 1)
#|     goto return(v2)
