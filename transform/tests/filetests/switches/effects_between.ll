# A link of the chain that does something else ends the chain. One that is reached from elsewhere stays for those,
# too.
# pass: switches
# run: writes(1) => 1
# run: writes(3) => 3
# run: writes(9) => 9
# run: joined(1, 1) => 1
# run: joined(0, 3) => 3
# run: joined(0, 9) => 0
struct cell { n: Signed }
object @cell: cell = {0}

graph writes(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_eq(v0, 1)
    if v1 then return(1) else b1(v0)
b1(v2: Signed):
    v3: Void = setfield[cell.n](@cell, v2)
    v4: Bool = int_eq(v2, 2)
    if v4 then return(2) else b2(v2)
b2(v5: Signed):
    v6: Bool = int_eq(v5, 3)
    if v6 then return(3) else b3(v5)
b3(v7: Signed):
    v8: Signed = getfield[cell.n](@cell)
    goto return(v8)

graph joined(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Bool = int_is_true(v0)
    if v2 then b1(v1) else b2(v1)
b1(v3: Signed):
    v4: Bool = int_eq(v3, 1)
    if v4 then return(1) else b2(v3)
b2(v5: Signed):
    v6: Bool = int_eq(v5, 2)
    if v6 then return(2) else b3(v5)
b3(v7: Signed):
    v8: Bool = int_eq(v7, 3)
    if v8 then return(3) else return(0)
#=== output
graph writes(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_eq(v0, 1)
    if v1 then return(1) else b1(v0)
b1(v2: Signed):
    v3: Void = setfield[cell.n](@cell, v2)
    v4: Bool = int_eq(v2, 2)
    if v4 then return(2) else b2(v2)
b2(v5: Signed):
    v6: Bool = int_eq(v5, 3)
    if v6 then return(3) else b3(v5)
b3(v7: Signed):
    v8: Signed = getfield[cell.n](@cell)
    goto return(v8)

graph joined(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Bool = int_is_true(v0)
    if v2 then b1(v1) else b2(v1)
b1(v3: Signed):
    v4: Bool = int_eq(v3, 1)
    switch v3 { 1 => return(1), 2 => return(2), 3 => return(3), default => return(0) }
b2(v5: Signed):
    v6: Bool = int_eq(v5, 2)
    if v6 then return(2) else b3(v5)
b3(v7: Signed):
    v8: Bool = int_eq(v7, 3)
    if v8 then return(3) else return(0)
