# Tuples as keys of dictionaries.
# entry: f(int)
# run: f(1) => 5
# run: f(2) => raises KeyError
def f(n):
    d = {(1, 'a'): 5}
    return d[n, 'a']

#| graph as_key.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Ptr(dict) = direct_call[rpython.rtyper.lltypesystem.rdict.ll_newdict]()
#|     v3: Bool = ptr_nonzero(v2)
#|     if v3 then b2(v2, v1) else b9()
#| b2(v4: Ptr(dict), v5: Signed):
#|     v6: Void = direct_call[rpython.rtyper.lltypesystem.rdict.ll_dict_set](v4, @tuple, 5, &ll_eq_r5, &ll_hash_r5)
#|     v7: Ptr(tuple2) = malloc[tuple2]()
#|     v8: Void = setfield[tuple2.item0](v7, v5)
#|     v9: Void = setfield[tuple2.item1](v7, 'a')
#|     v10: Bool = ptr_nonzero(v4)
#|     if v10 then b3(v4, v7) else b8()
#| b3(v11: Ptr(dict), v12: Ptr(tuple2)):
#|     v13: Signed = direct_call[rpython.rtyper.lltypesystem.rdict.ll_dict_find](v11, v12, &ll_eq_r5, &ll_hash_r5)
#|     v14: Bool = int_ge(v13, 0)
#|     if v14 then b4(v11, v13) else b6()
#| b4(v15: Ptr(dict), v16: Signed):
#|     v17: Ptr(GcArray(dictentry)) = getfield[dict.entries](v15)
#|     v18: Signed = getitemfield[GcArray(dictentry).value](v17, v16)
#|     goto return(5)
#| b6():
#|     goto raise(cast(@KeyError.vtable, Ptr(object_vtable)), cast(@KeyError%20instance, Ptr(object)))
#| b8():
#|     v22: Void = abort[none_operand]()
#|     unreachable
#| b9():
#|     v23: Void = abort[none_operand]()
#|     unreachable
