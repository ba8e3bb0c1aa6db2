# A callee that never returns: what follows the call is taken out, the loop with it.
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
portal loop driver main copy0 b0 greens(a: Signed) reds(b: Signed)

copy0 loop(red, red) -> green
graph loop(v0: red Signed, v1: red Signed) -> green Signed
b0(v0: red Signed, v1: red Signed):
    v2: Void = jit_marker[merge_point, main](v0, v1)
    goto b3(v0, v1)
b3(v11: green Signed, v12: red Signed):
    v3: red Signed = int_xor(v11, v12)
    v4: green Signed = direct_call[spin](v12, v3)
    # inline copy1
    goto b4()
b4():
    v5: Void = abort[unreachable]()
    unreachable

copy1 spin(red, red) -> green
graph spin(v0: red Signed, v1: red Signed) -> green Signed
b0(v0: red Signed, v1: red Signed):
    goto b1()
b1():
    goto b1()
