# What the entry cannot reach is gone; candidates whose address is nowhere too.
# pass: prune, devirtualise
# run: main(1) => 2
# prelude: yes

object @unused: S = {{@exc_vt}, 1, @prebuilt}
object @table: Array(Ptr(Func((Signed) -> Signed))) = [&a]
entry main

graph unused(v0: Signed) -> Ptr(S)
b0(v0: Signed):
    goto return(@unused)

graph a(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add(v0, 1)
    goto return(v1)

graph b(v0: Signed) -> Signed
b0(v0: Signed):
    goto return(v0)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(Func((Signed) -> Signed)) = getarrayitem[Array(Ptr(Func((Signed) -> Signed)))](@table, 0)
    v2: Signed = indirect_call[Func((Signed) -> Signed) | a, b](v1, v0)
    goto return(v2)
#=== output
graph a(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add(v0, 1)
    goto return(v1)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(Func((Signed) -> Signed)) = getarrayitem[Array(Ptr(Func((Signed) -> Signed)))](@table, 0)
    v2: Signed = direct_call[a](v0)
    goto return(v2)
