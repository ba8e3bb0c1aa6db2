# References that are not used behind the safepoint, null, and pointers to what does not move, need no slot.
# pass: gcroots
# phase: exceptions
# prelude: yes
# run: main(3) => 10

graph collect() -> Ptr(S)
b0():
    v0: Ptr(S) = malloc[S]()
    goto return(v0)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Void = setfield[S.x](v1, v0)
    v3: Signed = getfield[S.x](v1)
    v4: Ptr(vtable) = getfield[object.typeptr](cast(@prebuilt, Ptr(object)))
    v5: Ptr(S) = direct_call[collect]()
    v6: Signed = getfield[vtable.max](v4)
    v7: Signed = getfield[S.x](@prebuilt)
    v8: Bool = ptr_iszero(v5)
    if v8 then return(v6) else b1(v3, v7)
b1(v9: Signed, v10: Signed):
    v11: Signed = int_add(v9, v10)
    goto return(v11)
#=== output
graph collect() -> Ptr(S)
b0():
    v0: Ptr(S) = malloc[S]()
    goto return(v0)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Void = setfield[S.x](v1, v0)
    v3: Signed = getfield[S.x](v1)
    v4: Ptr(vtable) = getfield[object.typeptr](cast(@prebuilt, Ptr(object)))
    v5: Ptr(S) = direct_call[collect]()
    v6: Signed = getfield[vtable.max](v4)
    v7: Signed = getfield[S.x](@prebuilt)
    v8: Bool = ptr_iszero(v5)
    if v8 then return(v6) else b1(v3, v7)
b1(v9: Signed, v10: Signed):
    v11: Signed = int_add(v9, v10)
    goto return(v11)
