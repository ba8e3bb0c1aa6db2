# A handler inside of a loop that goes on: the back edge leaves the handler, the state is cleared before.
# pass: excstate
# prelude: yes
# run: count(3) => 3
# run: count(0) => 0

graph odd(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_and(v0, 1)
    v2: Bool = int_is_true(v1)
    if v2 then raise(@ov_vt, @ov) else return(0)

graph count(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(v0, 0)
b1(v1: Signed, v2: Signed):
    v3: Bool = int_is_true(v1)
    if v3 then b2(v1, v2) else return(v2)
b2(v4: Signed, v5: Signed):
    v6: Signed = direct_call[odd](v4)
    try { normal => b3(v4, v5, 1), @ov_vt(v7: Ptr(vtable), v8: Ptr(object)) => b3(v4, v5, 1) }
b3(v9: Signed, v10: Signed, v11: Signed):
    v12: Signed = int_sub(v9, 1)
    v13: Signed = int_add(v10, v11)
    goto b1(v12, v13)
#=== output
graph odd(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_and(v0, 1)
    v2: Bool = int_is_true(v1)
    if v2 then b1() else return(0)
b1():
    v3: Void = exc_set(@ov_vt, @ov)
    v4: Void = traceback_start(@ov_vt)
    goto return(0)

graph count(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(v0, 0)
b1(v1: Signed, v2: Signed):
    v3: Bool = int_is_true(v1)
    if v3 then b2(v1, v2) else return(v2)
b2(v4: Signed, v5: Signed):
    v6: Signed = direct_call[odd](v4)
    v7: Bool = exc_occurred()
    if v7 then b3(v4, v5) else b6(v4, v5, 1)
b3(v8: Signed, v9: Signed):
    v10: Ptr(vtable) = exc_type()
    v11: Bool = ptr_eq(v10, @ov_vt)
    if v11 then b4(v8, v9) else b5()
b4(v12: Signed, v13: Signed):
    v14: Void = traceback_catch()
    v15: Void = exc_clear()
    goto b6(v12, v13, 1)
b5():
    v16: Void = traceback_pass()
    goto return(0)
b6(v17: Signed, v18: Signed, v19: Signed):
    v20: Signed = int_sub(v17, 1)
    v21: Signed = int_add(v18, v19)
    goto b1(v20, v21)
