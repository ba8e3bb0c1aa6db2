# Sums of negations, chains of unsigned sums, and tests against the greatest number: what the count of a range that goes
# down is made of.
# pass: simplify
# run: minus(7, 3) => 4
# run: minus_from(3, 7) => 4
# run: plus(7, 3) => 10
# run: times(5) => -5
# run: down(5) => 0
# run: down(0) => 0
# run: tests(3) => 1
# run: tests(-1) => 1

graph minus(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Signed = int_neg(v1)
    v3: Signed = int_add(v0, v2)
    goto return(v3)

graph minus_from(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Signed = int_mul(v0, -1)
    v3: Signed = int_add(v2, v1)
    goto return(v3)

graph plus(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Signed = int_neg(v1)
    v3: Signed = int_sub(v0, v2)
    goto return(v3)

graph times(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_mul(v0, -1)
    goto return(v1)

graph down(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Unsigned = cast_int_to_uint(v0)
    v2: Unsigned = uint_sub(v1, 1u)
    v3: Unsigned = uint_add(v2, 1u)
    v4: Bool = uint_gt(v3, 18446744073709551615u)
    if v4 then return(-1) else b1(v0, v3)
b1(v5: Signed, v6: Unsigned):
    v7: Signed = cast_uint_to_int(v6)
    v8: Signed = int_mul(v7, -1)
    v9: Signed = int_add(v5, v8)
    goto return(v9)

graph tests(v0: Signed) -> Signed
b0(v0: Signed):
    v4: Unsigned = cast_int_to_uint(v0)
    v1: Bool = uint_le(v4, 18446744073709551615u)
    if v1 then b1(v4) else return(2)
b1(v2: Unsigned):
    v3: Bool = uint_lt(18446744073709551615u, v2)
    if v3 then return(3) else return(1)
#=== output
graph minus(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Signed = int_sub(v0, v1)
    goto return(v2)

graph minus_from(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Signed = int_sub(v1, v0)
    goto return(v2)

graph plus(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Signed = int_add(v0, v1)
    goto return(v2)

graph times(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_neg(v0)
    goto return(v1)

graph down(v0: Signed) -> Signed
b0(v0: Signed):
    goto return(0)

graph tests(v0: Signed) -> Signed
b0(v0: Signed):
    goto return(1)
