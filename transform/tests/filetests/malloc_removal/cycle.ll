# An object that holds itself, and two that hold each other: the reference is a use that no variable can replace.
# pass: malloc_removal
# prelude: yes
# run: itself(5) => 5
# run: two(5) => 5

graph itself(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Void = setfield[S.x](v1, v0)
    v3: Void = setfield[S.next](v1, v1)
    v4: Ptr(S) = getfield[S.next](v1)
    v5: Signed = getfield[S.x](v4)
    goto return(v5)

graph two(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Ptr(S) = malloc[S]()
    v3: Void = setfield[S.next](v1, v2)
    v4: Void = setfield[S.next](v2, v1)
    v5: Void = setfield[S.x](v1, v0)
    v6: Ptr(S) = getfield[S.next](v2)
    v7: Signed = getfield[S.x](v6)
    goto return(v7)
#=== output
graph itself(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Void = setfield[S.x](v1, v0)
    v3: Void = setfield[S.next](v1, v1)
    v4: Ptr(S) = getfield[S.next](v1)
    v5: Signed = getfield[S.x](v4)
    goto return(v5)

graph two(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Ptr(S) = malloc[S]()
    v3: Void = setfield[S.next](v1, v2)
    v4: Void = setfield[S.next](v2, v1)
    v5: Void = setfield[S.x](v1, v0)
    v6: Ptr(S) = getfield[S.next](v2)
    v7: Signed = getfield[S.x](v6)
    goto return(v7)
