# Prebuilt instances are mutable objects of the image.
# entry: f(int)
# run: f(3) => 8
class S(object):
    def __init__(self): self.n = 5
STATE = S()

def f(n):
    STATE.n += n
    return STATE.n

#| graph global_state.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Signed = getfield[S.n](@S%20instance)
#|     v3: Signed = int_add(v2, v1)
#|     v4: Void = setfield[S.n](@S%20instance, v3)
#|     v5: Signed = getfield[S.n](@S%20instance)
#|     goto return(v5)
