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
graph write_x(v0: Ptr(A)) -> Void
b0(v0: Ptr(A)):
    v1: Void = setfield[A.x](v0, 1)
    goto return(void)

extern anything() -> Void raises collects
# Known fields, aliasing writes, calls.
graph test1(v0: Ptr(A), v1: Ptr(A), v2: Signed) -> Signed
b0(v0: Ptr(A), v1: Ptr(A), v2: Signed):
    v3: Signed = getfield[A.x](v0)
    v4: Signed = getfield[A.y](v0)
    v5: Void = setfield[A.x](v1, v2)
    v6: Signed = getfield[A.x](v0)
    v7: Signed = getfield[A.x](v1)
    v8: Void = setfield[A.x](v1, v2)
    v9: Ptr(A) = getfield[A.next](v0)
    v10: Void = direct_call[write_x](v0)
    v11: Ptr(A) = getfield[A.next](v0)
    v12: Signed = getfield[A.x](v1)
    v13: Void = extern_call[anything]()
    v14: Ptr(A) = getfield[A.next](v0)
    v15: Signed = getfield[A.y](v0)
    goto return(v12)

# Write barriers.
graph test2(v0: Ptr(Cell), v1: Ptr(object), v2: Ptr(GcArray(Ptr(object))), v3: Signed) -> Void
b0(v0: Ptr(Cell), v1: Ptr(object), v2: Ptr(GcArray(Ptr(object))), v3: Signed):
    v4: Void = setfield[Cell.v](v0, v1)
    v5: Void = setfield[Cell.w](v0, v0)
    v6: Void = setfield[Cell.v](v0, null(Ptr(object)))
    v7: Void = extern_call[anything]()
    v8: Void = setfield[Cell.v](v0, v1)
    v9: Void = setarrayitem[GcArray(Ptr(object))](v2, v3, v1)
    v10: Ptr(object) = cast_pointer(@a)
    v11: Void = setarrayitem[GcArray(Ptr(object))](v2, v3, v10)
    v12: Void = setfield[Cell.n](v0, 5)
    goto return(void)

# Items by index.
graph test3(v0: Ptr(GcArray(Signed)), v1: Signed, v2: Ptr(GcArray(Signed))) -> Signed
b0(v0: Ptr(GcArray(Signed)), v1: Signed, v2: Ptr(GcArray(Signed))):
    v3: Void = setarrayitem[GcArray(Signed)](v0, 0, 5)
    v4: Void = setarrayitem[GcArray(Signed)](v0, 1, 6)
    v5: Signed = getarrayitem[GcArray(Signed)](v0, 0)
    v6: Signed = getarrayitem[GcArray(Signed)](v0, v1)
    v7: Signed = getarrayitem[GcArray(Signed)](v0, v1)
    v8: Void = setarrayitem[GcArray(Signed)](v2, v1, 8)
    v9: Signed = getarrayitem[GcArray(Signed)](v0, 0)
    v10: Signed = getarrayitem[GcArray(Signed)](v2, v1)
    v11: Void = clearitems[GcArray(Signed)](v2, 0, v1)
    v12: Signed = getarrayitem[GcArray(Signed)](v2, v1)
    v13: Signed = int_add(v9, v10)
    goto return(v13)
# What is initialised later is no change of an immutable location: by a variable index, by a call.
graph init(v0: Ptr(A)) -> Void
b0(v0: Ptr(A)):
    v1: Void = setfield[A.y](v0, 1)
    goto return(void)

graph test4(v0: Signed, v1: Char) -> Signed
b0(v0: Signed, v1: Char):
    v2: Ptr(str) = mallocvar[str](3)
    v3: Void = setinterioritem[str](v2, v0, v1)
    v4: Char = getinterioritem[str](v2, 0)
    v5: Ptr(A) = malloc[A]()
    v6: Void = direct_call[init](v5)
    v7: Signed = getfield[A.y](v5)
    v8: Signed = getfield[A.y](v5)
    v9: Signed = cast_char_to_int(v4)
    v10: Signed = int_add(v7, v9)
    goto return(v10)

