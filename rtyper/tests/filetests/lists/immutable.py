# A list that is never written is an immutable array. A prebuilt one is an object of the image.
# entry: f(nonneg)
# run: f(2) => 5
L = [3, 4, 5]
def f(n):
    return L[n]

#| graph immutable.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Signed = getarraysize[GcImmutableArray(Signed)](@list)
#|     v3: Unsigned = cast_int_to_uint(v1)
#|     v4: Unsigned = cast_int_to_uint(v2)
#|     v5: Bool = uint_lt(v3, v4)
#|     if v5 then b2(v1) else b4()
#| b2(v6: Signed):
#|     v7: Signed = getarrayitem[GcImmutableArray(Signed)](@list, v6)
#|     goto return(v7)
#| b4():
#|     v9: Void = abort[index_out_of_range]()
#|     unreachable
