# A write into an object that was made before a safepoint needs a barrier, one into a fresh one does not. Prebuilt
# objects are always old.
# pass: gcroots
# phase: exceptions
# prelude: yes
# run: fresh() => 1
# run: old() => 1
# run: prebuilt() => 1

graph collect() -> Ptr(S)
b0():
    v0: Ptr(S) = malloc[S]()
    goto return(v0)

graph fresh() -> Signed
b0():
    v0: Ptr(S) = direct_call[collect]()
    v1: Ptr(S) = malloc[S]()
    v2: Void = setfield[S.next](v1, v0)
    goto return(1)

graph old() -> Signed
b0():
    v0: Ptr(S) = malloc[S]()
    v1: Ptr(S) = direct_call[collect]()
    v2: Void = setfield[S.next](v0, v1)
    v3: Void = setfield[S.x](v0, 1)
    v4: Void = setfield[S.next](v0, null(Ptr(S)))
    goto return(1)

graph prebuilt() -> Signed
b0():
    v0: Ptr(S) = direct_call[collect]()
    v1: Void = setfield[S.next](@prebuilt, v0)
    v2: Void = setfield[S.next](@prebuilt, null(Ptr(S)))
    goto return(1)
#=== output
graph collect() -> Ptr(S)
b0():
    v0: Ptr(S) = malloc[S]()
    goto return(v0)

graph fresh() -> Signed
b0():
    v0: Ptr(S) = direct_call[collect]()
    v1: Ptr(S) = malloc[S]()
    v2: Ptr(S) = gc_keep[0](v0)
    v3: Void = setfield[S.next](v1, v2)
    goto return(1)

graph old() -> Signed
b0():
    v0: Ptr(S) = malloc[S]()
    v1: Void = gc_spill[0](v0)
    v2: Ptr(S) = direct_call[collect]()
    v3: Ptr(S) = gc_reload[0]()
    v4: Void = write_barrier(v3)
    v5: Void = setfield[S.next](v3, v2)
    v6: Void = setfield[S.x](v3, 1)
    v7: Void = setfield[S.next](v3, null(Ptr(S)))
    goto return(1)

graph prebuilt() -> Signed
b0():
    v0: Ptr(S) = direct_call[collect]()
    v1: Void = write_barrier(@prebuilt)
    v2: Void = setfield[S.next](@prebuilt, v0)
    v3: Void = setfield[S.next](@prebuilt, null(Ptr(S)))
    goto return(1)
