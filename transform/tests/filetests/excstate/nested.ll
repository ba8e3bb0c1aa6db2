# Catch-all handlers clear the state without a test, calls that cannot raise get none, reraising handlers pass.
# pass: excstate
# run: all(9223372036854775807) => 5
# run: all(3) => 4
# run: reraise(9223372036854775807) => raises ov_vt
# run: two(9223372036854775806, 1) => raises ov_vt
# run: two(1, 2) => 5
# run: silent(3) => 3
# run: pass_value(9223372036854775807, 8) => 8
# run: array(-1) => 1
# run: array(3) => 3
# prelude: yes

graph inc(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add_ovf(v0, 1)
    goto return(v1)

graph pure(v0: Signed) -> Signed
b0(v0: Signed):
    goto return(v0)

graph all(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[inc](v0)
    try { normal => return(v1), @exc_vt(v2: Ptr(vtable), v3: Ptr(object)) => return(5) }

graph reraise(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[inc](v0)
    try { normal => return(v1), @mem_vt(v2: Ptr(vtable), v3: Ptr(object)) => return(1), @exc_vt(v4: Ptr(vtable), v5: Ptr(object)) => raise(v4, v5) }

graph two(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Signed = direct_call[inc](v0)
    v3: Signed = direct_call[inc](v1)
    v4: Signed = int_add_ovf(v2, v3)
    goto return(v4)

graph silent(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[pure](v0)
    try { normal => return(v1), @exc_vt(v2: Ptr(vtable), v3: Ptr(object)) => return(5) }

graph pass_value(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Signed = direct_call[inc](v0)
    try { normal => return(v2), @ov_vt(v3: Ptr(vtable), v4: Ptr(object)) => b1(v1, v4) }
b1(v5: Signed, v6: Ptr(object)):
    v7: Bool = ptr_eq(v6, @ov)
    if v7 then return(v5) else return(0)

graph allocate(v0: Signed) -> Ptr(GcArray(Signed))
b0(v0: Signed):
    v1: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](v0)
    goto return(v1)

graph array(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(GcArray(Signed)) = direct_call[allocate](v0)
    try { normal => b1(v1), @mem_vt(v2: Ptr(vtable), v3: Ptr(object)) => return(1) }
b1(v4: Ptr(GcArray(Signed))):
    v5: Signed = getarraysize[GcArray(Signed)](v4)
    goto return(v5)
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

graph pure(v0: Signed) -> Signed
b0(v0: Signed):
    goto return(v0)

graph all(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[inc](v0)
    v2: Bool = exc_occurred()
    if v2 then b1() else return(v1)
b1():
    v3: Void = traceback_catch()
    v4: Void = exc_clear()
    goto return(5)

graph reraise(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[inc](v0)
    v2: Bool = exc_occurred()
    if v2 then b1() else return(v1)
b1():
    v3: Ptr(vtable) = exc_type()
    v4: Bool = ptr_eq(v3, @mem_vt)
    if v4 then b2() else b3()
b2():
    v5: Void = traceback_catch()
    v6: Void = exc_clear()
    goto return(1)
b3():
    v7: Void = traceback_pass()
    goto return(0)

graph two(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Signed = direct_call[inc](v0)
    v3: Bool = exc_occurred()
    if v3 then b1() else b2(v1, v2)
b1():
    v4: Void = traceback_pass()
    goto return(0)
b2(v5: Signed, v6: Signed):
    v7: Signed = direct_call[inc](v5)
    v8: Bool = exc_occurred()
    if v8 then b3() else b4(v6, v7)
b3():
    v9: Void = traceback_pass()
    goto return(0)
b4(v10: Signed, v11: Signed):
    v12: Signed = int_add_ovf(v10, v11)
    v13: Bool = ovf_occurred()
    if v13 then b5() else b6(v12)
b5():
    v14: Void = exc_set(@ov_vt, @ov)
    v15: Void = traceback_start(@ov_vt)
    goto return(0)
b6(v16: Signed):
    goto return(v16)

graph silent(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[pure](v0)
    goto return(v1)

graph pass_value(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Signed = direct_call[inc](v0)
    v3: Bool = exc_occurred()
    if v3 then b1(v1) else return(v2)
b1(v4: Signed):
    v5: Ptr(vtable) = exc_type()
    v6: Bool = ptr_eq(v5, @ov_vt)
    if v6 then b2(v4) else b4()
b2(v7: Signed):
    v8: Ptr(object) = exc_value()
    v9: Void = traceback_catch()
    v10: Void = exc_clear()
    goto b3(v7, v8)
b3(v11: Signed, v12: Ptr(object)):
    v13: Bool = ptr_eq(v12, @ov)
    if v13 then return(v11) else return(0)
b4():
    v14: Void = traceback_pass()
    goto return(0)

graph allocate(v0: Signed) -> Ptr(GcArray(Signed))
b0(v0: Signed):
    v1: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](v0)
    v2: Bool = ptr_iszero(v1)
    if v2 then b1() else b2(v1)
b1():
    v3: Void = traceback_pass()
    goto return(null(Ptr(GcArray(Signed))))
b2(v4: Ptr(GcArray(Signed))):
    goto return(v4)

graph array(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(GcArray(Signed)) = direct_call[allocate](v0)
    v2: Bool = exc_occurred()
    if v2 then b1() else b4(v1)
b1():
    v3: Ptr(vtable) = exc_type()
    v4: Bool = ptr_eq(v3, @mem_vt)
    if v4 then b2() else b3()
b2():
    v5: Void = traceback_catch()
    v6: Void = exc_clear()
    goto return(1)
b3():
    v7: Void = traceback_pass()
    goto return(0)
b4(v8: Ptr(GcArray(Signed))):
    v9: Signed = getarraysize[GcArray(Signed)](v8)
    goto return(v9)
