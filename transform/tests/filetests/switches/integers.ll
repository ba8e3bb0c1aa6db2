# Integers of both signs, a comparison with the constant on the left, `!=` with its sides swapped.
# pass: switches
# run: pick(-1) => 10
# run: pick(0) => 20
# run: pick(9223372036854775807) => 30
# run: pick(5) => 40

graph pick(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_eq(-1, v0)
    if v1 then return(10) else b1(v0)
b1(v2: Signed):
    v3: Bool = int_ne(v2, 0)
    if v3 then b2(v2) else return(20)
b2(v4: Signed):
    v5: Bool = int_eq(v4, 9223372036854775807)
    if v5 then return(30) else return(40)
#=== output
graph pick(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_eq(-1, v0)
    switch v0 { -1 => return(10), 0 => return(20), 9223372036854775807 => return(30), default => return(40) }
