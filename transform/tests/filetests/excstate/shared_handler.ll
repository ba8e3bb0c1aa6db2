# Two calls share one handler block, one of them passes what the other computed; a handler that is reached without an
# exception, too.
# pass: excstate
# prelude: yes
# run: main(1, 2) => 5
# run: main(9223372036854775807, 2) => -1
# run: main(1, 9223372036854775807) => 2
# run: main(0, 0) => 100

graph inc(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add_ovf(v0, 1)
    goto return(v1)

graph main(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Bool = int_is_true(v0)
    if v2 then b1(v0, v1) else b3(100)
b1(v3: Signed, v4: Signed):
    v5: Signed = direct_call[inc](v3)
    try { normal => b2(v5, v4), @ov_vt(v6: Ptr(vtable), v7: Ptr(object)) => b3(-1) }
b2(v8: Signed, v9: Signed):
    v10: Signed = direct_call[inc](v9)
    try { normal => b4(v8, v10), @ov_vt(v11: Ptr(vtable), v12: Ptr(object)) => b3(v8) }
b3(v13: Signed):
    goto return(v13)
b4(v14: Signed, v15: Signed):
    v16: Signed = int_add(v14, v15)
    goto return(v16)
#=== output
graph inc(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add_ovf(v0, 1)
    v2: Bool = ovf_occurred()
    if v2 then b1() else b2(v1)
b1():
    v3: Void = exc_set(@ov_vt, @ov)
    v4: Void = traceback_start(@ov_vt)
    goto return(0)
b2(v5: Signed):
    goto return(v5)

graph main(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Bool = int_is_true(v0)
    if v2 then b1(v0, v1) else b10(100)
b1(v3: Signed, v4: Signed):
    v5: Signed = direct_call[inc](v3)
    v6: Bool = exc_occurred()
    if v6 then b2() else b5(v5, v4)
b2():
    v7: Ptr(vtable) = exc_type()
    v8: Bool = ptr_eq(v7, @ov_vt)
    if v8 then b3() else b4()
b3():
    v9: Void = traceback_catch()
    v10: Void = exc_clear()
    goto b10(-1)
b4():
    v11: Void = traceback_pass()
    goto return(0)
b5(v12: Signed, v13: Signed):
    v14: Signed = direct_call[inc](v13)
    v15: Bool = exc_occurred()
    if v15 then b6(v12) else b9(v12, v14)
b6(v16: Signed):
    v17: Ptr(vtable) = exc_type()
    v18: Bool = ptr_eq(v17, @ov_vt)
    if v18 then b7(v16) else b8()
b7(v19: Signed):
    v20: Void = traceback_catch()
    v21: Void = exc_clear()
    goto b10(v19)
b8():
    v22: Void = traceback_pass()
    goto return(0)
b9(v23: Signed, v24: Signed):
    v25: Signed = int_add(v23, v24)
    goto return(v25)
b10(v26: Signed):
    goto return(v26)
