# A join that greens alone decide stays green though nobody demands it; one behind a red branch does not.
struct vtable vtable { min: Signed, max: Signed }
struct object gc { typeptr: Ptr(vtable) immutable }
known vtable vtable
known object object
driver main greens(pc) reds(acc)

graph loop(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(0, v0)
b1(v1: Signed, v2: Signed):
    v3: Void = jit_marker[merge_point, main](v1, v2)
    v4: Bool = int_eq(v1, 3)
    if v4 then b2(v1, 30, v2) else b2(v1, 20, v2)
b2(v5: Signed, v6: Signed, v7: Signed):
    v8: Signed = int_mul(v6, 2)
    v9: Bool = int_lt(v7, 5)
    if v9 then b3(v5, v8, v7, 1) else b3(v5, v8, v7, 2)
b3(v10: Signed, v11: Signed, v12: Signed, v13: Signed):
    v14: Signed = int_add(v11, v13)
    v15: Signed = int_add(v12, v14)
    v16: Bool = int_lt(v15, 100)
    v17: Signed = int_add(v10, 1)
    if v16 then b1(v17, v15) else return(v15)
#=== output
portal loop driver main copy0 b1 greens(pc: Signed) reds(acc: Signed)

copy0 loop(red) -> red
graph loop(v0: red Signed) -> red Signed
b0(v0: red Signed):
    goto b1(0, v0)
b1(v1: green Signed, v2: red Signed):
    v3: Void = jit_marker[merge_point, main](v1, v2)
    goto b6(v1, v2)
b6(v23: green Signed, v24: red Signed):
    v4: green Bool = int_eq(v23, 3)
    if v4 then b2(v23, 30, v24) else b2(v23, 20, v24)
b2(v5: green Signed, v6: green Signed, v7: red Signed):
    v8: green Signed = int_lshift(v6, 1)
    v9: red Bool = int_lt(v7, 5)
    if v9 then b3(v5, v8, v7, 1) else b3(v5, v8, v7, 2)
b3(v10: green Signed, v11: red Signed, v12: red Signed, v13: red Signed):
    v14: red Signed = int_add(v11, v13)
    v15: red Signed = int_add(v12, v14)
    v16: red Bool = int_lt(v15, 100)
    v17: green Signed = int_add(v10, 1)
    if v16 then b1(v17, v15) else return(v15)
warning[W0713]: the green `pc` counts
 |
 = note: it counts here
 = help: greens are the position in the interpreted program: make `pc` a red of the driver
