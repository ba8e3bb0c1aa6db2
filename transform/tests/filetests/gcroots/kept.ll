# References stay in registers at allocations. They are spilled where a call is crossed, once; read back behind it, they
# stay in registers again. An allocation that more references cross than there are registers for counts as a call.
# pass: gcroots
# phase: exceptions
# prelude: yes
# run: then_call(3) => 3
# run: after_call(3) => 6
# run: cold_use(3) => 4
# run: many(1) => 46

graph f() -> Ptr(S)
b0():
    v0: Ptr(S) = malloc[S]()
    goto return(v0)

graph new(v0: Signed) -> Ptr(S)
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Void = setfield[S.x](v1, v0)
    goto return(v1)

graph then_call(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Void = setfield[S.x](v1, v0)
    v3: Ptr(S) = malloc[S]()
    v4: Ptr(S) = direct_call[f]()
    v5: Signed = getfield[S.x](v1)
    v6: Signed = getfield[S.x](v3)
    v7: Signed = int_add(v5, v6)
    goto return(v7)

graph after_call(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = direct_call[new](v0)
    v2: Ptr(S) = direct_call[f]()
    v3: Signed = getfield[S.x](v1)
    v4: Ptr(S) = malloc[S]()
    v5: Signed = getfield[S.x](v1)
    v6: Ptr(S) = malloc[S]()
    v7: Ptr(S) = direct_call[f]()
    v8: Void = setfield[S.next](v1, v6)
    v9: Signed = int_add(v3, v5)
    goto return(v9)

graph cold_use(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = direct_call[new](v0)
    v2: Ptr(S) = direct_call[f]()
    v3: Ptr(S) = malloc[S]()
    v4: Void = setfield[S.x](v3, 1)
    v5: Ptr(S) = direct_call[f]()
    v6: Signed = getfield[S.x](v1)
    v7: Signed = getfield[S.x](v3)
    v8: Signed = int_add(v6, v7)
    goto return(v8)

graph many(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = direct_call[new](1)
    v2: Ptr(S) = direct_call[new](2)
    v3: Ptr(S) = direct_call[new](3)
    v4: Ptr(S) = direct_call[new](4)
    v5: Ptr(S) = direct_call[new](5)
    v6: Ptr(S) = direct_call[new](6)
    v7: Ptr(S) = direct_call[new](7)
    v8: Ptr(S) = direct_call[new](8)
    v9: Ptr(S) = direct_call[new](9)
    v10: Ptr(S) = malloc[S]()
    v11: Void = setfield[S.x](v10, v0)
    v12: Signed = getfield[S.x](v1)
    v13: Signed = getfield[S.x](v2)
    v14: Signed = int_add(v12, v13)
    v15: Signed = getfield[S.x](v3)
    v16: Signed = int_add(v14, v15)
    v17: Signed = getfield[S.x](v4)
    v18: Signed = int_add(v16, v17)
    v19: Signed = getfield[S.x](v5)
    v20: Signed = int_add(v18, v19)
    v21: Signed = getfield[S.x](v6)
    v22: Signed = int_add(v20, v21)
    v23: Signed = getfield[S.x](v7)
    v24: Signed = int_add(v22, v23)
    v25: Signed = getfield[S.x](v8)
    v26: Signed = int_add(v24, v25)
    v27: Signed = getfield[S.x](v9)
    v28: Signed = int_add(v26, v27)
    v29: Signed = getfield[S.x](v10)
    v30: Signed = int_add(v28, v29)
    goto return(v30)
#=== output
graph f() -> Ptr(S)
b0():
    v0: Ptr(S) = malloc[S]()
    goto return(v0)

graph new(v0: Signed) -> Ptr(S)
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Void = setfield[S.x](v1, v0)
    goto return(v1)

graph then_call(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Void = setfield[S.x](v1, v0)
    v3: Ptr(S) = malloc[S]()
    v4: Ptr(S) = gc_keep[0](v1)
    v5: Void = gc_spill[0](v4)
    v6: Void = gc_spill[1](v3)
    v7: Ptr(S) = direct_call[f]()
    v8: Ptr(S) = gc_reload[0]()
    v9: Ptr(S) = gc_reload[1]()
    v10: Signed = getfield[S.x](v8)
    v11: Signed = getfield[S.x](v9)
    v12: Signed = int_add(v10, v11)
    goto return(v12)

graph after_call(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = direct_call[new](v0)
    v2: Void = gc_spill[0](v1)
    v3: Ptr(S) = direct_call[f]()
    v4: Ptr(S) = gc_reload[0]()
    v5: Signed = getfield[S.x](v4)
    v6: Ptr(S) = malloc[S]()
    v7: Ptr(S) = gc_keep[0](v4)
    v8: Signed = getfield[S.x](v7)
    v9: Ptr(S) = malloc[S]()
    v10: Void = gc_spill[1](v9)
    v11: Ptr(S) = direct_call[f]()
    v12: Ptr(S) = gc_reload[0]()
    v13: Ptr(S) = gc_reload[1]()
    v14: Void = write_barrier(v12)
    v15: Void = setfield[S.next](v12, v13)
    v16: Signed = int_add(v5, v8)
    goto return(v16)

graph cold_use(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = direct_call[new](v0)
    v2: Void = gc_spill[0](v1)
    v3: Ptr(S) = direct_call[f]()
    v4: Ptr(S) = malloc[S]()
    v5: Void = setfield[S.x](v4, 1)
    v6: Void = gc_spill[1](v4)
    v7: Ptr(S) = direct_call[f]()
    v8: Ptr(S) = gc_reload[0]()
    v9: Ptr(S) = gc_reload[1]()
    v10: Signed = getfield[S.x](v8)
    v11: Signed = getfield[S.x](v9)
    v12: Signed = int_add(v10, v11)
    goto return(v12)

graph many(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = direct_call[new](1)
    v2: Void = gc_spill[0](v1)
    v3: Ptr(S) = direct_call[new](2)
    v4: Void = gc_spill[1](v3)
    v5: Ptr(S) = direct_call[new](3)
    v6: Void = gc_spill[2](v5)
    v7: Ptr(S) = direct_call[new](4)
    v8: Void = gc_spill[3](v7)
    v9: Ptr(S) = direct_call[new](5)
    v10: Void = gc_spill[4](v9)
    v11: Ptr(S) = direct_call[new](6)
    v12: Void = gc_spill[5](v11)
    v13: Ptr(S) = direct_call[new](7)
    v14: Void = gc_spill[6](v13)
    v15: Ptr(S) = direct_call[new](8)
    v16: Void = gc_spill[7](v15)
    v17: Ptr(S) = direct_call[new](9)
    v18: Void = gc_spill[8](v17)
    v19: Ptr(S) = malloc[S]()
    v20: Ptr(S) = gc_reload[0]()
    v21: Ptr(S) = gc_reload[1]()
    v22: Ptr(S) = gc_reload[2]()
    v23: Ptr(S) = gc_reload[3]()
    v24: Ptr(S) = gc_reload[4]()
    v25: Ptr(S) = gc_reload[5]()
    v26: Ptr(S) = gc_reload[6]()
    v27: Ptr(S) = gc_reload[7]()
    v28: Ptr(S) = gc_reload[8]()
    v29: Void = setfield[S.x](v19, v0)
    v30: Signed = getfield[S.x](v20)
    v31: Signed = getfield[S.x](v21)
    v32: Signed = int_add(v30, v31)
    v33: Signed = getfield[S.x](v22)
    v34: Signed = int_add(v32, v33)
    v35: Signed = getfield[S.x](v23)
    v36: Signed = int_add(v34, v35)
    v37: Signed = getfield[S.x](v24)
    v38: Signed = int_add(v36, v37)
    v39: Signed = getfield[S.x](v25)
    v40: Signed = int_add(v38, v39)
    v41: Signed = getfield[S.x](v26)
    v42: Signed = int_add(v40, v41)
    v43: Signed = getfield[S.x](v27)
    v44: Signed = int_add(v42, v43)
    v45: Signed = getfield[S.x](v28)
    v46: Signed = int_add(v44, v45)
    v47: Signed = getfield[S.x](v19)
    v48: Signed = int_add(v46, v47)
    goto return(v48)
