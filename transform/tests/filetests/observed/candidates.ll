# Through a call with known candidates only these are observed: another function of the type keeps its abort.
# pass: observed
# prelude: yes
# run: alone(1) => 1
# run: alone(-1) => aborts index_out_of_range
# after: main(-1) => -1
exception IndexError @ie_vt @ie
object @ie_vt: vtable = {8, 9}
object @ie: object = {@ie_vt}
object @table: Array(Ptr(Func((Signed) -> Signed))) = [&a, &b]

graph a(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_ge(v0, 0)
    if v1 then return(v0) else b1()
b1():
    v2: Void = abort[index_out_of_range]()
    unreachable

graph b(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_ge(v0, 0)
    if v1 then return(v0) else b1()
b1():
    v2: Void = abort[index_out_of_range]()
    unreachable

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(Func((Signed) -> Signed)) = getarrayitem[Array(Ptr(Func((Signed) -> Signed)))](@table, 0)
    v2: Signed = indirect_call[Func((Signed) -> Signed) | a](v1, v0)
    try { normal => return(v2), @ie_vt(v3: Ptr(vtable), v4: Ptr(object)) => return(-1) }

graph alone(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[b](v0)
    goto return(v1)
#=== output
graph a(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_ge(v0, 0)
    if v1 then return(v0) else b2()
b2():
    goto raise(@ie_vt, @ie)

graph b(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_ge(v0, 0)
    if v1 then return(v0) else b2()
b2():
    v3: Void = abort[index_out_of_range]()
    unreachable

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(Func((Signed) -> Signed)) = getarrayitem[Array(Ptr(Func((Signed) -> Signed)))](@table, 0)
    v2: Signed = indirect_call[Func((Signed) -> Signed) | a](v1, v0)
    try { normal => return(v2), @ie_vt(v3: Ptr(vtable), v4: Ptr(object)) => return(-1) }

graph alone(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[b](v0)
    goto return(v1)
