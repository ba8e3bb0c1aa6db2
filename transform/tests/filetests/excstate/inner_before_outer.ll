# The order of handlers decides: a base class before its subclass catches both, the other way round each has its own.
# pass: excstate
# prelude: yes
# run: base_first(1) => -1
# run: base_first(2) => -1
# run: sub_first(1) => -2
# run: sub_first(2) => -1

graph fail(v0: Signed) -> Signed
b0(v0: Signed):
    switch v0 { 1 => raise(@ov_vt, @ov), 2 => raise(@mem_vt, @mem), default => return(v0) }

graph base_first(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[fail](v0)
    try { normal => return(v1), @exc_vt(v2: Ptr(vtable), v3: Ptr(object)) => return(-1), @ov_vt(v4: Ptr(vtable), v5: Ptr(object)) => return(-2) }

graph sub_first(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[fail](v0)
    try { normal => return(v1), @ov_vt(v2: Ptr(vtable), v3: Ptr(object)) => return(-2), @exc_vt(v4: Ptr(vtable), v5: Ptr(object)) => return(-1) }
#=== output
graph fail(v0: Signed) -> Signed
b0(v0: Signed):
    switch v0 { 1 => b1(), 2 => b2(), default => return(v0) }
b1():
    v1: Void = exc_set(@ov_vt, @ov)
    v2: Void = traceback_start(@ov_vt)
    goto return(0)
b2():
    v3: Void = exc_set(@mem_vt, @mem)
    v4: Void = traceback_start(@mem_vt)
    goto return(0)

graph base_first(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[fail](v0)
    v2: Bool = exc_occurred()
    if v2 then b1() else return(v1)
b1():
    v3: Void = traceback_catch()
    v4: Void = exc_clear()
    goto return(-1)

graph sub_first(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[fail](v0)
    v2: Bool = exc_occurred()
    if v2 then b1() else return(v1)
b1():
    v3: Ptr(vtable) = exc_type()
    v4: Bool = ptr_eq(v3, @ov_vt)
    if v4 then b2() else b3()
b2():
    v5: Void = traceback_catch()
    v6: Void = exc_clear()
    goto return(-2)
b3():
    v7: Void = traceback_catch()
    v8: Void = exc_clear()
    goto return(-1)
