# A callee with a loop: unrolled if all its conditions can be green, residual otherwise, and with unroll_safe in any case.
struct vtable vtable { min: Signed, max: Signed }
struct object gc { typeptr: Ptr(vtable) immutable }
known vtable vtable
known object object
driver main greens(pc) reds(acc)

graph power(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    goto b1(v0, v1, 1)
b1(v2: Signed, v3: Signed, v4: Signed):
    v5: Bool = int_gt(v3, 0)
    if v5 then b2(v2, v3, v4) else return(v4)
b2(v6: Signed, v7: Signed, v8: Signed):
    v9: Signed = int_mul(v8, v6)
    v10: Signed = int_sub(v7, 1)
    goto b1(v6, v10, v9)

attrs unroll_safe
graph power_safe(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    goto b1(v0, v1, 1)
b1(v2: Signed, v3: Signed, v4: Signed):
    v5: Bool = int_gt(v3, 0)
    if v5 then b2(v2, v3, v4) else return(v4)
b2(v6: Signed, v7: Signed, v8: Signed):
    v9: Signed = int_mul(v8, v6)
    v10: Signed = int_sub(v7, 1)
    goto b1(v6, v10, v9)

graph loop(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(0, v0)
b1(v1: Signed, v2: Signed):
    v3: Void = jit_marker[merge_point, main](v1, v2)
    v4: Signed = direct_call[power](v2, v1)
    v5: Signed = direct_call[power](v1, v4)
    v6: Signed = direct_call[power_safe](v1, v5)
    v7: Bool = int_lt(v6, 10)
    v8: Signed = int_add(v1, 1)
    if v7 then b1(v8, v6) else return(v6)
#=== output
portal loop driver main copy0 b1 greens(pc: Signed) reds(acc: Signed)

copy0 loop(red) -> red
graph loop(v0: red Signed) -> red Signed
b0(v0: red Signed):
    goto b1(0, v0)
b1(v1: green Signed, v2: red Signed):
    v3: Void = jit_marker[merge_point, main](v1, v2)
    goto b4(v1, v2)
b4(v14: green Signed, v15: red Signed):
    v4: red Signed = direct_call[power](v15, v14)
    # inline copy1
    goto b5(v14, v4)
b5(v16: green Signed, v17: red Signed):
    v5: red Signed = direct_call[power](v16, v17)
    goto b6(v16, v5)
b6(v18: green Signed, v19: red Signed):
    v6: red Signed = direct_call[power_safe](v18, v19)
    # inline copy2
    goto b7(v6, v18)
b7(v20: red Signed, v21: green Signed):
    v7: red Bool = int_lt(v20, 10)
    v8: green Signed = int_add(v21, 1)
    if v7 then b1(v8, v20) else return(v20)

copy1 power(red, green) -> red
graph power(v0: red Signed, v1: green Signed) -> red Signed
b0(v0: red Signed, v1: green Signed):
    goto b1(v0, v1, 1)
b1(v2: red Signed, v3: green Signed, v4: red Signed):
    v5: green Bool = int_gt(v3, 0)
    if v5 then b2(v2, v3, v4) else return(v4)
b2(v6: red Signed, v7: green Signed, v8: red Signed):
    v9: red Signed = int_mul(v8, v6)
    v10: green Signed = int_sub(v7, 1)
    goto b1(v6, v10, v9)

copy2 power_safe(green, red) -> red
graph power_safe(v0: green Signed, v1: red Signed) -> red Signed
b0(v0: green Signed, v1: red Signed):
    goto b1(v0, v1, 1)
b1(v2: red Signed, v3: red Signed, v4: red Signed):
    v5: red Bool = int_gt(v3, 0)
    if v5 then b2(v2, v3, v4) else return(v4)
b2(v6: red Signed, v7: red Signed, v8: red Signed):
    v9: red Signed = int_mul(v8, v6)
    v10: red Signed = int_sub(v7, 1)
    goto b1(v6, v10, v9)
