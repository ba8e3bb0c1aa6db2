# Keys are hashed by the helper of their type; a key made of one char is a string.
# entry: f(str)
# run: f('ab') => 2
# run: f('x') => 7
def f(s):
    d = {'ab': 2}
    d['x'] = 7
    return d[s]

#| graph str_keys.f(v0: Ptr(rpy_string)) -> Signed
#| b0(v0: Ptr(rpy_string)):
#|     goto b1(v0)
#| b1(v1: Ptr(rpy_string)):
#|     v2: Ptr(dict) = direct_call[rpython.rtyper.lltypesystem.rdict.ll_newdict]()
#|     v3: Bool = ptr_nonzero(v2)
#|     if v3 then b2(v2, v1) else b11()
#| b2(v4: Ptr(dict), v5: Ptr(rpy_string)):
#|     v6: Void = direct_call[rpython.rtyper.lltypesystem.rdict.ll_dict_store](v4, @%22ab%22, 2)
#|     v7: Bool = ptr_nonzero(v4)
#|     if v7 then b3(v4, v5) else b10()
#| b3(v8: Ptr(dict), v9: Ptr(rpy_string)):
#|     v10: Void = direct_call[rpython.rtyper.lltypesystem.rdict.ll_dict_store](v8, @%22x%22, 7)
#|     v11: Bool = ptr_nonzero(v8)
#|     if v11 then b4(v8, v9) else b9()
#| b4(v12: Ptr(dict), v13: Ptr(rpy_string)):
#|     v14: Signed = direct_call[rpython.rtyper.lltypesystem.rdict.ll_dict_lookup](v12, v13)
#|     v15: Bool = int_ge(v14, 0)
#|     if v15 then b5(v12, v14) else b7()
#| b5(v16: Ptr(dict), v17: Signed):
#|     v18: Ptr(GcArray(dictentry)) = getfield[dict.entries](v16)
#|     v19: Signed = getitemfield[GcArray(dictentry).value](v18, v17)
#|     goto return(v19)
#| b7():
#|     goto raise(cast(@KeyError.vtable, Ptr(object_vtable)), cast(@KeyError%20instance, Ptr(object)))
#| b9():
#|     v23: Void = abort[none_operand]()
#|     unreachable
#| b10():
#|     v24: Void = abort[none_operand]()
#|     unreachable
#| b11():
#|     v25: Void = abort[none_operand]()
#|     unreachable
