# Blocks that hold nothing but a marker or a hint become empty, and go with simplification.
# pass: drop_jit, simplify
# run: main(3) => 3
# run: main(0) => 5
driver main greens(pc) reds(n)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then b1(v0) else b2(v0)
b1(v2: Signed):
    v3: Signed = hint[promote](v2)
    goto b3(v3)
b2(v4: Signed):
    v5: Void = jit_marker[loop_header, main]()
    goto b3(5)
b3(v6: Signed):
    goto return(v6)
#=== output
graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then return(v0) else return(5)
