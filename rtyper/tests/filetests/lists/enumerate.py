# enumerate makes a tuple per item, which does not leave the loop.
# entry: f(int)
# run: f(5) => 5
def f(n):
    l = [7, n]
    s = 0
    for i, x in enumerate(l):
        s += i * x
    return s

#| graph enumerate.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Ptr(GcImmutableArray(Signed)) = mallocvar[GcImmutableArray(Signed)](2)
#|     v3: Signed = getarraysize[GcImmutableArray(Signed)](v2)
#|     v4: Void = setarrayitem[GcImmutableArray(Signed)](v2, 0, 7)
#|     v5: Void = setarrayitem[GcImmutableArray(Signed)](v2, 1, v1)
#|     v6: Ptr(list_iter) = malloc[list_iter]()
#|     v7: Void = setfield[list_iter.list](v6, v2)
#|     v8: Ptr(enumerate) = malloc[enumerate]()
#|     v9: Void = setfield[enumerate.iter](v8, v6)
#|     goto b2(0, v8)
#| b2(v10: Signed, v11: Ptr(enumerate)):
#|     v12: Ptr(list_iter) = getfield[enumerate.iter](v11)
#|     v13: Ptr(GcImmutableArray(Signed)) = getfield[list_iter.list](v12)
#|     v14: Signed = getfield[list_iter.index](v12)
#|     v15: Signed = getarraysize[GcImmutableArray(Signed)](v13)
#|     v16: Bool = int_lt(v14, v15)
#|     if v16 then b3(v14, v12, v13, v11, v10) else b6(v10)
#| b3(v17: Signed, v18: Ptr(list_iter), v19: Ptr(GcImmutableArray(Signed)), v20: Ptr(enumerate), v21: Signed):
#|     v22: Signed = int_add(v17, 1)
#|     v23: Void = setfield[list_iter.index](v18, v22)
#|     v24: Signed = getarraysize[GcImmutableArray(Signed)](v19)
#|     v25: Signed = getarrayitem[GcImmutableArray(Signed)](v19, v17)
#|     v26: Signed = getfield[enumerate.count](v20)
#|     v27: Signed = int_add(v26, 1)
#|     v28: Void = setfield[enumerate.count](v20, v27)
#|     v29: Ptr(tuple2) = malloc[tuple2]()
#|     v30: Void = setfield[tuple2.item0](v29, v26)
#|     v31: Void = setfield[tuple2.item1](v29, v25)
#|     goto b4(v20, v29, v21)
#| b4(v32: Ptr(enumerate), v33: Ptr(tuple2), v34: Signed):
#|     goto b5(v32, v34, v33)
#| b5(v35: Ptr(enumerate), v36: Signed, v37: Ptr(tuple2)):
#|     v38: Signed = getfield[tuple2.item0](v37)
#|     v39: Signed = getfield[tuple2.item1](v37)
#|     v40: Signed = int_mul(v38, v39)
#|     v41: Signed = int_add(v36, v40)
#|     goto b2(v41, v35)
#| b6(v42: Signed):
#|     goto b7(cast(@StopIteration.vtable, Ptr(object_vtable)), cast(@StopIteration%20instance, Ptr(object)), v42)
#| b7(v43: Ptr(object_vtable), v44: Ptr(object), v45: Signed):
#|     goto return(v45)
