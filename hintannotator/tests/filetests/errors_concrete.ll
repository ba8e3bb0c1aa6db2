# A concrete value that comes from a mutable field, through a call and a join.
struct vtable vtable { min: Signed, max: Signed }
struct object gc { typeptr: Ptr(vtable) immutable }
struct Frame gc { super: object, pos: Signed, size: Signed immutable }
known vtable vtable
known object object
driver main greens(pc) reds(frame)

graph position(v0: Ptr(Frame)) -> Signed
b0(v0: Ptr(Frame)):
    v1: Signed = getfield[Frame.pos](v0)
    v2: Signed = int_add(v1, 1)
    goto return(v2)

graph loop(v0: Ptr(Frame)) -> Signed
b0(v0: Ptr(Frame)):
    goto b1(0, v0)
b1(v2: Signed, v3: Ptr(Frame)):
    v4: Void = jit_marker[merge_point, main](v2, v3)
    v5: Bool = int_lt(v2, 10)
    if v5 then b2(v2, v3) else b3(v2, 7, v3)
b2(v6: Signed, v7: Ptr(Frame)):
    v8: Signed = direct_call[position](v7)
    goto b3(v6, v8, v7)
b3(v9: Signed, v10: Signed, v11: Ptr(Frame)):
    v12: Signed = int_mul(v10, 2)
    v13: Signed = hint[concrete](v12)
    v14: Bool = int_eq(v13, 12)
    v15: Signed = int_add(v9, 1)
    if v14 then return(v13) else b1(v15, v11)
#=== output
error[E0705]: a value cannot be green
 |
 = note: it is computed here
 = note: it is returned by `position`
 = note: it is computed here
 = note: it is read from the field `pos` of `Frame`, which may change
 = help: declare `_immutable_fields_ = ['pos']` if it never changes after initialisation, or promote the value read: `hint(x, promote=True)`
