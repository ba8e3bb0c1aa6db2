# Without an entry nothing is known to be unreachable: all stays.
# pass: prune
# run: main(1) => 2

graph unused(v0: Signed) -> Signed
b0(v0: Signed):
    goto return(v0)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add(v0, 1)
    goto return(v1)
#=== output
graph unused(v0: Signed) -> Signed
b0(v0: Signed):
    goto return(v0)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add(v0, 1)
    goto return(v1)
