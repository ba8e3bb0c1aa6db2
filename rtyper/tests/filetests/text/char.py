# An item of a string is a char: the bounds test is unsigned, and a comparison of chars is one operation.
# entry: f(str, nonneg)
# run: f('abc', 1) => True
# run: f('abc', 5) => raises IndexError
def f(s, i):
    return s[i] == 'b'

#| graph char.f(v0: Ptr(rpy_string), v1: Signed) -> Bool
#| b0(v0: Ptr(rpy_string), v1: Signed):
#|     goto b1(v0, v1)
#| b1(v2: Ptr(rpy_string), v3: Signed):
#|     v4: Signed = getinteriorsize[rpy_string](v2)
#|     v5: Unsigned = cast_int_to_uint(v3)
#|     v6: Unsigned = cast_int_to_uint(v4)
#|     v7: Bool = uint_lt(v5, v6)
#|     if v7 then b2(v2, v3) else b4()
#| b2(v8: Ptr(rpy_string), v9: Signed):
#|     v10: Char = getinterioritem[rpy_string](v8, v9)
#|     v11: Bool = char_eq(v10, 'b')
#|     goto return(v11)
#| b4():
#|     v13: Void = abort[index_out_of_range]()
#|     unreachable
