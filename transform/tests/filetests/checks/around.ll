# A block is split at its checks: what is computed before and used behind goes along, also to the exits.
# pass: checks
# phase: exceptions
# run: split(3) => 13
# run: split(2) => 4
# run: split(9) => faults a claim does not hold: small
struct rpy_string gc { hash: Signed, chars: ImmutableArray(Char) }
known string rpy_string

graph split(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add(v0, v0)
    v2: Void = check[int_lt | "small"](v0, 9, true)
    v3: Bool = int_eq(v0, 3)
    if v3 then b1(v1, v0) else return(v1)
b1(v4: Signed, v5: Signed):
    v6: Signed = int_add(v4, 7)
    goto return(v6)
#=== output
graph split(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add(v0, v0)
    v2: Bool = int_lt(v0, 9)
    if v2 then b1(v0, v1) else b4(v0)
b1(v3: Signed, v4: Signed):
    v5: Bool = int_eq(v3, 3)
    if v5 then b2(v4, v3) else return(v4)
b2(v6: Signed, v7: Signed):
    v8: Signed = int_add(v6, 7)
    goto return(v8)
b4(v10: Signed):
    v11: Void = extern_call[gx_claim_failed](@claim, v10, 1)
    v12: Void = abort[unreachable]()
    unreachable
