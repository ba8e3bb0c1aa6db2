# A place that is never reached; a load that gives what an earlier one gave; floats are compared by their bits.
# pass: checks
# phase: exceptions
# run: reach(1) => 1
# run: reach(0) => faults a claim does not hold: no way here
# run: load(4) => 4
# run: zero(0.0) => 1
# run: zero(-0.0) => faults a claim does not hold: zero
struct cell { n: Signed }
object @cell: cell = {0}
struct rpy_string gc { hash: Signed, chars: ImmutableArray(Char) }
known string rpy_string

graph reach(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then return(v0) else b1()
b1():
    v2: Void = check[never | "no way here"]()
    goto return(0)

graph load(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Void = setfield[cell.n](@cell, v0)
    v2: Void = check[getfield[cell.n] | "what was stored"](@cell, v0)
    goto return(v0)

graph zero(v0: Float) -> Signed
b0(v0: Float):
    v1: Void = check[float_add | "zero"](v0, -0.0, 0.0)
    goto return(1)
#=== output
graph reach(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then return(v0) else b1()
b1():
    if false then b2() else b4()
b2():
    goto return(0)
b4():
    v3: Void = extern_call[gx_claim_failed](@claim, 0, 0)
    v4: Void = abort[unreachable]()
    unreachable

graph load(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Void = setfield[cell.n](@cell, v0)
    v2: Signed = getfield[cell.n](@cell)
    v3: Bool = int_eq(v2, v0)
    if v3 then b1(v0) else b3(v2)
b1(v4: Signed):
    goto return(v4)
b3(v6: Signed):
    v7: Void = extern_call[gx_claim_failed](@claim.2, v6, 1)
    v8: Void = abort[unreachable]()
    unreachable

graph zero(v0: Float) -> Signed
b0(v0: Float):
    v1: Float = float_add(v0, -0.0)
    v2: Signed = convert_float_bytes_to_longlong(v1)
    v3: Signed = convert_float_bytes_to_longlong(0.0)
    v4: Bool = int_eq(v2, v3)
    if v4 then b1() else b3(v1)
b1():
    goto return(1)
b3(v6: Float):
    v7: Signed = convert_float_bytes_to_longlong(v6)
    v8: Void = extern_call[gx_claim_failed](@claim.3, v7, 5)
    v9: Void = abort[unreachable]()
    unreachable
