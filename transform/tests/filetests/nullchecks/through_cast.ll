# The access may be made through a cast of the pointer, and behind operations without an effect.
# pass: nullchecks
# phase: exceptions
# prelude: yes
# after: cast(null, 3) => faults null pointer
# run: good() => 10

graph cast(v0: Ptr(object), v1: Signed) -> Signed
b0(v0: Ptr(object), v1: Signed):
    v2: Bool = ptr_nonzero(v0)
    if v2 then b1(v0, v1) else b2()
b1(v3: Ptr(object), v4: Signed):
    v5: Signed = int_mul(v4, 3)
    v6: Ptr(S) = cast_pointer(v3)
    v7: Signed = getfield[S.x](v6)
    v8: Signed = int_add(v7, v5)
    goto return(v8)
b2():
    v9: Void = abort[none_dereference]()
    unreachable

graph good() -> Signed
b0():
    v0: Signed = direct_call[cast](cast(@prebuilt, Ptr(object)), 1)
    goto return(v0)
#=== output
graph cast(v0: Ptr(object), v1: Signed) -> Signed
b0(v0: Ptr(object), v1: Signed):
    goto b1(v0, v1)
b1(v2: Ptr(object), v3: Signed):
    v4: Signed = int_mul(v3, 3)
    v5: Ptr(S) = cast_pointer(v2)
    v6: Signed = getfield[S.x](v5)
    v7: Signed = int_add(v6, v4)
    goto return(v7)

graph good() -> Signed
b0():
    v0: Signed = direct_call[cast](cast(@prebuilt, Ptr(object)), 1)
    goto return(v0)
