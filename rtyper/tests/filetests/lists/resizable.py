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
#|     v2: Ptr(GcArray(Signed)) = direct_call[rpython.rtyper.lltypesystem.rlist.ll_no_items](@no%20items)
#|     v3: Ptr(list) = malloc[list]()
#|     v4: Void = setfield[list.length](v3, 0)
#|     v5: Void = setfield[list.items](v3, v2)
#|     v6: Bool = ptr_nonzero(v3)
#|     if v6 then b2(v3, v1) else b16()
#| b2(v7: Ptr(list), v8: Signed):
#|     v9: Void = direct_call[rpython.rtyper.lltypesystem.rlist.ll_append](v7, v8)
#|     v10: Bool = ptr_nonzero(v7)
#|     if v10 then b3(v8, v7) else b15()
#| b3(v11: Signed, v12: Ptr(list)):
#|     v13: Signed = int_add(v11, 1)
#|     v14: Void = direct_call[rpython.rtyper.lltypesystem.rlist.ll_append](v12, v13)
#|     v15: Bool = ptr_nonzero(v12)
#|     if v15 then b4(v12) else b14()
#| b4(v16: Ptr(list)):
#|     v17: Ptr(GcArray(Signed)) = getfield[list.items](v16)
#|     v18: Signed = getfield[list.length](v16)
#|     v19: Unsigned = cast_int_to_uint(v18)
#|     v20: Bool = uint_lt(0u, v19)
#|     if v20 then b5(v17, v16) else b13()
#| b5(v21: Ptr(GcArray(Signed)), v22: Ptr(list)):
#|     v23: Signed = getarrayitem[GcArray(Signed)](v21, 0)
#|     v24: Bool = ptr_nonzero(v22)
#|     if v24 then b6(v22, v23) else b12()
#| b6(v25: Ptr(list), v26: Signed):
#|     v27: Ptr(GcArray(Signed)) = getfield[list.items](v25)
#|     v28: Signed = getfield[list.length](v25)
#|     v29: Unsigned = cast_int_to_uint(v28)
#|     v30: Bool = uint_lt(1u, v29)
#|     if v30 then b7(v27, v26, v25) else b11()
#| b7(v31: Ptr(GcArray(Signed)), v32: Signed, v33: Ptr(list)):
#|     v34: Signed = getarrayitem[GcArray(Signed)](v31, 1)
#|     v35: Signed = int_add(v32, v34)
#|     v36: Bool = ptr_nonzero(v33)
#|     if v36 then b8(v33, v35) else b10()
#| b8(v37: Ptr(list), v38: Signed):
#|     v39: Signed = getfield[list.length](v37)
#|     v40: Signed = int_add(v38, v39)
#|     v41: Signed = int_sub(v40, 1)
#|     goto return(v41)
#| b10():
#|     v43: Void = abort[none_operand]()
#|     unreachable
#| b11():
#|     v44: Void = abort[index_out_of_range]()
#|     unreachable
#| b12():
#|     v45: Void = abort[none_operand]()
#|     unreachable
#| b13():
#|     v46: Void = abort[index_out_of_range]()
#|     unreachable
#| b14():
#|     v47: Void = abort[none_operand]()
#|     unreachable
#| b15():
#|     v48: Void = abort[none_dereference]()
#|     unreachable
#| b16():
#|     v49: Void = abort[none_dereference]()
#|     unreachable
