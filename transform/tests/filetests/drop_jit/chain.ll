# Hints on hints: the last is the first argument of the first. A hint of a constant is the constant.
# pass: drop_jit
# run: chain(5) => 12

graph chain(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = hint[promote](v0)
    v2: Signed = hint[variable](v1)
    v3: Signed = hint[concrete](v2)
    v4: Signed = hint[promote](7)
    v5: Signed = int_add(v3, v4)
    goto return(v5)
#=== output
graph chain(v0: Signed) -> Signed
b0(v0: Signed):
    v5: Signed = int_add(v0, 7)
    goto return(v5)
