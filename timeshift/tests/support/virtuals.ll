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
graph use(v0: Ptr(Cell)) -> Void
b0(v0: Ptr(Cell)):
    goto return(void)

# An intermediate object is never allocated.
graph test1(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(A) = malloc[A]()
    v2: Ptr(object) = cast_pointer(v1)
    v3: Void = setfield[object.typeptr](v2, @avt)
    v4: Void = setfield[A.x](v1, v0)
    v5: Signed = getfield[A.x](v1)
    v6: Ptr(vtable) = getfield[object.typeptr](v2)
    v7: Bool = ptr_eq(v6, @avt)
    v8: Bool = ptr_nonzero(v1)
    v9: Ptr(A) = getfield[A.next](v1)
    v10: Bool = ptr_eq(v9, v1)
    v11: Signed = int_add(v5, v0)
    if v7 then return(v11) else return(0)

# Stored in an object that exists: allocated, with what it refers to; heap knowledge keeps the fields.
graph test2(v0: Ptr(Cell), v1: Signed) -> Signed
b0(v0: Ptr(Cell), v1: Signed):
    v2: Ptr(A) = malloc[A]()
    v3: Ptr(object) = cast_pointer(v2)
    v4: Void = setfield[object.typeptr](v3, @avt)
    v5: Void = setfield[A.x](v2, v1)
    v6: Ptr(A) = malloc[A]()
    v7: Void = setfield[A.next](v2, v6)
    v8: Void = setfield[Cell.v](v0, v3)
    v9: Signed = getfield[A.x](v2)
    v10: Signed = getfield[A.x](v6)
    v11: Ptr(vtable) = getfield[object.typeptr](v3)
    v12: Bool = ptr_eq(v11, @avt)
    v13: Signed = int_add(v9, v10)
    if v12 then return(v13) else return(0)

# A cycle passed to a call.
graph test3(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(Cell) = malloc[Cell]()
    v2: Ptr(Cell) = malloc[Cell]()
    v3: Void = setfield[Cell.w](v1, v2)
    v4: Void = setfield[Cell.w](v2, v1)
    v5: Void = setfield[Cell.n](v1, v0)
    v6: Void = direct_call[use](v1)
    v7: Ptr(Cell) = getfield[Cell.w](v2)
    v8: Bool = ptr_eq(v7, v1)
    v9: Signed = getfield[Cell.n](v7)
    if v8 then return(v9) else return(0)

# Arrays: constant indices stay virtual, a variable one forces.
graph test4(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](3)
    v3: Bool = ptr_iszero(v2)
    v4: Void = setarrayitem[GcArray(Signed)](v2, 1, v0)
    v5: Signed = getarrayitem[GcArray(Signed)](v2, 1)
    v6: Signed = getarrayitem[GcArray(Signed)](v2, 0)
    v7: Signed = getarraysize[GcArray(Signed)](v2)
    v8: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](4)
    v9: Void = copyitems[GcArray(Signed)](v2, v8, 0, 1, 3)
    v10: Signed = getarrayitem[GcArray(Signed)](v8, 2)
    v11: Void = copyitems[GcArray(Signed)](@arr, v8, 1, 0, 2)
    v12: Void = clearitems[GcArray(Signed)](v8, 3, 1)
    v13: Signed = getarrayitem[GcArray(Signed)](v8, v1)
    v14: Signed = int_add(v10, v13)
    if v3 then return(v7) else return(v14)

# A string of constant length.
graph test5(v0: Char) -> Ptr(str)
b0(v0: Char):
    v1: Ptr(str) = mallocvar[str](2)
    v2: Void = setinterioritem[str](v1, 0, v0)
    v3: Char = getinterioritem[str](v1, 1)
    v4: Signed = getinteriorsize[str](v1)
    v5: Void = copyitems[str](@hello, v1, 4, 1, 1)
    goto return(v1)

graph test6(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](v0)
    v2: Bool = ptr_iszero(v1)
    if v2 then b1() else b2(v1)
b1():
    v3: Void = exc_clear()
    goto return(0)
b2(v4: Ptr(GcArray(Signed))):
    v5: Signed = getarraysize[GcArray(Signed)](v4)
    v6: Bool = exc_occurred()
    if v6 then return(0) else return(v5)
# arms6: false
#=== residual
test1
b0(v3: Signed):
    v4: Signed = int_add(v3, v3)
=> v4
test2
b0(v3: Ptr(Cell), v4: Signed):
    v5: Ptr(A) = malloc[A]()
    v6: Ptr(A) = malloc[A]()
    v7: Void = setfield[object.typeptr](v6, @avt)
    v8: Void = setfield[A.x](v6, v4)
    v9: Void = setfield[A.next](v6, v5)
    v10: Void = write_barrier(v3)
    v11: Void = setfield[Cell.v](v3, v6)
=> v4
test3
b0(v3: Signed):
    v4: Ptr(Cell) = malloc[Cell]()
    v5: Ptr(Cell) = malloc[Cell]()
    v6: Void = setfield[Cell.w](v5, v4)
    v7: Void = setfield[Cell.n](v5, v3)
    v8: Void = write_barrier(v4)
    v9: Void = setfield[Cell.w](v4, v5)
    v10: Void = direct_call[use](v5)
=> v3
test4
b0(v3: Signed, v4: Signed):
    v5: Signed = getarrayitem[GcArray(Signed)](@arr, 1)
    v6: Signed = getarrayitem[GcArray(Signed)](@arr, 2)
    v7: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](4)
    v8: Void = setarrayitem[GcArray(Signed)](v7, 0, v5)
    v9: Void = setarrayitem[GcArray(Signed)](v7, 1, v6)
    v10: Void = setarrayitem[GcArray(Signed)](v7, 2, v3)
    v11: Signed = getarrayitem[GcArray(Signed)](v7, v4)
    v12: Signed = int_add(v3, v11)
=> v12
test5
b0(v3: Char):
=> virtual str {0, v3, 'o'}
test6
b0(v3: Signed):
    v4: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](v3)
    v5: Bool = ptr_iszero(v4)
  v5 is false
=> v3
