# Each sum makes a string: parts that only one more sum needs are made, too.
# entry: f(str, str)
# run: f('ab', 'c') => 'abac'
def f(a, b):
    return a + a[0] + b

#| graph concat.f(v0: Ptr(rpy_string), v1: Ptr(rpy_string)) -> Ptr(rpy_string)
#| b0(v0: Ptr(rpy_string), v1: Ptr(rpy_string)):
#|     goto b1(v0, v1)
#| b1(v2: Ptr(rpy_string), v3: Ptr(rpy_string)):
#|     v4: Signed = getinteriorsize[rpy_string](v2)
#|     v5: Unsigned = cast_int_to_uint(v4)
#|     v6: Bool = uint_lt(0u, v5)
#|     if v6 then b2(v2, v3) else b4()
#| b2(v7: Ptr(rpy_string), v8: Ptr(rpy_string)):
#|     v9: Char = getinterioritem[rpy_string](v7, 0)
#|     v10: Ptr(rpy_string) = direct_call[rpython.rtyper.lltypesystem.rstr.ll_chr2str](v9)
#|     v11: Ptr(rpy_string) = direct_call[rpython.rtyper.lltypesystem.rstr.ll_strconcat](v7, v10)
#|     v12: Ptr(rpy_string) = direct_call[rpython.rtyper.lltypesystem.rstr.ll_strconcat](v11, v8)
#|     goto return(v12)
#| b4():
#|     v14: Void = abort[index_out_of_range]()
#|     unreachable
