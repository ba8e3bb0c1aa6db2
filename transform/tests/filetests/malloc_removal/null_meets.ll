# Null, or a prebuilt object, meets a fresh one: it is no member of a family that can go.
# pass: malloc_removal
# prelude: yes
# run: null(0) => -1
# run: null(1) => 3
# run: prebuilt(0) => 7
# run: prebuilt(1) => 3

graph null(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Void = setfield[S.x](v1, 3)
    v3: Bool = int_is_true(v0)
    if v3 then b1(v1) else b1(null(Ptr(S)))
b1(v4: Ptr(S)):
    v5: Bool = ptr_nonzero(v4)
    if v5 then b2(v4) else return(-1)
b2(v6: Ptr(S)):
    v7: Signed = getfield[S.x](v6)
    goto return(v7)

graph prebuilt(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Void = setfield[S.x](v1, 3)
    v3: Bool = int_is_true(v0)
    if v3 then b1(v1) else b1(@prebuilt)
b1(v4: Ptr(S)):
    v5: Signed = getfield[S.x](v4)
    goto return(v5)
#=== output
graph null(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Void = setfield[S.x](v1, 3)
    v3: Bool = int_is_true(v0)
    if v3 then b1(v1) else b1(null(Ptr(S)))
b1(v4: Ptr(S)):
    v5: Bool = ptr_nonzero(v4)
    if v5 then b2(v4) else return(-1)
b2(v6: Ptr(S)):
    v7: Signed = getfield[S.x](v6)
    goto return(v7)

graph prebuilt(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Void = setfield[S.x](v1, 3)
    v3: Bool = int_is_true(v0)
    if v3 then b1(v1) else b1(@prebuilt)
b1(v4: Ptr(S)):
    v5: Signed = getfield[S.x](v4)
    goto return(v5)
