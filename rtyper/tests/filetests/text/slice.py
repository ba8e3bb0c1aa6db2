# Slices: a start, a stop that counts from the end, both.
# entry: f(str, nonneg)
# run: f('abcdef', 2) => 'cdef|abcde|cd'
def f(s, i):
    return s[i:] + '|' + s[:-1] + '|' + s[i:i + 2]

#| graph slice.f(v0: Ptr(rpy_string), v1: Signed) -> Ptr(rpy_string)
#| b0(v0: Ptr(rpy_string), v1: Signed):
#|     goto b1(v0, v1)
#| b1(v2: Ptr(rpy_string), v3: Signed):
#|     v4: Signed = getinteriorsize[rpy_string](v2)
#|     v5: Signed = direct_call[rpython.rtyper.lltypesystem.rlist.ll_limit](v3, v4)
#|     v6: Ptr(rpy_string) = direct_call[rpython.rtyper.lltypesystem.rstr.ll_strslice](v2, v5, v4)
#|     v7: Ptr(rpy_string) = direct_call[rpython.rtyper.lltypesystem.rstr.ll_strconcat](v6, @%22%7C%22)
#|     v8: Signed = getinteriorsize[rpy_string](v2)
#|     v9: Signed = int_sub(v8, 1)
#|     v10: Signed = int_force_ge_zero(v9)
#|     v11: Ptr(rpy_string) = direct_call[rpython.rtyper.lltypesystem.rstr.ll_strslice](v2, 0, v10)
#|     v12: Ptr(rpy_string) = direct_call[rpython.rtyper.lltypesystem.rstr.ll_strconcat](v7, v11)
#|     v13: Ptr(rpy_string) = direct_call[rpython.rtyper.lltypesystem.rstr.ll_strconcat](v12, @%22%7C%22)
#|     v14: Signed = int_add(v3, 2)
#|     v15: Signed = getinteriorsize[rpy_string](v2)
#|     v16: Signed = direct_call[rpython.rtyper.lltypesystem.rlist.ll_limit](v3, v15)
#|     v17: Signed = direct_call[rpython.rtyper.lltypesystem.rlist.ll_limit](v14, v15)
#|     v18: Bool = int_le(v16, v17)
#|     if v18 then b2(v17, v13, v16, v2) else b3(v16, v13, v2)
#| b2(v19: Signed, v20: Ptr(rpy_string), v21: Signed, v22: Ptr(rpy_string)):
#|     goto b4(v19, v22, v21, v20)
#| b3(v23: Signed, v24: Ptr(rpy_string), v25: Ptr(rpy_string)):
#|     goto b4(v23, v25, v23, v24)
#| b4(v26: Signed, v27: Ptr(rpy_string), v28: Signed, v29: Ptr(rpy_string)):
#|     v30: Ptr(rpy_string) = direct_call[rpython.rtyper.lltypesystem.rstr.ll_strslice](v27, v28, v26)
#|     v31: Ptr(rpy_string) = direct_call[rpython.rtyper.lltypesystem.rstr.ll_strconcat](v29, v30)
#|     goto return(v31)
