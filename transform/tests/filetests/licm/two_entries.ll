# A header that is reached from two places outside has no place before it: nothing moves.
# pass: licm
# run: main(3, 0) => 6
# run: main(3, 1) => 9

graph main(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Bool = int_is_true(v1)
    if v2 then b1(v0, v0, 3) else b1(v0, v0, 0)
b1(v3: Signed, v4: Signed, v5: Signed):
    v6: Signed = int_mul(v3, v3)
    v7: Signed = int_floordiv(v6, 4)
    v8: Bool = int_is_true(v4)
    if v8 then b2(v3, v4, v5, v7) else return(v5)
b2(v9: Signed, v10: Signed, v11: Signed, v12: Signed):
    v13: Signed = int_sub(v10, 1)
    v14: Signed = int_add(v11, v12)
    goto b1(v9, v13, v14)
#=== output
graph main(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Bool = int_is_true(v1)
    if v2 then b1(v0, v0, 3) else b1(v0, v0, 0)
b1(v3: Signed, v4: Signed, v5: Signed):
    v6: Signed = int_mul(v3, v3)
    v7: Signed = int_floordiv(v6, 4)
    v8: Bool = int_is_true(v4)
    if v8 then b2(v3, v4, v5, v7) else return(v5)
b2(v9: Signed, v10: Signed, v11: Signed, v12: Signed):
    v13: Signed = int_sub(v10, 1)
    v14: Signed = int_add(v11, v12)
    goto b1(v9, v13, v14)
