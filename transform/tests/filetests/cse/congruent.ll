# Inputargs that always have the same value are one, also where the loop they go round has several blocks; not where they differ
# in a later round.
# pass: cse, simplify
# run: round(3, 5) => 8
# run: differ(3, 5) => 6
# run: swapped(3, 5) => -2
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

graph round(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    goto b1(v0, v1, v1)
b1(v2: Signed, v3: Signed, v4: Signed):
    v5: Bool = int_is_true(v2)
    if v5 then b2(v2, v3, v4) else b4(v3, v4)
b2(v6: Signed, v7: Signed, v8: Signed):
    v9: Signed = int_sub(v6, 1)
    v10: Bool = int_gt(v9, 1)
    if v10 then b3(v9, v7, v8) else b1(v9, v7, v8)
b3(v11: Signed, v12: Signed, v13: Signed):
    v14: Signed = int_xor(v12, 1)
    goto b1(v11, v14, v14)
b4(v15: Signed, v16: Signed):
    v17: Signed = int_add(v15, v16)
    goto return(v17)

graph differ(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    goto b1(v0, v1, v1)
b1(v2: Signed, v3: Signed, v4: Signed):
    v5: Bool = int_is_true(v2)
    if v5 then b2(v2, v3, v4) else b3(v3, v4)
b2(v6: Signed, v7: Signed, v8: Signed):
    v9: Signed = int_sub(v6, 1)
    v10: Signed = int_add(v7, 2)
    goto b1(v9, v10, v8)
b3(v11: Signed, v12: Signed):
    v13: Signed = int_sub(v11, v12)
    goto return(v13)

graph swapped(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    goto b1(v0, v0, v1)
b1(v2: Signed, v3: Signed, v4: Signed):
    v5: Bool = int_gt(v2, 1)
    if v5 then b2(v2, v3, v4) else b3(v3, v4)
b2(v6: Signed, v7: Signed, v8: Signed):
    v9: Signed = int_sub(v6, 1)
    goto b1(v9, v8, v7)
b3(v10: Signed, v11: Signed):
    v12: Signed = int_sub(v10, v11)
    goto return(v12)
#=== output
graph round(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    goto b1(v0, v1)
b1(v2: Signed, v3: Signed):
    v5: Bool = int_is_true(v2)
    if v5 then b2(v2, v3) else b4(v3)
b2(v6: Signed, v7: Signed):
    v9: Signed = int_sub(v6, 1)
    v10: Bool = int_gt(v9, 1)
    if v10 then b3(v9, v7) else b1(v9, v7)
b3(v11: Signed, v12: Signed):
    v14: Signed = int_xor(v12, 1)
    goto b1(v11, v14)
b4(v15: Signed):
    v17: Signed = int_add(v15, v15)
    goto return(v17)

graph differ(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    goto b1(v0, v1, v1)
b1(v2: Signed, v3: Signed, v4: Signed):
    v5: Bool = int_is_true(v2)
    if v5 then b2(v2, v3, v4) else b3(v3, v4)
b2(v6: Signed, v7: Signed, v8: Signed):
    v9: Signed = int_sub(v6, 1)
    v10: Signed = int_add(v7, 2)
    goto b1(v9, v10, v8)
b3(v11: Signed, v12: Signed):
    v13: Signed = int_sub(v11, v12)
    goto return(v13)

graph swapped(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    goto b1(v0, v0, v1)
b1(v2: Signed, v3: Signed, v4: Signed):
    v5: Bool = int_gt(v2, 1)
    if v5 then b2(v2, v3, v4) else b3(v3, v4)
b2(v6: Signed, v7: Signed, v8: Signed):
    v9: Signed = int_sub(v6, 1)
    goto b1(v9, v8, v7)
b3(v10: Signed, v11: Signed):
    v12: Signed = int_sub(v10, v11)
    goto return(v12)
