# A search for a char and one for a string are two helpers; bounds that are not given are filled in.
# entry: f(str)
# run: f('hello') => 202
def f(s):
    return s.find('l') + 100 * s.find('ll', 1)

#| graph find.f(v0: Ptr(rpy_string)) -> Signed
#| b0(v0: Ptr(rpy_string)):
#|     goto b1(v0)
#| b1(v1: Ptr(rpy_string)):
#|     v2: Signed = getinteriorsize[rpy_string](v1)
#|     v3: Signed = direct_call[rpython.rtyper.lltypesystem.rstr.ll_find_char](v1, 'l', 0, v2)
#|     v4: Signed = getinteriorsize[rpy_string](v1)
#|     v5: Signed = direct_call[rpython.rtyper.lltypesystem.rstr.ll_find_start](1, v4)
#|     v6: Signed = direct_call[rpython.rtyper.lltypesystem.rstr.ll_find](v1, @%22ll%22, v5, v4)
#|     v7: Signed = int_mul(100, v6)
#|     v8: Signed = int_add(v3, v7)
#|     goto return(v8)
