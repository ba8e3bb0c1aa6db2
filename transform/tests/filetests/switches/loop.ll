# A dispatch in a loop; the cases go back to the header with other arguments (critical edges).
# pass: switches
# run: run(0, 0) => 0
# run: run(1, 0) => 100
# run: run(5, 3) => 131

graph run(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    goto b1(v0, v1)
b1(v2: Signed, v3: Signed):
    v4: Bool = int_eq(v2, 0)
    if v4 then return(v3) else b2(v2, v3)
b2(v5: Signed, v6: Signed):
    v7: Bool = int_eq(v5, 1)
    if v7 then b5(0, v6, 100) else b3(v5, v6)
b3(v8: Signed, v9: Signed):
    v10: Bool = int_eq(v8, 2)
    if v10 then b5(1, v9, 10) else b4(v8, v9)
b4(v11: Signed, v12: Signed):
    v13: Bool = int_eq(v11, 5)
    if v13 then b5(3, v12, 8) else b5(2, v12, 10)
b5(v14: Signed, v15: Signed, v16: Signed):
    v17: Signed = int_add(v15, v16)
    goto b1(v14, v17)
#=== output
graph run(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    goto b1(v0, v1)
b1(v2: Signed, v3: Signed):
    v4: Bool = int_eq(v2, 0)
    switch v2 { 0 => return(v3), 1 => b3(0, v3, 100), 2 => b3(1, v3, 10), 5 => b3(3, v3, 8), default => b3(2, v3, 10) }
b3(v6: Signed, v7: Signed, v8: Signed):
    v9: Signed = int_add(v7, v8)
    goto b1(v6, v9)
