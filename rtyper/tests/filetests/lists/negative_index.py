# An index that may be negative counts from the end.
# entry: f(int)
# run: f(-1) => 3
# run: f(-4) => raises IndexError
def f(i):
    l = [1, 2]
    l.append(3)
    return l[i]

#| graph negative_index.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](2)
#|     v3: Ptr(list) = malloc[list]()
#|     v4: Void = setfield[list.length](v3, 2)
#|     v5: Void = setfield[list.items](v3, v2)
#|     v6: Ptr(GcArray(Signed)) = getfield[list.items](v3)
#|     v7: Signed = getfield[list.length](v3)
#|     v8: Void = setarrayitem[GcArray(Signed)](v6, 0, 1)
#|     v9: Void = setarrayitem[GcArray(Signed)](v6, 1, 2)
#|     v10: Bool = ptr_nonzero(v3)
#|     if v10 then b2(v3, v1) else b8()
#| b2(v11: Ptr(list), v12: Signed):
#|     v13: Void = direct_call[rpython.rtyper.lltypesystem.rlist.ll_append](v11, 3)
#|     v14: Bool = ptr_nonzero(v11)
#|     if v14 then b3(v11, v12) else b7()
#| b3(v15: Ptr(list), v16: Signed):
#|     v17: Ptr(GcArray(Signed)) = getfield[list.items](v15)
#|     v18: Signed = getfield[list.length](v15)
#|     v19: Signed = int_rshift(v16, 63)
#|     v20: Signed = int_and(v19, v18)
#|     v21: Signed = int_add(v16, v20)
#|     v22: Unsigned = cast_int_to_uint(v21)
#|     v23: Unsigned = cast_int_to_uint(v18)
#|     v24: Bool = uint_lt(v22, v23)
#|     if v24 then b4(v17, v21) else b6()
#| b4(v25: Ptr(GcArray(Signed)), v26: Signed):
#|     v27: Signed = getarrayitem[GcArray(Signed)](v25, v26)
#|     goto return(v27)
#| b6():
#|     v29: Void = abort[index_out_of_range]()
#|     unreachable
#| b7():
#|     v30: Void = abort[none_operand]()
#|     unreachable
#| b8():
#|     v31: Void = abort[none_dereference]()
#|     unreachable
