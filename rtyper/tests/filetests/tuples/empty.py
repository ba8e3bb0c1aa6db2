# The empty tuple and items that are constants take no room.
# entry: f(int)
# run: f(4) => 4
def f(n):
    t = (n, None, ())
    if t[1] is None:
        return t[0]
    return 0

#| graph empty.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Ptr(tuple3) = malloc[tuple3]()
#|     v3: Void = setfield[tuple3.item0](v2, v1)
#|     goto b2(v2)
#| b2(v4: Ptr(tuple3)):
#|     v5: Signed = getfield[tuple3.item0](v4)
#|     goto return(v5)
