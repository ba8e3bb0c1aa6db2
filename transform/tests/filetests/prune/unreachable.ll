# What the entry cannot reach is gone; candidates whose address is nowhere too.
# pass: prune, devirtualise
# run: main(1) => 2
struct vtable vtable { min: Signed, max: Signed }
struct object gc { typeptr: Ptr(vtable) immutable }
struct S gc { super: object, x: Signed, next: Ptr(S) }
known vtable vtable
known object object
exception Exception @exc_vt @exc
exception OverflowError @ov_vt @ov
exception RecursionError @rec_vt @rec
exception MemoryError @mem_vt @mem
object @exc_vt: vtable = {0, 10}
object @ov_vt: vtable = {2, 3}
object @mem_vt: vtable = {5, 6}
object @rec_vt: vtable = {6, 7}
object @exc: object = {@exc_vt}
object @ov: object = {@ov_vt}
object @mem: object = {@mem_vt}
object @rec: object = {@rec_vt}
object @prebuilt: S = {{@exc_vt}, 7, null}

object @unused: S = {{@exc_vt}, 1, @prebuilt}
object @table: Array(Ptr(Func((Signed) -> Signed))) = [&a]
entry main

graph unused(v0: Signed) -> Ptr(S)
b0(v0: Signed):
    goto return(@unused)

graph a(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add(v0, 1)
    goto return(v1)

graph b(v0: Signed) -> Signed
b0(v0: Signed):
    goto return(v0)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(Func((Signed) -> Signed)) = getarrayitem[Array(Ptr(Func((Signed) -> Signed)))](@table, 0)
    v2: Signed = indirect_call[Func((Signed) -> Signed) | a, b](v1, v0)
    goto return(v2)
#=== output
graph a(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add(v0, 1)
    goto return(v1)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(Func((Signed) -> Signed)) = getarrayitem[Array(Ptr(Func((Signed) -> Signed)))](@table, 0)
    v2: Signed = direct_call[a](v0)
    goto return(v2)
