# A list of lists: the inner ones have one type.
# entry: f(int)
# run: f(5) => 5
def f(n):
    l = [[n], [1]]
    l[1].append(2)
    return l[0][0]

#| graph of_lists.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](1)
#|     v3: Ptr(list) = malloc[list]()
#|     v4: Void = setfield[list.length](v3, 1)
#|     v5: Void = setfield[list.items](v3, v2)
#|     v6: Ptr(GcArray(Signed)) = getfield[list.items](v3)
#|     v7: Signed = getfield[list.length](v3)
#|     v8: Void = setarrayitem[GcArray(Signed)](v6, 0, v1)
#|     v9: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](1)
#|     v10: Ptr(list) = malloc[list]()
#|     v11: Void = setfield[list.length](v10, 1)
#|     v12: Void = setfield[list.items](v10, v9)
#|     v13: Ptr(GcArray(Signed)) = getfield[list.items](v10)
#|     v14: Signed = getfield[list.length](v10)
#|     v15: Void = setarrayitem[GcArray(Signed)](v13, 0, 1)
#|     v16: Ptr(GcImmutableArray(Ptr(list))) = mallocvar[GcImmutableArray(Ptr(list))](2)
#|     v17: Signed = getarraysize[GcImmutableArray(Ptr(list))](v16)
#|     v18: Void = setarrayitem[GcImmutableArray(Ptr(list))](v16, 0, v3)
#|     v19: Void = setarrayitem[GcImmutableArray(Ptr(list))](v16, 1, v10)
#|     v20: Bool = ptr_nonzero(v16)
#|     if v20 then b2(v16) else b16()
#| b2(v21: Ptr(GcImmutableArray(Ptr(list)))):
#|     v22: Signed = getarraysize[GcImmutableArray(Ptr(list))](v21)
#|     v23: Unsigned = cast_int_to_uint(v22)
#|     v24: Bool = uint_lt(1u, v23)
#|     if v24 then b3(v21) else b15()
#| b3(v25: Ptr(GcImmutableArray(Ptr(list)))):
#|     v26: Ptr(list) = getarrayitem[GcImmutableArray(Ptr(list))](v25, 1)
#|     v27: Bool = ptr_nonzero(v26)
#|     if v27 then b4(v26, v25) else b14()
#| b4(v28: Ptr(list), v29: Ptr(GcImmutableArray(Ptr(list)))):
#|     v30: Void = direct_call[rpython.rtyper.lltypesystem.rlist.ll_append](v28, 2)
#|     v31: Bool = ptr_nonzero(v29)
#|     if v31 then b5(v29) else b13()
#| b5(v32: Ptr(GcImmutableArray(Ptr(list)))):
#|     v33: Signed = getarraysize[GcImmutableArray(Ptr(list))](v32)
#|     v34: Unsigned = cast_int_to_uint(v33)
#|     v35: Bool = uint_lt(0u, v34)
#|     if v35 then b6(v32) else b12()
#| b6(v36: Ptr(GcImmutableArray(Ptr(list)))):
#|     v37: Ptr(list) = getarrayitem[GcImmutableArray(Ptr(list))](v36, 0)
#|     v38: Bool = ptr_nonzero(v37)
#|     if v38 then b7(v37) else b11()
#| b7(v39: Ptr(list)):
#|     v40: Ptr(GcArray(Signed)) = getfield[list.items](v39)
#|     v41: Signed = getfield[list.length](v39)
#|     v42: Unsigned = cast_int_to_uint(v41)
#|     v43: Bool = uint_lt(0u, v42)
#|     if v43 then b8(v40) else b10()
#| b8(v44: Ptr(GcArray(Signed))):
#|     v45: Signed = getarrayitem[GcArray(Signed)](v44, 0)
#|     goto return(v45)
#| b10():
#|     v47: Void = abort[index_out_of_range]()
#|     unreachable
#| b11():
#|     v48: Void = abort[none_operand]()
#|     unreachable
#| b12():
#|     v49: Void = abort[index_out_of_range]()
#|     unreachable
#| b13():
#|     v50: Void = abort[none_operand]()
#|     unreachable
#| b14():
#|     v51: Void = abort[none_dereference]()
#|     unreachable
#| b15():
#|     v52: Void = abort[index_out_of_range]()
#|     unreachable
#| b16():
#|     v53: Void = abort[none_operand]()
#|     unreachable
