# A handler of a base class sees it; the instance is of the class that the abort stands for.
# pass: observed
# prelude: yes
# run: main(1) => 1
# after: main(0) => 8
exception ZeroDivisionError @zd_vt @zd
object @zd_vt: vtable = {8, 9}
object @zd: object = {@zd_vt}

graph divide(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then return(v0) else b1()
b1():
    v2: Void = abort[zero_division]()
    unreachable

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[divide](v0)
    try { normal => return(v1), @exc_vt(v2: Ptr(vtable), v3: Ptr(object)) => b1(v2) }
b1(v4: Ptr(vtable)):
    v5: Signed = getfield[vtable.min](v4)
    goto return(v5)
#=== output
graph divide(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then return(v0) else b2()
b2():
    goto raise(@zd_vt, @zd)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[divide](v0)
    try { normal => return(v1), @exc_vt(v2: Ptr(vtable), v3: Ptr(object)) => b1(v2) }
b1(v4: Ptr(vtable)):
    v5: Signed = getfield[vtable.min](v4)
    goto return(v5)
