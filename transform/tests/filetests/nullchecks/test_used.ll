# The result of the test is used elsewhere: the branch goes, the test stays.
# pass: nullchecks
# phase: exceptions
# prelude: yes
# after: both(null) => faults null pointer
# run: good() => 8

graph both(v0: Ptr(S)) -> Signed
b0(v0: Ptr(S)):
    v1: Bool = ptr_nonzero(v0)
    if v1 then b1(v0, v1) else b2()
b1(v2: Ptr(S), v3: Bool):
    v4: Signed = getfield[S.x](v2)
    v5: Signed = cast_bool_to_int(v3)
    v6: Signed = int_add(v4, v5)
    goto return(v6)
b2():
    v7: Void = abort[none_dereference]()
    unreachable

graph good() -> Signed
b0():
    v0: Signed = direct_call[both](@prebuilt)
    goto return(v0)
#=== output
graph both(v0: Ptr(S)) -> Signed
b0(v0: Ptr(S)):
    v1: Bool = ptr_nonzero(v0)
    goto b1(v0, v1)
b1(v2: Ptr(S), v3: Bool):
    v4: Signed = getfield[S.x](v2)
    v5: Signed = cast_bool_to_int(v3)
    v6: Signed = int_add(v4, v5)
    goto return(v6)

graph good() -> Signed
b0():
    v0: Signed = direct_call[both](@prebuilt)
    goto return(v0)
