# A branch whose two ways lead to one block with different arguments, inside of a loop.
# pass: simplify
# run: main(0) => 0
# run: main(5) => 9

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(v0, 0)
b1(v1: Signed, v2: Signed):
    v3: Bool = int_is_true(v1)
    if v3 then b2(v1, v2) else return(v2)
b2(v4: Signed, v5: Signed):
    v6: Signed = int_sub(v4, 1)
    v7: Signed = int_and(v4, 1)
    v8: Bool = int_is_true(v7)
    if v8 then b3(v6, v5, 1) else b3(v6, v5, 3)
b3(v9: Signed, v10: Signed, v11: Signed):
    v12: Signed = int_add(v10, v11)
    goto b1(v9, v12)
#=== output
graph main(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(v0, 0)
b1(v1: Signed, v2: Signed):
    v3: Bool = int_is_true(v1)
    if v3 then b2(v1, v2) else return(v2)
b2(v4: Signed, v5: Signed):
    v6: Signed = int_sub(v4, 1)
    v7: Signed = int_and(v4, 1)
    v8: Bool = int_is_true(v7)
    if v8 then b3(v6, v5, 1) else b3(v6, v5, 3)
b3(v9: Signed, v10: Signed, v11: Signed):
    v12: Signed = int_add(v10, v11)
    goto b1(v9, v12)
