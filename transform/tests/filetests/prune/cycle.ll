# Functions that call each other, objects that hold each other: a cycle that nothing else reaches goes, one that is
# reached stays.
# pass: prune
# prelude: yes
# run: main(3) => 7
object @ring1: S = {{@exc_vt}, 1, @ring2}
object @ring2: S = {{@exc_vt}, 7, @ring1}
object @dead1: S = {{@exc_vt}, 1, @dead2}
object @dead2: S = {{@exc_vt}, 2, @dead1}
entry main

graph dead_a(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[dead_b](v0)
    goto return(v1)

graph dead_b(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[dead_a](v0)
    v2: Signed = getfield[S.x](@dead1)
    goto return(v1)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then b1(@ring1) else return(0)
b1(v2: Ptr(S)):
    v3: Ptr(S) = getfield[S.next](v2)
    v4: Signed = getfield[S.x](v3)
    goto return(v4)
#=== output
graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then b1(@ring1) else return(0)
b1(v2: Ptr(S)):
    v3: Ptr(S) = getfield[S.next](v2)
    v4: Signed = getfield[S.x](v3)
    goto return(v4)
