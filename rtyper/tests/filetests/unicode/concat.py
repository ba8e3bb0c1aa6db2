# genext: python2
# The parts of a unicode string are joined like those of a string of bytes. A comparison of characters is one operation.
# entry: f(int)
# run: f(8364) => 6
def f(n):
    u = unichr(n) + u'abc' + unichr(n)
    return len(u) + int(u[4] == unichr(n))

#| graph concat.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Unsigned = cast_int_to_uint(v1)
#|     v3: Bool = uint_lt(v2, 1114112u)
#|     if v3 then b2(v1) else b10()
#| b2(v4: Signed):
#|     v5: UniChar = cast_int_to_unichar(v4)
#|     v6: Ptr(rpy_unicode) = direct_call[rpython.rtyper.lltypesystem.rstr.ll_chr2str](v5)
#|     v7: Ptr(rpy_unicode) = direct_call[rpython.rtyper.lltypesystem.rstr.ll_strconcat](v6, @unicode)
#|     v8: Unsigned = cast_int_to_uint(v4)
#|     v9: Bool = uint_lt(v8, 1114112u)
#|     if v9 then b3(v4, v7) else b9()
#| b3(v10: Signed, v11: Ptr(rpy_unicode)):
#|     v12: UniChar = cast_int_to_unichar(v10)
#|     v13: Ptr(rpy_unicode) = direct_call[rpython.rtyper.lltypesystem.rstr.ll_chr2str](v12)
#|     v14: Ptr(rpy_unicode) = direct_call[rpython.rtyper.lltypesystem.rstr.ll_strconcat](v11, v13)
#|     v15: Signed = getinteriorsize[rpy_unicode](v14)
#|     v16: Signed = getinteriorsize[rpy_unicode](v14)
#|     v17: Unsigned = cast_int_to_uint(v16)
#|     v18: Bool = uint_lt(4u, v17)
#|     if v18 then b4(v14, v10, v15) else b8()
#| b4(v19: Ptr(rpy_unicode), v20: Signed, v21: Signed):
#|     v22: UniChar = getinterioritem[rpy_unicode](v19, 4)
#|     v23: Unsigned = cast_int_to_uint(v20)
#|     v24: Bool = uint_lt(v23, 1114112u)
#|     if v24 then b5(v20, v22, v21) else b7()
#| b5(v25: Signed, v26: UniChar, v27: Signed):
#|     v28: UniChar = cast_int_to_unichar(v25)
#|     v29: Bool = unichar_eq(v26, v28)
#|     v30: Signed = cast_bool_to_int(v29)
#|     v31: Signed = int_add(v27, v30)
#|     goto return(v31)
#| b7():
#|     v33: Void = abort[value_out_of_range]()
#|     unreachable
#| b8():
#|     v34: Void = abort[index_out_of_range]()
#|     unreachable
#| b9():
#|     v35: Void = abort[value_out_of_range]()
#|     unreachable
#| b10():
#|     v36: Void = abort[value_out_of_range]()
#|     unreachable
