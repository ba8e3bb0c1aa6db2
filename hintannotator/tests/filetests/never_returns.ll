# A callee that never returns: what would follow the call has colours that agree. Also: a note about a green that one loop alone brings back.
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
    goto b1(v3, v2)
#=== output
portal loop driver main copy0 b7 greens(a: Signed) reds(b: Signed)

copy0 loop(red, red) -> green
graph loop(v0: red Signed, v1: red Signed) -> green Signed
b0(v0: red Signed, v1: red Signed):
    goto b1(v0, v1, 0)
b1(v2: red Signed, v3: green Signed, v24: green Signed):
    v21: green Signed = hint[promote](v2, v24)
    goto b7(v21, v3)
b7(v22: green Signed, v23: green Signed):
    v4: Void = jit_marker[merge_point, main](v22, v23)
    goto b5(v22, v23)
b5(v17: green Signed, v18: red Signed):
    v5: red Signed = int_xor(v17, v18)
    v6: green Signed = direct_call[spin](v18, v5)
    # inline copy1
    goto b6(v6, v17)
b6(v19: green Signed, v20: green Signed):
    v7: green Bool = int_lt(v19, v20)
    if v7 then b2(v20, 7, v20) else b2(0, v19, v20)
b2(v8: green Signed, v9: green Signed, v25: green Signed):
    v10: red Signed = same_as(v9)
    v11: red Bool = int_lt(v10, v8)
    if v11 then b1(v10, v9, v25) else return(v8)

copy1 spin(red, red) -> green
graph spin(v0: red Signed, v1: red Signed) -> green Signed
b0(v0: red Signed, v1: red Signed):
    goto b1()
b1():
    goto b1()
warning[W0710]: the green `a` is not always known to the JIT: a value that is not is promoted where it enters
 |
 = note: a hint makes it red here
 = help: remove the hint `variable=True`
