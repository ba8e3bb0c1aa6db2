# A test whose other side raises, or does something before the report, stays: a handler, or that effect, would be lost.
# pass: nullchecks
# phase: exceptions
# prelude: yes
# run: raises(null) => raises mem_vt
# run: writes(null) => aborts none_dereference

graph raises(v0: Ptr(S)) -> Signed
b0(v0: Ptr(S)):
    v1: Bool = ptr_nonzero(v0)
    if v1 then b1(v0) else b2()
b1(v2: Ptr(S)):
    v3: Signed = getfield[S.x](v2)
    goto return(v3)
b2():
    v4: Void = exc_set(@mem_vt, @mem)
    goto return(0)

graph writes(v0: Ptr(S)) -> Signed
b0(v0: Ptr(S)):
    v1: Bool = ptr_nonzero(v0)
    if v1 then b1(v0) else b2()
b1(v2: Ptr(S)):
    v3: Signed = getfield[S.x](v2)
    goto return(v3)
b2():
    v4: Void = setfield[S.x](@prebuilt, 1)
    v5: Void = abort[none_dereference]()
    unreachable
#=== output
graph raises(v0: Ptr(S)) -> Signed
b0(v0: Ptr(S)):
    v1: Bool = ptr_nonzero(v0)
    if v1 then b1(v0) else b2()
b1(v2: Ptr(S)):
    v3: Signed = getfield[S.x](v2)
    goto return(v3)
b2():
    v4: Void = exc_set(@mem_vt, @mem)
    goto return(0)

graph writes(v0: Ptr(S)) -> Signed
b0(v0: Ptr(S)):
    v1: Bool = ptr_nonzero(v0)
    if v1 then b1(v0) else b3()
b1(v2: Ptr(S)):
    v3: Signed = getfield[S.x](v2)
    goto return(v3)
b3():
    v5: Void = setfield[S.x](@prebuilt, 1)
    v6: Void = abort[none_dereference]()
    unreachable
