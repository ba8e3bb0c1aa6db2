# rerased: an erased value is the instance of a class of its own, made and taken apart by functions.
# entry: f(int)
# run: f(3) => 3
from rpython.rlib import rerased
erase, unerase = rerased.new_erasing_pair('list')

def f(n):
    e = erase([n])
    return unerase(e)[0]

#| graph rerased.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Ptr(GcImmutableArray(Signed)) = mallocvar[GcImmutableArray(Signed)](1)
#|     v3: Signed = getarraysize[GcImmutableArray(Signed)](v2)
#|     v4: Void = setarrayitem[GcImmutableArray(Signed)](v2, 0, v1)
#|     v5: Ptr(Erased_list) = direct_call[rpython.rlib.rerased.new_erasing_pair.%3Clocals%3E.erase](v2)
#|     v6: Ptr(GcImmutableArray(Signed)) = direct_call[rpython.rlib.rerased.new_erasing_pair.%3Clocals%3E.unerase](v5)
#|     v7: Bool = ptr_nonzero(v6)
#|     if v7 then b2(v6) else b6()
#| b2(v8: Ptr(GcImmutableArray(Signed))):
#|     v9: Signed = getarraysize[GcImmutableArray(Signed)](v8)
#|     v10: Unsigned = cast_int_to_uint(v9)
#|     v11: Bool = uint_lt(0u, v10)
#|     if v11 then b3(v8) else b5()
#| b3(v12: Ptr(GcImmutableArray(Signed))):
#|     v13: Signed = getarrayitem[GcImmutableArray(Signed)](v12, 0)
#|     goto return(v13)
#| b5():
#|     v15: Void = abort[index_out_of_range]()
#|     unreachable
#| b6():
#|     v16: Void = abort[none_operand]()
#|     unreachable
