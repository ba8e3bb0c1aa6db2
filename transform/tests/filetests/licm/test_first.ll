# A loop that begins with a test whose value is the same in every round, and that leaves the loop, makes it once before the
# first round. The class of an object is such a value, though objects are made in the loop. What the header computes
# otherwise may be passed by the way out: then the test stays, and it stays behind an effect.
# pass: licm, simplify
# prelude: yes
# run: class(3) => 6
# run: other(3) => -1
# run: passes(3) => 3
# run: behind(3) => 3

graph class(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(@exc, v0, 0)
b1(v1: Ptr(object), v2: Signed, v3: Signed):
    v4: Ptr(vtable) = getfield[object.typeptr](v1)
    v5: Bool = ptr_eq(v4, @exc_vt)
    if v5 then b2(v1, v2, v3) else return(-1)
b2(v6: Ptr(object), v7: Signed, v8: Signed):
    v9: Bool = int_is_true(v7)
    if v9 then b3(v6, v7, v8) else return(v8)
b3(v10: Ptr(object), v11: Signed, v12: Signed):
    v13: Ptr(object) = malloc[object]()
    v14: Void = setfield[object.typeptr](v13, @ov_vt)
    v15: Signed = int_add(v12, v11)
    v16: Signed = int_sub(v11, 1)
    goto b1(v10, v16, v15)

graph other(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(@ov, v0, 0)
b1(v1: Ptr(object), v2: Signed, v3: Signed):
    v4: Ptr(vtable) = getfield[object.typeptr](v1)
    v5: Bool = ptr_eq(v4, @exc_vt)
    if v5 then b2(v1, v2, v3) else b4(v3)
b2(v6: Ptr(object), v7: Signed, v8: Signed):
    v9: Bool = int_is_true(v7)
    if v9 then b3(v6, v7, v8) else return(v8)
b3(v10: Ptr(object), v11: Signed, v12: Signed):
    v15: Signed = int_add(v12, v11)
    v16: Signed = int_sub(v11, 1)
    goto b1(v10, v16, v15)
b4(v20: Signed):
    v21: Signed = int_sub(v20, 1)
    goto return(v21)

graph passes(v0: Signed) -> Signed
b0(v0: Signed):
    v30: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](v0)
    goto b1(v30, v0)
b1(v1: Ptr(GcArray(Signed)), v2: Signed):
    v3: Signed = getarraysize[GcArray(Signed)](v1)
    v4: Bool = int_eq(v3, 5)
    v5: Signed = int_add(v2, 0)
    if v4 then b2(v1, v2) else return(v5)
b2(v6: Ptr(GcArray(Signed)), v7: Signed):
    v8: Signed = int_sub(v7, 1)
    goto b1(v6, v8)

graph behind(v0: Signed) -> Signed
b0(v0: Signed):
    v30: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](v0)
    goto b1(v30, v0)
b1(v1: Ptr(GcArray(Signed)), v2: Signed):
    v3: Signed = getarraysize[GcArray(Signed)](v1)
    v4: Bool = int_eq(v3, 5)
    v5: Void = setarrayitem[GcArray(Signed)](v1, 0, v2)
    if v4 then b2(v1, v2) else b3(v1)
b2(v6: Ptr(GcArray(Signed)), v7: Signed):
    v8: Signed = int_sub(v7, 1)
    goto b1(v6, v8)
b3(v9: Ptr(GcArray(Signed))):
    v10: Signed = getarrayitem[GcArray(Signed)](v9, 0)
    goto return(v10)
#=== output
graph class(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(v0, 0)
b1(v1: Signed, v2: Signed):
    v3: Bool = int_is_true(v1)
    if v3 then b2(v1, v2) else return(v2)
b2(v4: Signed, v5: Signed):
    v6: Ptr(object) = malloc[object]()
    v7: Void = setfield[object.typeptr](v6, @ov_vt)
    v8: Signed = int_add(v5, v4)
    v9: Signed = int_sub(v4, 1)
    goto b1(v9, v8)

graph other(v0: Signed) -> Signed
b0(v0: Signed):
    goto return(-1)

graph passes(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](v0)
    v2: Signed = getarraysize[GcArray(Signed)](v1)
    v3: Bool = int_eq(v2, 5)
    if v3 then b1() else return(v0)
b1():
    goto b1()

graph behind(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](v0)
    v2: Signed = getarraysize[GcArray(Signed)](v1)
    v3: Bool = int_eq(v2, 5)
    goto b1(v1, v0, v3)
b1(v4: Ptr(GcArray(Signed)), v5: Signed, v6: Bool):
    v7: Void = setarrayitem[GcArray(Signed)](v4, 0, v5)
    if v6 then b2(v4, v5) else b3(v4)
b2(v8: Ptr(GcArray(Signed)), v9: Signed):
    v10: Signed = int_sub(v9, 1)
    goto b1(v8, v10, true)
b3(v11: Ptr(GcArray(Signed))):
    v12: Signed = getarrayitem[GcArray(Signed)](v11, 0)
    goto return(v12)
