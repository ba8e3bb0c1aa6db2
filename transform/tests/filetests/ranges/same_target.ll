# Both ways of a test lead to one block: there nothing is known. Of one argument that both pass, and one that only one
# passes.
# pass: simplify, ranges, simplify
# run: both(3, 5) => 1
# run: both(-3, 5) => 2
# run: nonzero(0) => 2
# run: nonzero(4) => 1

graph both(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Bool = int_ge(v0, 0)
    if v2 then b1(v0, 1) else b1(v0, 2)
b1(v3: Signed, v4: Signed):
    v5: Bool = int_lt(v3, 0)
    if v5 then return(v4) else b2(v4)
b2(v6: Signed):
    v7: Bool = int_eq(v6, 1)
    if v7 then return(1) else return(9)

graph nonzero(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_and(v0, 7)
    v2: Bool = int_ne(v1, 0)
    if v2 then b1(v1) else b1(v1)
b1(v3: Signed):
    v4: Signed = int_sub(v3, 1)
    v5: Bool = int_ge(v4, 0)
    if v5 then return(1) else return(2)
#=== output
graph both(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Bool = int_ge(v0, 0)
    if v2 then b1(v0, 1) else b1(v0, 2)
b1(v3: Signed, v4: Signed):
    v5: Bool = int_lt(v3, 0)
    if v5 then return(v4) else b2(v4)
b2(v6: Signed):
    v7: Bool = int_eq(v6, 1)
    if v7 then return(1) else return(9)

graph nonzero(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_and(v0, 7)
    v2: Signed = int_sub(v1, 1)
    v3: Bool = int_ge(v2, 0)
    if v3 then return(1) else return(2)
