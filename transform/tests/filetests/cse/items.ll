# A stored item is known until the next store into an array of the type, at whatever place.
# pass: cse, simplify
# run: known() => 30
# run: unknown(0) => 25
# run: unknown(1) => 30

graph known() -> Signed
b0():
    v0: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](2)
    v1: Void = setarrayitem[GcArray(Signed)](v0, 0, 10)
    v2: Void = setarrayitem[GcArray(Signed)](v0, 1, 20)
    v3: Signed = getarrayitem[GcArray(Signed)](v0, 0)
    v4: Signed = getarrayitem[GcArray(Signed)](v0, 1)
    v5: Signed = int_add(v3, v4)
    goto return(v5)

graph unknown(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](2)
    v2: Void = setarrayitem[GcArray(Signed)](v1, 0, 10)
    v3: Void = setarrayitem[GcArray(Signed)](v1, 1, 20)
    v4: Void = setarrayitem[GcArray(Signed)](v1, v0, 5)
    v5: Void = setarrayitem[GcArray(Signed)](v1, 1, 20)
    v6: Signed = getarrayitem[GcArray(Signed)](v1, 0)
    v7: Signed = getarrayitem[GcArray(Signed)](v1, 1)
    v8: Signed = int_add(v6, v7)
    goto return(v8)
#=== output
graph known() -> Signed
b0():
    v0: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](2)
    v1: Void = setarrayitem[GcArray(Signed)](v0, 0, 10)
    v2: Void = setarrayitem[GcArray(Signed)](v0, 1, 20)
    v3: Signed = getarrayitem[GcArray(Signed)](v0, 0)
    v5: Signed = int_add(v3, 20)
    goto return(v5)

graph unknown(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](2)
    v2: Void = setarrayitem[GcArray(Signed)](v1, 0, 10)
    v3: Void = setarrayitem[GcArray(Signed)](v1, 1, 20)
    v4: Void = setarrayitem[GcArray(Signed)](v1, v0, 5)
    v5: Void = setarrayitem[GcArray(Signed)](v1, 1, 20)
    v6: Signed = getarrayitem[GcArray(Signed)](v1, 0)
    v8: Signed = int_add(v6, 20)
    goto return(v8)
