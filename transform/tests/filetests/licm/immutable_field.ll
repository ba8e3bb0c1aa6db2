# A load of an immutable field leaves the loop even across calls; of a field that is not immutable it stays.
# pass: licm
# prelude: yes
# run: main(3) => 30

graph touch(v0: Ptr(S)) -> Void
b0(v0: Ptr(S)):
    v1: Signed = getfield[S.x](v0)
    v2: Void = setfield[S.x](v0, v1)
    goto return(void)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(@exc, v0, 0)
b1(v1: Ptr(object), v2: Signed, v3: Signed):
    v4: Ptr(vtable) = getfield[object.typeptr](v1)
    v5: Signed = getfield[vtable.max](v4)
    v6: Bool = int_is_true(v2)
    if v6 then b2(v1, v2, v3, v5) else return(v3)
b2(v7: Ptr(object), v8: Signed, v9: Signed, v10: Signed):
    v11: Void = direct_call[touch](@prebuilt)
    v12: Signed = int_sub(v8, 1)
    v13: Signed = int_add(v9, v10)
    goto b1(v7, v12, v13)
#=== output
graph touch(v0: Ptr(S)) -> Void
b0(v0: Ptr(S)):
    v1: Signed = getfield[S.x](v0)
    v2: Void = setfield[S.x](v0, v1)
    goto return(void)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v19: Ptr(vtable) = getfield[object.typeptr](@exc)
    v22: Signed = getfield[vtable.max](v19)
    goto b1(@exc, v0, 0, v19, v22)
b1(v1: Ptr(object), v2: Signed, v3: Signed, v17: Ptr(vtable), v20: Signed):
    v6: Bool = int_is_true(v2)
    if v6 then b2(v1, v2, v3, v20, v17, v20) else return(v3)
b2(v7: Ptr(object), v8: Signed, v9: Signed, v10: Signed, v18: Ptr(vtable), v21: Signed):
    v11: Void = direct_call[touch](@prebuilt)
    v12: Signed = int_sub(v8, 1)
    v13: Signed = int_add(v9, v10)
    goto b1(v7, v12, v13, v18, v21)
