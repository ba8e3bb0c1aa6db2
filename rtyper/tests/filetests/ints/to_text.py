# Text of a number, and the number of a text, are helpers. A text that is no number raises where a handler sees it.
# entry: f(int, str)
# run: f(12, '30') => 32
# run: f(12, 'x') => -1
def f(n, s):
    try:
        return int(s) + len(str(n))
    except ValueError:
        return -1

#| graph to_text.f(v0: Signed, v1: Ptr(rpy_string)) -> Signed
#| b0(v0: Signed, v1: Ptr(rpy_string)):
#|     goto b1(v0, v1)
#| b1(v2: Signed, v3: Ptr(rpy_string)):
#|     v4: Signed = direct_call[rpython.rtyper.lltypesystem.rstr.ll_int](v3, 10, true)
#|     try { normal => b2(v2, v4), cast(@ValueError.vtable, Ptr(object_vtable))(v5: Ptr(object_vtable), v6: Ptr(object)) => b6(v5, v6) }
#| b2(v7: Signed, v8: Signed):
#|     goto b3(v7, v8)
#| b3(v9: Signed, v10: Signed):
#|     v11: Ptr(rpy_string) = direct_call[rpython.rtyper.lltypesystem.rstr.ll_int2dec](v9)
#|     goto b4(v11, v10)
#| b4(v12: Ptr(rpy_string), v13: Signed):
#|     v14: Signed = getinteriorsize[rpy_string](v12)
#|     goto b5(v14, v13)
#| b5(v15: Signed, v16: Signed):
#|     v17: Signed = int_add(v16, v15)
#|     goto return(v17)
#| b6(v18: Ptr(object_vtable), v19: Ptr(object)):
#|     goto return(-1)
