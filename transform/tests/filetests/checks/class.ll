# A claim about a class holds for null; else the number of the class decides. A range of one class needs one comparison.
# pass: checks
# phase: exceptions
# prelude: yes
# run: known(null) => 1
# run: right() => 1
# run: wrong() => faults a claim does not hold: an instance of B
struct rpy_string gc { hash: Signed, chars: ImmutableArray(Char) }
known string rpy_string

graph known(v0: Ptr(object)) -> Signed
b0(v0: Ptr(object)):
    v1: Void = check[class | "an instance of B"](v0, 2, 3)
    goto return(1)

graph right() -> Signed
b0():
    v0: Ptr(object) = same_as(@ov)
    v1: Void = check[class | "an instance of B"](v0, 2, 3)
    goto return(1)

graph wrong() -> Signed
b0():
    v0: Ptr(object) = same_as(@mem)
    v1: Void = check[class | "an instance of B"](v0, 2, 3)
    goto return(1)
#=== output
graph known(v0: Ptr(object)) -> Signed
b0(v0: Ptr(object)):
    v1: Bool = ptr_iszero(v0)
    if v1 then b2() else b1(v0)
b1(v2: Ptr(object)):
    v3: Ptr(object) = cast_pointer(v2)
    v4: Ptr(vtable) = getfield[object.typeptr](v3)
    v5: Signed = getfield[vtable.min](v4)
    v6: Bool = int_between(2, v5, 3)
    if v6 then b2() else b4(v2)
b2():
    goto return(1)
b4(v8: Ptr(object)):
    v9: Signed = cast_ptr_to_int(v8)
    v10: Void = extern_call[gx_claim_failed](@claim, v9, 6)
    v11: Void = abort[unreachable]()
    unreachable

graph right() -> Signed
b0():
    v0: Ptr(object) = same_as(@ov)
    v1: Bool = ptr_iszero(v0)
    if v1 then b2() else b1(v0)
b1(v2: Ptr(object)):
    v3: Ptr(object) = cast_pointer(v2)
    v4: Ptr(vtable) = getfield[object.typeptr](v3)
    v5: Signed = getfield[vtable.min](v4)
    v6: Bool = int_between(2, v5, 3)
    if v6 then b2() else b4(v2)
b2():
    goto return(1)
b4(v8: Ptr(object)):
    v9: Signed = cast_ptr_to_int(v8)
    v10: Void = extern_call[gx_claim_failed](@claim, v9, 6)
    v11: Void = abort[unreachable]()
    unreachable

graph wrong() -> Signed
b0():
    v0: Ptr(object) = same_as(@mem)
    v1: Bool = ptr_iszero(v0)
    if v1 then b2() else b1(v0)
b1(v2: Ptr(object)):
    v3: Ptr(object) = cast_pointer(v2)
    v4: Ptr(vtable) = getfield[object.typeptr](v3)
    v5: Signed = getfield[vtable.min](v4)
    v6: Bool = int_between(2, v5, 3)
    if v6 then b2() else b4(v2)
b2():
    goto return(1)
b4(v8: Ptr(object)):
    v9: Signed = cast_ptr_to_int(v8)
    v10: Void = extern_call[gx_claim_failed](@claim, v9, 6)
    v11: Void = abort[unreachable]()
    unreachable
