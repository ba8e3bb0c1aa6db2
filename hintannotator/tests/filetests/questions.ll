# `isconstant` and `isvirtual` of a green are green, so that what they decide may be; of a red they stay, for the generator to answer.
struct vtable vtable { min: Signed, max: Signed }
struct object gc { typeptr: Ptr(vtable) immutable }
known vtable vtable
known object object
driver main greens(pc) reds(acc, box)

graph loop(v0: Signed, v1: Ptr(object)) -> Signed
b0(v0: Signed, v1: Ptr(object)):
    goto b1(0, v0, v1)
b1(v2: Signed, v3: Signed, v4: Ptr(object)):
    v5: Void = jit_marker[merge_point, main](v2, v3, v4)
    v6: Bool = hint[isconstant](v2)
    if v6 then b2(v2, 30, v3, v4) else b2(v2, 20, v3, v4)
b2(v7: Signed, v8: Signed, v9: Signed, v10: Ptr(object)):
    v11: Signed = int_add(v7, v8)
    v12: Bool = hint[isconstant](v9)
    v24: Signed = cast_bool_to_int(v12)
    v13: Bool = hint[isvirtual](v10)
    v14: Bool = bool_not(v13)
    if v14 then b3(v7, v11, v9, v10, 1) else b3(v7, v24, v9, v10, 2)
b3(v15: Signed, v16: Signed, v17: Signed, v18: Ptr(object), v19: Signed):
    v20: Signed = int_add(v16, v19)
    v21: Signed = int_add(v17, v20)
    v22: Bool = int_lt(v21, 100)
    v23: Signed = int_add(v15, 1)
    if v22 then b1(v23, v21, v18) else return(v21)
#=== output
portal loop driver main copy0 b1 greens(pc: Signed) reds(acc: Signed, box: Ptr(object))

copy0 loop(red, red) -> red
graph loop(v0: red Signed, v1: red Ptr(object)) -> red Signed
b0(v0: red Signed, v1: red Ptr(object)):
    goto b1(0, v0, v1)
b1(v2: green Signed, v3: red Signed, v4: red Ptr(object)):
    v5: Void = jit_marker[merge_point, main](v2, v3, v4)
    goto b6(v2, v3, v4)
b6(v30: green Signed, v31: red Signed, v32: red Ptr(object)):
    v6: green Bool = hint[isconstant](v30)
    if v6 then b2(v30, 30, v31, v32) else b2(v30, 20, v31, v32)
b2(v7: green Signed, v8: green Signed, v9: red Signed, v10: red Ptr(object)):
    v11: green Signed = int_add(v7, v8)
    v12: red Bool = hint[isconstant](v9)
    v13: red Signed = cast_bool_to_int(v12)
    v14: red Bool = hint[isvirtual](v10)
    if v14 then b3(v7, v13, v9, v10, 2) else b3(v7, v11, v9, v10, 1)
b3(v15: green Signed, v16: red Signed, v17: red Signed, v18: red Ptr(object), v19: red Signed):
    v20: red Signed = int_add(v16, v19)
    v21: red Signed = int_add(v17, v20)
    v22: red Bool = int_lt(v21, 100)
    v23: green Signed = int_add(v15, 1)
    if v22 then b1(v23, v21, v18) else return(v21)
warning[W0713]: the green `pc` counts
 |
 = note: it counts here
 = help: greens are the position in the interpreted program: make `pc` a red of the driver
