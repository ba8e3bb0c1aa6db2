# A loop over a string reads items by a counter, with no iterator object in the graph that remains after the
# optimisation.
# entry: f(str)
# run: f('abca') => 2
def f(s):
    n = 0
    for c in s:
        if c == 'a':
            n += 1
    return n

#| graph loop.f(v0: Ptr(rpy_string)) -> Signed
#| b0(v0: Ptr(rpy_string)):
#|     goto b1(v0)
#| b1(v1: Ptr(rpy_string)):
#|     v2: Ptr(list_iter) = malloc[list_iter]()
#|     v3: Void = setfield[list_iter.list](v2, v1)
#|     goto b2(0, v2)
#| b2(v4: Signed, v5: Ptr(list_iter)):
#|     v6: Ptr(rpy_string) = getfield[list_iter.list](v5)
#|     v7: Signed = getfield[list_iter.index](v5)
#|     v8: Signed = getinteriorsize[rpy_string](v6)
#|     v9: Bool = int_lt(v7, v8)
#|     if v9 then b3(v7, v5, v6, v4) else b6(v4)
#| b3(v10: Signed, v11: Ptr(list_iter), v12: Ptr(rpy_string), v13: Signed):
#|     v14: Signed = int_add(v10, 1)
#|     v15: Void = setfield[list_iter.index](v11, v14)
#|     v16: Char = getinterioritem[rpy_string](v12, v10)
#|     goto b4(v11, v13, v16)
#| b4(v17: Ptr(list_iter), v18: Signed, v19: Char):
#|     v20: Bool = char_eq(v19, 'a')
#|     if v20 then b5(v17, v18) else b2(v18, v17)
#| b5(v21: Ptr(list_iter), v22: Signed):
#|     v23: Signed = int_add(v22, 1)
#|     goto b2(v23, v21)
#| b6(v24: Signed):
#|     goto b7(cast(@StopIteration.vtable, Ptr(object_vtable)), cast(@StopIteration%20instance, Ptr(object)), v24)
#| b7(v25: Ptr(object_vtable), v26: Ptr(object), v27: Signed):
#|     goto return(v27)
