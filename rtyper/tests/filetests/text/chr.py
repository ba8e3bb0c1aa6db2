# chr() tests its range; a handler sees the error.
# entry: f(int)
# run: f(65) => 65
# run: f(256) => -1
def f(n):
    try:
        return ord(chr(n))
    except ValueError:
        return -1

#| graph chr.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Unsigned = cast_int_to_uint(v1)
#|     v3: Bool = uint_lt(v2, 256u)
#|     if v3 then b2(v1) else b4()
#| b2(v4: Signed):
#|     v5: Char = cast_int_to_char(v4)
#|     goto b3(v5)
#| b3(v6: Char):
#|     v7: Signed = cast_char_to_int(v6)
#|     goto return(v7)
#| b4():
#|     goto b5(cast(@ValueError.vtable, Ptr(object_vtable)), cast(@ValueError%20instance, Ptr(object)))
#| b5(v8: Ptr(object_vtable), v9: Ptr(object)):
#|     goto return(-1)
