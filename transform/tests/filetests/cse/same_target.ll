# Two ways of a branch or of a switch lead to one block: there nothing is known of the value that decided.
# pass: cse, simplify
# run: branch(3) => 1
# run: branch(-3) => 2
# run: cases(1) => 10
# run: cases(2) => 20
# run: cases(3) => 0
# run: with_default(1) => 10
# run: with_default(7) => 70

graph branch(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_lt(v0, 0)
    if v1 then b1(v0, v1) else b1(v0, v1)
b1(v2: Signed, v3: Bool):
    v4: Bool = int_lt(v2, 0)
    if v4 then b2(v3) else return(1)
b2(v5: Bool):
    if v5 then return(2) else return(3)

graph cases(v0: Signed) -> Signed
b0(v0: Signed):
    switch v0 { 1 => b1(v0), 2 => b1(v0), default => return(0) }
b1(v1: Signed):
    v2: Signed = int_mul(v1, 10)
    goto return(v2)

graph with_default(v0: Signed) -> Signed
b0(v0: Signed):
    switch v0 { 1 => b1(v0), 2 => return(0), default => b1(v0) }
b1(v1: Signed):
    v2: Signed = int_mul(v1, 10)
    goto return(v2)
#=== output
graph branch(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_lt(v0, 0)
    if v1 then return(2) else return(1)

graph cases(v0: Signed) -> Signed
b0(v0: Signed):
    switch v0 { 1 => b1(1), 2 => b1(2), default => return(0) }
b1(v1: Signed):
    v2: Signed = int_mul(v1, 10)
    goto return(v2)

graph with_default(v0: Signed) -> Signed
b0(v0: Signed):
    switch v0 { 1 => b1(1), 2 => return(0), default => b1(v0) }
b1(v1: Signed):
    v2: Signed = int_mul(v1, 10)
    goto return(v2)
