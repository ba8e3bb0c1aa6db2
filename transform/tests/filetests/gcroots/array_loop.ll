# A loop that fills an array with new objects: the array and the object are live across the allocations.
# pass: gcroots
# phase: exceptions
# prelude: yes
# run: main(4) => 6

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(GcArray(Ptr(S))) = mallocvar[GcArray(Ptr(S))](v0)
    goto b1(v1, 0, v0)
b1(v2: Ptr(GcArray(Ptr(S))), v3: Signed, v4: Signed):
    v5: Bool = int_lt(v3, v4)
    if v5 then b2(v2, v3, v4) else b3(v2, 0, 0, v4)
b2(v6: Ptr(GcArray(Ptr(S))), v7: Signed, v8: Signed):
    v9: Ptr(S) = malloc[S]()
    v10: Void = setfield[S.x](v9, v7)
    v11: Void = setarrayitem[GcArray(Ptr(S))](v6, v7, v9)
    v12: Signed = int_add(v7, 1)
    goto b1(v6, v12, v8)
b3(v13: Ptr(GcArray(Ptr(S))), v14: Signed, v15: Signed, v16: Signed):
    v17: Bool = int_lt(v14, v16)
    if v17 then b4(v13, v14, v15, v16) else return(v15)
b4(v18: Ptr(GcArray(Ptr(S))), v19: Signed, v20: Signed, v21: Signed):
    v22: Ptr(S) = getarrayitem[GcArray(Ptr(S))](v18, v19)
    v23: Signed = getfield[S.x](v22)
    v24: Signed = int_add(v20, v23)
    v25: Signed = int_add(v19, 1)
    goto b3(v18, v25, v24, v21)
#=== output
graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(GcArray(Ptr(S))) = mallocvar[GcArray(Ptr(S))](v0)
    goto b1(v1, 0, v0)
b1(v2: Ptr(GcArray(Ptr(S))), v3: Signed, v4: Signed):
    v5: Bool = int_lt(v3, v4)
    if v5 then b2(v2, v3, v4) else b3(v2, 0, 0, v4)
b2(v6: Ptr(GcArray(Ptr(S))), v7: Signed, v8: Signed):
    v9: Ptr(S) = malloc[S]()
    v10: Ptr(GcArray(Ptr(S))) = gc_keep[0](v6)
    v11: Void = setfield[S.x](v9, v7)
    v12: Void = write_barrier_array(v10, v7)
    v13: Void = setarrayitem[GcArray(Ptr(S))](v10, v7, v9)
    v14: Signed = int_add(v7, 1)
    goto b1(v10, v14, v8)
b3(v15: Ptr(GcArray(Ptr(S))), v16: Signed, v17: Signed, v18: Signed):
    goto b4(v15, v16, v17, v18)
b4(v19: Ptr(GcArray(Ptr(S))), v20: Signed, v21: Signed, v22: Signed):
    v23: Bool = int_lt(v20, v22)
    if v23 then b5(v19, v20, v21, v22) else return(v21)
b5(v24: Ptr(GcArray(Ptr(S))), v25: Signed, v26: Signed, v27: Signed):
    v28: Ptr(S) = getarrayitem[GcArray(Ptr(S))](v24, v25)
    v29: Signed = getfield[S.x](v28)
    v30: Signed = int_add(v26, v29)
    v31: Signed = int_add(v25, 1)
    goto b4(v24, v31, v30, v27)
