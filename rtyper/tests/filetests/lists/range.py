# A range that is only looped over has no list.
# entry: f(int)
# run: f(4) => 6
def f(n):
    s = 0
    for i in range(n):
        s += i
    return s

#| graph range.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Bool = int_ge(v1, 0)
#|     if v2 then b2(v1) else b3()
#| b2(v3: Signed):
#|     goto b4(v3)
#| b3():
#|     goto b4(0)
#| b4(v4: Signed):
#|     v5: Ptr(range) = malloc[range]()
#|     v6: Void = setfield[range.start](v5, 0)
#|     v7: Void = setfield[range.stop](v5, v4)
#|     v8: Bool = ptr_nonzero(v5)
#|     if v8 then b5(v5) else b12()
#| b5(v9: Ptr(range)):
#|     v10: Signed = getfield[range.start](v9)
#|     v11: Signed = getfield[range.stop](v9)
#|     v12: Ptr(range_iter) = malloc[range_iter]()
#|     v13: Void = setfield[range_iter.next](v12, v10)
#|     v14: Void = setfield[range_iter.stop](v12, v11)
#|     goto b6(0, v12)
#| b6(v15: Signed, v16: Ptr(range_iter)):
#|     v17: Signed = getfield[range_iter.next](v16)
#|     v18: Signed = getfield[range_iter.stop](v16)
#|     v19: Bool = int_lt(v17, v18)
#|     if v19 then b7(v17, v16, v15) else b9(v15)
#| b7(v20: Signed, v21: Ptr(range_iter), v22: Signed):
#|     v23: Signed = int_add(v20, 1)
#|     v24: Void = setfield[range_iter.next](v21, v23)
#|     goto b8(v21, v20, v22)
#| b8(v25: Ptr(range_iter), v26: Signed, v27: Signed):
#|     v28: Signed = int_add(v27, v26)
#|     goto b6(v28, v25)
#| b9(v29: Signed):
#|     goto b10(cast(@StopIteration.vtable, Ptr(object_vtable)), cast(@StopIteration%20instance, Ptr(object)), v29)
#| b10(v30: Ptr(object_vtable), v31: Ptr(object), v32: Signed):
#|     goto return(v32)
#| b12():
#|     v34: Void = abort[none_operand]()
#|     unreachable
