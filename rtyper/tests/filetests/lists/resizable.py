# A list that grows has a length beside its array of items.
# entry: f(int)
# run: f(5) => 12
def f(n):
    l = []
    l.append(n)
    l.append(n + 1)
    return l[0] + l[1] + len(l) - 1

#| graph resizable.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Ptr(list) = malloc[list]()
#|     v3: Void = setfield[list.length](v2, 0)
#|     v4: Void = setfield[list.items](v2, @no%20items)
#|     v5: Bool = ptr_nonzero(v2)
#|     if v5 then b2(v2, v1) else b16()
#| b2(v6: Ptr(list), v7: Signed):
#|     v8: Void = direct_call[rpython.rtyper.lltypesystem.rlist.ll_append](v6, v7)
#|     v9: Bool = ptr_nonzero(v6)
#|     if v9 then b3(v7, v6) else b15()
#| b3(v10: Signed, v11: Ptr(list)):
#|     v12: Signed = int_add(v10, 1)
#|     v13: Void = direct_call[rpython.rtyper.lltypesystem.rlist.ll_append](v11, v12)
#|     v14: Bool = ptr_nonzero(v11)
#|     if v14 then b4(v11) else b14()
#| b4(v15: Ptr(list)):
#|     v16: Ptr(GcArray(Signed)) = getfield[list.items](v15)
#|     v17: Signed = getfield[list.length](v15)
#|     v18: Unsigned = cast_int_to_uint(v17)
#|     v19: Bool = uint_lt(0u, v18)
#|     if v19 then b5(v16, v15) else b13()
#| b5(v20: Ptr(GcArray(Signed)), v21: Ptr(list)):
#|     v22: Signed = getarrayitem[GcArray(Signed)](v20, 0)
#|     v23: Bool = ptr_nonzero(v21)
#|     if v23 then b6(v21, v22) else b12()
#| b6(v24: Ptr(list), v25: Signed):
#|     v26: Ptr(GcArray(Signed)) = getfield[list.items](v24)
#|     v27: Signed = getfield[list.length](v24)
#|     v28: Unsigned = cast_int_to_uint(v27)
#|     v29: Bool = uint_lt(1u, v28)
#|     if v29 then b7(v26, v25, v24) else b11()
#| b7(v30: Ptr(GcArray(Signed)), v31: Signed, v32: Ptr(list)):
#|     v33: Signed = getarrayitem[GcArray(Signed)](v30, 1)
#|     v34: Signed = int_add(v31, v33)
#|     v35: Bool = ptr_nonzero(v32)
#|     if v35 then b8(v32, v34) else b10()
#| b8(v36: Ptr(list), v37: Signed):
#|     v38: Signed = getfield[list.length](v36)
#|     v39: Signed = int_add(v37, v38)
#|     v40: Signed = int_sub(v39, 1)
#|     goto return(v40)
#| b10():
#|     v42: Void = abort[none_operand]()
#|     unreachable
#| b11():
#|     v43: Void = abort[index_out_of_range]()
#|     unreachable
#| b12():
#|     v44: Void = abort[none_operand]()
#|     unreachable
#| b13():
#|     v45: Void = abort[index_out_of_range]()
#|     unreachable
#| b14():
#|     v46: Void = abort[none_operand]()
#|     unreachable
#| b15():
#|     v47: Void = abort[none_dereference]()
#|     unreachable
#| b16():
#|     v48: Void = abort[none_dereference]()
#|     unreachable
