# What a condition says holds on its own way only, and for the argument that is passed there.
# pass: simplify, ranges, simplify
# run: way(5) => 1
# run: way(-5) => 2
# run: swapped(5, -1) => 2
# run: swapped(-1, 5) => 1

graph way(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_ge(v0, 0)
    if v1 then b1(v0) else b2(v0)
b1(v2: Signed):
    v3: Bool = int_lt(v2, 0)
    if v3 then return(3) else return(1)
b2(v4: Signed):
    v5: Bool = int_lt(v4, 0)
    if v5 then return(2) else return(4)

graph swapped(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Bool = int_ge(v0, 0)
    if v2 then b1(v1, v0) else b1(v1, v1)
b1(v3: Signed, v4: Signed):
    v5: Bool = int_lt(v3, 0)
    if v5 then return(2) else return(1)
#=== output
graph way(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_ge(v0, 0)
    if v1 then return(1) else b1(v0)
b1(v2: Signed):
    v3: Bool = int_lt(v2, 0)
    if v3 then return(2) else return(4)

graph swapped(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Bool = int_lt(v1, 0)
    if v2 then return(2) else return(1)
