# Without a JIT nothing is constant or virtual, and nothing is jitted: the branches of the JIT are dead.
# pass: drop_jit, simplify
# after: constant(5) => 5
# after: virtual(null) => 0
# after: jitted(5) => 6
# prelude: yes

graph constant(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = hint[isconstant](v0)
    if v1 then return(0) else return(v0)

graph virtual(v0: Ptr(S)) -> Signed
b0(v0: Ptr(S)):
    v1: Bool = hint[isvirtual](v0)
    v2: Signed = cast_bool_to_int(v1)
    goto return(v2)

graph jitted(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = we_are_jitted()
    if v1 then b1(v0) else b2(v0)
b1(v2: Signed):
    goto return(v2)
b2(v3: Signed):
    v4: Signed = int_add(v3, 1)
    goto return(v4)
#=== output
graph constant(v0: Signed) -> Signed
b0(v0: Signed):
    goto return(v0)

graph virtual(v0: Ptr(S)) -> Signed
b0(v0: Ptr(S)):
    goto return(0)

graph jitted(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add(v0, 1)
    goto return(v1)
