# Exceptions travel along exception links, through frames, and are told apart by class ranges.
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
