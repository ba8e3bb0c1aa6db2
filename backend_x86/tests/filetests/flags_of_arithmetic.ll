# A branch uses the flags of a subtraction that only the links need: those of comparing its operands, also where it wraps, or equality and sign of
# its result. Used in the block itself, the result stays where it is.
# phase: gc
# run: operands(5, 5) => 0
# run: operands(4, 5) => -1001
# run: operands(-9223372036854775808, 1) => 9223372036854774807
# run: unsigned(0, 1) => -1001
# run: unsigned(-1, 1) => -2
# run: constant(0) => -1001
# run: constant(1) => 0
# run: constant(-9223372036854775808) => 9223372036854774807
# run: sign(3, 4) => -1001
# run: sign(-9223372036854775808, 1) => 9223372036854775807
# run: sign(4, 4) => 0
# run: zero(7, 7) => 100
# run: zero(7, 8) => -1
# run: positive(-9223372036854775808, 1) => 9223372036854775807
# run: positive(1, 1) => 100
# run: used(5, 3) => 20
# run: used(3, 5) => -20
graph operands(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Signed = int_sub(v0, v1)
    v3: Bool = int_lt(v0, v1)
    if v3 then b1(v2) else return(v2)
b1(v4: Signed):
    v5: Signed = int_sub(v4, 1000)
    goto return(v5)

graph unsigned(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Unsigned = cast_int_to_uint(v0)
    v3: Unsigned = cast_int_to_uint(v1)
    v4: Unsigned = uint_sub(v2, v3)
    v5: Bool = uint_lt(v2, v3)
    if v5 then b1(v4) else b2(v4)
b1(v6: Unsigned):
    v7: Signed = cast_uint_to_int(v6)
    v8: Signed = int_sub(v7, 1000)
    goto return(v8)
b2(v9: Unsigned):
    v10: Signed = cast_uint_to_int(v9)
    goto return(v10)

graph constant(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_lt(v0, 1)
    v2: Signed = int_add(v0, -1)
    if v1 then b1(v2) else return(v2)
b1(v3: Signed):
    v4: Signed = int_sub(v3, 1000)
    goto return(v4)

graph sign(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Signed = int_sub(v0, v1)
    v3: Bool = int_lt(v2, 0)
    if v3 then b1(v2) else return(v2)
b1(v4: Signed):
    v5: Signed = int_sub(v4, 1000)
    goto return(v5)

graph zero(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Signed = int_sub(v0, v1)
    v3: Bool = int_eq(v2, 0)
    if v3 then b1(v2) else return(v2)
b1(v4: Signed):
    v5: Signed = int_add(v4, 100)
    goto return(v5)

graph positive(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Signed = int_sub(v0, v1)
    v3: Bool = int_le(v2, 0)
    if v3 then b1(v2) else return(v2)
b1(v4: Signed):
    v5: Signed = int_add(v4, 100)
    goto return(v5)

graph used(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Signed = int_sub(v0, v1)
    v3: Signed = int_mul(v2, 10)
    v4: Bool = int_lt(v0, v1)
    if v4 then b1(v2, v3) else return(v3)
b1(v5: Signed, v6: Signed):
    v7: Signed = int_sub(v6, v5)
    v8: Signed = int_add(v7, v5)
    goto return(v8)
