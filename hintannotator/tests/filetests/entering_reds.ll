# A red value enters a green: promoted there, under the greens of that place. In `brackets` the load of `b2` is the jump,
# and the one of `b1`, early and for other uses too, is promoted for the jump alone. In `far` the greens are carried to
# the promotion, and ways that do not come from the merge point pass nothing of meaning.
struct vtable vtable { min: Signed, max: Signed }
struct object gc { typeptr: Ptr(vtable) immutable }
known vtable vtable
known object object
driver brackets greens(pc) reds(n, map)
driver far greens(pc, code) reds(n)
driver computed greens(pc, last) reds(n)

graph brackets(v0: Signed, v1: Ptr(GcArray(Signed))) -> Signed
b0(v0: Signed, v1: Ptr(GcArray(Signed))):
    goto b1(0, v0, v1)
b1(v2: Signed, v3: Signed, v4: Ptr(GcArray(Signed))):
    v5: Void = jit_marker[merge_point, brackets](v2, v3, v4)
    v6: Signed = getarrayitem[GcArray(Signed)](v4, v3)
    v7: Bool = int_lt(v6, 10)
    if v7 then b2(v2, v3, v4) else b3(v2, v3, v4, v6)
b2(v8: Signed, v9: Signed, v10: Ptr(GcArray(Signed))):
    v11: Signed = getarrayitem[GcArray(Signed)](v10, v8)
    v12: Signed = int_sub(v9, 1)
    goto b5(v11, v12, v10)
b3(v13: Signed, v14: Signed, v15: Ptr(GcArray(Signed)), v16: Signed):
    v17: Bool = int_eq(v13, 7)
    v18: Signed = int_add(v14, v16)
    if v17 then b4(v16, v18, v15) else b5(v13, v18, v15)
b4(v19: Signed, v20: Signed, v21: Ptr(GcArray(Signed))):
    v22: Signed = int_mod(v19, 16)
    goto b5(v22, v20, v21)
b5(v23: Signed, v24: Signed, v25: Ptr(GcArray(Signed))):
    v26: Signed = int_add(v23, 1)
    v27: Bool = int_gt(v24, 0)
    if v27 then b1(v26, v24, v25) else return(v24)

