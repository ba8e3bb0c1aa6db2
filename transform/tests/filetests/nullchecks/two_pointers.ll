# Two tests in a row: each goes only if its own pointer is accessed in the block that follows.
# pass: nullchecks
# phase: exceptions
# prelude: yes
# run: two(null, null) => aborts none_dereference
# run: good() => 14

graph two(v0: Ptr(S), v1: Ptr(S)) -> Signed
b0(v0: Ptr(S), v1: Ptr(S)):
    v2: Bool = ptr_nonzero(v0)
    if v2 then b1(v0, v1) else b3()
b1(v3: Ptr(S), v4: Ptr(S)):
    v5: Bool = ptr_nonzero(v4)
    if v5 then b2(v3, v4) else b3()
b2(v6: Ptr(S), v7: Ptr(S)):
    v8: Signed = getfield[S.x](v6)
    v9: Signed = getfield[S.x](v7)
    v10: Signed = int_add(v8, v9)
    goto return(v10)
b3():
    v11: Void = abort[none_dereference]()
    unreachable

graph good() -> Signed
b0():
    v0: Signed = direct_call[two](@prebuilt, @prebuilt)
    goto return(v0)
#=== output
graph two(v0: Ptr(S), v1: Ptr(S)) -> Signed
b0(v0: Ptr(S), v1: Ptr(S)):
    v2: Bool = ptr_nonzero(v0)
    if v2 then b1(v0, v1) else b4()
b1(v3: Ptr(S), v4: Ptr(S)):
    goto b2(v3, v4)
b2(v5: Ptr(S), v6: Ptr(S)):
    v7: Signed = getfield[S.x](v5)
    v8: Signed = getfield[S.x](v6)
    v9: Signed = int_add(v7, v8)
    goto return(v9)
b4():
    v11: Void = abort[none_dereference]()
    unreachable

graph good() -> Signed
b0():
    v0: Signed = direct_call[two](@prebuilt, @prebuilt)
    goto return(v0)
