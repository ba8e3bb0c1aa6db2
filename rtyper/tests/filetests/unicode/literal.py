# genext: python2
# A literal is a prebuilt object with its items.
# entry: f(int)
# run: f(1) => 228
# run: f(3) => raises IndexError
def f(n):
    return ord(u'a\xe4\u20ac'[n])

#| graph literal.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Signed = getinteriorsize[rpy_unicode](@unicode)
#|     v3: Signed = int_rshift(v1, 63)
#|     v4: Signed = int_and(v3, v2)
#|     v5: Signed = int_add(v1, v4)
#|     v6: Unsigned = cast_int_to_uint(v5)
#|     v7: Unsigned = cast_int_to_uint(v2)
#|     v8: Bool = uint_lt(v6, v7)
#|     if v8 then b2(v5) else b4()
#| b2(v9: Signed):
#|     v10: UniChar = getinterioritem[rpy_unicode](@unicode, v9)
#|     v11: Signed = cast_unichar_to_int(v10)
#|     goto return(v11)
#| b4():
#|     v13: Void = abort[index_out_of_range]()
#|     unreachable
