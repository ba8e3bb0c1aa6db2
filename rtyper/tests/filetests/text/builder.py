# A builder is an object with a buffer; appending a char and a slice have their own helpers.
# entry: f(str)
# run: f('abc') => 'aabcbc!!'
from rpython.rlib.rstring import StringBuilder

def f(s):
    b = StringBuilder(10)
    b.append(s[0])
    b.append(s)
    b.append_slice(s, 1, len(s))
    b.append_multiple_char('!', 2)
    return b.build()

#| graph builder.f(v0: Ptr(rpy_string)) -> Ptr(rpy_string)
#| b0(v0: Ptr(rpy_string)):
#|     goto b1(v0)
#| b1(v1: Ptr(rpy_string)):
#|     v2: Ptr(stringbuilder) = direct_call[rpython.rtyper.lltypesystem.rbuilder.ll_new](10)
#|     v3: Bool = ptr_nonzero(v2)
#|     if v3 then b2(v1, v2) else b14()
#| b2(v4: Ptr(rpy_string), v5: Ptr(stringbuilder)):
#|     v6: Signed = getinteriorsize[rpy_string](v4)
#|     v7: Unsigned = cast_int_to_uint(v6)
#|     v8: Bool = uint_lt(0u, v7)
#|     if v8 then b3(v4, v5) else b13()
#| b3(v9: Ptr(rpy_string), v10: Ptr(stringbuilder)):
#|     v11: Char = getinterioritem[rpy_string](v9, 0)
#|     v12: Void = direct_call[rpython.rtyper.lltypesystem.rbuilder.ll_append_char](v10, v11)
#|     v13: Bool = ptr_nonzero(v10)
#|     if v13 then b4(v10, v9) else b12()
#| b4(v14: Ptr(stringbuilder), v15: Ptr(rpy_string)):
#|     v16: Void = direct_call[rpython.rtyper.lltypesystem.rbuilder.ll_append](v14, v15)
#|     v17: Bool = ptr_nonzero(v14)
#|     if v17 then b5(v15, v14) else b11()
#| b5(v18: Ptr(rpy_string), v19: Ptr(stringbuilder)):
#|     v20: Signed = getinteriorsize[rpy_string](v18)
#|     v21: Void = direct_call[rpython.rtyper.lltypesystem.rbuilder.ll_append_slice](v19, v18, 1, v20)
#|     v22: Bool = ptr_nonzero(v19)
#|     if v22 then b6(v19) else b10()
#| b6(v23: Ptr(stringbuilder)):
#|     v24: Void = direct_call[rpython.rtyper.lltypesystem.rbuilder.ll_append_multiple_char](v23, '!', 2)
#|     v25: Bool = ptr_nonzero(v23)
#|     if v25 then b7(v23) else b9()
#| b7(v26: Ptr(stringbuilder)):
#|     v27: Ptr(rpy_string) = direct_call[rpython.rtyper.lltypesystem.rbuilder.ll_build](v26)
#|     goto return(v27)
#| b9():
#|     v29: Void = abort[none_dereference]()
#|     unreachable
#| b10():
#|     v30: Void = abort[none_dereference]()
#|     unreachable
#| b11():
#|     v31: Void = abort[none_dereference]()
#|     unreachable
#| b12():
#|     v32: Void = abort[none_dereference]()
#|     unreachable
#| b13():
#|     v33: Void = abort[index_out_of_range]()
#|     unreachable
#| b14():
#|     v34: Void = abort[none_dereference]()
#|     unreachable
