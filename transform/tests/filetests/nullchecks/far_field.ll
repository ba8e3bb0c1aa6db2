# A field behind the page that is not mapped does not fault: the test stays. An item of an array may be anywhere, too;
# its length is at hand.
# pass: nullchecks
# phase: exceptions
# after: near(null) => faults null pointer
# run: far(null) => aborts none_dereference
# after: size(null) => faults null pointer
# run: item(null, 5) => aborts none_operand
struct k8 { a: Signed, b: Signed, c: Signed, d: Signed, e: Signed, f: Signed, g: Signed, h: Signed }
struct k64 { a: k8, b: k8, c: k8, d: k8, e: k8, f: k8, g: k8, h: k8 }
struct k512 { a: k64, b: k64, c: k64, d: k64, e: k64, f: k64, g: k64, h: k64 }
struct big gc { first: Signed, filler: k512, last: Signed }

graph near(v0: Ptr(big)) -> Signed
b0(v0: Ptr(big)):
    v1: Bool = ptr_nonzero(v0)
    if v1 then b1(v0) else b2()
b1(v2: Ptr(big)):
    v3: Signed = getfield[big.first](v2)
    goto return(v3)
b2():
    v4: Void = abort[none_dereference]()
    unreachable

graph far(v0: Ptr(big)) -> Signed
b0(v0: Ptr(big)):
    v1: Bool = ptr_nonzero(v0)
    if v1 then b1(v0) else b2()
b1(v2: Ptr(big)):
    v3: Signed = getfield[big.last](v2)
    goto return(v3)
b2():
    v4: Void = abort[none_dereference]()
    unreachable

graph size(v0: Ptr(GcArray(Signed))) -> Signed
b0(v0: Ptr(GcArray(Signed))):
    v1: Bool = ptr_nonzero(v0)
    if v1 then b1(v0) else b2()
b1(v2: Ptr(GcArray(Signed))):
    v3: Signed = getarraysize[GcArray(Signed)](v2)
    goto return(v3)
b2():
    v4: Void = abort[none_operand]()
    unreachable

graph item(v0: Ptr(GcArray(Signed)), v1: Signed) -> Signed
b0(v0: Ptr(GcArray(Signed)), v1: Signed):
    v2: Bool = ptr_nonzero(v0)
    if v2 then b1(v0, v1) else b2()
b1(v3: Ptr(GcArray(Signed)), v4: Signed):
    v5: Signed = getarrayitem[GcArray(Signed)](v3, v4)
    goto return(v5)
b2():
    v6: Void = abort[none_operand]()
    unreachable
#=== output
graph near(v0: Ptr(big)) -> Signed
b0(v0: Ptr(big)):
    goto b1(v0)
b1(v1: Ptr(big)):
    v2: Signed = getfield[big.first](v1)
    goto return(v2)

graph far(v0: Ptr(big)) -> Signed
b0(v0: Ptr(big)):
    v1: Bool = ptr_nonzero(v0)
    if v1 then b1(v0) else b3()
b1(v2: Ptr(big)):
    v3: Signed = getfield[big.last](v2)
    goto return(v3)
b3():
    v5: Void = abort[none_dereference]()
    unreachable

graph size(v0: Ptr(GcArray(Signed))) -> Signed
b0(v0: Ptr(GcArray(Signed))):
    goto b1(v0)
b1(v1: Ptr(GcArray(Signed))):
    v2: Signed = getarraysize[GcArray(Signed)](v1)
    goto return(v2)

graph item(v0: Ptr(GcArray(Signed)), v1: Signed) -> Signed
b0(v0: Ptr(GcArray(Signed)), v1: Signed):
    v2: Bool = ptr_nonzero(v0)
    if v2 then b1(v0, v1) else b3()
b1(v3: Ptr(GcArray(Signed)), v4: Signed):
    v5: Signed = getarrayitem[GcArray(Signed)](v3, v4)
    goto return(v5)
b3():
    v7: Void = abort[none_operand]()
    unreachable
