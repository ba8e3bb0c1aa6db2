# Where values meet the weaker is known: one way brings an unknown number.
# pass: simplify, ranges, simplify
# run: both(0) => 1
# run: both(1) => 1
# run: one(1, -3) => 2
# run: one(0, -3) => 1

graph both(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then b1(3) else b1(4)
b1(v2: Signed):
    v3: Bool = int_ge(v2, 0)
    if v3 then return(1) else return(2)

graph one(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Bool = int_is_true(v0)
    if v2 then b1(v1) else b1(4)
b1(v3: Signed):
    v4: Bool = int_ge(v3, 0)
    if v4 then return(1) else return(2)
#=== output
graph both(v0: Signed) -> Signed
b0(v0: Signed):
    goto return(1)

graph one(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Bool = int_is_true(v0)
    if v2 then b1(v1) else b1(4)
b1(v3: Signed):
    v4: Bool = int_ge(v3, 0)
    if v4 then return(1) else return(2)
