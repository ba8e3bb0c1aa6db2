# Something is live behind the merge point that is neither green nor red.
struct vtable vtable { min: Signed, max: Signed }
struct object gc { typeptr: Ptr(vtable) immutable }
known vtable vtable
known object object
driver main greens(pc) reds(acc)

graph loop(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(0, 1, v0)
b1(v1: Signed, v2: Signed, v3: Signed):
    v4: Void = jit_marker[merge_point, main](v1, v2)
    v5: Bool = int_lt(v1, v3)
    v6: Signed = int_add(v1, 1)
    v7: Signed = int_add(v2, v1)
    if v5 then b1(v6, v7, v3) else return(v7)
#=== output
error[E0701]: a value is used behind the merge point, but is neither green nor red there
 |
 = note: it is a parameter of the function
 = help: add a value to the greens or reds of the driver and to the arguments of jit_merge_point()
