# A loop through a handler: the reference goes round over the exception link and over the normal one.
# pass: excstate, gcroots
# prelude: yes
# run: main(4) => 8

graph odd(v0: Signed) -> Ptr(S)
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Signed = int_and(v0, 1)
    v3: Bool = int_is_true(v2)
    if v3 then raise(@ov_vt, @ov) else return(v1)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Void = setfield[S.x](v1, 2)
    goto b1(v1, v0, 0)
b1(v3: Ptr(S), v4: Signed, v5: Signed):
    v6: Bool = int_is_true(v4)
    if v6 then b2(v3, v4, v5) else return(v5)
b2(v7: Ptr(S), v8: Signed, v9: Signed):
    v10: Ptr(S) = direct_call[odd](v8)
    try { normal => b3(v7, v8, v9), @ov_vt(v11: Ptr(vtable), v12: Ptr(object)) => b3(v7, v8, v9) }
b3(v13: Ptr(S), v14: Signed, v15: Signed):
    v16: Signed = getfield[S.x](v13)
    v17: Signed = int_add(v15, v16)
    v18: Signed = int_sub(v14, 1)
    goto b1(v13, v18, v17)
#=== output
graph odd(v0: Signed) -> Ptr(S)
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Signed = int_and(v0, 1)
    v3: Bool = int_is_true(v2)
    if v3 then b1() else return(v1)
b1():
    v4: Void = exc_set(@ov_vt, @ov)
    v5: Void = traceback_start(@ov_vt)
    goto return(null(Ptr(S)))

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Void = setfield[S.x](v1, 2)
    v3: Void = gc_spill[0](v1)
    goto b1(v0, 0)
b1(v4: Signed, v5: Signed):
    v6: Bool = int_is_true(v4)
    if v6 then b2(v4, v5) else return(v5)
b2(v7: Signed, v8: Signed):
    v9: Ptr(S) = direct_call[odd](v7)
    v10: Bool = exc_occurred()
    if v10 then b3(v7, v8) else b6(v7, v8)
b3(v11: Signed, v12: Signed):
    v13: Ptr(vtable) = exc_type()
    v14: Bool = ptr_eq(v13, @ov_vt)
    if v14 then b4(v11, v12) else b5()
b4(v15: Signed, v16: Signed):
    v17: Void = traceback_catch()
    v18: Void = exc_clear()
    goto b6(v15, v16)
b5():
    v19: Void = traceback_pass()
    goto return(0)
b6(v20: Signed, v21: Signed):
    v22: Ptr(S) = gc_reload[0]()
    v23: Signed = getfield[S.x](v22)
    v24: Signed = int_add(v21, v23)
    v25: Signed = int_sub(v20, 1)
    goto b1(v25, v24)
