# A constant negative index counts from the end.
# entry: f(str)
# run: f('abc') => 99
# run: f('') => raises IndexError
def f(s):
    return ord(s[-1])

#| graph char_negative.f(v0: Ptr(rpy_string)) -> Signed
#| b0(v0: Ptr(rpy_string)):
#|     goto b1(v0)
#| b1(v1: Ptr(rpy_string)):
#|     v2: Signed = getinteriorsize[rpy_string](v1)
#|     v3: Signed = int_add(v2, -1)
#|     v4: Unsigned = cast_int_to_uint(v3)
#|     v5: Unsigned = cast_int_to_uint(v2)
#|     v6: Bool = uint_lt(v4, v5)
#|     if v6 then b2(v1, v3) else b4()
#| b2(v7: Ptr(rpy_string), v8: Signed):
#|     v9: Char = getinterioritem[rpy_string](v7, v8)
#|     v10: Signed = cast_char_to_int(v9)
#|     goto return(v10)
#| b4():
#|     v12: Void = abort[index_out_of_range]()
#|     unreachable
