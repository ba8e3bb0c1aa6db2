# Repeated loads and tests go, stores are forwarded, what may have changed is read again.
# pass: cse, simplify
# run: repeated(3) => 11
# run: bounds(2) => 2
# run: bounds(7) => -1
# run: killed() => 12
# run: forwarded(5) => 10
# run: null(1) => 7
# run: merge(1) => 14
# run: branches(3, 4) => 1
# run: branches(4, 3) => 4
# run: loop_size(4) => 10
# prelude: yes


graph touch(v0: Ptr(S)) -> Void
b0(v0: Ptr(S)):
    v1: Void = setfield[S.x](v0, 5)
    goto return(void)

graph repeated(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add(v0, 5)
    v2: Signed = int_add(5, v0)
    v3: Signed = int_sub(v1, v2)
    v4: Signed = int_add(v3, 11)
    goto return(v4)

graph bounds(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](5)
    v2: Signed = getarraysize[GcArray(Signed)](v1)
    v3: Bool = int_lt(v0, v2)
    if v3 then b1(v1, v0) else return(-1)
b1(v4: Ptr(GcArray(Signed)), v5: Signed):
    v6: Void = setarrayitem[GcArray(Signed)](v4, v5, v5)
    v7: Signed = getarraysize[GcArray(Signed)](v4)
    v8: Bool = int_ge(v5, v7)
    if v8 then b2() else b3(v4, v5)
b2():
    v9: Void = abort[index_out_of_range]()
    unreachable
b3(v10: Ptr(GcArray(Signed)), v11: Signed):
    v12: Signed = getarrayitem[GcArray(Signed)](v10, v11)
    goto return(v12)

graph killed() -> Signed
b0():
    v0: Signed = getfield[S.x](@prebuilt)
    v1: Void = direct_call[touch](@prebuilt)
    v2: Signed = getfield[S.x](@prebuilt)
    v3: Signed = int_add(v0, v2)
    v4: Void = setfield[S.x](@prebuilt, 7)
    goto return(v3)

graph forwarded(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Void = setfield[S.x](v1, v0)
    v3: Signed = getfield[S.x](v1)
    v4: Ptr(S) = getfield[S.next](v1)
    v5: Bool = ptr_nonzero(v4)
    if v5 then return(0) else b1(v1, v3)
b1(v6: Ptr(S), v7: Signed):
    v8: Signed = getfield[S.x](v6)
    v9: Signed = int_add(v7, v8)
    v10: Void = setfield[S.next](@prebuilt, null(Ptr(S)))
    goto return(v9)

graph null(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = getfield[S.next](@prebuilt)
    v2: Bool = ptr_nonzero(v1)
    if v2 then b1(v1) else b1(@prebuilt)
b1(v3: Ptr(S)):
    v4: Signed = getfield[S.x](v3)
    v5: Bool = ptr_iszero(v3)
    if v5 then return(-1) else return(v4)

graph merge(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = getfield[S.x](@prebuilt)
    v2: Signed = int_mul(v0, v0)
    v3: Bool = int_is_true(v0)
    if v3 then b1(v0, v1) else b2(v0, v1)
b1(v4: Signed, v5: Signed):
    v6: Void = setfield[S.x](@prebuilt, 6)
    goto b2(v4, v5)
b2(v7: Signed, v8: Signed):
    v9: Signed = getfield[S.x](@prebuilt)
    v10: Signed = int_mul(v7, v7)
    v11: Signed = int_add(v9, v10)
    v12: Signed = int_add(v11, v8)
    v13: Void = setfield[S.x](@prebuilt, 7)
    goto return(v12)

graph branches(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Bool = int_lt(v0, v1)
    if v2 then b1(v0, v1) else b4(v0, v1)
b1(v3: Signed, v4: Signed):
    v5: Bool = int_gt(v4, v3)
    if v5 then b2(v3, v4) else return(2)
b2(v6: Signed, v7: Signed):
    v8: Bool = int_le(v7, v6)
    if v8 then return(3) else return(1)
b4(v9: Signed, v10: Signed):
    v11: Bool = int_ge(v9, v10)
    if v11 then return(4) else return(5)

graph loop_size(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](v0)
    goto b1(v1, 0, 0)
b1(v2: Ptr(GcArray(Signed)), v3: Signed, v4: Signed):
    v5: Signed = getarraysize[GcArray(Signed)](v2)
    v6: Bool = int_le(v3, v5)
    if v6 then b2(v2, v3, v4) else return(v4)
b2(v7: Ptr(GcArray(Signed)), v8: Signed, v9: Signed):
    v10: Signed = int_add(v9, v8)
    v11: Signed = int_add(v8, 1)
    goto b1(v7, v11, v10)
#=== output
graph touch(v0: Ptr(S)) -> Void
b0(v0: Ptr(S)):
    v1: Void = setfield[S.x](v0, 5)
    goto return(void)

graph repeated(v0: Signed) -> Signed
b0(v0: Signed):
    goto return(11)

graph bounds(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](5)
    v2: Bool = int_lt(v0, 5)
    if v2 then b1(v1, v0) else return(-1)
b1(v3: Ptr(GcArray(Signed)), v4: Signed):
    v5: Void = setarrayitem[GcArray(Signed)](v3, v4, v4)
    goto return(v4)

graph killed() -> Signed
b0():
    v0: Signed = getfield[S.x](@prebuilt)
    v1: Void = direct_call[touch](@prebuilt)
    v2: Signed = getfield[S.x](@prebuilt)
    v3: Signed = int_add(v0, v2)
    v4: Void = setfield[S.x](@prebuilt, 7)
    goto return(v3)

graph forwarded(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Void = setfield[S.x](v1, v0)
    v3: Signed = int_add(v0, v0)
    v4: Void = setfield[S.next](@prebuilt, null(Ptr(S)))
    goto return(v3)

graph null(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = getfield[S.next](@prebuilt)
    v2: Bool = ptr_nonzero(v1)
    if v2 then b1(v1) else b1(@prebuilt)
b1(v3: Ptr(S)):
    v4: Signed = getfield[S.x](v3)
    goto return(v4)

graph merge(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = getfield[S.x](@prebuilt)
    v2: Signed = int_mul(v0, v0)
    v3: Bool = int_is_true(v0)
    if v3 then b1(v1, v2) else b2(v1, v2)
b1(v4: Signed, v5: Signed):
    v6: Void = setfield[S.x](@prebuilt, 6)
    goto b2(v4, v5)
b2(v7: Signed, v8: Signed):
    v9: Signed = getfield[S.x](@prebuilt)
    v10: Signed = int_add(v9, v8)
    v11: Signed = int_add(v10, v7)
    v12: Void = setfield[S.x](@prebuilt, 7)
    goto return(v11)

graph branches(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Bool = int_lt(v0, v1)
    if v2 then return(1) else return(4)

graph loop_size(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](v0)
    goto b1(v1, 0, 0)
b1(v2: Ptr(GcArray(Signed)), v3: Signed, v4: Signed):
    v5: Signed = getarraysize[GcArray(Signed)](v2)
    v6: Bool = int_le(v3, v5)
    if v6 then b2(v2, v3, v4) else return(v4)
b2(v7: Ptr(GcArray(Signed)), v8: Signed, v9: Signed):
    v10: Signed = int_add(v9, v8)
    v11: Signed = int_add(v8, 1)
    goto b1(v7, v11, v10)
