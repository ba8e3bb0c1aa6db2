# Checks in a loop: the head of the split block stays the target of the back edge.
# pass: checks
# phase: exceptions
# run: count(4) => 6
# run: count(200) => faults a claim does not hold: below hundred
struct rpy_string gc { hash: Signed, chars: ImmutableArray(Char) }
known string rpy_string

graph count(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(v0, 0, 0)
b1(v1: Signed, v2: Signed, v3: Signed):
    v4: Void = check[int_lt | "below hundred"](v2, 100, true)
    v5: Bool = int_lt(v2, v1)
    if v5 then b2(v1, v2, v3) else return(v3)
b2(v6: Signed, v7: Signed, v8: Signed):
    v9: Signed = int_add(v8, v7)
    v10: Signed = int_add(v7, 1)
    goto b1(v6, v10, v9)
#=== output
graph count(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(v0, 0, 0)
b1(v1: Signed, v2: Signed, v3: Signed):
    v4: Bool = int_lt(v2, 100)
    if v4 then b2(v2, v1, v3) else b5(v2)
b2(v5: Signed, v6: Signed, v7: Signed):
    v8: Bool = int_lt(v5, v6)
    if v8 then b3(v6, v5, v7) else return(v7)
b3(v9: Signed, v10: Signed, v11: Signed):
    v12: Signed = int_add(v11, v10)
    v13: Signed = int_add(v10, 1)
    goto b1(v9, v13, v12)
b5(v15: Signed):
    v16: Void = extern_call[gx_claim_failed](@claim, v15, 1)
    v17: Void = abort[unreachable]()
    unreachable
