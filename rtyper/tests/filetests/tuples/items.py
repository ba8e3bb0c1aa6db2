# A tuple is a structure with a field per item, also when it is taken apart at once.
# entry: f(int, str)
# run: f(1, 'ab') => 3
def f(n, s):
    t = (n, s)
    a, b = t
    return a + len(t[1]) + len(b) * 0

#| graph items.f(v0: Signed, v1: Ptr(rpy_string)) -> Signed
#| b0(v0: Signed, v1: Ptr(rpy_string)):
#|     goto b1(v0, v1)
#| b1(v2: Signed, v3: Ptr(rpy_string)):
#|     v4: Ptr(tuple2) = malloc[tuple2]()
#|     v5: Void = setfield[tuple2.item0](v4, v2)
#|     v6: Void = setfield[tuple2.item1](v4, v3)
#|     goto b2(v4)
#| b2(v7: Ptr(tuple2)):
#|     v8: Signed = getfield[tuple2.item0](v7)
#|     v9: Ptr(rpy_string) = getfield[tuple2.item1](v7)
#|     v10: Ptr(rpy_string) = getfield[tuple2.item1](v7)
#|     v11: Signed = getinteriorsize[rpy_string](v10)
#|     v12: Signed = int_add(v8, v11)
#|     v13: Signed = getinteriorsize[rpy_string](v9)
#|     v14: Signed = int_mul(v13, 0)
#|     v15: Signed = int_add(v12, v14)
#|     goto return(v15)
