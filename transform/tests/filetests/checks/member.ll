# One of several candidates: a chain of comparisons.
# pass: checks
# phase: exceptions
# run: one(2) => 2
# run: one(5) => 5
# run: one(3) => faults a claim does not hold: 2 or 5
struct rpy_string gc { hash: Signed, chars: ImmutableArray(Char) }
known string rpy_string

graph one(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Void = check[member | "2 or 5"](v0, 2, 5)
    goto return(v0)
#=== output
graph one(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_eq(v0, 2)
    if v1 then b2(v0) else b1(v0)
b1(v2: Signed):
    v3: Bool = int_eq(v2, 5)
    if v3 then b2(v2) else b4(v2)
b2(v4: Signed):
    goto return(v4)
b4(v6: Signed):
    v7: Void = extern_call[gx_claim_failed](@claim, v6, 1)
    v8: Void = abort[unreachable]()
    unreachable