graph far(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    goto b1(v0, v1)
b1(v2: Signed, v3: Signed):
    v4: Signed = int_sub(v3, 1)
    v5: Bool = int_lt(v4, 0)
    if v5 then return(v4) else b2(v2, v4)
b2(v6: Signed, v7: Signed):
    v8: Signed = direct_call[step](v7)
    v9: Bool = int_gt(v8, v7)
    if v9 then b3(v8, v7) else b3(3, v8)
b3(v10: Signed, v11: Signed):
    v12: Void = jit_marker[merge_point, far](v10, v10, v11)
    v13: Bool = int_lt(v11, v10)
    v14: Signed = int_sub(v11, v10)
    if v13 then b1(v10, v11) else b1(v10, v14)

graph computed(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(0, 0, v0)
b1(v1: Signed, v2: Signed, v3: Signed):
    v4: Void = jit_marker[merge_point, computed](v1, v2, v3)
    v5: Signed = int_xor(v3, v1)
    v6: Signed = int_mod(v5, 19)
    v7: Signed = int_and(v6, 1)
    v8: Signed = int_sub(v3, v2)
    v9: Bool = int_gt(v8, 0)
    if v9 then b1(v6, v7, v8) else return(v8)

attrs dont_look_inside
graph step(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_mul(v0, 3)
    goto return(v1)
#=== output
portal brackets driver brackets copy0 b1 greens(pc: Signed) reds(n: Signed, map: Ptr(GcArray(Signed)))
portal far driver far copy1 b4 greens(pc: Signed, code: Signed) reds(n: Signed)
portal computed driver computed copy2 b6 greens(pc: Signed, last: Signed) reds(n: Signed)

copy0 brackets(red, red) -> red
graph brackets(v0: red Signed, v1: red Ptr(GcArray(Signed))) -> red Signed
b0(v0: red Signed, v1: red Ptr(GcArray(Signed))):
    goto b1(0, v0, v1)
b1(v2: green Signed, v3: red Signed, v4: red Ptr(GcArray(Signed))):
    v5: Void = jit_marker[merge_point, brackets](v2, v3, v4)
    goto b8(v2, v3, v4)
b8(v34: green Signed, v35: red Signed, v36: red Ptr(GcArray(Signed))):
    v6: red Signed = getarrayitem[GcArray(Signed)](v36, v35)
    v7: red Bool = int_lt(v6, 10)
    if v7 then b2(v34, v35, v36) else b3(v34, v35, v36, v6)
b2(v8: green Signed, v9: red Signed, v10: red Ptr(GcArray(Signed))):
    v11: red Signed = getarrayitem[GcArray(Signed)](v10, v8)
    v12: red Signed = int_sub(v9, 1)
    goto b9(v11, v12, v10, v8)
b9(v37: red Signed, v38: red Signed, v39: red Ptr(GcArray(Signed)), v45: green Signed):
    v40: green Signed = hint[promote](v37, v45)
    goto b5(v40, v38, v39)
b3(v13: green Signed, v14: red Signed, v15: red Ptr(GcArray(Signed)), v16: red Signed):
    v17: green Bool = int_eq(v13, 7)
    v18: red Signed = int_add(v14, v16)
    if v17 then b4(v16, v18, v15, v13) else b5(v13, v18, v15)
b4(v19: red Signed, v20: red Signed, v21: red Ptr(GcArray(Signed)), v47: green Signed):
    v22: red Signed = int_mod(v19, 16)
    goto b10(v22, v20, v21, v47)
b10(v41: red Signed, v42: red Signed, v43: red Ptr(GcArray(Signed)), v46: green Signed):
    v44: green Signed = hint[promote](v41, v46)
    goto b5(v44, v42, v43)
b5(v23: green Signed, v24: red Signed, v25: red Ptr(GcArray(Signed))):
    v26: green Signed = int_add(v23, 1)
    v27: red Bool = int_gt(v24, 0)
    if v27 then b1(v26, v24, v25) else return(v24)

copy1 far(red, red) -> red
graph far(v0: red Signed, v1: red Signed) -> red Signed
b0(v0: red Signed, v1: red Signed):
    goto b1(v1, 0, 0)
b1(v2: red Signed, v26: green Signed, v29: green Signed):
    v3: red Signed = int_sub(v2, 1)
    v4: red Bool = int_lt(v3, 0)
    if v4 then return(v3) else b3(v3, v26, v29)
b3(v6: red Signed, v25: green Signed, v28: green Signed):
    v7: red Signed = direct_call[step](v6)
    v8: red Bool = int_gt(v7, v6)
    if v8 then b7(v7, v6, v25, v28) else b4(3, v7)
b7(v21: red Signed, v22: red Signed, v24: green Signed, v27: green Signed):
    v23: green Signed = hint[promote](v21, v24, v27)
    goto b4(v23, v22)
b4(v9: green Signed, v10: red Signed):
    v11: Void = jit_marker[merge_point, far](v9, v9, v10)
    goto b6(v9, v9, v10)
b6(v18: green Signed, v19: green Signed, v20: red Signed):
    v12: red Bool = int_lt(v20, v18)
    v13: red Signed = int_sub(v20, v18)
    if v12 then b1(v20, v18, v19) else b1(v13, v18, v19)

copy2 computed(red) -> red
graph computed(v0: red Signed) -> red Signed
b0(v0: red Signed):
    goto b1(0, 0, v0, 0, 0)
b1(v1: red Signed, v2: red Signed, v3: red Signed, v27: green Signed, v29: green Signed):
    v19: green Signed = hint[promote](v1, v27, v29)
    goto b5(v19, v2, v3, v27, v29)
b5(v20: green Signed, v21: red Signed, v22: red Signed, v28: green Signed, v30: green Signed):
    v23: green Signed = hint[promote](v21, v28, v30)
    goto b6(v20, v23, v22)
b6(v24: green Signed, v25: green Signed, v26: red Signed):
    v4: Void = jit_marker[merge_point, computed](v24, v25, v26)
    goto b4(v24, v25, v26)
b4(v16: green Signed, v17: green Signed, v18: red Signed):
    v5: red Signed = int_xor(v18, v16)
    v6: red Signed = int_mod(v5, 19)
    v7: red Signed = int_and(v6, 1)
    v8: red Signed = int_sub(v18, v17)
    v9: red Bool = int_gt(v8, 0)
    if v9 then b1(v6, v7, v8, v16, v17) else return(v8)
warning[W0710]: the green `pc` is not always known to the JIT: a value that is not is promoted where it enters
 |
 = note: it is computed here
 = note: it is an item of a list or array that may change
 = help: promote the item: `hint(x, promote=True)`; if the items never change: `hint(LIST, deepfreeze=True)`, or keep the list in a field that is declared `_immutable_fields_ = ['FIELD[*]']`
warning[W0710]: the green `pc` is not always known to the JIT: a value that is not is promoted where it enters
 |
 = note: the result of `step`, which the JIT does not look inside
 = help: make the function `@elidable` if its result depends on its arguments alone, or promote the result: `hint(x, promote=True)`
warning[W0710]: the green `code` is not always known to the JIT: a value that is not is promoted where it enters
 |
 = note: the result of `step`, which the JIT does not look inside
 = help: make the function `@elidable` if its result depends on its arguments alone, or promote the result: `hint(x, promote=True)`
warning[W0710]: the green `pc` is not always known to the JIT: a value that is not is promoted where it enters
 |
 = note: it is computed here
 = note: a value is red at this merge point
 = help: make a value a green of the driver, or promote what is needed of it
warning[W0710]: the green `last` is not always known to the JIT: a value that is not is promoted where it enters
 |
 = note: it is computed here
 = note: a value is red at this merge point
 = help: make a value a green of the driver, or promote what is needed of it
