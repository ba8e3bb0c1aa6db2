# What stands behind an effect in the header stays: a store may change what is loaded, and an abort before it must
# come first.
# pass: licm
# prelude: yes
# run: stores(3) => 9
# run: mutable(3) => 6

graph stores(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](3)
    goto b1(v1, v0, 0)
b1(v2: Ptr(GcArray(Signed)), v3: Signed, v4: Signed):
    v5: Void = setarrayitem[GcArray(Signed)](v2, 0, v3)
    v6: Signed = getarraysize[GcArray(Signed)](v2)
    v7: Bool = int_is_true(v3)
    if v7 then b2(v2, v3, v4, v6) else return(v4)
b2(v8: Ptr(GcArray(Signed)), v9: Signed, v10: Signed, v11: Signed):
    v12: Signed = int_sub(v9, 1)
    v13: Signed = int_add(v10, v11)
    goto b1(v8, v12, v13)

graph mutable(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Void = setfield[S.x](v1, v0)
    goto b1(v1, 0)
b1(v3: Ptr(S), v4: Signed):
    v5: Signed = getfield[S.x](v3)
    v6: Bool = int_is_true(v5)
    if v6 then b2(v3, v4, v5) else return(v4)
b2(v7: Ptr(S), v8: Signed, v9: Signed):
    v10: Signed = int_sub(v9, 1)
    v11: Void = setfield[S.x](v7, v10)
    v12: Signed = int_add(v8, v9)
    goto b1(v7, v12)
#=== output
graph stores(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](3)
    goto b1(v1, v0, 0)
b1(v2: Ptr(GcArray(Signed)), v3: Signed, v4: Signed):
    v5: Void = setarrayitem[GcArray(Signed)](v2, 0, v3)
    v6: Signed = getarraysize[GcArray(Signed)](v2)
    v7: Bool = int_is_true(v3)
    if v7 then b2(v2, v3, v4, v6) else return(v4)
b2(v8: Ptr(GcArray(Signed)), v9: Signed, v10: Signed, v11: Signed):
    v12: Signed = int_sub(v9, 1)
    v13: Signed = int_add(v10, v11)
    goto b1(v8, v12, v13)

graph mutable(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Void = setfield[S.x](v1, v0)
    goto b1(v1, 0)
b1(v3: Ptr(S), v4: Signed):
    v5: Signed = getfield[S.x](v3)
    v6: Bool = int_is_true(v5)
    if v6 then b2(v3, v4, v5) else return(v4)
b2(v7: Ptr(S), v8: Signed, v9: Signed):
    v10: Signed = int_sub(v9, 1)
    v11: Void = setfield[S.x](v7, v10)
    v12: Signed = int_add(v8, v9)
    goto b1(v7, v12)
