# A list of equal items; its length is tested.
# entry: f(int)
# run: f(3) => 3
# run: f(-3) => 0
def f(n):
    l = [0] * n
    return len(l)

#| graph multiply.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Signed = int_force_ge_zero(v1)
#|     v3: Ptr(GcImmutableArray(Signed)) = mallocvar[GcImmutableArray(Signed)](v2)
#|     v4: Bool = ptr_nonzero(v3)
#|     if v4 then b2(v3) else b4()
#| b2(v5: Ptr(GcImmutableArray(Signed))):
#|     v6: Signed = getarraysize[GcImmutableArray(Signed)](v5)
#|     goto return(v6)
#| b4():
#|     v8: Void = abort[none_operand]()
#|     unreachable
