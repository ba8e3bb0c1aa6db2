# An exception link straight to the header of a loop: what the header is handed all the way round is the exception
# itself.
# pass: cse, simplify
# run: handler(3) => 4
# run: handler(9223372036854775807) => 7
# run: typed(9223372036854775807) => 5
struct vtable vtable { min: Signed, max: Signed }
struct object gc { typeptr: Ptr(vtable) immutable }
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

graph inc(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add_ovf(v0, 1)
    goto return(v1)

graph handler(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[inc](v0)
    try { normal => return(v1), @exc_vt(v2: Ptr(vtable), v3: Ptr(object)) => b1(0, v3) }
b1(v4: Signed, v5: Ptr(object)):
    v6: Ptr(vtable) = getfield[object.typeptr](v5)
    v7: Bool = int_lt(v4, 7)
    if v7 then b2(v4, v5) else b3(v4, v5)
b2(v8: Signed, v9: Ptr(object)):
    v10: Ptr(vtable) = getfield[object.typeptr](v9)
    v11: Signed = getfield[vtable.min](v10)
    v12: Signed = int_sub(v11, 1)
    v13: Signed = int_add(v8, v12)
    goto b1(v13, v9)
b3(v14: Signed, v15: Ptr(object)):
    v16: Bool = ptr_eq(v15, @ov)
    if v16 then return(v14) else return(0)

graph typed(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[inc](v0)
    try { normal => return(v1), @exc_vt(v2: Ptr(vtable), v3: Ptr(object)) => b1(5, v2, v3) }
b1(v4: Signed, v5: Ptr(vtable), v6: Ptr(object)):
    v7: Signed = getfield[vtable.max](v5)
    v8: Bool = int_lt(v4, v7)
    if v8 then b2(v4, v5, v6) else return(v4)
b2(v9: Signed, v10: Ptr(vtable), v11: Ptr(object)):
    v12: Signed = int_add(v9, 1)
    goto b1(v12, v10, v11)
#=== output
graph inc(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add_ovf(v0, 1)
    goto return(v1)

graph handler(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[inc](v0)
    try { normal => return(v1), @exc_vt(v2: Ptr(vtable), v3: Ptr(object)) => b1(0, v3) }
b1(v4: Signed, v5: Ptr(object)):
    v6: Ptr(vtable) = getfield[object.typeptr](v5)
    v7: Bool = int_lt(v4, 7)
    if v7 then b2(v4, v5, v6) else b3(v4, v5)
b2(v8: Signed, v9: Ptr(object), v20: Ptr(vtable)):
    v11: Signed = getfield[vtable.min](v20)
    v12: Signed = int_sub(v11, 1)
    v13: Signed = int_add(v8, v12)
    goto b1(v13, v9)
b3(v14: Signed, v15: Ptr(object)):
    v16: Bool = ptr_eq(v15, @ov)
    if v16 then return(v14) else return(0)

graph typed(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[inc](v0)
    try { normal => return(v1), @exc_vt(v2: Ptr(vtable), v3: Ptr(object)) => b1(5, v2) }
b1(v4: Signed, v5: Ptr(vtable)):
    v6: Signed = getfield[vtable.max](v5)
    v7: Bool = int_lt(v4, v6)
    if v7 then b2(v4, v5) else return(v4)
b2(v8: Signed, v9: Ptr(vtable)):
    v10: Signed = int_add(v8, 1)
    goto b1(v10, v9)
