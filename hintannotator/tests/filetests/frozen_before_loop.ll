# What is frozen before the loop and stays so around it is frozen behind the merge point.
struct vtable vtable { min: Signed, max: Signed }
struct object gc { typeptr: Ptr(vtable) immutable }
struct Code gc { ops: Ptr(GcArray(Signed)) immutable_array }
known vtable vtable
known object object
driver main greens(pc, ops, other) reds(acc)

graph loop(v0: Ptr(Code), v1: Ptr(GcArray(Signed))) -> Signed
b0(v0: Ptr(Code), v1: Ptr(GcArray(Signed))):
    v2: Ptr(GcArray(Signed)) = getfield[Code.ops](v0)
    v3: Ptr(GcArray(Signed)) = hint[deepfreeze](v1)
    goto b1(0, v2, v3, 0)
b1(v4: Signed, v5: Ptr(GcArray(Signed)), v6: Ptr(GcArray(Signed)), v7: Signed):
    v9: Void = jit_marker[merge_point, main](v4, v5, v6, v7)
    v10: Signed = getarrayitem[GcArray(Signed)](v5, v4)
    v11: Signed = getarrayitem[GcArray(Signed)](v6, v4)
    v12: Signed = int_add(v7, v11)
    v13: Bool = int_lt(v12, 10)
    if v13 then b1(v10, v5, v6, v12) else return(v12)
#=== output
portal loop driver main copy0 b1 greens(pc: Signed, ops: Ptr(GcArray(Signed)), other: Ptr(GcArray(Signed))) reds(acc: Signed)

copy0 loop(red, red) -> red
graph loop(v0: red Ptr(Code), v1: red Ptr(GcArray(Signed))) -> red Signed
b0(v0: red Ptr(Code), v1: red Ptr(GcArray(Signed))):
    v2: red Ptr(GcArray(Signed)) = getfield[Code.ops](v0)
    goto b1(0, v2, v1, 0)
b1(v4: green Signed, v5: green Ptr(GcArray(Signed)), v6: green Ptr(GcArray(Signed)), v7: red Signed):
    v8: Void = jit_marker[merge_point, main](v4, v5, v6, v7)
    goto b4(v4, v5, v6, v7)
b4(v20: green Signed, v21: green Ptr(GcArray(Signed)), v22: green Ptr(GcArray(Signed)), v23: red Signed):
    v9: green Signed = getarrayitem[GcArray(Signed)](v21, v20)
    v10: green Signed = getarrayitem[GcArray(Signed)](v22, v20)
    v11: red Signed = int_add(v23, v10)
    v12: red Bool = int_lt(v11, 10)
    if v12 then b1(v9, v21, v22, v11) else return(v11)