# Large arrays of constant length are not virtual, but their allocation cannot fail.
graph test5(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](100)
    v2: Bool = ptr_iszero(v1)
    v3: Void = setarrayitem[GcArray(Signed)](v1, 99, v0)
    v4: Signed = getarraysize[GcArray(Signed)](v1)
    if v2 then return(0) else return(v4)

# A comparison is known in all its forms.
graph test6(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Bool = int_lt(v0, v1)
    if v2 then b1(v0, v1) else return(0)
b1(v3: Signed, v4: Signed):
    v5: Bool = int_ge(v3, v4)
    v6: Bool = int_gt(v4, v3)
    v7: Bool = int_le(v4, v3)
    v8: Bool = bool_not(v5)
    v9: Signed = cast_bool_to_int(v8)
    v10: Signed = cast_bool_to_int(v6)
    v11: Signed = cast_bool_to_int(v7)
    v12: Signed = int_add(v9, v10)
    v13: Signed = int_add(v12, v11)
    goto return(v13)
#=== residual
test1
b0(v3: Ptr(A), v4: Ptr(A), v5: Signed):
    v6: Signed = getfield[A.x](v3)
    v7: Signed = getfield[A.y](v3)
    v8: Void = setfield[A.x](v4, v5)
    v9: Signed = getfield[A.x](v3)
    v10: Ptr(A) = getfield[A.next](v3)
    v11: Void = direct_call[write_x](v3)
    v12: Signed = getfield[A.x](v4)
    v13: Void = extern_call[anything]()
    v14: Ptr(A) = getfield[A.next](v3)
=> v12
exception: unknown
test2
b0(v3: Ptr(Cell), v4: Ptr(object), v5: Ptr(GcArray(Ptr(object))), v6: Signed):
    v7: Void = write_barrier(v3)
    v8: Void = setfield[Cell.v](v3, v4)
    v9: Void = setfield[Cell.w](v3, v3)
    v10: Void = setfield[Cell.v](v3, null(Ptr(object)))
    v11: Void = extern_call[anything]()
    v12: Void = write_barrier(v3)
    v13: Void = setfield[Cell.v](v3, v4)
    v14: Void = write_barrier_array(v5, v6)
    v15: Void = setarrayitem[GcArray(Ptr(object))](v5, v6, v4)
    v16: Void = setarrayitem[GcArray(Ptr(object))](v5, v6, cast(@a, Ptr(object)))
    v17: Void = setfield[Cell.n](v3, 5)
=> void
exception: unknown
test3
b0(v3: Ptr(GcArray(Signed)), v4: Signed, v5: Ptr(GcArray(Signed))):
    v6: Void = setarrayitem[GcArray(Signed)](v3, 0, 5)
    v7: Void = setarrayitem[GcArray(Signed)](v3, 1, 6)
    v8: Signed = getarrayitem[GcArray(Signed)](v3, v4)
    v9: Void = setarrayitem[GcArray(Signed)](v5, v4, 8)
    v10: Signed = getarrayitem[GcArray(Signed)](v3, 0)
    v11: Void = clearitems[GcArray(Signed)](v5, 0, v4)
    v12: Signed = getarrayitem[GcArray(Signed)](v5, v4)
    v13: Signed = int_add(v10, 8)
=> v13
test4
b0(v3: Signed, v4: Char):
    v5: Ptr(str) = mallocvar[str](3)
    v6: Void = setinterioritem[str](v5, v3, v4)
    v7: Char = getinterioritem[str](v5, 0)
    v8: Ptr(A) = malloc[A]()
    v9: Void = direct_call[init](v8)
    v10: Signed = getfield[A.y](v8)
    v11: Signed = cast_char_to_int(v7)
    v12: Signed = int_add(v10, v11)
=> v12
test5
b0(v3: Signed):
    v4: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](100)
    v5: Void = setarrayitem[GcArray(Signed)](v4, 99, v3)
=> 100
test6
b0(v3: Signed, v4: Signed):
    v5: Bool = int_lt(v3, v4)
  v5 is true
=> 2
