# The start index of a copy of references is used twice (barrier and address), although the graph uses it once.
# phase: gc
# run: shift(3) => 1
object @a: GcArray(Ptr(GcArray(Signed))) = [null, @b, null, null, null, null]
object @b: GcArray(Signed) = [1]
graph shift(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add(v0, 1)
    v2: Signed = int_sub(v0, 2)
    v3: Void = copyitems[GcArray(Ptr(GcArray(Signed)))](@a, @a, v2, v1, 1)
    v4: Ptr(GcArray(Signed)) = getarrayitem[GcArray(Ptr(GcArray(Signed)))](@a, 4)
    v5: Signed = getarrayitem[GcArray(Signed)](v4, 0)
    goto return(v5)
