# A sum of two numbers that are not negative may wrap around, and is no index; a counter that goes up by one may not
# in the life of a machine.
# pass: simplify, ranges, simplify
# run: sum(4611686018427387904) => 1
# run: sum(5) => 0
# run: counter(3) => 3

graph sum(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_force_ge_zero(v0)
    v2: Signed = int_add(v1, v1)
    v3: Bool = int_lt(v2, 0)
    if v3 then return(1) else return(0)

graph counter(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(v0, 0)
b1(v1: Signed, v2: Signed):
    v3: Bool = int_lt(v2, v1)
    if v3 then b2(v1, v2) else return(v2)
b2(v4: Signed, v5: Signed):
    v6: Signed = int_add(v5, 1)
    v7: Bool = int_lt(v6, 0)
    if v7 then return(-1) else b1(v4, v6)
#=== output
graph sum(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_force_ge_zero(v0)
    v2: Signed = int_add(v1, v1)
    v3: Bool = int_lt(v2, 0)
    if v3 then return(1) else return(0)

graph counter(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(v0, 0)
b1(v1: Signed, v2: Signed):
    v3: Bool = int_lt(v2, v1)
    if v3 then b2(v1, v2) else return(v2)
b2(v4: Signed, v5: Signed):
    v6: Signed = int_add(v5, 1)
    goto b1(v4, v6)
