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
#|     v2: Bool = direct_call[rpython.rtyper.lltypesystem.rstr.ll_startswith](v1, @%22x%22)
#|     if v2 then b3(v1) else b2(v1)
#| b2(v3: Ptr(rpy_string)):
#|     v4: Bool = direct_call[rpython.rtyper.lltypesystem.rstr.ll_endswith](v3, @%22yz%22)
#|     if v4 then b3(v3) else b4(v3)
#| b3(v5: Ptr(rpy_string)):
#|     v6: Ptr(rpy_string) = direct_call[rpython.rtyper.lltypesystem.rstr.ll_strip_space](v5, true, true)
#|     goto return(v6)
#| b4(v7: Ptr(rpy_string)):
#|     v8: Ptr(rpy_string) = direct_call[rpython.rtyper.lltypesystem.rstr.ll_replace_chr](v7, '-', '_')
#|     v9: Ptr(rpy_string) = direct_call[rpython.rtyper.lltypesystem.rstr.ll_upper](v8)
#|     goto return(v9)
