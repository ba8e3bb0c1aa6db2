struct vtable vtable { min: Signed, max: Signed }
struct object gc { typeptr: Ptr(vtable) immutable }
struct A gc { super: object, x: Signed, next: Ptr(A), y: Signed immutable, code: Ptr(GcArray(Signed)) immutable_array }
struct B gc { super: A, z: Float }
struct Cell gc { v: Ptr(object), w: Ptr(Cell), n: Signed }
struct str gc { hash: Signed, chars: ImmutableArray(Char) }
known object object
known vtable vtable
known string str
object @avt: vtable = {1, 3}
object @bvt: vtable = {2, 3}
object @arr: GcArray(Signed) = [10, 20, 30]
object @a: A = {{@avt}, 5, null, 7, @arr}
object @b: B = {{{@bvt}, 6, @a, 8, null}, 1.5}
object @hello: str = {0, "hello"}
# Class facts: by a type test, by a range test, by a promoted vtable.
graph test1(v0: Ptr(object)) -> Signed
b0(v0: Ptr(object)):
    v1: Bool = ptr_nonzero(v0)
    if v1 then b1(v0) else return(0)
b1(v2: Ptr(object)):
    v3: Ptr(vtable) = getfield[object.typeptr](v2)
    v4: Signed = getfield[vtable.min](v3)
    v5: Bool = int_between(2, v4, 3)
    if v5 then b2(v2) else return(1)
b2(v6: Ptr(object)):
    v7: Bool = ptr_iszero(v6)
    v8: Ptr(vtable) = getfield[object.typeptr](v6)
    v9: Signed = getfield[vtable.max](v8)
    v10: Bool = ptr_eq(v8, @bvt)
    v11: Ptr(B) = cast_pointer(v6)
    v12: Ptr(A) = cast_pointer(v11)
    v13: Signed = getfield[A.x](v12)
    v14: Signed = getfield[A.x](v12)
    v15: Signed = int_add(v13, v14)
    if v10 then return(v15) else return(v9)

graph test2(v0: Ptr(object), v1: Ptr(object)) -> Bool
b0(v0: Ptr(object), v1: Ptr(object)):
    v2: Ptr(vtable) = getfield[object.typeptr](v0)
    v3: Bool = ptr_eq(v2, @avt)
    if v3 then b1(v0, v1) else return(false)
b1(v4: Ptr(object), v5: Ptr(object)):
    v6: Ptr(vtable) = getfield[object.typeptr](v5)
    v7: Bool = ptr_eq(v6, @bvt)
    if v7 then b2(v4, v5) else return(false)
b2(v8: Ptr(object), v9: Ptr(object)):
    v10: Bool = ptr_eq(v8, v9)
    v11: Bool = ptr_eq(v8, null(Ptr(object)))
    v12: Bool = ptr_ne(v8, v8)
    goto return(v10)

# Constants: immutable fields fold, mutable ones do not; wrong class and bad index do not.
graph test3(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = getfield[A.y](@a)
    v2: Signed = getfield[A.x](@a)
    v3: Ptr(GcArray(Signed)) = getfield[A.code](@a)
    v4: Signed = getarrayitem[GcArray(Signed)](v3, 1)
    v5: Signed = getarrayitem[GcArray(Signed)](v3, 3)
    v6: Signed = getarraysize[GcArray(Signed)](v3)
    v7: Char = getinterioritem[str](@hello, 4)
    v8: Signed = getinteriorsize[str](@hello)
    v9: Ptr(A) = cast_pointer(@b)
    v10: Signed = getfield[A.y](v9)
    v11: Ptr(B) = cast_pointer(@a)
    v12: Float = getfield[B.z](v11)
    v13: Ptr(object) = cast_pointer(@b)
    v14: Ptr(vtable) = getfield[object.typeptr](v13)
    v15: Signed = getarrayitem[GcArray(Signed)](@arr, 1)
    v16: Signed = int_add(v4, v6)
    v17: Signed = int_add(v10, v16)
    goto return(v17)

graph test4(v0: Ptr(A), v1: Signed) -> Signed
b0(v0: Ptr(A), v1: Signed):
    v2: Ptr(GcArray(Signed)) = getfield[A.code](v0)
    v3: Signed = getarrayitem[GcArray(Signed)](v2, v1)
    v4: Void = setarrayitem[GcArray(Signed)](@arr, 0, 3)
    v5: Signed = getarrayitem[GcArray(Signed)](v2, v1)
    v6: Signed = getarraysize[GcArray(Signed)](v2)
    v7: Bool = int_ge(v6, 0)
    v8: Signed = int_sub(v3, v5)
    goto return(v8)
#=== residual
test1
b0(v3: Ptr(object)):
    v4: Bool = ptr_nonzero(v3)
  v4 is true
    v5: Ptr(vtable) = getfield[object.typeptr](v3)
    v6: Signed = getfield[vtable.min](v5)
    v7: Bool = int_between(2, v6, 3)
  v7 is true
    v8: Signed = getfield[A.x](v3)
    v9: Signed = int_add(v8, v8)
=> v9
test2
b0(v3: Ptr(object), v4: Ptr(object)):
    v5: Ptr(vtable) = getfield[object.typeptr](v3)
    v6: Bool = ptr_eq(v5, @avt)
  v6 is true
    v7: Ptr(vtable) = getfield[object.typeptr](v4)
    v8: Bool = ptr_eq(v7, @bvt)
  v8 is true
=> false
test3
b0(v3: Signed):
    v4: Signed = getfield[A.x](@a)
    v5: Signed = getarrayitem[GcArray(Signed)](@arr, 3)
    v6: Float = getfield[B.z](cast(@a, Ptr(B)))
=> 31
test4
b0(v3: Ptr(A), v4: Signed):
    v5: Ptr(GcArray(Signed)) = getfield[A.code](v3)
    v6: Signed = getarrayitem[GcArray(Signed)](v5, v4)
    v7: Void = setarrayitem[GcArray(Signed)](@arr, 0, 3)
    v8: Signed = getarraysize[GcArray(Signed)](v5)
=> 0
