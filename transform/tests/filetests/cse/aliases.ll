# A store through one pointer may change what another one reads: the field is loaded again. A store to another field,
# or an item of an array, changes nothing.
# pass: cse
# prelude: yes
# run: same() => 9
# run: other_field() => 14

graph same() -> Signed
b0():
    v0: Signed = direct_call[both](@prebuilt, @prebuilt)
    v1: Void = setfield[S.x](@prebuilt, 7)
    goto return(v0)

graph both(v0: Ptr(S), v1: Ptr(S)) -> Signed
b0(v0: Ptr(S), v1: Ptr(S)):
    v2: Signed = getfield[S.x](v0)
    v3: Void = setfield[S.x](v1, 2)
    v4: Signed = getfield[S.x](v0)
    v5: Signed = int_add(v2, v4)
    goto return(v5)

graph other_field() -> Signed
b0():
    v0: Signed = getfield[S.x](@prebuilt)
    v1: Void = setfield[S.next](@prebuilt, null(Ptr(S)))
    v2: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](1)
    v3: Void = setarrayitem[GcArray(Signed)](v2, 0, 5)
    v4: Signed = getfield[S.x](@prebuilt)
    v5: Signed = int_add(v0, v4)
    goto return(v5)
#=== output
graph same() -> Signed
b0():
    v0: Signed = direct_call[both](@prebuilt, @prebuilt)
    v1: Void = setfield[S.x](@prebuilt, 7)
    goto return(v0)

graph both(v0: Ptr(S), v1: Ptr(S)) -> Signed
b0(v0: Ptr(S), v1: Ptr(S)):
    v2: Signed = getfield[S.x](v0)
    v3: Void = setfield[S.x](v1, 2)
    v4: Signed = getfield[S.x](v0)
    v5: Signed = int_add(v2, v4)
    goto return(v5)

graph other_field() -> Signed
b0():
    v0: Signed = getfield[S.x](@prebuilt)
    v1: Void = setfield[S.next](@prebuilt, null(Ptr(S)))
    v2: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](1)
    v3: Void = setarrayitem[GcArray(Signed)](v2, 0, 5)
    v5: Signed = int_add(v0, v0)
    goto return(v5)
