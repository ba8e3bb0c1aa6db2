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
graph may_raise(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Void = exc_set(@avt, cast(@a, Ptr(object)))
    goto return(v0)

attrs elidable
graph pure_call(v0: Signed) -> Signed
b0(v0: Signed):
    goto return(v0)

# Raised and caught here: no code.
graph test1(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(A) = malloc[A]()
    v2: Ptr(object) = cast_pointer(v1)
    v3: Void = setfield[object.typeptr](v2, @avt)
    v4: Void = exc_set(@avt, v2)
    v5: Void = traceback_start(@avt)
    v6: Bool = exc_occurred()
    if v6 then b1(v0) else return(0)
b1(v7: Signed):
    v8: Ptr(vtable) = exc_type()
    v9: Signed = getfield[vtable.min](v8)
    v10: Bool = int_between(1, v9, 3)
    v11: Ptr(object) = exc_value()
    v12: Void = exc_clear()
    v13: Void = traceback_catch()
    v14: Bool = exc_occurred()
    if v10 then return(v7) else return(1)

# Raised by a call, class tested, caught.
graph test2(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[may_raise](v0)
    v2: Bool = exc_occurred()
    if v2 then b1() else return(v1)
b1():
    v3: Ptr(vtable) = exc_type()
    v4: Bool = ptr_eq(v3, @bvt)
    if v4 then b2() else return(2)
b2():
    v5: Ptr(object) = exc_value()
    v6: Void = exc_clear()
    v7: Void = traceback_catch()
    v8: Ptr(vtable) = getfield[object.typeptr](v5)
    v9: Bool = ptr_eq(v8, @bvt)
    v10: Ptr(B) = cast_pointer(v5)
    v11: Float = getfield[B.z](v10)
    v12: Bool = ptr_nonzero(v10)
    if v9 then return(1) else return(0)

# A virtual exception meets a residual call; no test after a call that cannot raise.
graph test3(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(A) = malloc[A]()
    v2: Ptr(object) = cast_pointer(v1)
    v3: Void = exc_set(@avt, v2)
    v4: Void = traceback_start(@avt)
    v5: Signed = direct_call[pure_call](v0)
    v6: Signed = direct_call[pure_call](v0)
    v7: Bool = exc_occurred()
    if v7 then return(v5) else return(v6)

graph test4(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[may_raise](v0)
    v2: Bool = exc_occurred()
    if v2 then b1() else b2(v1)
b1():
    v3: Void = traceback_pass()
    goto return(0)
b2(v4: Signed):
    v5: Bool = exc_occurred()
    if v5 then return(1) else return(v4)
# arms4: false
#=== residual
test1
b0(v3: Signed):
=> v3
test2
b0(v3: Signed):
    v4: Signed = direct_call[may_raise](v3)
    v5: Bool = exc_occurred()
  v5 is true
    v6: Ptr(vtable) = exc_type()
    v7: Bool = ptr_eq(v6, @bvt)
  v7 is true
    v8: Ptr(object) = exc_value()
    v9: Void = exc_clear()
    v10: Void = traceback_catch()
    v11: Float = getfield[B.z](v8)
=> 1
test3
b0(v3: Signed):
    v4: Ptr(A) = malloc[A]()
    v5: Void = exc_set(@avt, v4)
    v6: Void = traceback_start(@avt)
    v7: Signed = direct_call[pure_call](v3)
=> v7
exception: pending
test4
b0(v3: Signed):
    v4: Signed = direct_call[may_raise](v3)
    v5: Bool = exc_occurred()
  v5 is false
=> v4
