# A report of something else than an access of None is kept: the fault would be reported as the wrong error.
# pass: nullchecks
# phase: exceptions
# prelude: yes
# run: other(null) => aborts missing_method

graph other(v0: Ptr(S)) -> Signed
b0(v0: Ptr(S)):
    v1: Bool = ptr_nonzero(v0)
    if v1 then b1(v0) else b2()
b1(v2: Ptr(S)):
    v3: Signed = getfield[S.x](v2)
    goto return(v3)
b2():
    v4: Void = abort[missing_method]()
    unreachable
#=== output
graph other(v0: Ptr(S)) -> Signed
b0(v0: Ptr(S)):
    v1: Bool = ptr_nonzero(v0)
    if v1 then b1(v0) else b3()
b1(v2: Ptr(S)):
    v3: Signed = getfield[S.x](v2)
    goto return(v3)
b3():
    v5: Void = abort[missing_method]()
    unreachable
