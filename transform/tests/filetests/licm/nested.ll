# An invariant of the inner loop moves to the block before that loop, which is a part of the outer one. That block is
# no header, so it goes no further.
# pass: licm, licm
# run: main(3) => 81

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(v0, v0, 0)
b1(v1: Signed, v2: Signed, v3: Signed):
    v4: Bool = int_is_true(v2)
    if v4 then b2(v1, v2, v3) else return(v3)
b2(v5: Signed, v6: Signed, v7: Signed):
    v8: Signed = int_sub(v6, 1)
    goto b3(v5, v8, v7, v5)
b3(v9: Signed, v10: Signed, v11: Signed, v12: Signed):
    v13: Signed = int_mul(v9, v9)
    v14: Bool = int_is_true(v12)
    if v14 then b4(v9, v10, v11, v12, v13) else b1(v9, v10, v11)
b4(v15: Signed, v16: Signed, v17: Signed, v18: Signed, v19: Signed):
    v20: Signed = int_sub(v18, 1)
    v21: Signed = int_add(v17, v19)
    goto b3(v15, v16, v21, v20)
#=== output
graph main(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(v0, v0, 0)
b1(v1: Signed, v2: Signed, v3: Signed):
    v4: Bool = int_is_true(v2)
    if v4 then b2(v1, v2, v3) else return(v3)
b2(v5: Signed, v6: Signed, v7: Signed):
    v8: Signed = int_sub(v6, 1)
    v27: Signed = int_mul(v5, v5)
    goto b3(v5, v8, v7, v5, v27)
b3(v9: Signed, v10: Signed, v11: Signed, v12: Signed, v25: Signed):
    v14: Bool = int_is_true(v12)
    if v14 then b4(v9, v10, v11, v12, v25, v25) else b1(v9, v10, v11)
b4(v15: Signed, v16: Signed, v17: Signed, v18: Signed, v19: Signed, v26: Signed):
    v20: Signed = int_sub(v18, 1)
    v21: Signed = int_add(v17, v19)
    goto b3(v15, v16, v21, v20, v26)
