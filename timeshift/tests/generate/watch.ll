# A field that changes rarely and is read: stores to it tell the JIT, but those to objects that were just made. One that
# nobody reads does not tell.
# told: change
# no generators
struct vtable vtable { min: Signed, max: Signed }
struct object gc { typeptr: Ptr(vtable) immutable }
struct Cls gc { super: object, version: Signed quasi_immutable, unread: Signed quasi_immutable }
known vtable vtable
known object object
driver main greens(code) reds(n, x)
entry entry
graph entry(v0: Signed, v1: Ptr(Cls)) -> Signed
b0(v0: Signed, v1: Ptr(Cls)):
    v9: Void = direct_call[change](v1, v0)
    v8: Ptr(Cls) = direct_call[make](v0)
    v7: Void = direct_call[change](v8, 5)
    v2: Signed = direct_call[run](v0, v0, v1)
    goto return(v2)
graph make(v0: Signed) -> Ptr(Cls)
b0(v0: Signed):
    v1: Ptr(Cls) = malloc[Cls]()
    v2: Void = setfield[Cls.version](v1, v0)
    goto return(v1)
graph change(v0: Ptr(Cls), v1: Signed) -> Void
b0(v0: Ptr(Cls), v1: Signed):
    v2: Void = setfield[Cls.version](v0, v1)
    v3: Signed = int_add(v1, 1)
    v4: Void = setfield[Cls.version](v0, v3)
    v5: Void = setfield[Cls.unread](v0, v3)
    goto return(void)
graph run(v0: Signed, v1: Signed, v2: Ptr(Cls)) -> Signed
b0(v0: Signed, v1: Signed, v2: Ptr(Cls)):
    goto b1(v0, v1, v2)
b1(v3: Signed, v4: Signed, v5: Ptr(Cls)):
    v99: Void = jit_marker[merge_point, main](v3, v4, v5)
    v6: Ptr(Cls) = hint[promote](v5)
    v7: Signed = getfield[Cls.version](v6)
    v10: Void = direct_call[change](v6, v7)
    v8: Signed = int_sub(v4, v7)
    v9: Bool = int_gt(v8, 0)
    if v9 then b1(v3, v8, v6) else return(v8)
#=== output
# p0: copy0 local 0 Portal(0) `merge point` greens(Signed) reds(Signed, Ptr(Cls))
# p1: copy0 local 1 Plain `after promotion` greens(Signed) reds(Signed) takes Green Ptr(Cls)
# p2: copy0 local 2 Plain `after promotion` greens(Ptr(Cls), Signed) reds(Signed) takes Green Signed
# p3: copy0 local 3 Plain `after call of change` greens(Signed, Signed, Ptr(Cls)) reds(Signed)
# p4: copy0 local 4 Plain `b1` greens(Signed, Ptr(Cls)) reds(Signed)
# p5: copy0 local 5 Plain `return` greens() reds(Signed)
# p6: copy1 local 0 Plain `start` greens() reds(Ptr(Cls), Signed)
# copy0: start p0 has_loops false
# copy1: start p6 has_loops false
# call [(f1, copy1)] args [Red, Red] result (Green, Void) residual op1
# portal main of copy0 at p0
# type 0: Ptr(Cls)
# type 1: Signed
# op0: getfield(Ptr(Cls)) -> Signed
# op1: direct_call(Ptr(Cls), Signed) -> Void
# op2: int_sub(Signed, Signed) -> Signed
# op3: int_gt(Signed, Signed) -> Bool
# op4: int_gt(Signed, Signed) -> Bool
# op5: setfield(Ptr(Cls), Signed) -> Void
# op6: int_add(Signed, Signed) -> Signed
# op7: setfield(Ptr(Cls), Signed) -> Void
# op8: setfield(Ptr(Cls), Signed) -> Void

graph change(v0: Ptr(Cls), v1: Signed) -> Void
b0(v0: Ptr(Cls), v1: Signed):
    v2: Void = setfield[Cls.version](v0, v1)
    v20: Signed = getarrayitem[NoLengthArray(Signed)](@jit.watched, 0)
    v21: Bool = int_ne(v20, 0)
    v22: Bool = unlikely(v21)
    if v22 then b6(v1, v0) else b5(v1, v0)
b6(v23: Signed, v24: Ptr(Cls)):
    v25: Address = cast_ptr_to_adr(v24)
    v26: Void = extern_call[gx_jit_written](v25, 0)
    goto b5(v23, v24)
b5(v18: Signed, v19: Ptr(Cls)):
    v3: Signed = int_add(v18, 1)
    v4: Void = setfield[Cls.version](v19, v3)
    v11: Signed = getarrayitem[NoLengthArray(Signed)](@jit.watched, 0)
    v12: Bool = int_ne(v11, 0)
    v13: Bool = unlikely(v12)
    if v13 then b4(v19, v3) else b3(v19, v3)
b4(v14: Ptr(Cls), v15: Signed):
    v16: Address = cast_ptr_to_adr(v14)
    v17: Void = extern_call[gx_jit_written](v16, 0)
    goto b3(v14, v15)
b3(v9: Ptr(Cls), v10: Signed):
    v5: Void = setfield[Cls.unread](v9, v10)
    goto return(void)

