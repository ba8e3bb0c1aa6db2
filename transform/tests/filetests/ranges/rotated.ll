# A loop whose test and bounds check ask the same: one of both goes. Where the sizes differ, both stay.
# pass: simplify, ranges, simplify, cse, simplify
# run: same(3) => 3
# run: other(3, 2) => aborts index_out_of_range
# run: other(2, 3) => 2

graph same(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](v0)
    v2: Signed = getarraysize[GcArray(Signed)](v1)
    goto b1(v2, 0)
b1(v3: Signed, v4: Signed):
    v5: Bool = int_lt(v4, v3)
    if v5 then b2(v3, v4) else return(v4)
b2(v6: Signed, v7: Signed):
    v8: Unsigned = cast_int_to_uint(v7)
    v9: Unsigned = cast_int_to_uint(v6)
    v10: Bool = uint_lt(v8, v9)
    if v10 then b3(v6, v7) else b4()
b3(v11: Signed, v12: Signed):
    v13: Signed = int_add(v12, 1)
    goto b1(v11, v13)
b4():
    v14: Void = abort[index_out_of_range]()
    unreachable

graph other(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](v1)
    v3: Signed = getarraysize[GcArray(Signed)](v2)
    goto b1(v0, v3, 0)
b1(v4: Signed, v5: Signed, v6: Signed):
    v7: Bool = int_lt(v6, v4)
    if v7 then b2(v4, v5, v6) else return(v6)
b2(v8: Signed, v9: Signed, v10: Signed):
    v11: Unsigned = cast_int_to_uint(v10)
    v12: Unsigned = cast_int_to_uint(v9)
    v13: Bool = uint_lt(v11, v12)
    if v13 then b3(v8, v9, v10) else b4()
b3(v14: Signed, v15: Signed, v16: Signed):
    v17: Signed = int_add(v16, 1)
    goto b1(v14, v15, v17)
b4():
    v18: Void = abort[index_out_of_range]()
    unreachable
#=== output
graph same(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](v0)
    v2: Signed = getarraysize[GcArray(Signed)](v1)
    goto b1(v2, 0)
b1(v3: Signed, v4: Signed):
    v5: Bool = int_lt(v4, v3)
    if v5 then b2(v3, v4) else return(v4)
b2(v6: Signed, v7: Signed):
    v8: Signed = int_add(v7, 1)
    goto b1(v6, v8)

graph other(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](v1)
    v3: Signed = getarraysize[GcArray(Signed)](v2)
    goto b1(v0, v3, 0)
b1(v4: Signed, v5: Signed, v6: Signed):
    v7: Bool = int_lt(v6, v4)
    if v7 then b2(v4, v5, v6) else return(v6)
b2(v8: Signed, v9: Signed, v10: Signed):
    v11: Bool = int_lt(v10, v9)
    if v11 then b3(v8, v9, v10) else b4()
b3(v12: Signed, v13: Signed, v14: Signed):
    v15: Signed = int_add(v14, 1)
    goto b1(v12, v13, v15)
b4():
    v16: Void = abort[index_out_of_range]()
    unreachable
