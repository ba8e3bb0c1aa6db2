# Edges of conversions and of float comparison.
# phase: gc
# run: to_int(1e300) => -9223372036854775808
# run: to_int(nan) => -9223372036854775808
# run: to_int(-2.9) => -2
# run: to_uint(9223372036854775808.0) => -9223372036854775808
# run: to_uint(18446744073709549568.0) => -2048
# run: to_uint(3.99) => 3
# run: from_uint(-1) => 1.8446744073709552e19
# run: from_uint(9007199254740993) => 9007199254740992.0
# run: from_uint(-9223372036854774784) => 9.223372036854776e18
# run: eq(nan, nan) => 0
# run: ne(nan, nan) => 1
# run: lt(nan, 1.0) => 0
# run: ge(1.0, nan) => 0
# run: eq(0.0, -0.0) => 1
# run: neg(0.0) => -0.0
# run: branch_eq(nan, 1.0) => 2
# run: branch_eq(1.0, 1.0) => 1
# run: branch_ne(nan, 1.0) => 1
# run: branch_ne(1.0, 1.0) => 2
# run: abs(-9223372036854775808) => -9223372036854775808
# run: abs(-7) => 7
graph to_int(v0: Float) -> Signed
b0(v0: Float):
    v1: Signed = cast_float_to_int(v0)
    goto return(v1)

graph to_uint(v0: Float) -> Unsigned
b0(v0: Float):
    v1: Unsigned = cast_float_to_uint(v0)
    goto return(v1)

graph from_uint(v0: Unsigned) -> Float
b0(v0: Unsigned):
    v1: Float = cast_uint_to_float(v0)
    goto return(v1)

graph eq(v0: Float, v1: Float) -> Bool
b0(v0: Float, v1: Float):
    v2: Bool = float_eq(v0, v1)
    goto return(v2)

graph ne(v0: Float, v1: Float) -> Bool
b0(v0: Float, v1: Float):
    v2: Bool = float_ne(v0, v1)
    goto return(v2)

graph lt(v0: Float, v1: Float) -> Bool
b0(v0: Float, v1: Float):
    v2: Bool = float_lt(v0, v1)
    goto return(v2)

graph ge(v0: Float, v1: Float) -> Bool
b0(v0: Float, v1: Float):
    v2: Bool = float_ge(v0, v1)
    goto return(v2)

graph neg(v0: Float) -> Float
b0(v0: Float):
    v1: Float = float_neg(v0)
    goto return(v1)

graph branch_eq(v0: Float, v1: Float) -> Signed
b0(v0: Float, v1: Float):
    v2: Bool = float_eq(v0, v1)
    if v2 then return(1) else return(2)

graph branch_ne(v0: Float, v1: Float) -> Signed
b0(v0: Float, v1: Float):
    v2: Bool = float_ne(v0, v1)
    if v2 then return(1) else return(2)

graph abs(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_abs(v0)
    goto return(v1)
