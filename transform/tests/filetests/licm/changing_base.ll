# The pointer changes on one of two back edges: its size is no invariant. Of a pointer that goes round unchanged it is.
# pass: licm
# run: main(2) => 5

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](1)
    v2: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](v0)
    goto b1(v1, v2, v0, 0)
b1(v3: Ptr(GcArray(Signed)), v4: Ptr(GcArray(Signed)), v5: Signed, v6: Signed):
    v7: Signed = getarraysize[GcArray(Signed)](v3)
    v8: Signed = getarraysize[GcArray(Signed)](v4)
    v9: Bool = int_is_true(v5)
    if v9 then b2(v3, v4, v5, v6, v7) else b4(v6, v8)
b2(v10: Ptr(GcArray(Signed)), v11: Ptr(GcArray(Signed)), v12: Signed, v13: Signed, v14: Signed):
    v15: Signed = int_sub(v12, 1)
    v16: Signed = int_add(v13, v14)
    v17: Bool = int_eq(v15, 1)
    if v17 then b1(v11, v11, v15, v16) else b1(v10, v11, v15, v16)
b4(v18: Signed, v19: Signed):
    v20: Signed = int_add(v18, v19)
    goto return(v20)
#=== output
graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](1)
    v2: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](v0)
    v26: Signed = getarraysize[GcArray(Signed)](v2)
    goto b1(v1, v2, v0, 0, v26)
b1(v3: Ptr(GcArray(Signed)), v4: Ptr(GcArray(Signed)), v5: Signed, v6: Signed, v24: Signed):
    v7: Signed = getarraysize[GcArray(Signed)](v3)
    v9: Bool = int_is_true(v5)
    if v9 then b2(v3, v4, v5, v6, v7, v24) else b3(v6, v24)
b2(v10: Ptr(GcArray(Signed)), v11: Ptr(GcArray(Signed)), v12: Signed, v13: Signed, v14: Signed, v25: Signed):
    v15: Signed = int_sub(v12, 1)
    v16: Signed = int_add(v13, v14)
    v17: Bool = int_eq(v15, 1)
    if v17 then b1(v11, v11, v15, v16, v25) else b1(v10, v11, v15, v16, v25)
b3(v18: Signed, v19: Signed):
    v20: Signed = int_add(v18, v19)
    goto return(v20)
