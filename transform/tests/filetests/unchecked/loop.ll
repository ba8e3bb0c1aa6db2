# A check on a back edge: the loop goes round without it.
# pass: unchecked, simplify
# run: sum(4) => 6

graph sum(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(v0, 0, 0)
b1(v1: Signed, v2: Signed, v3: Signed):
    v4: Bool = int_lt(v2, v1)
    if v4 then b2(v1, v2, v3) else return(v3)
b2(v5: Signed, v6: Signed, v7: Signed):
    v8: Signed = int_add(v7, v6)
    v9: Signed = int_add(v6, 1)
    v10: Bool = int_gt(v9, 0)
    if v10 then b1(v5, v9, v8) else b3()
b3():
    v11: Void = abort[overflow]()
    unreachable
#=== output
graph sum(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(v0, 0, 0)
b1(v1: Signed, v2: Signed, v3: Signed):
    v4: Bool = int_lt(v2, v1)
    if v4 then b2(v1, v2, v3) else return(v3)
b2(v5: Signed, v6: Signed, v7: Signed):
    v8: Signed = int_add(v7, v6)
    v9: Signed = int_add(v6, 1)
    goto b1(v5, v9, v8)
