# A star-argument call with a tuple of known length is an ordinary call; a star parameter is a tuple.
# entry: f(int)
# run: f(3) => 7
# show: f g
def g(*args):
    return args[0] + args[1]

def f(n):
    t = (n, 4)
    return g(*t)

#| graph star_args.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Ptr(tuple2) = malloc[tuple2]()
#|     v3: Void = setfield[tuple2.item0](v2, v1)
#|     v4: Void = setfield[tuple2.item1](v2, 4)
#|     v5: Signed = getfield[tuple2.item0](v2)
#|     v6: Signed = getfield[tuple2.item1](v2)
#|     v7: Ptr(tuple2) = malloc[tuple2]()
#|     v8: Void = setfield[tuple2.item0](v7, v5)
#|     v9: Void = setfield[tuple2.item1](v7, 4)
#|     v10: Signed = direct_call[star_args.g](v7)
#|     goto return(v10)
#|
#| graph star_args.g(v0: Ptr(tuple2)) -> Signed
#| b0(v0: Ptr(tuple2)):
#|     goto b1(v0)
#| b1(v1: Ptr(tuple2)):
#|     v2: Signed = getfield[tuple2.item0](v1)
#|     v3: Signed = getfield[tuple2.item1](v1)
#|     v4: Signed = int_add(v2, 4)
#|     goto return(v4)
