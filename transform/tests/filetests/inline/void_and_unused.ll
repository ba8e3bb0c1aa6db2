# A callee without a result, one whose result is not used, and one with arguments that it does not use.
# pass: inline
# run: main(3) => 8
struct cell { n: Signed }
object @cell: cell = {0}

graph store(v0: Signed, v1: Signed) -> Void
b0(v0: Signed, v1: Signed):
    v2: Void = setfield[cell.n](@cell, v0)
    goto return(void)

graph bump(v0: Ptr(cell)) -> Signed
b0(v0: Ptr(cell)):
    v1: Signed = getfield[cell.n](v0)
    v2: Signed = int_add(v1, 1)
    v3: Void = setfield[cell.n](v0, v2)
    goto return(v1)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Void = direct_call[store](v0, 5)
    v2: Signed = direct_call[bump](@cell)
    v3: Signed = getfield[cell.n](@cell)
    v4: Signed = int_mul(v3, 2)
    goto return(v4)
#=== output
graph store(v0: Signed, v1: Signed) -> Void
b0(v0: Signed, v1: Signed):
    v2: Void = setfield[cell.n](@cell, v0)
    goto return(void)

graph bump(v0: Ptr(cell)) -> Signed
b0(v0: Ptr(cell)):
    v1: Signed = getfield[cell.n](v0)
    v2: Signed = int_add(v1, 1)
    v3: Void = setfield[cell.n](v0, v2)
    goto return(v1)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Void = setfield[cell.n](@cell, v0)
    v2: Signed = getfield[cell.n](@cell)
    v3: Signed = int_add(v2, 1)
    v4: Void = setfield[cell.n](@cell, v3)
    v5: Signed = getfield[cell.n](@cell)
    v6: Signed = int_lshift(v5, 1)
    goto return(v6)
