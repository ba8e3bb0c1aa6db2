# Markers go, the loop around them stays.
# pass: drop_jit
# run: loop(4) => 10
driver main greens(pc) reds(n)

graph loop(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(v0, 0)
b1(v1: Signed, v2: Signed):
    v3: Void = jit_marker[merge_point, main](0, v1)
    v4: Bool = int_is_true(v1)
    if v4 then b2(v1, v2) else return(v2)
b2(v5: Signed, v6: Signed):
    v7: Signed = int_add(v6, v5)
    v8: Signed = int_sub(v5, 1)
    v9: Void = jit_marker[can_enter_jit, main](0, v8)
    goto b1(v8, v7)
#=== output
graph loop(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(v0, 0)
b1(v1: Signed, v2: Signed):
    v4: Bool = int_is_true(v1)
    if v4 then b2(v1, v2) else return(v2)
b2(v5: Signed, v6: Signed):
    v7: Signed = int_add(v6, v5)
    v8: Signed = int_sub(v5, 1)
    goto b1(v8, v7)
