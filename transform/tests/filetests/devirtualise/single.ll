# One candidate: the pointer is not an argument any more; what computed it is left to the removal of dead code.
# pass: devirtualise
# run: main(4) => 5
struct T { f: Ptr(Func((Signed) -> Signed)) }
object @t: T = {&a}

graph a(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add(v0, 1)
    goto return(v1)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(Func((Signed) -> Signed)) = getfield[T.f](@t)
    v2: Signed = indirect_call[Func((Signed) -> Signed) | a](v1, v0)
    goto return(v2)
#=== output
graph a(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add(v0, 1)
    goto return(v1)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(Func((Signed) -> Signed)) = getfield[T.f](@t)
    v2: Signed = direct_call[a](v0)
    goto return(v2)
