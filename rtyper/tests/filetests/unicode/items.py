# Items of unicode strings have 32 bits.
# entry: f(str)
# run: f('ab') => 98
# run: f('') => raises IndexError
def f(s):
    u = s.decode('ascii')
    return ord(u[len(u) - 1])

#| graph items.f(v0: Ptr(rpy_string)) -> Signed
#| b0(v0: Ptr(rpy_string)):
#|     goto b1(v0)
#| b1(v1: Ptr(rpy_string)):
#|     v2: Signed = getinteriorsize[rpy_string](v1)
#|     v3: Ptr(rpy_unicode) = direct_call[rpython.rtyper.lltypesystem.rstr.ll_decode_ascii_errors](v1, 0)
#|     v4: Signed = getinteriorsize[rpy_unicode](v3)
#|     v5: Signed = int_sub(v4, 1)
#|     v6: Signed = getinteriorsize[rpy_unicode](v3)
#|     v7: Signed = int_rshift(v5, 63)
#|     v8: Signed = int_and(v7, v6)
#|     v9: Signed = int_add(v5, v8)
#|     v10: Unsigned = cast_int_to_uint(v9)
#|     v11: Unsigned = cast_int_to_uint(v6)
#|     v12: Bool = uint_lt(v10, v11)
#|     if v12 then b2(v3, v9) else b4()
#| b2(v13: Ptr(rpy_unicode), v14: Signed):
#|     v15: UniChar = getinterioritem[rpy_unicode](v13, v14)
#|     v16: Signed = cast_unichar_to_int(v15)
#|     goto return(v16)
#| b4():
#|     v18: Void = abort[index_out_of_range]()
#|     unreachable
