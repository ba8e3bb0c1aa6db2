# A hint is its first argument: in operations, in the arguments of links, as what a switch looks at.
# pass: drop_jit
# run: hints(1) => 11
# run: hints(2) => 4
# run: hints(3) => 3

graph hints(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = hint[promote](v0)
    v2: Signed = int_add(v1, v1)
    switch v1 { 1 => b1(v1), 2 => return(v2), default => return(v1) }
b1(v3: Signed):
    v4: Signed = hint[variable](v3)
    v5: Signed = int_add(v4, 10)
    goto return(v5)
#=== output
graph hints(v0: Signed) -> Signed
b0(v0: Signed):
    v2: Signed = int_add(v0, v0)
    switch v0 { 1 => b1(v0), 2 => return(v2), default => return(v0) }
b1(v3: Signed):
    v5: Signed = int_add(v3, 10)
    goto return(v5)
