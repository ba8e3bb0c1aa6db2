# A switch over a constant leaves blocks that nobody reaches; one over a value that turns out constant is still a switch.
# phase: gc
# run: literal(5) => 6
# run: found(1) => 20
graph literal(v0: Signed) -> Signed
b0(v0: Signed):
    if false then b1(v0) else b2(v0)
b1(v1: Signed):
    v2: Signed = int_mul(v1, 7)
    goto return(v2)
b2(v3: Signed):
    v4: Signed = int_add(v3, 1)
    goto return(v4)

graph found(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(v0, true, 3)
b1(v1: Signed, v2: Bool, v3: Signed):
    if v2 then b2(v1, v3) else b3(v1)
b2(v4: Signed, v5: Signed):
    switch v5 { 1 => return(10), 3 => return(20), 5 => b3(v4), default => return(30) }
b3(v6: Signed):
    goto return(v6)
