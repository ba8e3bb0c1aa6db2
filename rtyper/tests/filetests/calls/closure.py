# A function of a table: prebuilt pointers, indirect call.
# entry: f(nonneg)
# run: f(0) => 1
# run: f(1) => 2
# show: f
def a(n): return n + 1
def b(n): return n * 2
TABLE = [a, b]

def f(n):
    return TABLE[n](n)

#| graph closure.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Signed = getarraysize[GcImmutableArray(Ptr(Func((Signed) -> Signed)))](@list)
#|     v3: Unsigned = cast_int_to_uint(v1)
#|     v4: Unsigned = cast_int_to_uint(v2)
#|     v5: Bool = uint_lt(v3, v4)
#|     if v5 then b2(v1) else b4()
#| b2(v6: Signed):
#|     v7: Ptr(Func((Signed) -> Signed)) = getarrayitem[GcImmutableArray(Ptr(Func((Signed) -> Signed)))](@list, v6)
#|     v8: Signed = indirect_call[Func((Signed) -> Signed) | closure.a, closure.b](v7, v6)
#|     goto return(v8)
#| b4():
#|     v10: Void = abort[index_out_of_range]()
#|     unreachable
