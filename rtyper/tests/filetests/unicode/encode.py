# genext: python2
# Encodings are helpers, one per codec, with the way of handling errors.
# entry: f(int)
# run: f(228) => 2
# run: f(65) => 1
def f(n):
    return len(unichr(n).encode('utf-8'))

#| graph encode.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Unsigned = cast_int_to_uint(v1)
#|     v3: Bool = uint_lt(v2, 1114112u)
#|     if v3 then b2(v1) else b4()
#| b2(v4: Signed):
#|     v5: UniChar = cast_int_to_unichar(v4)
#|     v6: Ptr(rpy_unicode) = direct_call[rpython.rtyper.lltypesystem.rstr.ll_chr2str](v5)
#|     v7: Ptr(rpy_string) = direct_call[rpython.rtyper.lltypesystem.rstr.ll_encode_utf8](v6, 0, true)
#|     v8: Signed = getinteriorsize[rpy_string](v7)
#|     goto return(v8)
#| b4():
#|     v10: Void = abort[value_out_of_range]()
#|     unreachable
