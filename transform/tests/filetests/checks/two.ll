# Two checks in one block have the same text once: one object of the program.
# pass: checks
# phase: exceptions
# run: two(1, 2) => 3
# run: two(-1, 2) => faults a claim does not hold: not negative
# run: two(1, -2) => faults a claim does not hold: not negative
struct rpy_string gc { hash: Signed, chars: ImmutableArray(Char) }
known string rpy_string

graph two(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Void = check[int_ge | "not negative"](v0, 0, true)
    v3: Void = check[int_ge | "not negative"](v1, 0, true)
    v4: Signed = int_add(v0, v1)
    goto return(v4)
#=== output
graph two(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Bool = int_ge(v0, 0)
    if v2 then b1(v1, v0) else b5(v0)
b1(v3: Signed, v4: Signed):
    v5: Bool = int_ge(v3, 0)
    if v5 then b2(v4, v3) else b4(v3)
b2(v6: Signed, v7: Signed):
    v8: Signed = int_add(v6, v7)
    goto return(v8)
b4(v10: Signed):
    v11: Void = extern_call[gx_claim_failed](@claim, v10, 1)
    v12: Void = abort[unreachable]()
    unreachable
b5(v13: Signed):
    v14: Void = extern_call[gx_claim_failed](@claim, v13, 1)
    v15: Void = abort[unreachable]()
    unreachable
