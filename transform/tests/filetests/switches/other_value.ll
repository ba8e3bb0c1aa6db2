# Comparisons of different values, or with no constant, make no switch.
# pass: switches
# run: two(1, 5) => 1
# run: two(0, 2) => 2
# run: two(3, 0) => 3
# run: two(0, 0) => 0

graph two(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Bool = int_eq(v0, 1)
    if v2 then return(1) else b1(v0, v1)
b1(v3: Signed, v4: Signed):
    v5: Bool = int_eq(v4, 2)
    if v5 then return(2) else b2(v3)
b2(v6: Signed):
    v7: Bool = int_eq(v6, 3)
    if v7 then return(3) else return(0)
#=== output
graph two(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Bool = int_eq(v0, 1)
    if v2 then return(1) else b1(v0, v1)
b1(v3: Signed, v4: Signed):
    v5: Bool = int_eq(v4, 2)
    if v5 then return(2) else b2(v3)
b2(v6: Signed):
    v7: Bool = int_eq(v6, 3)
    if v7 then return(3) else return(0)
