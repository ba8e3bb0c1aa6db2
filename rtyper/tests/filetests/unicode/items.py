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
#|     v2: Ptr(rpy_unicode) = direct_call[rpython.rtyper.lltypesystem.rstr.ll_decode_ascii_errors](v1, 0)
#|     v3: Signed = getinteriorsize[rpy_unicode](v2)
#|     v4: Signed = int_sub(v3, 1)
#|     v5: Signed = getinteriorsize[rpy_unicode](v2)
#|     v6: Signed = int_rshift(v4, 63)
#|     v7: Signed = int_and(v6, v5)
#|     v8: Signed = int_add(v4, v7)
#|     v9: Unsigned = cast_int_to_uint(v8)
#|     v10: Unsigned = cast_int_to_uint(v5)
#|     v11: Bool = uint_lt(v9, v10)
#|     if v11 then b2(v2, v8) else b4()
#| b2(v12: Ptr(rpy_unicode), v13: Signed):
#|     v14: UniChar = getinterioritem[rpy_unicode](v12, v13)
#|     v15: Signed = cast_unichar_to_int(v14)
#|     goto return(v15)
#| b4():
#|     v17: Void = abort[index_out_of_range]()
#|     unreachable
