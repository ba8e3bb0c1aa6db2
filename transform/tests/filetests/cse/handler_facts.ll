# What a call that raises may have stored is read again on both ways.
# pass: cse
# prelude: yes
# run: main(0) => 16
# run: main(1) => 17

graph change(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Void = setfield[S.x](@prebuilt, 9)
    v2: Bool = int_is_true(v0)
    if v2 then return(1) else raise(@ov_vt, @ov)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Void = setfield[S.x](@prebuilt, 7)
    v2: Signed = direct_call[change](v0)
    try { normal => b1(v2), @ov_vt(v3: Ptr(vtable), v4: Ptr(object)) => b1(0) }
b1(v5: Signed):
    v6: Signed = getfield[S.x](@prebuilt)
    v7: Signed = int_add(v6, v5)
    v8: Void = setfield[S.x](@prebuilt, 7)
    v9: Signed = getfield[S.x](@prebuilt)
    v10: Signed = int_add(v7, v9)
    goto return(v10)
#=== output
graph change(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Void = setfield[S.x](@prebuilt, 9)
    v2: Bool = int_is_true(v0)
    if v2 then return(1) else raise(@ov_vt, @ov)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Void = setfield[S.x](@prebuilt, 7)
    v2: Signed = direct_call[change](v0)
    try { normal => b1(v2), @ov_vt(v3: Ptr(vtable), v4: Ptr(object)) => b1(0) }
b1(v5: Signed):
    v6: Signed = getfield[S.x](@prebuilt)
    v7: Signed = int_add(v6, v5)
    v8: Void = setfield[S.x](@prebuilt, 7)
    v10: Signed = int_add(v7, 7)
    goto return(v10)
