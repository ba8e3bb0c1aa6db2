# Of three candidates one has its address in an object, one in a graph, and one nowhere: two are left.
# pass: prune
# run: main(0) => 1
# run: main(1) => 3
object @table: Array(Ptr(Func((Signed) -> Signed))) = [&a]
entry main

graph a(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add(v0, 1)
    goto return(v1)

graph b(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add(v0, 2)
    goto return(v1)

graph c(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add(v0, 3)
    goto return(v1)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(Func((Signed) -> Signed)) = getarrayitem[Array(Ptr(Func((Signed) -> Signed)))](@table, 0)
    v2: Bool = int_is_true(v0)
    if v2 then b1(&b, v0) else b1(v1, v0)
b1(v3: Ptr(Func((Signed) -> Signed)), v4: Signed):
    v5: Signed = indirect_call[Func((Signed) -> Signed) | a, b, c](v3, v4)
    goto return(v5)
#=== output
graph a(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add(v0, 1)
    goto return(v1)

graph b(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add(v0, 2)
    goto return(v1)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(Func((Signed) -> Signed)) = getarrayitem[Array(Ptr(Func((Signed) -> Signed)))](@table, 0)
    v2: Bool = int_is_true(v0)
    if v2 then b1(&b, v0) else b1(v1, v0)
b1(v3: Ptr(Func((Signed) -> Signed)), v4: Signed):
    v5: Signed = indirect_call[Func((Signed) -> Signed) | a, b](v3, v4)
    goto return(v5)
