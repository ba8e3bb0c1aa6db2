# A call in a handler that raises itself: the first exception is gone, the second goes on.
# pass: excstate
# prelude: yes
# run: main(0) => raises mem_vt
# run: main(1) => 1

graph fail(v0: Signed) -> Signed
b0(v0: Signed):
    switch v0 { 0 => raise(@ov_vt, @ov), 2 => raise(@mem_vt, @mem), default => return(v0) }

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[fail](v0)
    try { normal => return(v1), @ov_vt(v2: Ptr(vtable), v3: Ptr(object)) => b1() }
b1():
    v4: Signed = direct_call[fail](2)
    try { normal => return(v4), @ov_vt(v5: Ptr(vtable), v6: Ptr(object)) => return(-1) }
#=== output
graph fail(v0: Signed) -> Signed
b0(v0: Signed):
    switch v0 { 0 => b1(), 2 => b2(), default => return(v0) }
b1():
    v1: Void = exc_set(@ov_vt, @ov)
    v2: Void = traceback_start(@ov_vt)
    goto return(0)
b2():
    v3: Void = exc_set(@mem_vt, @mem)
    v4: Void = traceback_start(@mem_vt)
    goto return(0)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[fail](v0)
    v2: Bool = exc_occurred()
    if v2 then b1() else return(v1)
b1():
    v3: Ptr(vtable) = exc_type()
    v4: Bool = ptr_eq(v3, @ov_vt)
    if v4 then b2() else b7()
b2():
    v5: Void = traceback_catch()
    v6: Void = exc_clear()
    goto b3()
b3():
    v7: Signed = direct_call[fail](2)
    v8: Bool = exc_occurred()
    if v8 then b4() else return(v7)
b4():
    v9: Ptr(vtable) = exc_type()
    v10: Bool = ptr_eq(v9, @ov_vt)
    if v10 then b5() else b6()
b5():
    v11: Void = traceback_catch()
    v12: Void = exc_clear()
    goto return(-1)
b6():
    v13: Void = traceback_pass()
    goto return(0)
b7():
    v14: Void = traceback_pass()
    goto return(0)
