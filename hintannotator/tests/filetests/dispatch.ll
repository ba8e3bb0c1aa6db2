# Methods: the class is promoted, the targets have copies of the same colours; one that is not looked inside makes the result red.
struct vtable vtable { min: Signed, max: Signed }
struct object gc { typeptr: Ptr(vtable) immutable }
struct A_vtable vtable { super: vtable, size: Ptr(Func((Ptr(object), Signed) -> Signed)), show: Ptr(Func((Ptr(object), Signed) -> Signed)) }
known vtable vtable
known object object
driver main greens(pc) reds(obj)
object @A: A_vtable = {{1, 2}, &A.size, &A.show}
object @B: A_vtable = {{2, 3}, &B.size, &B.show}

graph A.size(v0: Ptr(object), v1: Signed) -> Signed
b0(v0: Ptr(object), v1: Signed):
    goto return(v1)

graph B.size(v0: Ptr(object), v1: Signed) -> Signed
b0(v0: Ptr(object), v1: Signed):
    v2: Signed = int_add(v1, 1)
    goto return(v2)

graph A.show(v0: Ptr(object), v1: Signed) -> Signed
b0(v0: Ptr(object), v1: Signed):
    goto return(v1)

attrs dont_look_inside
graph B.show(v0: Ptr(object), v1: Signed) -> Signed
b0(v0: Ptr(object), v1: Signed):
    goto return(0)

graph loop(v0: Ptr(object)) -> Signed
b0(v0: Ptr(object)):
    goto b1(0, v0)
b1(v1: Signed, v2: Ptr(object)):
    v3: Void = jit_marker[merge_point, main](v1, v2)
    v4: Ptr(vtable) = getfield[object.typeptr](v2)
    v5: Ptr(A_vtable) = cast_pointer(v4)
    v6: Ptr(Func((Ptr(object), Signed) -> Signed)) = getfield[A_vtable.size](v5)
    v7: Signed = indirect_call[Func((Ptr(object), Signed) -> Signed) | A.size, B.size](v6, v2, v1)
    v8: Ptr(Func((Ptr(object), Signed) -> Signed)) = getfield[A_vtable.show](v5)
    v9: Signed = indirect_call[Func((Ptr(object), Signed) -> Signed) | A.show, B.show](v8, v2, v7)
    v10: Bool = int_lt(v9, 10)
    if v10 then b1(v7, v2) else return(v9)
#=== output
portal loop driver main copy0 b1 greens(pc: Signed) reds(obj: Ptr(object))

copy0 loop(red) -> red
graph loop(v0: red Ptr(object)) -> red Signed
b0(v0: red Ptr(object)):
    goto b1(0, v0)
b1(v1: green Signed, v2: red Ptr(object)):
    v3: Void = jit_marker[merge_point, main](v1, v2)
    goto b4(v1, v2)
b4(v17: green Signed, v18: red Ptr(object)):
    v4: red Ptr(vtable) = getfield[object.typeptr](v18)
    v14: green Ptr(vtable) = hint[promote](v4)
    goto b5(v14, v18, v17)
b5(v19: green Ptr(vtable), v20: red Ptr(object), v21: green Signed):
    v5: green Ptr(A_vtable) = cast_pointer(v19)
    v6: green Ptr(Func((Ptr(object), Signed) -> Signed)) = getfield[A_vtable.size](v5)
    v7: green Signed = indirect_call[Func((Ptr(object), Signed) -> Signed) | A.size, B.size](v6, v20, v21)
    # inline one of A.size copy1, B.size copy2
    goto b6(v5, v20, v7)
b6(v22: green Ptr(A_vtable), v23: red Ptr(object), v24: green Signed):
    v8: green Ptr(Func((Ptr(object), Signed) -> Signed)) = getfield[A_vtable.show](v22)
    v9: red Signed = indirect_call[Func((Ptr(object), Signed) -> Signed) | A.show, B.show](v8, v23, v24)
    # inline one of A.show copy3
    goto b7(v9, v24, v23)
b7(v25: red Signed, v26: green Signed, v27: red Ptr(object)):
    v10: red Bool = int_lt(v25, 10)
    if v10 then b1(v26, v27) else return(v25)

copy1 A.size(red, green) -> green
graph A.size(v0: red Ptr(object), v1: green Signed) -> green Signed
b0(v0: red Ptr(object), v1: green Signed):
    goto return(v1)

copy2 B.size(red, green) -> green
graph B.size(v0: red Ptr(object), v1: green Signed) -> green Signed
b0(v0: red Ptr(object), v1: green Signed):
    v2: green Signed = int_add(v1, 1)
    goto return(v2)

copy3 A.show(red, green) -> red
graph A.show(v0: red Ptr(object), v1: green Signed) -> red Signed
b0(v0: red Ptr(object), v1: green Signed):
    goto return(v1)
