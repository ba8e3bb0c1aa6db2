# A call in a loop that is marked as unlikely: the usual rounds have the reference in a register, the call reloads it.
# pass: gcroots
# phase: exceptions
# prelude: yes
# run: main(3) => 12
# run: main(0) => 0

graph collect() -> Ptr(S)
b0():
    v0: Ptr(S) = malloc[S]()
    goto return(v0)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Void = setfield[S.x](v1, 4)
    goto b1(v1, v0, 0)
b1(v3: Ptr(S), v4: Signed, v5: Signed):
    v6: Bool = int_is_true(v4)
    if v6 then b2(v3, v4, v5) else return(v5)
b2(v7: Ptr(S), v8: Signed, v9: Signed):
    v10: Bool = int_eq(v8, 2)
    v11: Bool = unlikely(v10)
    if v11 then b3(v7, v8, v9) else b4(v7, v8, v9)
b3(v12: Ptr(S), v13: Signed, v14: Signed):
    v15: Ptr(S) = direct_call[collect]()
    goto b4(v12, v13, v14)
b4(v16: Ptr(S), v17: Signed, v18: Signed):
    v19: Signed = getfield[S.x](v16)
    v20: Signed = int_add(v18, v19)
    v21: Signed = int_sub(v17, 1)
    goto b1(v16, v21, v20)
#=== output
graph collect() -> Ptr(S)
b0():
    v0: Ptr(S) = malloc[S]()
    goto return(v0)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Void = setfield[S.x](v1, 4)
    v3: Void = gc_spill[0](v1)
    goto b1(v1, v0, 0)
b1(v4: Ptr(S), v5: Signed, v6: Signed):
    v7: Bool = int_is_true(v5)
    if v7 then b2(v4, v5, v6) else return(v6)
b2(v8: Ptr(S), v9: Signed, v10: Signed):
    v11: Bool = int_eq(v9, 2)
    v12: Bool = unlikely(v11)
    if v12 then b3(v9, v10) else b4(v8, v9, v10)
b3(v13: Signed, v14: Signed):
    v15: Ptr(S) = direct_call[collect]()
    v16: Ptr(S) = gc_reload[0]()
    goto b4(v16, v13, v14)
b4(v17: Ptr(S), v18: Signed, v19: Signed):
    v20: Signed = getfield[S.x](v17)
    v21: Signed = int_add(v19, v20)
    v22: Signed = int_sub(v18, 1)
    goto b1(v17, v22, v21)
