# Spilled once before the first safepoint, reloaded where used next; barriers only for what may be old.
# phase: exceptions
# pass: gcroots
# run: two(5) => 10
# run: fresh(1) => 0
# run: loop(4) => 28
# run: chain(5) => 15
# run: branch(1) => 3
# run: branch(0) => 3
# run: swap(3) => 21
# run: arrays(3) => 3
# prelude: yes

graph f() -> Ptr(S)
b0():
    v0: Ptr(S) = malloc[S]()
    goto return(v0)

graph two(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Void = setfield[S.x](v1, v0)
    v3: Ptr(S) = direct_call[f]()
    v4: Ptr(S) = direct_call[f]()
    v5: Void = setfield[S.next](v1, v4)
    v6: Signed = getfield[S.x](v1)
    v7: Ptr(S) = direct_call[f]()
    v8: Signed = getfield[S.x](v1)
    v9: Signed = int_add(v6, v8)
    goto return(v9)

graph fresh(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Ptr(S) = malloc[S]()
    v3: Void = setfield[S.next](v2, v1)
    v4: Void = setfield[S.next](v1, v2)
    v5: Void = setfield[S.next](v1, v1)
    v6: Void = setfield[S.next](v1, @prebuilt)
    goto b1(v2, v1)
b1(v7: Ptr(S), v8: Ptr(S)):
    v9: Void = setfield[S.next](v7, v8)
    v10: Void = setfield[S.next](@prebuilt, v8)
    v11: Signed = getfield[S.x](v8)
    goto return(v11)

graph loop(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Void = setfield[S.x](v1, 7)
    goto b1(v1, v0, 0)
b1(v3: Ptr(S), v4: Signed, v5: Signed):
    v6: Bool = int_is_true(v4)
    if v6 then b2(v3, v4, v5) else return(v5)
b2(v7: Ptr(S), v8: Signed, v9: Signed):
    v10: Ptr(S) = direct_call[f]()
    v11: Signed = getfield[S.x](v7)
    v12: Signed = int_add(v9, v11)
    v13: Signed = int_sub(v8, 1)
    goto b1(v7, v13, v12)

graph chain(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Void = setfield[S.x](v1, v0)
    v3: Ptr(S) = direct_call[f]()
    goto b1(v1, v0)
b1(v4: Ptr(S), v5: Signed):
    v6: Ptr(S) = direct_call[f]()
    v7: Bool = int_is_true(v5)
    if v7 then b2(v4) else return(0)
b2(v8: Ptr(S)):
    v9: Ptr(S) = direct_call[f]()
    goto b3(v8)
b3(v10: Ptr(S)):
    v11: Signed = getfield[S.x](v10)
    v12: Ptr(S) = direct_call[f]()
    v13: Signed = getfield[S.x](v10)
    v14: Signed = int_add(v11, v13)
    v15: Signed = int_add(v14, v13)
    goto return(v15)

graph branch(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Void = setfield[S.x](v1, 3)
    v3: Bool = int_is_true(v0)
    if v3 then b1(v1) else b2(v1)
b1(v4: Ptr(S)):
    v5: Ptr(S) = direct_call[f]()
    goto b2(v4)
b2(v6: Ptr(S)):
    v7: Signed = getfield[S.x](v6)
    goto return(v7)

graph swap(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Void = setfield[S.x](v1, 1)
    v3: Ptr(S) = malloc[S]()
    v4: Void = setfield[S.x](v3, 2)
    goto b1(v1, v3, v0)
b1(v5: Ptr(S), v6: Ptr(S), v7: Signed):
    v8: Ptr(S) = direct_call[f]()
    v9: Bool = int_is_true(v7)
    if v9 then b2(v5, v6, v7) else b3(v5, v6)
b2(v10: Ptr(S), v11: Ptr(S), v12: Signed):
    v13: Signed = int_sub(v12, 1)
    goto b1(v11, v10, v13)
b3(v14: Ptr(S), v15: Ptr(S)):
    v16: Signed = getfield[S.x](v14)
    v17: Signed = int_mul(v16, 10)
    v18: Signed = getfield[S.x](v15)
    v19: Signed = int_add(v17, v18)
    goto return(v19)

graph arrays(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(GcArray(Ptr(S))) = mallocvar[GcArray(Ptr(S))](v0)
    v2: Ptr(S) = malloc[S]()
    v3: Void = setarrayitem[GcArray(Ptr(S))](v1, 0, v2)
    v4: Void = copyitems[GcArray(Ptr(S))](v1, v1, 0, 2, 1)
    v5: Void = setarrayitem[GcArray(Ptr(S))](v1, 1, null(Ptr(S)))
    v6: Signed = getarraysize[GcArray(Ptr(S))](v1)
    v7: Ptr(S) = getarrayitem[GcArray(Ptr(S))](v1, 2)
    v8: Signed = getfield[S.x](v7)
    v9: Signed = int_add(v6, v8)
    goto return(v9)
#=== output
graph f() -> Ptr(S)
b0():
    v0: Ptr(S) = malloc[S]()
    goto return(v0)

graph two(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Void = setfield[S.x](v1, v0)
    v3: Void = gc_spill[0](v1)
    v4: Ptr(S) = direct_call[f]()
    v5: Ptr(S) = direct_call[f]()
    v6: Ptr(S) = gc_reload[0]()
    v7: Void = write_barrier(v6)
    v8: Void = setfield[S.next](v6, v5)
    v9: Signed = getfield[S.x](v6)
    v10: Ptr(S) = direct_call[f]()
    v11: Ptr(S) = gc_reload[0]()
    v12: Signed = getfield[S.x](v11)
    v13: Signed = int_add(v9, v12)
    goto return(v13)

graph fresh(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Ptr(S) = malloc[S]()
    v3: Ptr(S) = gc_keep[0](v1)
    v4: Void = setfield[S.next](v2, v3)
    v5: Void = write_barrier(v3)
    v6: Void = setfield[S.next](v3, v2)
    v7: Void = setfield[S.next](v3, v3)
    v8: Void = setfield[S.next](v3, @prebuilt)
    goto b1(v2, v3)
b1(v9: Ptr(S), v10: Ptr(S)):
    v11: Void = setfield[S.next](v9, v10)
    v12: Void = write_barrier(@prebuilt)
    v13: Void = setfield[S.next](@prebuilt, v10)
    v14: Signed = getfield[S.x](v10)
    goto return(v14)

graph loop(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Void = setfield[S.x](v1, 7)
    v3: Void = gc_spill[0](v1)
    goto b1(v0, 0)
b1(v4: Signed, v5: Signed):
    v6: Bool = int_is_true(v4)
    if v6 then b2(v4, v5) else return(v5)
b2(v7: Signed, v8: Signed):
    v9: Ptr(S) = direct_call[f]()
    v10: Ptr(S) = gc_reload[0]()
    v11: Signed = getfield[S.x](v10)
    v12: Signed = int_add(v8, v11)
    v13: Signed = int_sub(v7, 1)
    goto b1(v13, v12)

graph chain(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Void = setfield[S.x](v1, v0)
    v3: Void = gc_spill[0](v1)
    v4: Ptr(S) = direct_call[f]()
    goto b1(v0)
b1(v5: Signed):
    v6: Ptr(S) = direct_call[f]()
    v7: Bool = int_is_true(v5)
    if v7 then b2() else return(0)
b2():
    v8: Ptr(S) = direct_call[f]()
    goto b3()
b3():
    v9: Ptr(S) = gc_reload[0]()
    v10: Signed = getfield[S.x](v9)
    v11: Ptr(S) = direct_call[f]()
    v12: Ptr(S) = gc_reload[0]()
    v13: Signed = getfield[S.x](v12)
    v14: Signed = int_add(v10, v13)
    v15: Signed = int_add(v14, v13)
    goto return(v15)

graph branch(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Void = setfield[S.x](v1, 3)
    v3: Bool = int_is_true(v0)
    if v3 then b1(v1) else b2(v1)
b1(v4: Ptr(S)):
    v5: Void = gc_spill[0](v4)
    v6: Ptr(S) = direct_call[f]()
    v7: Ptr(S) = gc_reload[0]()
    goto b2(v7)
b2(v8: Ptr(S)):
    v9: Signed = getfield[S.x](v8)
    goto return(v9)

graph swap(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Void = setfield[S.x](v1, 1)
    v3: Ptr(S) = malloc[S]()
    v4: Ptr(S) = gc_keep[1](v1)
    v5: Void = setfield[S.x](v3, 2)
    goto b1(v4, v3, v0)
b1(v6: Ptr(S), v7: Ptr(S), v8: Signed):
    v9: Void = gc_spill[1](v6)
    v10: Void = gc_spill[0](v7)
    v11: Ptr(S) = direct_call[f]()
    v12: Ptr(S) = gc_reload[1]()
    v13: Ptr(S) = gc_reload[0]()
    v14: Bool = int_is_true(v8)
    if v14 then b2(v12, v13, v8) else b3(v12, v13)
b2(v15: Ptr(S), v16: Ptr(S), v17: Signed):
    v18: Signed = int_sub(v17, 1)
    goto b1(v16, v15, v18)
b3(v19: Ptr(S), v20: Ptr(S)):
    v21: Signed = getfield[S.x](v19)
    v22: Signed = int_mul(v21, 10)
    v23: Signed = getfield[S.x](v20)
    v24: Signed = int_add(v22, v23)
    goto return(v24)

graph arrays(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(GcArray(Ptr(S))) = mallocvar[GcArray(Ptr(S))](v0)
    v2: Ptr(S) = malloc[S]()
    v3: Ptr(GcArray(Ptr(S))) = gc_keep[0](v1)
    v4: Void = write_barrier_array(v3, 0)
    v5: Void = setarrayitem[GcArray(Ptr(S))](v3, 0, v2)
    v6: Void = write_barrier(v3)
    v7: Void = copyitems[GcArray(Ptr(S))](v3, v3, 0, 2, 1)
    v8: Void = setarrayitem[GcArray(Ptr(S))](v3, 1, null(Ptr(S)))
    v9: Signed = getarraysize[GcArray(Ptr(S))](v3)
    v10: Ptr(S) = getarrayitem[GcArray(Ptr(S))](v3, 2)
    v11: Signed = getfield[S.x](v10)
    v12: Signed = int_add(v9, v11)
    goto return(v12)
