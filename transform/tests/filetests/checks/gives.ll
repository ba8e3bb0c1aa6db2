# A check is a test of what an operation gives, with a cold block that reports the claim and the value.
# pass: checks
# phase: exceptions
# run: nonneg(3) => 3
# run: nonneg(-3) => faults a claim does not hold: not negative
struct rpy_string gc { hash: Signed, chars: ImmutableArray(Char) }
known string rpy_string

graph nonneg(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Void = check[int_ge | "not negative"](v0, 0, true)
    goto return(v0)
#=== output
graph nonneg(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_ge(v0, 0)
    if v1 then b1(v0) else b3(v0)
b1(v2: Signed):
    goto return(v2)
b3(v4: Signed):
    v5: Void = extern_call[gx_claim_failed](@claim, v4, 1)
    v6: Void = abort[unreachable]()
    unreachable
