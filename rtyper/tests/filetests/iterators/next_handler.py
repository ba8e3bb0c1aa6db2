# next() with a handler for the end.
# entry: f(int)
# run: f(0) => -1
# run: f(1) => 7
def f(n):
    it = iter([7] * n)
    try:
        return next(it)
    except StopIteration:
        return -1

#| graph next_handler.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Ptr(GcImmutableArray(Signed)) = direct_call[rpython.rtyper.lltypesystem.rlist.ll_repeat_item](null(Ptr(GcImmutableArray(Signed))), 7, v1)
#|     v3: Bool = ptr_nonzero(v2)
#|     if v3 then b2(v2) else b7()
#| b2(v4: Ptr(GcImmutableArray(Signed))):
#|     v5: Ptr(list_iter) = malloc[list_iter]()
#|     v6: Void = setfield[list_iter.list](v5, v4)
#|     v7: Ptr(GcImmutableArray(Signed)) = getfield[list_iter.list](v5)
#|     v8: Signed = getfield[list_iter.index](v5)
#|     v9: Signed = getarraysize[GcImmutableArray(Signed)](v7)
#|     v10: Bool = int_lt(v8, v9)
#|     if v10 then b3(v8, v5, v7) else b4()
#| b3(v11: Signed, v12: Ptr(list_iter), v13: Ptr(GcImmutableArray(Signed))):
#|     v14: Signed = int_add(v11, 1)
#|     v15: Void = setfield[list_iter.index](v12, v14)
#|     v16: Signed = getarraysize[GcImmutableArray(Signed)](v13)
#|     v17: Signed = getarrayitem[GcImmutableArray(Signed)](v13, v11)
#|     goto return(7)
#| b4():
#|     goto b5(cast(@StopIteration.vtable, Ptr(object_vtable)), cast(@StopIteration%20instance, Ptr(object)))
#| b5(v18: Ptr(object_vtable), v19: Ptr(object)):
#|     goto return(-1)
#| b7():
#|     v21: Void = abort[none_operand]()
#|     unreachable
