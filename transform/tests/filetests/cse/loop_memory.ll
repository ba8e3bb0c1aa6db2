# A load before a loop does not stand for one in it: the loop may store. That it does not is not looked at.
# pass: cse
# prelude: yes
# run: stores(3) => 24
# run: quiet(3) => 28

graph stores(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Void = setfield[S.x](v1, 7)
    v3: Signed = getfield[S.x](v1)
    goto b1(v1, v0, 0)
b1(v4: Ptr(S), v5: Signed, v6: Signed):
    v7: Bool = int_is_true(v5)
    if v7 then b2(v4, v5, v6) else return(v6)
b2(v8: Ptr(S), v9: Signed, v10: Signed):
    v11: Signed = getfield[S.x](v8)
    v12: Signed = int_add(v10, v11)
    v13: Signed = int_add(v11, 1)
    v14: Void = setfield[S.x](v8, v13)
    v15: Signed = int_sub(v9, 1)
    goto b1(v8, v15, v12)

graph quiet(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = getfield[S.x](@prebuilt)
    goto b1(v0, v1)
b1(v2: Signed, v3: Signed):
    v4: Bool = int_is_true(v2)
    if v4 then b2(v2, v3) else return(v3)
b2(v5: Signed, v6: Signed):
    v7: Signed = getfield[S.x](@prebuilt)
    v8: Signed = int_add(v6, v7)
    v9: Signed = int_sub(v5, 1)
    goto b1(v9, v8)
#=== output
graph stores(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Void = setfield[S.x](v1, 7)
    goto b1(v1, v0, 0)
b1(v4: Ptr(S), v5: Signed, v6: Signed):
    v7: Bool = int_is_true(v5)
    if v7 then b2(v4, v5, v6) else return(v6)
b2(v8: Ptr(S), v9: Signed, v10: Signed):
    v11: Signed = getfield[S.x](v8)
    v12: Signed = int_add(v10, v11)
    v13: Signed = int_add(v11, 1)
    v14: Void = setfield[S.x](v8, v13)
    v15: Signed = int_sub(v9, 1)
    goto b1(v8, v15, v12)

graph quiet(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = getfield[S.x](@prebuilt)
    goto b1(v0, v1)
b1(v2: Signed, v3: Signed):
    v4: Bool = int_is_true(v2)
    if v4 then b2(v2, v3) else return(v3)
b2(v5: Signed, v6: Signed):
    v7: Signed = getfield[S.x](@prebuilt)
    v8: Signed = int_add(v6, v7)
    v9: Signed = int_sub(v5, 1)
    goto b1(v9, v8)
