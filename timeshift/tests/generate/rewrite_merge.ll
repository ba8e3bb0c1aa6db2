# rewrite: main run greens 2
# Without can_enter_jit: every arrival counts. `v3` is not named by the driver.
struct S gc { acc: Signed }
struct object gc { t: Signed }
struct vtable vtable { min: Signed, max: Signed }
known object object
known vtable vtable
driver main greens(pc, code) reds(s)
graph run(v0: Signed, v1: Ptr(S), v2: Float, v3: Bool) -> Signed
b0(v0: Signed, v1: Ptr(S), v2: Float, v3: Bool):
    goto b1(v0, v1, v2, v3)
b1(v4: Signed, v5: Ptr(S), v6: Float, v7: Bool):
    v99: Void = jit_marker[merge_point, main](v4, v5, v6)
    v8: Signed = int_add(v4, 1)
    v9: Signed = getfield[S.acc](v5)
    v10: Bool = int_lt(v8, v9)
    if v10 then b1(v8, v5, v6, v7) else b2(v7)
b2(v11: Bool):
    v12: Signed = cast_bool_to_int(v11)
    goto return(v12)
