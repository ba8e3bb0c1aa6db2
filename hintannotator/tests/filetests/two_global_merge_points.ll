# Two merge points of the old style, before the loop and in it: that in the loop counts.
struct vtable vtable { min: Signed, max: Signed }
struct object gc { typeptr: Ptr(vtable) immutable }
struct str gc { hash: Signed, chars: ImmutableArray(Char) immutable }
known vtable vtable
known object object
known string str

graph plus_minus(v0: Ptr(str), v1: Signed, v2: Signed) -> Signed
b0(v0: Ptr(str), v1: Signed, v2: Signed):
    v30: Void = hint[global_merge_point](void)
    goto b1(v0, v1, v2, 0)
b1(v3: Ptr(str), v4: Signed, v5: Signed, v6: Signed):
    v7: Void = hint[global_merge_point](void)
    v8: Signed = getinteriorsize[str](v3)
    v9: Bool = int_lt(v6, v8)
    if v9 then b2(v3, v4, v5, v6) else return(v4)
b2(v10: Ptr(str), v11: Signed, v12: Signed, v13: Signed):
    v14: Char = getinterioritem[str](v10, v13)
    v15: Char = hint[concrete](v14)
    v16: Bool = char_eq(v15, '+')
    if v16 then b3(v10, v11, v12, v13) else b4(v10, v11, v12, v13)
b3(v17: Ptr(str), v18: Signed, v19: Signed, v20: Signed):
    v21: Signed = int_add(v18, v19)
    v22: Signed = int_add(v20, 1)
    goto b1(v17, v21, v19, v22)
b4(v23: Ptr(str), v24: Signed, v25: Signed, v26: Signed):
    v27: Signed = int_sub(v24, v25)
    v28: Signed = int_add(v26, 1)
    goto b1(v23, v27, v25, v28)
#=== output
portal plus_minus driver plus_minus copy0 b1 greens(v4: Ptr(str), v7: Signed) reds(v5: Signed, v6: Signed)

copy0 plus_minus(red, red, red) -> red
graph plus_minus(v0: red Ptr(str), v1: red Signed, v2: red Signed) -> red Signed
b0(v0: red Ptr(str), v1: red Signed, v2: red Signed):
    goto b1(v0, v1, v2, 0)
b1(v3: green Ptr(str), v4: red Signed, v5: red Signed, v6: green Signed):
    v7: Void = jit_marker[merge_point, plus_minus](v3, v6, v4, v5)
    goto b7(v3, v6, v4, v5)
b7(v36: green Ptr(str), v37: green Signed, v38: red Signed, v39: red Signed):
    v8: green Signed = getinteriorsize[str](v36)
    v9: green Bool = int_lt(v37, v8)
    if v9 then b2(v36, v38, v39, v37) else return(v38)
b2(v10: green Ptr(str), v11: red Signed, v12: red Signed, v13: green Signed):
    v14: green Char = getinterioritem[str](v10, v13)
    v16: green Bool = char_eq(v14, '+')
    if v16 then b3(v10, v11, v12, v13) else b4(v10, v11, v12, v13)
b3(v17: green Ptr(str), v18: red Signed, v19: red Signed, v20: green Signed):
    v21: red Signed = int_add(v18, v19)
    v22: green Signed = int_add(v20, 1)
    goto b1(v17, v21, v19, v22)
b4(v23: green Ptr(str), v24: red Signed, v25: red Signed, v26: green Signed):
    v27: red Signed = int_sub(v24, v25)
    v28: green Signed = int_add(v26, 1)
    goto b1(v23, v27, v25, v28)
