# A constant that is passed to a branch or a switch decides it, through a block in between; the other ways are gone.
# pass: simplify
# run: threaded(0) => 20
# run: threaded(1) => 10
# run: switched(0) => 3
# run: switched(1) => 2

graph threaded(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then b1(true) else b1(false)
b1(v2: Bool):
    if v2 then return(10) else return(20)

graph switched(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then b1(7) else b1(9)
b1(v2: Signed):
    switch v2 { 7 => return(2), 8 => return(4), default => return(3) }
#=== output
graph threaded(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then return(10) else return(20)

graph switched(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then return(2) else return(3)
