# A branch, and a switch, of which all ways lead to one place with the same arguments are none; a test with two
# outcomes that both matter stays.
# pass: simplify
# run: branch(3) => 6
# run: switched(2) => 4
# run: differ(1) => 1
# run: differ(0) => 2

graph branch(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_lt(v0, 0)
    if v1 then b1(v0) else b1(v0)
b1(v2: Signed):
    v3: Signed = int_add(v2, v2)
    goto return(v3)

graph switched(v0: Signed) -> Signed
b0(v0: Signed):
    switch v0 { 1 => b1(v0), 5 => b1(v0), default => b1(v0) }
b1(v1: Signed):
    v2: Signed = int_add(v1, v1)
    goto return(v2)

graph differ(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then b1(1) else b1(2)
b1(v2: Signed):
    goto return(v2)
#=== output
graph branch(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add(v0, v0)
    goto return(v1)

graph switched(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add(v0, v0)
    goto return(v1)

graph differ(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then return(1) else return(2)
