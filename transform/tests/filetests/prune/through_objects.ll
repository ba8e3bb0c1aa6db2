# A function that only a prebuilt object holds, which only another one holds, is reached.
# pass: prune
# run: main(3) => 4
struct T gc { f: Ptr(Func((Signed) -> Signed)), next: Ptr(T) }
object @outer: T = {null, @inner}
object @inner: T = {&a, null}
entry main

graph a(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[deep](v0)
    goto return(v1)

graph deep(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add(v0, 1)
    goto return(v1)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(T) = getfield[T.next](@outer)
    v2: Ptr(Func((Signed) -> Signed)) = getfield[T.f](v1)
    v3: Signed = indirect_call[Func((Signed) -> Signed)](v2, v0)
    goto return(v3)
#=== output
graph a(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[deep](v0)
    goto return(v1)

graph deep(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add(v0, 1)
    goto return(v1)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(T) = getfield[T.next](@outer)
    v2: Ptr(Func((Signed) -> Signed)) = getfield[T.f](v1)
    v3: Signed = indirect_call[Func((Signed) -> Signed)](v2, v0)
    goto return(v3)
