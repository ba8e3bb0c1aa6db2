# A note about a green that one loop alone brings back.
struct vtable vtable { min: Signed, max: Signed }
struct object gc { typeptr: Ptr(vtable) immutable }
known vtable vtable
known object object
driver main greens(a) reds(b)

graph loop(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    goto b1(v0, v1)
b1(v2: Signed, v3: Signed):
    v4: Void = jit_marker[merge_point, main](v2, v3)
    v5: Signed = int_xor(v2, v3)
    v6: Signed = direct_call[spin](v3, v5)
    v7: Bool = int_lt(v6, v2)
    if v7 then b2(v2, 7) else b2(0, v6)
b2(v8: Signed, v9: Signed):
    v10: Signed = hint[variable](v9)
    v11: Bool = int_lt(v10, v8)
    if v11 then b1(v10, v9) else return(v8)

attrs unroll_safe
graph spin(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    goto b1(v0, v1)
b1(v2: Signed, v3: Signed):
    v4: Bool = int_lt(v2, v3)
    if v4 then b1(v3, v2) else return(v3)
#=== output
portal loop driver main copy0 b7 greens(a: Signed) reds(b: Signed)

copy0 loop(red, red) -> red
graph loop(v0: red Signed, v1: red Signed) -> red Signed
b0(v0: red Signed, v1: red Signed):
    goto b1(v0, v1, 0)
b1(v2: red Signed, v3: red Signed, v24: green Signed):
    v21: green Signed = hint[promote](v2, v24)
    goto b7(v21, v3)
b7(v22: green Signed, v23: red Signed):
    v4: Void = jit_marker[merge_point, main](v22, v23)
    goto b5(v22, v23)
b5(v17: green Signed, v18: red Signed):
    v5: red Signed = int_xor(v17, v18)
    v6: red Signed = direct_call[spin](v18, v5)
    # inline copy1
    goto b6(v6, v17)
b6(v19: red Signed, v20: green Signed):
    v7: red Bool = int_lt(v19, v20)
    if v7 then b2(v20, 7, v20) else b2(0, v19, v20)
b2(v8: red Signed, v9: red Signed, v25: green Signed):
    v10: red Signed = same_as(v9)
    v11: red Bool = int_lt(v10, v8)
    if v11 then b1(v10, v9, v25) else return(v8)

copy1 spin(red, red) -> red
graph spin(v0: red Signed, v1: red Signed) -> red Signed
b0(v0: red Signed, v1: red Signed):
    goto b1(v0, v1)
b1(v2: red Signed, v3: red Signed):
    v4: red Bool = int_lt(v2, v3)
    if v4 then b1(v3, v2) else return(v3)
warning[W0710]: the green `a` is not always known to the JIT: a value that is not is promoted where it enters
 |
 = note: a hint makes it red here
 = help: remove the hint `variable=True`
