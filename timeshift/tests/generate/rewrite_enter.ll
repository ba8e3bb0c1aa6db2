# rewrite: main run greens 1
# With can_enter_jit: it counts, and the loop's entry; `v2` is live, not named, and the same in every round.
struct S gc { acc: Signed }
struct object gc { t: Signed }
struct vtable vtable { min: Signed, max: Signed }
known object object
known vtable vtable
driver main greens(pc) reds(s)
graph run(v0: Signed, v1: Ptr(S), v2: Signed) -> Signed
b0(v0: Signed, v1: Ptr(S), v2: Signed):
    goto b1(v0, v1, v2)
b1(v4: Signed, v5: Ptr(S), v6: Signed):
    v99: Void = jit_marker[merge_point, main](v4, v5)
    v8: Signed = int_add(v4, 1)
    v9: Signed = getfield[S.acc](v5)
    v10: Bool = int_lt(v8, v9)
    if v10 then b2(v5, v6) else b3(v8, v6)
b2(v11: Ptr(S), v12: Signed):
    v98: Void = jit_marker[can_enter_jit, main](0, v11)
    goto b1(0, v11, v12)
b3(v13: Signed, v14: Signed):
    v15: Signed = int_add(v13, v14)
    goto return(v15)
