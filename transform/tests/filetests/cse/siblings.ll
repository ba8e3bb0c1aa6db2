# What one side of a branch computed is not known on the other side, nor where they meet; what the branch computed
# before is.
# pass: cse, simplify
# run: main(1, 5) => 60
# run: main(0, 5) => 35

graph main(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Signed = int_mul(v1, v1)
    v3: Bool = int_is_true(v0)
    if v3 then b1(v1, v2) else b2(v1)
b1(v4: Signed, v5: Signed):
    v6: Signed = int_mul(v4, 7)
    goto b3(v4, v6)
b2(v7: Signed):
    v8: Signed = int_mul(v7, 2)
    goto b3(v7, v8)
b3(v9: Signed, v10: Signed):
    v11: Signed = int_mul(v9, v9)
    v12: Signed = int_mul(v9, 7)
    v13: Bool = int_eq(v10, v12)
    if v13 then b4(v11, v12) else b5(v11, v10)
b4(v14: Signed, v15: Signed):
    v16: Signed = int_add(v14, v15)
    goto return(v16)
b5(v17: Signed, v18: Signed):
    v19: Signed = int_add(v17, v18)
    goto return(v19)
#=== output
graph main(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Signed = int_mul(v1, v1)
    v3: Bool = int_is_true(v0)
    if v3 then b1(v1, v2) else b2(v1, v2)
b1(v4: Signed, v5: Signed):
    v6: Signed = int_mul(v4, 7)
    goto b3(v4, v6, v5)
b2(v7: Signed, v8: Signed):
    v9: Signed = int_lshift(v7, 1)
    goto b3(v7, v9, v8)
b3(v10: Signed, v11: Signed, v12: Signed):
    v13: Signed = int_mul(v10, 7)
    v14: Bool = int_eq(v11, v13)
    if v14 then b4(v12, v13) else b5(v12, v11)
b4(v15: Signed, v16: Signed):
    v17: Signed = int_add(v15, v16)
    goto return(v17)
b5(v18: Signed, v19: Signed):
    v20: Signed = int_add(v18, v19)
    goto return(v20)
