# Methods of chars: classes are helpers on the char, upper() makes a char.
# entry: f(char)
# run: f('a') => 1
# run: f('7') => 2
def f(c):
    if c.isalpha():
        return 1
    if c.isdigit():
        return 2
    return len(c.upper())

#| graph methods.f(v0: Char) -> Signed
#| b0(v0: Char):
#|     goto b1(v0)
#| b1(v1: Char):
#|     v2: Signed = cast_char_to_int(v1)
#|     v3: Bool = direct_call[rpython.rtyper.lltypesystem.rstr.ll_isalpha](v2)
#|     if v3 then return(1) else b2(v1)
#| b2(v4: Char):
#|     v5: Signed = cast_char_to_int(v4)
#|     v6: Bool = direct_call[rpython.rtyper.lltypesystem.rstr.ll_isdigit](v5)
#|     if v6 then return(2) else b3(v4)
#| b3(v7: Char):
#|     v8: Char = direct_call[rpython.rtyper.lltypesystem.rstr.ll_upper_char](v7)
#|     goto return(1)
