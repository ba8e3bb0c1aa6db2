# Structures that stay inside become variables: across blocks, through casts, nested; what escapes stays.
# pass: malloc_removal
# run: local(5) => 25
# run: looped(4) => 6
# run: casts(3) => 4
# run: nested(3) => 3
# run: escapes(3) => 3
# run: merged(1) => 10
# run: merged(0) => 20
# prelude: yes


graph local(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Void = setfield[S.x](v1, v0)
    goto b1(v1)
b1(v3: Ptr(S)):
    v4: Signed = getfield[S.x](v3)
    v5: Signed = getfield[S.x](v3)
    v6: Signed = int_mul(v4, v5)
    goto return(v6)

graph looped(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    goto b1(v1, v0)
b1(v2: Ptr(S), v3: Signed):
    v4: Bool = int_is_true(v3)
    if v4 then b2(v2, v3) else b3(v2)
b2(v5: Ptr(S), v6: Signed):
    v7: Signed = int_sub(v6, 1)
    v8: Signed = getfield[S.x](v5)
    v9: Signed = int_add(v8, v7)
    v10: Void = setfield[S.x](v5, v9)
    goto b1(v5, v7)
b3(v11: Ptr(S)):
    v12: Signed = getfield[S.x](v11)
    goto return(v12)

graph casts(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Ptr(object) = cast_pointer(v1)
    v3: Void = setfield[object.typeptr](v2, @ov_vt)
    v4: Ptr(vtable) = getfield[object.typeptr](v2)
    v5: Bool = ptr_eq(v4, @ov_vt)
    v6: Ptr(S) = cast_pointer(v2)
    v7: Void = setfield[S.x](v6, v0)
    v8: Signed = getfield[S.x](v1)
    v9: Signed = cast_bool_to_int(v5)
    v10: Signed = int_add(v8, v9)
    goto return(v10)

graph nested(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Void = setfield[S.x](v1, v0)
    v3: Ptr(S) = malloc[S]()
    v4: Void = setfield[S.next](v3, v1)
    v5: Ptr(S) = getfield[S.next](v3)
    v6: Signed = getfield[S.x](v5)
    goto return(v6)

graph escapes(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Void = setfield[S.x](v1, v0)
    v3: Void = setfield[S.next](@prebuilt, v1)
    v4: Signed = getfield[S.x](v1)
    goto return(v4)

graph merged(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then b1() else b2()
b1():
    v2: Ptr(S) = malloc[S]()
    v3: Void = setfield[S.x](v2, 10)
    goto b3(v2)
b2():
    v4: Ptr(S) = malloc[S]()
    v5: Void = setfield[S.x](v4, 20)
    goto b3(v4)
b3(v6: Ptr(S)):
    v7: Bool = ptr_iszero(v6)
    if v7 then return(-1) else b4(v6)
b4(v8: Ptr(S)):
    v9: Signed = getfield[S.x](v8)
    goto return(v9)
#=== output
graph local(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_mul(v0, v0)
    goto return(v1)

graph looped(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(0, v0)
b1(v1: Signed, v2: Signed):
    v3: Bool = int_is_true(v2)
    if v3 then b2(v1, v2) else return(v1)
b2(v4: Signed, v5: Signed):
    v6: Signed = int_sub(v5, 1)
    v7: Signed = int_add(v4, v6)
    goto b1(v7, v6)

graph casts(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add(v0, 1)
    goto return(v1)

graph nested(v0: Signed) -> Signed
b0(v0: Signed):
    goto return(v0)

graph escapes(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Void = setfield[S.x](v1, v0)
    v3: Void = setfield[S.next](@prebuilt, v1)
    v4: Signed = getfield[S.x](v1)
    goto return(v4)

graph merged(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then return(10) else return(20)
