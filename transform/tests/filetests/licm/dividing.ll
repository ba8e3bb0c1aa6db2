# A division in the header runs in any case: moved before the loop it fails where it failed before, and not where the
# loop is not reached.
# pass: licm
# run: main(0, 3, 4) => -1
# run: main(1, 2, 4) => 4
# run: main(0, 0, 0) => -1

graph main(v0: Signed, v1: Signed, v2: Signed) -> Signed
b0(v0: Signed, v1: Signed, v2: Signed):
    v3: Bool = int_is_true(v0)
    if v3 then b1(v1, v2, v1, 0) else return(-1)
b1(v4: Signed, v5: Signed, v6: Signed, v7: Signed):
    v8: Signed = int_floordiv(v5, v4)
    v9: Bool = int_is_true(v6)
    if v9 then b2(v4, v5, v6, v7, v8) else return(v7)
b2(v10: Signed, v11: Signed, v12: Signed, v13: Signed, v14: Signed):
    v15: Signed = int_sub(v12, 1)
    v16: Signed = int_add(v13, v14)
    goto b1(v10, v11, v15, v16)
#=== output
graph main(v0: Signed, v1: Signed, v2: Signed) -> Signed
b0(v0: Signed, v1: Signed, v2: Signed):
    v3: Bool = int_is_true(v0)
    if v3 then b5(v1, v2, v1, 0) else return(-1)
b5(v20: Signed, v21: Signed, v22: Signed, v23: Signed):
    v26: Signed = int_floordiv(v21, v20)
    goto b1(v20, v21, v22, v23, v26)
b1(v4: Signed, v5: Signed, v6: Signed, v7: Signed, v24: Signed):
    v9: Bool = int_is_true(v6)
    if v9 then b2(v4, v5, v6, v7, v24, v24) else return(v7)
b2(v10: Signed, v11: Signed, v12: Signed, v13: Signed, v14: Signed, v25: Signed):
    v15: Signed = int_sub(v12, 1)
    v16: Signed = int_add(v13, v14)
    goto b1(v10, v11, v15, v16, v25)
