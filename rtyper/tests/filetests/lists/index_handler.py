# With a handler the failing test raises; without one it is a report.
# entry: f(int)
# run: f(1) => 4
# run: f(2) => -1
def f(i):
    l = [3, 4]
    try:
        return l[i]
    except IndexError:
        return -1

#| graph index_handler.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Ptr(GcImmutableArray(Signed)) = mallocvar[GcImmutableArray(Signed)](2)
#|     v3: Signed = getarraysize[GcImmutableArray(Signed)](v2)
#|     v4: Void = setarrayitem[GcImmutableArray(Signed)](v2, 0, 3)
#|     v5: Void = setarrayitem[GcImmutableArray(Signed)](v2, 1, 4)
#|     v6: Bool = ptr_nonzero(v2)
#|     if v6 then b2(v2, v1) else b7()
#| b2(v7: Ptr(GcImmutableArray(Signed)), v8: Signed):
#|     v9: Signed = getarraysize[GcImmutableArray(Signed)](v7)
#|     v10: Signed = int_rshift(v8, 63)
#|     v11: Signed = int_and(v10, v9)
#|     v12: Signed = int_add(v8, v11)
#|     v13: Unsigned = cast_int_to_uint(v12)
#|     v14: Unsigned = cast_int_to_uint(v9)
#|     v15: Bool = uint_lt(v13, v14)
#|     if v15 then b3(v7, v12) else b4()
#| b3(v16: Ptr(GcImmutableArray(Signed)), v17: Signed):
#|     v18: Signed = getarrayitem[GcImmutableArray(Signed)](v16, v17)
#|     goto return(v18)
#| b4():
#|     goto b5(cast(@IndexError.vtable, Ptr(object_vtable)), cast(@IndexError%20instance, Ptr(object)))
#| b5(v19: Ptr(object_vtable), v20: Ptr(object)):
#|     goto return(-1)
#| b7():
#|     v22: Void = abort[none_operand]()
#|     unreachable
