# Methods of strings are helpers; chars are passed as chars.
# entry: f(str)
# run: f('a-b') => 'A_B'
def f(s):
    if s.startswith('x') or s.endswith('yz'):
        return s.strip()
    return s.replace('-', '_').upper()

#| graph replace_upper.f(v0: Ptr(rpy_string)) -> Ptr(rpy_string)
#| b0(v0: Ptr(rpy_string)):
#|     goto b1(v0)
#| b1(v1: Ptr(rpy_string)):
#|     v2: Signed = getinteriorsize[rpy_string](v1)
#|     v3: Bool = direct_call[rpython.rtyper.lltypesystem.rstr.ll_startswith](v1, @%22x%22)
#|     if v3 then b3(v1) else b2(v1)
#| b2(v4: Ptr(rpy_string)):
#|     v5: Signed = getinteriorsize[rpy_string](v4)
#|     v6: Bool = direct_call[rpython.rtyper.lltypesystem.rstr.ll_endswith](v4, @%22yz%22)
#|     if v6 then b3(v4) else b4(v4)
#| b3(v7: Ptr(rpy_string)):
#|     v8: Signed = getinteriorsize[rpy_string](v7)
#|     v9: Ptr(rpy_string) = direct_call[rpython.rtyper.lltypesystem.rstr.ll_strip_space](v7, true, true)
#|     goto return(v9)
#| b4(v10: Ptr(rpy_string)):
#|     v11: Signed = getinteriorsize[rpy_string](v10)
#|     v12: Ptr(rpy_string) = direct_call[rpython.rtyper.lltypesystem.rstr.ll_replace_chr](v10, '-', '_')
#|     v13: Signed = getinteriorsize[rpy_string](v12)
#|     v14: Ptr(rpy_string) = direct_call[rpython.rtyper.lltypesystem.rstr.ll_upper](v12)
#|     goto return(v14)
