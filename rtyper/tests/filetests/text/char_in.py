# Membership of a char in a text is a search for it.
# entry: f(str)
# run: f('+') => True
# run: f('a') => False
def f(s):
    return s[0] in '+-*/'

#| graph char_in.f(v0: Ptr(rpy_string)) -> Bool
#| b0(v0: Ptr(rpy_string)):
#|     goto b1(v0)
#| b1(v1: Ptr(rpy_string)):
#|     v2: Signed = getinteriorsize[rpy_string](v1)
#|     v3: Unsigned = cast_int_to_uint(v2)
#|     v4: Bool = uint_lt(0u, v3)
#|     if v4 then b2(v1) else b4()
#| b2(v5: Ptr(rpy_string)):
#|     v6: Char = getinterioritem[rpy_string](v5, 0)
#|     v7: Signed = getinteriorsize[rpy_string](@%22%2B-%2A%2F%22)
#|     v8: Signed = direct_call[rpython.rtyper.lltypesystem.rstr.ll_find_char](@%22%2B-%2A%2F%22, v6, 0, v7)
#|     v9: Bool = int_ge(v8, 0)
#|     goto return(v9)
#| b4():
#|     v11: Void = abort[index_out_of_range]()
#|     unreachable
