# A range with a constant negative step.
# entry: f(int)
# run: f(5) => 9
def f(n):
    s = 0
    for i in range(n, 0, -2):
        s += i
    return s

#| graph range_step.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Signed = direct_call[rpython.rtyper.lltypesystem.rlist.ll_range_stop](v1, 0, -2)
#|     v3: Ptr(range) = malloc[range]()
#|     v4: Void = setfield[range.start](v3, v1)
#|     v5: Void = setfield[range.stop](v3, v2)
#|     v6: Bool = ptr_nonzero(v3)
#|     if v6 then b2(v3) else b9()
#| b2(v7: Ptr(range)):
#|     v8: Signed = getfield[range.start](v7)
#|     v9: Signed = getfield[range.stop](v7)
#|     v10: Ptr(range_iter) = malloc[range_iter]()
#|     v11: Void = setfield[range_iter.next](v10, v8)
#|     v12: Void = setfield[range_iter.stop](v10, v9)
#|     goto b3(0, v10)
#| b3(v13: Signed, v14: Ptr(range_iter)):
#|     v15: Signed = getfield[range_iter.next](v14)
#|     v16: Signed = getfield[range_iter.stop](v14)
#|     v17: Bool = int_ne(v15, v16)
#|     if v17 then b4(v15, v14, v13) else b6(v13)
#| b4(v18: Signed, v19: Ptr(range_iter), v20: Signed):
#|     v21: Signed = int_add(v18, -2)
#|     v22: Void = setfield[range_iter.next](v19, v21)
#|     goto b5(v19, v18, v20)
#| b5(v23: Ptr(range_iter), v24: Signed, v25: Signed):
#|     v26: Signed = int_add(v25, v24)
#|     goto b3(v26, v23)
#| b6(v27: Signed):
#|     goto b7(cast(@StopIteration.vtable, Ptr(object_vtable)), cast(@StopIteration%20instance, Ptr(object)), v27)
#| b7(v28: Ptr(object_vtable), v29: Ptr(object), v30: Signed):
#|     goto return(v30)
#| b9():
#|     v32: Void = abort[none_operand]()
#|     unreachable
