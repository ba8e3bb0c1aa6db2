# A number below 2^62 counts on from there: steps of one cannot make it overflow, so it stays at least 0.
# pass: simplify, ranges, simplify
# run: main(3, 4) => 7
# run: main(-3, 4) => -2

graph main(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Unsigned = cast_int_to_uint(v0)
    v3: Bool = uint_lt(v2, 4611686018427387904u)
    if v3 then b1(v0, v1) else return(-2)
b1(v4: Signed, v5: Signed):
    v6: Bool = int_is_true(v5)
    if v6 then b2(v4, v5) else return(v4)
b2(v7: Signed, v8: Signed):
    v9: Signed = int_add(v7, 1)
    v10: Signed = int_sub(v8, 1)
    v11: Bool = int_lt(v9, 0)
    if v11 then return(-1) else b1(v9, v10)
#=== output
graph main(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Unsigned = cast_int_to_uint(v0)
    v3: Bool = uint_lt(v2, 4611686018427387904u)
    if v3 then b1(v0, v1) else return(-2)
b1(v4: Signed, v5: Signed):
    v6: Bool = int_is_true(v5)
    if v6 then b2(v4, v5) else return(v4)
b2(v7: Signed, v8: Signed):
    v9: Signed = int_add(v7, 1)
    v10: Signed = int_sub(v8, 1)
    goto b1(v9, v10)
