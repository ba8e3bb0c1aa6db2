# A checked build tests that the pointer is the candidate: a list of candidates that lies is found.
# pass: devirtualise
# check: yes
# run: honest(4) => 5
# after: lying(4) => faults a claim does not hold
struct T { f: Ptr(Func((Signed) -> Signed)), g: Ptr(Func((Signed) -> Signed)) }
object @t: T = {&a, &b}

graph a(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add(v0, 1)
    goto return(v1)

graph b(v0: Signed) -> Signed
b0(v0: Signed):
    goto return(v0)

graph honest(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(Func((Signed) -> Signed)) = getfield[T.f](@t)
    v2: Signed = indirect_call[Func((Signed) -> Signed) | a](v1, v0)
    goto return(v2)

graph lying(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(Func((Signed) -> Signed)) = getfield[T.g](@t)
    v2: Signed = indirect_call[Func((Signed) -> Signed) | a](v1, v0)
    goto return(v2)
#=== output
graph a(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add(v0, 1)
    goto return(v1)

graph b(v0: Signed) -> Signed
b0(v0: Signed):
    goto return(v0)

graph honest(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(Func((Signed) -> Signed)) = getfield[T.f](@t)
    v6: Void = check[member | "the only function this call may reach (operation indirect_call, claimed by pass devirtualise)"](v1, &a)
    v2: Signed = direct_call[a](v0)
    goto return(v2)

graph lying(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(Func((Signed) -> Signed)) = getfield[T.g](@t)
    v6: Void = check[member | "the only function this call may reach (operation indirect_call, claimed by pass devirtualise)"](v1, &a)
    v2: Signed = direct_call[a](v0)
    goto return(v2)
