# An immutable field of an object that was made before the loop leaves its header, though it is stored in the same
# graph; not where the loop itself makes such objects.
# pass: licm
# run: before(4) => 4
# run: inside(4) => 4
struct vtable vtable { min: Signed, max: Signed }
struct object gc { typeptr: Ptr(vtable) immutable }
struct C gc { super: object, n: Signed immutable, next: Ptr(C) }
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

graph before(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(C) = malloc[C]()
    v2: Void = setfield[C.n](v1, v0)
    goto b1(v1, 0)
b1(v3: Ptr(C), v4: Signed):
    v5: Signed = getfield[C.n](v3)
    v6: Bool = int_lt(v4, v5)
    if v6 then b2(v3, v4) else return(v4)
b2(v7: Ptr(C), v8: Signed):
    v9: Void = setfield[C.next](v7, v7)
    v10: Signed = int_add(v8, 1)
    goto b1(v7, v10)

graph inside(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(C) = malloc[C]()
    v2: Void = setfield[C.n](v1, v0)
    goto b1(v1, 0)
b1(v3: Ptr(C), v4: Signed):
    v5: Signed = getfield[C.n](v3)
    v6: Bool = int_lt(v4, v5)
    if v6 then b2(v3, v4) else return(v4)
b2(v7: Ptr(C), v8: Signed):
    v9: Ptr(C) = malloc[C]()
    v10: Void = setfield[C.n](v9, v8)
    v11: Void = setfield[C.next](v9, v7)
    v12: Signed = int_add(v8, 1)
    goto b1(v7, v12)
#=== output
graph before(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(C) = malloc[C]()
    v2: Void = setfield[C.n](v1, v0)
    v16: Signed = getfield[C.n](v1)
    goto b1(v1, 0, v16)
b1(v3: Ptr(C), v4: Signed, v14: Signed):
    v6: Bool = int_lt(v4, v14)
    if v6 then b2(v3, v4, v14) else return(v4)
b2(v7: Ptr(C), v8: Signed, v15: Signed):
    v9: Void = setfield[C.next](v7, v7)
    v10: Signed = int_add(v8, 1)
    goto b1(v7, v10, v15)

graph inside(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(C) = malloc[C]()
    v2: Void = setfield[C.n](v1, v0)
    goto b1(v1, 0)
b1(v3: Ptr(C), v4: Signed):
    v5: Signed = getfield[C.n](v3)
    v6: Bool = int_lt(v4, v5)
    if v6 then b2(v3, v4) else return(v4)
b2(v7: Ptr(C), v8: Signed):
    v9: Ptr(C) = malloc[C]()
    v10: Void = setfield[C.n](v9, v8)
    v11: Void = setfield[C.next](v9, v7)
    v12: Signed = int_add(v8, 1)
    goto b1(v7, v12)
