# One function per cycle tests the stack; functions outside of cycles do not.
# pass: stackcheck
# run: even(10) => 1
# after: guarded() => -5
# prelude: yes

graph even(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then b1(v0) else return(1)
b1(v2: Signed):
    v3: Signed = int_sub(v2, 1)
    v4: Signed = direct_call[odd](v3)
    goto return(v4)

graph odd(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then b1(v0) else return(0)
b1(v2: Signed):
    v3: Signed = int_sub(v2, 1)
    v4: Signed = direct_call[even](v3)
    goto return(v4)

graph endless(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[endless](v0)
    v2: Signed = direct_call[leaf](v1)
    goto return(v2)

graph leaf(v0: Signed) -> Signed
b0(v0: Signed):
    goto return(v0)

graph guarded() -> Signed
b0():
    v0: Signed = direct_call[endless](0)
    try { normal => return(v0), @rec_vt(v1: Ptr(vtable), v2: Ptr(object)) => return(-5) }
#=== output
graph even(v8: Signed) -> Signed
b4(v8: Signed):
    v9: Bool = stack_too_big()
    if v9 then raise(@rec_vt, @rec) else b0(v8)
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then b1(v0) else return(1)
b1(v2: Signed):
    v3: Signed = int_sub(v2, 1)
    v4: Signed = direct_call[odd](v3)
    goto return(v4)

graph odd(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then b1(v0) else return(0)
b1(v2: Signed):
    v3: Signed = int_sub(v2, 1)
    v4: Signed = direct_call[even](v3)
    goto return(v4)

graph endless(v6: Signed) -> Signed
b3(v6: Signed):
    v7: Bool = stack_too_big()
    if v7 then raise(@rec_vt, @rec) else b0(v6)
b0(v0: Signed):
    v1: Signed = direct_call[endless](v0)
    v2: Signed = direct_call[leaf](v1)
    goto return(v2)

graph leaf(v0: Signed) -> Signed
b0(v0: Signed):
    goto return(v0)

graph guarded() -> Signed
b0():
    v0: Signed = direct_call[endless](0)
    try { normal => return(v0), @rec_vt(v1: Ptr(vtable), v2: Ptr(object)) => return(-5) }
