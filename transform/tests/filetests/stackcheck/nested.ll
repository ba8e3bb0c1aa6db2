# A cycle inside of another: both are broken, and a handler in the middle sees the error.
# pass: stackcheck
# prelude: yes
# after: outer(1) => -7
# run: outer(0) => 0

graph outer(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then b1(v0) else return(0)
b1(v2: Signed):
    v3: Signed = direct_call[inner](v2)
    try { normal => return(v3), @rec_vt(v4: Ptr(vtable), v5: Ptr(object)) => return(-7) }

graph inner(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[inner](v0)
    v2: Signed = direct_call[outer](v1)
    goto return(v2)
#=== output
graph outer(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then b1(v0) else return(0)
b1(v2: Signed):
    v3: Signed = direct_call[inner](v2)
    try { normal => return(v3), @rec_vt(v4: Ptr(vtable), v5: Ptr(object)) => return(-7) }

graph inner(v6: Signed) -> Signed
b3(v6: Signed):
    v7: Bool = stack_too_big()
    if v7 then raise(@rec_vt, @rec) else b0(v6)
b0(v0: Signed):
    v1: Signed = direct_call[inner](v0)
    v2: Signed = direct_call[outer](v1)
    goto return(v2)
