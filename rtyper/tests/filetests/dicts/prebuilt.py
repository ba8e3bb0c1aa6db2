# A prebuilt dictionary that is only read.
# entry: f(int)
# run: f(2) => 20
# run: f(3) => raises KeyError
D = {1: 10, 2: 20}
def f(n):
    return D[n]

#| graph prebuilt.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Signed = direct_call[rpython.rtyper.lltypesystem.rdict.ll_dict_lookup](@dict, v1)
#|     v3: Bool = int_ge(v2, 0)
#|     if v3 then b2(v2) else b4()
#| b2(v4: Signed):
#|     v5: Ptr(GcArray(dictentry)) = getfield[dict.entries](@dict)
#|     v6: Signed = getitemfield[GcArray(dictentry).value](v5, v4)
#|     goto return(v6)
#| b4():
#|     goto raise(cast(@KeyError.vtable, Ptr(object_vtable)), cast(@KeyError%20instance, Ptr(object)))
