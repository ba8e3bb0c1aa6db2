# A block of the chain that ends in a switch and has an effect before it keeps the effect: it is no link of the chain.
# pass: switches
# run: writes(1) => 0
# run: writes(2) => 2
# run: writes(3) => 3
# run: writes(9) => 9
struct cell { n: Signed }
object @cell: cell = {0}

graph pick(v0: Signed) -> Void
b0(v0: Signed):
    v1: Bool = int_eq(v0, 1)
    if v1 then return(void) else b1(v0)
b1(v2: Signed):
    v3: Void = setfield[cell.n](@cell, v2)
    switch v2 { 2 => return(void), 3 => return(void), default => return(void) }

graph writes(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Void = setfield[cell.n](@cell, 0)
    v2: Void = direct_call[pick](v0)
    v3: Signed = getfield[cell.n](@cell)
    goto return(v3)
#=== output
graph pick(v0: Signed) -> Void
b0(v0: Signed):
    v1: Bool = int_eq(v0, 1)
    if v1 then return(void) else b1(v0)
b1(v2: Signed):
    v3: Void = setfield[cell.n](@cell, v2)
    switch v2 { 2 => return(void), 3 => return(void), default => return(void) }

graph writes(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Void = setfield[cell.n](@cell, 0)
    v2: Void = direct_call[pick](v0)
    v3: Signed = getfield[cell.n](@cell)
    goto return(v3)
