# A reference that is used behind a call that raises is reloaded on both ways.
# pass: excstate, gcroots
# prelude: yes
# run: main(0) => 5
# run: main(1) => 6

graph make(v0: Signed) -> Ptr(S)
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Bool = int_is_true(v0)
    if v2 then return(v1) else raise(@ov_vt, @ov)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Void = setfield[S.x](v1, 5)
    v3: Ptr(S) = direct_call[make](v0)
    try { normal => b1(v1), @ov_vt(v4: Ptr(vtable), v5: Ptr(object)) => b2(v1) }
b1(v6: Ptr(S)):
    v7: Signed = getfield[S.x](v6)
    v8: Signed = int_add(v7, 1)
    goto return(v8)
b2(v9: Ptr(S)):
    v10: Signed = getfield[S.x](v9)
    goto return(v10)
#=== output
graph make(v0: Signed) -> Ptr(S)
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Bool = int_is_true(v0)
    if v2 then return(v1) else b1()
b1():
    v3: Void = exc_set(@ov_vt, @ov)
    v4: Void = traceback_start(@ov_vt)
    goto return(null(Ptr(S)))

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Void = setfield[S.x](v1, 5)
    v3: Void = gc_spill[0](v1)
    v4: Ptr(S) = direct_call[make](v0)
    v5: Ptr(S) = gc_reload[0]()
    v6: Bool = exc_occurred()
    if v6 then b1(v5) else b5(v5)
b1(v7: Ptr(S)):
    v8: Ptr(vtable) = exc_type()
    v9: Bool = ptr_eq(v8, @ov_vt)
    if v9 then b2(v7) else b4()
b2(v10: Ptr(S)):
    v11: Void = traceback_catch()
    v12: Void = exc_clear()
    goto b3(v10)
b3(v13: Ptr(S)):
    v14: Signed = getfield[S.x](v13)
    goto return(v14)
b4():
    v15: Void = traceback_pass()
    goto return(0)
b5(v16: Ptr(S)):
    v17: Signed = getfield[S.x](v16)
    v18: Signed = int_add(v17, 1)
    goto return(v18)
