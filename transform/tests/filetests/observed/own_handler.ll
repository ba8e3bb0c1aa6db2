# A handler in the function itself does not see its aborts: they stand outside of its calls.
# pass: observed
# prelude: yes
# run: main(1) => 1
# run: main(-1) => aborts index_out_of_range
exception IndexError @ie_vt @ie
object @ie_vt: vtable = {8, 9}
object @ie: object = {@ie_vt}

graph get(v0: Signed) -> Signed
b0(v0: Signed):
    goto return(v0)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_ge(v0, 0)
    if v1 then b1(v0) else b2()
b1(v2: Signed):
    v3: Signed = direct_call[get](v2)
    try { normal => return(v3), @ie_vt(v4: Ptr(vtable), v5: Ptr(object)) => return(-1) }
b2():
    v6: Void = abort[index_out_of_range]()
    unreachable
#=== output
graph get(v0: Signed) -> Signed
b0(v0: Signed):
    goto return(v0)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_ge(v0, 0)
    if v1 then b1(v0) else b3()
b1(v2: Signed):
    v3: Signed = direct_call[get](v2)
    try { normal => return(v3), @ie_vt(v4: Ptr(vtable), v5: Ptr(object)) => return(-1) }
b3():
    v7: Void = abort[index_out_of_range]()
    unreachable
