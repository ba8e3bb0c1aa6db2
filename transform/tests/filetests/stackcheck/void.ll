# A function without a result and one of several arguments: the test is passed them all.
# pass: stackcheck
# prelude: yes
# run: main(3) => 6
struct cell { n: Signed }
object @cell: cell = {0}

graph count(v0: Signed, v1: Ptr(cell)) -> Void
b0(v0: Signed, v1: Ptr(cell)):
    v2: Bool = int_is_true(v0)
    if v2 then b1(v0, v1) else return(void)
b1(v3: Signed, v4: Ptr(cell)):
    v5: Signed = getfield[cell.n](v4)
    v6: Signed = int_add(v5, v3)
    v7: Void = setfield[cell.n](v4, v6)
    v8: Signed = int_sub(v3, 1)
    v9: Void = direct_call[count](v8, v4)
    goto return(void)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Void = setfield[cell.n](@cell, 0)
    v2: Void = direct_call[count](v0, @cell)
    v3: Signed = getfield[cell.n](@cell)
    goto return(v3)
#=== output
graph count(v13: Signed, v14: Ptr(cell)) -> Void
b4(v13: Signed, v14: Ptr(cell)):
    v15: Bool = stack_too_big()
    if v15 then raise(@rec_vt, @rec) else b0(v13, v14)
b0(v0: Signed, v1: Ptr(cell)):
    v2: Bool = int_is_true(v0)
    if v2 then b1(v0, v1) else return(void)
b1(v3: Signed, v4: Ptr(cell)):
    v5: Signed = getfield[cell.n](v4)
    v6: Signed = int_add(v5, v3)
    v7: Void = setfield[cell.n](v4, v6)
    v8: Signed = int_sub(v3, 1)
    v9: Void = direct_call[count](v8, v4)
    goto return(void)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Void = setfield[cell.n](@cell, 0)
    v2: Void = direct_call[count](v0, @cell)
    v3: Signed = getfield[cell.n](@cell)
    goto return(v3)
