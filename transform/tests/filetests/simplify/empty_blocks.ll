# Chains of empty blocks, and an empty block in a branch of which both ways are the same, go.
# pass: simplify
# run: chain(3) => 3
# run: same(0) => 5
# run: same(1) => 5
# run: differ(0) => 6
# run: differ(1) => 5

graph chain(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(v0)
b1(v1: Signed):
    goto b2(v1)
b2(v2: Signed):
    goto return(v2)

graph same(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then b1() else b2()
b1():
    goto return(5)
b2():
    goto return(5)

graph differ(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then b1(5) else b1(6)
b1(v2: Signed):
    goto return(v2)
#=== output
graph chain(v0: Signed) -> Signed
b0(v0: Signed):
    goto return(v0)

graph same(v0: Signed) -> Signed
b0(v0: Signed):
    goto return(5)

graph differ(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then return(5) else return(6)
