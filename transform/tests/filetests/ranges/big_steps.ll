# A counter that doubles, or goes up by a large step, wraps around soon: the tests stay.
# pass: simplify, ranges, simplify
# run: doubles(1) => 63
# run: leaps(0) => 2

graph doubles(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(1, 0)
b1(v1: Signed, v2: Signed):
    v3: Bool = int_lt(v1, 0)
    if v3 then return(v2) else b2(v1, v2)
b2(v4: Signed, v5: Signed):
    v6: Signed = int_add(v4, v4)
    v7: Signed = int_add(v5, 1)
    goto b1(v6, v7)

graph leaps(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(0, 0)
b1(v1: Signed, v2: Signed):
    v3: Bool = int_lt(v1, 0)
    if v3 then return(v2) else b2(v1, v2)
b2(v4: Signed, v5: Signed):
    v6: Signed = int_add(v4, 4611686018427387904)
    v7: Signed = int_add(v5, 1)
    goto b1(v6, v7)
#=== output
graph doubles(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(1, 0)
b1(v1: Signed, v2: Signed):
    v3: Bool = int_lt(v1, 0)
    if v3 then return(v2) else b3(v1, v2)
b3(v5: Signed, v6: Signed):
    v7: Signed = int_add(v5, v5)
    v8: Signed = int_add(v6, 1)
    goto b1(v7, v8)

graph leaps(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(0, 0)
b1(v1: Signed, v2: Signed):
    v3: Bool = int_lt(v1, 0)
    if v3 then return(v2) else b3(v1, v2)
b3(v5: Signed, v6: Signed):
    v7: Signed = int_add(v5, 4611686018427387904)
    v8: Signed = int_add(v6, 1)
    goto b1(v7, v8)
