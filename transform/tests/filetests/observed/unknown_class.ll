# The program does not know the exception: nobody can have a handler for it but for a base class, and the abort stays.
# pass: observed
# prelude: yes
# run: main(1) => 1
# run: main(0) => aborts zero_division

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
    try { normal => return(v1), @ov_vt(v2: Ptr(vtable), v3: Ptr(object)) => return(-1) }
#=== output
graph divide(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then return(v0) else b2()
b2():
    v3: Void = abort[zero_division]()
    unreachable

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[divide](v0)
    try { normal => return(v1), @ov_vt(v2: Ptr(vtable), v3: Ptr(object)) => return(-1) }
