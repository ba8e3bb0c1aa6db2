# Immutable by context: `[*]` lists, deepfreeze; and a green that has to be promoted at the merge point.
struct vtable vtable { min: Signed, max: Signed }
struct object gc { typeptr: Ptr(vtable) immutable }
struct list gc { length: Signed, items: Ptr(GcArray(Signed)) }
struct Code gc { super: object, ops: Ptr(list) immutable_array, names: Ptr(list) }
known vtable vtable
known object object
driver main greens(pc, code) reds(acc)

attrs helper
graph ll_getitem(v0: Ptr(list), v1: Signed) -> Signed
b0(v0: Ptr(list), v1: Signed):
    v2: Ptr(GcArray(Signed)) = getfield[list.items](v0)
    v3: Signed = getarrayitem[GcArray(Signed)](v2, v1)
    goto return(v3)

graph loop(v0: Ptr(Code), v1: Signed) -> Signed
b0(v0: Ptr(Code), v1: Signed):
    goto b1(0, v0, v1)
b1(v2: Signed, v3: Ptr(Code), v4: Signed):
    v5: Void = jit_marker[merge_point, main](v2, v3, v4)
    v6: Ptr(list) = getfield[Code.ops](v3)
    v7: Signed = direct_call[ll_getitem](v6, v2)
    v8: Ptr(list) = getfield[Code.names](v3)
    v9: Signed = direct_call[ll_getitem](v8, v2)
    v10: Ptr(list) = hint[deepfreeze](v8)
    v11: Signed = direct_call[ll_getitem](v10, v2)
    v12: Signed = int_add(v11, v9)
    v13: Bool = int_lt(v7, 10)
    v14: Signed = int_add(v4, v12)
    if v13 then b1(v7, v3, v14) else b2(v9, v3, v14)
b2(v15: Signed, v16: Ptr(Code), v17: Signed):
    v18: Bool = int_lt(v17, 1000)
    if v18 then b1(v15, v16, v17) else return(v17)
#=== output
portal loop driver main copy0 b1 greens(pc: Signed, code: Ptr(Code)) reds(acc: Signed)

copy0 loop(red, red) -> red
graph loop(v0: red Ptr(Code), v1: red Signed) -> red Signed
b0(v0: red Ptr(Code), v1: red Signed):
    goto b1(0, v0, v1)
b1(v2: green Signed, v3: green Ptr(Code), v4: red Signed):
    v5: Void = jit_marker[merge_point, main](v2, v3, v4)
    goto b5(v2, v3, v4)
b5(v25: green Signed, v26: green Ptr(Code), v27: red Signed):
    v6: green Ptr(list) = getfield[Code.ops](v26)
    v7: green Signed = direct_call[ll_getitem](v6, v25)
    # inline copy1
    goto b6(v26, v25, v7, v27)
b6(v28: green Ptr(Code), v29: green Signed, v30: green Signed, v31: red Signed):
    v8: red Ptr(list) = getfield[Code.names](v28)
    v9: red Signed = direct_call[ll_getitem](v8, v29)
    # inline copy2
    goto b7(v8, v29, v9, v30, v31, v28)
b7(v32: red Ptr(list), v33: green Signed, v34: red Signed, v35: green Signed, v36: red Signed, v37: green Ptr(Code)):
    v11: red Signed = direct_call[ll_getitem](v32, v33)
    # inline copy3
    goto b8(v11, v34, v35, v36, v37, v33)
b8(v38: red Signed, v39: red Signed, v40: green Signed, v41: red Signed, v42: green Ptr(Code), v49: green Signed):
    v12: red Signed = int_add(v38, v39)
    v13: green Bool = int_lt(v40, 10)
    v14: red Signed = int_add(v41, v12)
    if v13 then b1(v40, v42, v14) else b2(v39, v42, v14, v49)
b2(v15: red Signed, v16: green Ptr(Code), v17: red Signed, v48: green Signed):
    v18: red Bool = int_lt(v17, 1000)
    if v18 then b9(v15, v16, v17, v48) else return(v17)
b9(v43: red Signed, v44: green Ptr(Code), v45: red Signed, v47: green Signed):
    v46: green Signed = hint[promote](v43, v47, v44)
    goto b1(v46, v44, v45)

copy1 ll_getitem(green, green) -> green
graph ll_getitem(v0: green Ptr(list), v1: green Signed) -> green Signed
b0(v0: green Ptr(list), v1: green Signed):
    v2: green Ptr(GcArray(Signed)) = getfield[list.items](v0)
    v3: green Signed = getarrayitem[GcArray(Signed)](v2, v1)
    goto return(v3)

copy2 ll_getitem(red, green) -> red
graph ll_getitem(v0: red Ptr(list), v1: green Signed) -> red Signed
b0(v0: red Ptr(list), v1: green Signed):
    v2: red Ptr(GcArray(Signed)) = getfield[list.items](v0)
    v3: red Signed = getarrayitem[GcArray(Signed)](v2, v1)
    goto return(v3)

copy3 ll_getitem(red, green) -> red
graph ll_getitem(v0: red Ptr(list), v1: green Signed) -> red Signed
b0(v0: red Ptr(list), v1: green Signed):
    v2: red Ptr(GcArray(Signed)) = getfield[list.items](v0)
    # of frozen data
    v3: red Signed = getarrayitem[GcArray(Signed)](v2, v1)
    # of frozen data
    goto return(v3)
warning[W0710]: the green `pc` is not always known to the JIT: a value that is not is promoted where it enters
 |
 = note: it is returned by `ll_getitem`
 = note: it is an item of the field `names` of `Code`, whose items may change
 = help: declare `_immutable_fields_ = ['names[*]']` in `Code` if they never change after initialisation, or promote the item: `hint(x, promote=True)`
