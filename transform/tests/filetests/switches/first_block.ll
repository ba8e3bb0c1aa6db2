# The first block may compute other things; what it computes goes to all cases.
# pass: switches
# run: calc(2) => 4
# run: calc(3) => 9
# run: calc(4) => 17
# run: calc(5) => 0

graph calc(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_mul(v0, v0)
    v2: Bool = int_eq(v0, 2)
    if v2 then return(v1) else b1(v0, v1)
b1(v3: Signed, v4: Signed):
    v5: Bool = int_eq(v3, 3)
    if v5 then return(v4) else b2(v3, v4)
b2(v6: Signed, v7: Signed):
    v8: Bool = int_eq(v6, 4)
    if v8 then b3(v7) else return(0)
b3(v9: Signed):
    v10: Signed = int_add(v9, 1)
    goto return(v10)
#=== output
graph calc(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_mul(v0, v0)
    v2: Bool = int_eq(v0, 2)
    switch v0 { 2 => return(v1), 3 => return(v1), 4 => b1(v1), default => return(0) }
b1(v3: Signed):
    v4: Signed = int_add(v3, 1)
    goto return(v4)
