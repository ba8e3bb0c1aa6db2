# Repeated arithmetic of floats is one; but `x - x` is not zero, `x == x` is not true, and -0.0 is not 0.0.
# pass: cse, simplify
# run: same(1.5) => 6.0
# run: differ(1.5) => 0.0
# run: zero(-0.0) => -0.0

graph same(v0: Float) -> Float
b0(v0: Float):
    v1: Float = float_mul(v0, 2.0)
    v2: Float = float_mul(v0, 2.0)
    v3: Float = float_add(v1, v2)
    goto return(v3)

graph differ(v0: Float) -> Float
b0(v0: Float):
    v1: Float = float_sub(v0, v0)
    v2: Bool = float_eq(v0, v0)
    if v2 then return(v1) else return(-1.0)

graph zero(v0: Float) -> Float
b0(v0: Float):
    v1: Float = float_add(v0, 0.0)
    v2: Float = float_sub(v0, 0.0)
    v3: Bool = float_lt(v1, 0.0)
    if v3 then return(v1) else return(v2)
#=== output
graph same(v0: Float) -> Float
b0(v0: Float):
    v1: Float = float_mul(v0, 2.0)
    v3: Float = float_add(v1, v1)
    goto return(v3)

graph differ(v0: Float) -> Float
b0(v0: Float):
    v1: Float = float_sub(v0, v0)
    v2: Bool = float_eq(v0, v0)
    if v2 then return(v1) else return(-1.0)

graph zero(v0: Float) -> Float
b0(v0: Float):
    v1: Float = float_add(v0, 0.0)
    v2: Float = float_sub(v0, 0.0)
    v3: Bool = float_lt(v1, 0.0)
    if v3 then return(v1) else return(v2)
