# Equality and the hash of a tuple go by its items: functions are made for the type.
# entry: f(int)
# run: f(1) => True
# run: f(2) => False
def f(n):
    return (n, 'a') == (1, 'a')

#| graph equal.f(v0: Signed) -> Bool
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Ptr(tuple2) = malloc[tuple2]()
#|     v3: Void = setfield[tuple2.item0](v2, v1)
#|     v4: Void = setfield[tuple2.item1](v2, 'a')
#|     v5: Signed = getfield[tuple2.item0](v2)
#|     v6: Char = getfield[tuple2.item1](v2)
#|     v7: Signed = getfield[tuple2.item0](@tuple)
#|     v8: Char = getfield[tuple2.item1](@tuple)
#|     v9: Bool = int_eq(v5, 1)
#|     if v9 then b2() else b3()
#| b2():
#|     v10: Bool = char_eq('a', 'a')
#|     goto b4(v10)
#| b3():
#|     goto b4(false)
#| b4(v11: Bool):
#|     goto return(v11)
