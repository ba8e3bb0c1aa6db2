# A test for null goes where the pointer is accessed at once and the access stays; not where its result is unused,
# where something with an effect comes first, where nothing is accessed, or where the other side raises.
# pass: nullchecks
# phase: exceptions
# after: load(null) => faults null pointer
# after: store(null) => faults null pointer
# run: unused(null) => aborts none_dereference
# run: unread(null) => aborts none_dereference
# run: effect(null, null) => aborts none_dereference
struct object gc { typeptr: Signed }
struct S gc { super: object, x: Signed, next: Ptr(S) }

graph load(v0: Ptr(S)) -> Signed
b0(v0: Ptr(S)):
    v1: Bool = ptr_nonzero(v0)
    if v1 then b2(v0) else b1()
b1():
    v2: Void = abort[none_dereference]()
b2(v3: Ptr(S)):
    v4: Signed = getfield[S.x](v3)
    goto return(v4)

graph store(v0: Ptr(S)) -> Signed
b0(v0: Ptr(S)):
    v1: Bool = ptr_iszero(v0)
    if v1 then b1() else b2(v0)
b1():
    v2: Void = abort[none_dereference]()
b2(v3: Ptr(S)):
    v4: Void = setfield[S.x](v3, 1)
    goto return(1)

graph unused(v0: Ptr(S)) -> Signed
b0(v0: Ptr(S)):
    v1: Bool = ptr_nonzero(v0)
    if v1 then b2(v0) else b1()
b1():
    v2: Void = abort[none_dereference]()
b2(v3: Ptr(S)):
    v4: Signed = getfield[S.x](v3)
    goto return(3)

graph unread(v0: Ptr(S)) -> Signed
b0(v0: Ptr(S)):
    v1: Bool = ptr_nonzero(v0)
    if v1 then return(3) else b1()
b1():
    v2: Void = abort[none_dereference]()

graph effect(v0: Ptr(S), v1: Ptr(S)) -> Signed
b0(v0: Ptr(S), v1: Ptr(S)):
    v2: Bool = ptr_nonzero(v0)
    if v2 then b2(v0, v1) else b1()
b1():
    v3: Void = abort[none_dereference]()
b2(v4: Ptr(S), v5: Ptr(S)):
    v6: Void = setfield[S.x](v5, 1)
    v7: Signed = getfield[S.x](v4)
    goto return(v7)
#=== output
graph load(v0: Ptr(S)) -> Signed
b0(v0: Ptr(S)):
    goto b1(v0)
b1(v1: Ptr(S)):
    v2: Signed = getfield[S.x](v1)
    goto return(v2)

graph store(v0: Ptr(S)) -> Signed
b0(v0: Ptr(S)):
    goto b1(v0)
b1(v1: Ptr(S)):
    v2: Void = setfield[S.x](v1, 1)
    goto return(1)

graph unused(v0: Ptr(S)) -> Signed
b0(v0: Ptr(S)):
    v1: Bool = ptr_nonzero(v0)
    if v1 then b1(v0) else b3()
b1(v2: Ptr(S)):
    v3: Signed = getfield[S.x](v2)
    goto return(3)
b3():
    v5: Void = abort[none_dereference]()
    unreachable

graph unread(v0: Ptr(S)) -> Signed
b0(v0: Ptr(S)):
    v1: Bool = ptr_nonzero(v0)
    if v1 then return(3) else b2()
b2():
    v3: Void = abort[none_dereference]()
    unreachable

graph effect(v0: Ptr(S), v1: Ptr(S)) -> Signed
b0(v0: Ptr(S), v1: Ptr(S)):
    v2: Bool = ptr_nonzero(v0)
    if v2 then b1(v0, v1) else b3()
b1(v3: Ptr(S), v4: Ptr(S)):
    v5: Void = setfield[S.x](v4, 1)
    v6: Signed = getfield[S.x](v3)
    goto return(v6)
b3():
    v8: Void = abort[none_dereference]()
    unreachable
