# Where a char and a string meet, the char becomes a string on the link.
# entry: f(str, int)
# run: f('abc', 0) => 'a'
# run: f('abc', 1) => 'abc'
def f(s, n):
    if n:
        return s
    return s[0]

#| graph char_to_str.f(v0: Ptr(rpy_string), v1: Signed) -> Ptr(rpy_string)
#| b0(v0: Ptr(rpy_string), v1: Signed):
#|     goto b1(v0, v1)
#| b1(v2: Ptr(rpy_string), v3: Signed):
#|     v4: Bool = int_is_true(v3)
#|     if v4 then return(v2) else b2(v2)
#| b2(v5: Ptr(rpy_string)):
#|     v6: Signed = getinteriorsize[rpy_string](v5)
#|     v7: Unsigned = cast_int_to_uint(v6)
#|     v8: Bool = uint_lt(0u, v7)
#|     if v8 then b3(v5) else b5()
#| b3(v9: Ptr(rpy_string)):
#|     v10: Char = getinterioritem[rpy_string](v9, 0)
#|     v11: Ptr(rpy_string) = direct_call[rpython.rtyper.lltypesystem.rstr.ll_chr2str](v10)
#|     goto return(v11)
#| b5():
#|     v13: Void = abort[index_out_of_range]()
#|     unreachable
