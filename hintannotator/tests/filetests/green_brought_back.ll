# The loop alone brings a green back: the note about its promotion names the value that comes around.
struct vtable vtable { min: Signed, max: Signed }
struct object gc { typeptr: Ptr(vtable) immutable }
known vtable vtable
known object object
driver main greens(a) reds(b)

graph loop(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Void = jit_marker[merge_point, main](v0, v1)
    v3: Bool = int_lt(v1, 100)
    v4: Signed = int_add(v1, v0)
    if v3 then b0(v4, v4) else return(v1)
#=== output
portal loop driver main copy0 b5 greens(a: Signed) reds(b: Signed)

copy0 loop(red, red) -> red
graph loop(v12: red Signed, v13: red Signed) -> red Signed
b4(v12: red Signed, v13: red Signed):
    goto b0(v12, v13, 0)
b0(v0: red Signed, v1: red Signed, v17: green Signed):
    v14: green Signed = hint[promote](v0, v17)
    goto b5(v14, v1)
b5(v15: green Signed, v16: red Signed):
    v2: Void = jit_marker[merge_point, main](v15, v16)
    goto b3(v15, v16)
b3(v10: green Signed, v11: red Signed):
    v3: red Bool = int_lt(v11, 100)
    v4: red Signed = int_add(v11, v10)
    if v3 then b0(v4, v4, v10) else return(v11)
warning[W0710]: the green `a` is not always known to the JIT: a value that is not is promoted where it enters
 |
 = note: it is computed here
 = note: a value is red at this merge point
 = help: make a value a green of the driver, or promote what is needed of it
