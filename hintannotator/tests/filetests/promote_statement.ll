# `promote(x)` as a statement: what follows sees the promoted value, also around the loop.
struct vtable vtable { min: Signed, max: Signed }
struct object gc { typeptr: Ptr(vtable) immutable }
known vtable vtable
known object object
driver main greens(pc) reds(acc)

graph loop(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    goto b1(0, v1)
b1(v2: Signed, v3: Signed):
    v4: Void = jit_marker[merge_point, main](v2, v3)
    v5: Signed = int_and(v3, 7)
    v6: Signed = hint[promote](v5)
    v7: Signed = int_add(v3, v5)
    v8: Bool = int_lt(v7, 1000)
    if v8 then b1(v5, v7) else return(v7)
#=== output
portal loop driver main copy0 b1 greens(pc: Signed) reds(acc: Signed)

copy0 loop(red, red) -> red
graph loop(v0: red Signed, v1: red Signed) -> red Signed
b0(v0: red Signed, v1: red Signed):
    goto b1(0, v1)
b1(v2: green Signed, v3: red Signed):
    v4: Void = jit_marker[merge_point, main](v2, v3)
    goto b4(v2, v3)
b4(v13: green Signed, v14: red Signed):
    v5: red Signed = int_and(v14, 7)
    v6: green Signed = hint[promote](v5)
    goto b5(v14, v6)
b5(v15: red Signed, v16: green Signed):
    v7: red Signed = int_add(v15, v16)
    v8: red Bool = int_lt(v7, 1000)
    if v8 then b1(v16, v7) else return(v7)
