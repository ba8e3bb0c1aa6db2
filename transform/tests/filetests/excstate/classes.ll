# Exceptions become state: tests after calls, dispatch by class ranges, known handlers of overflows.
# pass: excstate
# run: catch_value(5) => -1
# run: catch_value(9223372036854775807) => -2
# run: pick(0) => 10
# run: pick(1) => 11
# run: pick(2) => raises exc_vt
# run: pick(3) => 3
# run: through(9223372036854775807) => raises ov_vt
# run: through(1) => 2
# run: implicit(9223372036854775807) => 77
# run: too_large() => raises mem_vt
struct vtable vtable { min: Signed, max: Signed }
struct object gc { typeptr: Ptr(vtable) immutable }
known vtable vtable
known object object
exception OverflowError @ov_vt @ov
exception MemoryError @mem_vt @mem
object @exc_vt: vtable = {0, 10}
object @arith_vt: vtable = {1, 4}
object @ov_vt: vtable = {2, 3}
object @mem_vt: vtable = {5, 6}
object @ov: object = {@ov_vt}
object @mem: object = {@mem_vt}
object @exc: object = {@exc_vt}

graph catch_value(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add_ovf(v0, 1)
    try { normal => return(-1), @arith_vt(v2: Ptr(vtable), v3: Ptr(object)) => return(-2) }

graph thrower(v0: Signed) -> Signed
b0(v0: Signed):
    switch v0 { 0 => raise(@ov_vt, @ov), 1 => raise(@mem_vt, @mem), 2 => raise(@exc_vt, @exc), default => return(v0) }

graph pick(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[thrower](v0)
    try { normal => return(v1), @arith_vt(v2: Ptr(vtable), v3: Ptr(object)) => return(10), @mem_vt(v4: Ptr(vtable), v5: Ptr(object)) => return(11) }

graph through(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add_ovf(v0, 1)
    v2: Signed = int_add(v1, 0)
    goto return(v2)

graph implicit(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[through](v0)
    try { normal => return(v1), @ov_vt(v2: Ptr(vtable), v3: Ptr(object)) => b1(v3) }
b1(v4: Ptr(object)):
    v5: Ptr(vtable) = getfield[object.typeptr](v4)
    v6: Bool = ptr_eq(v5, @ov_vt)
    if v6 then return(77) else return(78)

graph too_large() -> Signed
b0():
    v0: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](-1)
    goto return(0)
#=== output
graph catch_value(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add_ovf(v0, 1)
    v2: Bool = ovf_occurred()
    if v2 then b1() else return(-1)
b1():
    goto return(-2)

graph thrower(v0: Signed) -> Signed
b0(v0: Signed):
    switch v0 { 0 => b1(), 1 => b2(), 2 => b3(), default => return(v0) }
b1():
    v1: Void = exc_set(@ov_vt, @ov)
    v2: Void = traceback_start(@ov_vt)
    goto return(0)
b2():
    v3: Void = exc_set(@mem_vt, @mem)
    v4: Void = traceback_start(@mem_vt)
    goto return(0)
b3():
    v5: Void = exc_set(@exc_vt, @exc)
    v6: Void = traceback_start(@exc_vt)
    goto return(0)

graph pick(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[thrower](v0)
    v2: Bool = exc_occurred()
    if v2 then b1() else return(v1)
b1():
    v3: Ptr(vtable) = exc_type()
    v4: Signed = getfield[vtable.min](v3)
    v5: Bool = int_between(1, v4, 4)
    if v5 then b2() else b3()
b2():
    v6: Void = traceback_catch()
    v7: Void = exc_clear()
    goto return(10)
b3():
    v8: Ptr(vtable) = exc_type()
    v9: Bool = ptr_eq(v8, @mem_vt)
    if v9 then b4() else b5()
b4():
    v10: Void = traceback_catch()
    v11: Void = exc_clear()
    goto return(11)
b5():
    v12: Void = traceback_pass()
    goto return(0)

graph through(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add_ovf(v0, 1)
    v2: Bool = ovf_occurred()
    if v2 then b1() else b2(v1)
b1():
    v3: Void = exc_set(@ov_vt, @ov)
    v4: Void = traceback_start(@ov_vt)
    goto return(0)
b2(v5: Signed):
    v6: Signed = int_add(v5, 0)
    goto return(v6)

graph implicit(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[through](v0)
    v2: Bool = exc_occurred()
    if v2 then b1() else return(v1)
b1():
    v3: Ptr(vtable) = exc_type()
    v4: Bool = ptr_eq(v3, @ov_vt)
    if v4 then b2() else b4()
b2():
    v5: Ptr(object) = exc_value()
    v6: Void = traceback_catch()
    v7: Void = exc_clear()
    goto b3(v5)
b3(v8: Ptr(object)):
    v9: Ptr(vtable) = getfield[object.typeptr](v8)
    v10: Bool = ptr_eq(v9, @ov_vt)
    if v10 then return(77) else return(78)
b4():
    v11: Void = traceback_pass()
    goto return(0)

graph too_large() -> Signed
b0():
    v0: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](-1)
    v1: Bool = ptr_iszero(v0)
    if v1 then b1() else b2()
b1():
    v2: Void = traceback_pass()
    goto return(0)
b2():
    goto return(0)
