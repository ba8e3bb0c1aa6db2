# Equality and order of strings are helpers; with a constant of one char the length decides first.
# entry: f(str, str)
# run: f('ab', 'ac') => 1
# run: f('x', 'ac') => 2
def f(a, b):
    if a == 'x':
        return 2
    return int(a < b)

#| graph compare.f(v0: Ptr(rpy_string), v1: Ptr(rpy_string)) -> Signed
#| b0(v0: Ptr(rpy_string), v1: Ptr(rpy_string)):
#|     goto b1(v0, v1)
#| b1(v2: Ptr(rpy_string), v3: Ptr(rpy_string)):
#|     v4: Bool = direct_call[rpython.rtyper.lltypesystem.rstr.ll_streq_char](v2, 'x')
#|     if v4 then return(2) else b2(v3, v2)
#| b2(v5: Ptr(rpy_string), v6: Ptr(rpy_string)):
#|     v7: Signed = direct_call[rpython.rtyper.lltypesystem.rstr.ll_strcmp](v6, v5)
#|     v8: Bool = int_lt(v7, 0)
#|     v9: Signed = cast_bool_to_int(v8)
#|     goto return(v9)
