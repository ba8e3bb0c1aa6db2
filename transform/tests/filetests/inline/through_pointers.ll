# Functions that reach each other through function pointers alone, as the nodes of a tree do, are taken into each other;
# what is called through the pointer stays a call.
# pass: inline
# run: node(5) => 15

graph rest(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_sub(v0, 1)
    v2: Signed = indirect_call[Func((Signed) -> Signed) | node](&node, v1)
    v3: Signed = int_add(v2, v0)
    goto return(v3)

graph node(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then b1(v0) else return(0)
b1(v2: Signed):
    v3: Signed = direct_call[rest](v2)
    goto return(v3)
#=== output
graph rest(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_sub(v0, 1)
    v2: Signed = indirect_call[Func((Signed) -> Signed) | node](&node, v1)
    v3: Signed = int_add(v2, v0)
    goto return(v3)

graph node(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then b1(v0) else return(0)
b1(v2: Signed):
    v3: Signed = int_sub(v2, 1)
    v4: Signed = indirect_call[Func((Signed) -> Signed) | node](&node, v3)
    v5: Signed = int_add(v4, v2)
    goto return(v5)
