# A function with a loop, called in a loop: what the caller needs behind the call goes round with the callee's loop.
# pass: inline
# run: main(3) => 6
attrs always_inline
graph count(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(v0, 0)
b1(v1: Signed, v2: Signed):
    v3: Bool = int_is_true(v1)
    if v3 then b2(v1, v2) else return(v2)
b2(v4: Signed, v5: Signed):
    v6: Signed = int_sub(v4, 1)
    v7: Signed = int_add(v5, 1)
    goto b1(v6, v7)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(v0, 0)
b1(v1: Signed, v2: Signed):
    v3: Bool = int_is_true(v1)
    if v3 then b2(v1, v2) else return(v2)
b2(v4: Signed, v5: Signed):
    v6: Signed = direct_call[count](v4)
    v7: Signed = int_add(v5, v6)
    v8: Signed = int_sub(v4, 1)
    goto b1(v8, v7)
#=== output
attrs always_inline
graph count(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(v0, 0)
b1(v1: Signed, v2: Signed):
    v3: Bool = int_is_true(v1)
    if v3 then b2(v1, v2) else return(v2)
b2(v4: Signed, v5: Signed):
    v6: Signed = int_sub(v4, 1)
    v7: Signed = int_add(v5, 1)
    goto b1(v6, v7)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(v0, 0)
b1(v1: Signed, v2: Signed):
    v3: Bool = int_is_true(v1)
    if v3 then b2(v1, 0, v2, v1) else return(v2)
b2(v4: Signed, v5: Signed, v6: Signed, v7: Signed):
    v8: Bool = int_is_true(v4)
    if v8 then b3(v4, v5, v6, v7) else b4(v6, v5, v7)
b3(v9: Signed, v10: Signed, v11: Signed, v12: Signed):
    v13: Signed = int_sub(v9, 1)
    v14: Signed = int_add(v10, 1)
    goto b2(v13, v14, v11, v12)
b4(v15: Signed, v16: Signed, v17: Signed):
    v18: Signed = int_add(v15, v16)
    v19: Signed = int_sub(v17, 1)
    goto b1(v19, v18)
