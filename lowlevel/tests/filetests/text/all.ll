# Every kind of declaration, type, constant and immediate.
struct vtable vtable { min: Signed, max: Signed, call: Ptr(Func((Ptr(object), Signed) -> Signed)) immutable }
struct object gc { typeptr: Ptr(vtable) immutable }
struct Point gc { super: object, x: Signed, y: Float, c: Char, next: Ptr(Point), items: Ptr(GcArray(Ptr(Point))) immutable_array, v: Signed quasi_immutable }
struct str gc { hash: Signed, chars: ImmutableArray(Char) }
struct entry { key: Ptr(str), value: UInt16 }
struct wref gc weakref { target: Ptr(object) }
struct odd%20name immutable { f: Int32, g: SingleFloat, h: UniChar, u: Unsigned, a: Address, b: Bool }
struct entry.2 finalizer { x: Void }
opaque FILE
known string str
known object object
known vtable vtable
exception OverflowError @ov_vtable @ov
extern write(Signed, Ptr(NoLengthArray(Char)), Signed) -> Signed raises collects context
extern sin(Float) -> Float pure
extern quit() -> Void noreturn
driver main greens(pc, code) reds(frame) virtualizables(frame) printable_location(m.loc) recursive
object @vt: vtable = {0, 9, &m.method}
object @ov_vtable: vtable = {2, 3, null}
object @ov: object = {@ov_vtable}
object @p: Point = {{@vt}, -5, 1.5, 'a', @p, @arr, 7}
object @arr: GcArray(Ptr(Point)) = [@p, null, @p]
object @hello: str = {0, "he\"l\\l\n\x00o"}
object @odd: odd%20name = {Int32(-1), single(0.5), u'x', 18446744073709551615u, null, true}
object @table: Array(entry) = [{@hello, UInt16(3)}, zero]
entry m.main

attrs always_inline elidable helper oopspec(list.append) mark(_x)
graph m.method(v0: Ptr(object), v1: Signed) -> Signed
b0(v0: Ptr(object), v1: Signed):
    v2: Signed = int_add_ovf(v1, -1)
    try { normal => return(v2), @ov_vtable(v3: Ptr(vtable), v4: Ptr(object)) => b1(v3, v4) }
b1(v5: Ptr(vtable), v6: Ptr(object)):
    v7: Bool = ptr_eq(v5, @vt)
    if v7 then return(0) else raise(v5, v6)

attrs dont_inline
graph m.loc(v0: Signed) -> Void
b0(v0: Signed):
    v1: Void = abort[unreachable]()
    unreachable

graph m.main(v0: Ptr(Point), v1: Ptr(Array(entry)), v2: Ptr(str), v3: Ptr(GcArray(Ptr(Point)))) -> Signed
b0(v0: Ptr(Point), v1: Ptr(Array(entry)), v2: Ptr(str), v3: Ptr(GcArray(Ptr(Point)))):
    v4: Ptr(Func((Ptr(object), Signed) -> Signed)) = same_as(&m.method)
    v5: Signed = getfield[Point.x](v0)
    v6: Void = setfield[Point.y](v0, float(0x7ff8000000000001))
    v7: Void = setfield[Point.c](v0, '\x00')
    v8: Ptr(str) = getitemfield[Array(entry).key](v1, 0)
    v9: Void = setitemfield[Array(entry).value](v1, 0, UInt16(7))
    v10: Char = getinterioritem[str](v2, 1)
    v11: Signed = getinteriorsize[str](v2)
    v12: Ptr(Point) = getarrayitem[GcArray(Ptr(Point))](v3, v11)
    v13: Void = setarrayitem[GcArray(Ptr(Point))](v3, 0, null(Ptr(Point)))
    v14: Signed = getarraysize[GcArray(Ptr(Point))](v3)
    v15: Void = copyitems[str](v2, v2, 0, 1, 2)
    v16: Void = clearitems[GcArray(Ptr(Point))](v3, 0, v14)
    v17: Ptr(Point) = malloc[Point]()
    v18: Ptr(object) = cast_pointer(v17)
    v19: Ptr(str) = mallocvar[str](v14)
    v20: Void = setinterioritem[str](v19, 0, '\'')
    v21: Signed = hint[promote](v14)
    v22: Void = jit_marker[merge_point, main](v14, @hello, v17)
    v23: Float = extern_call[sin](-0.0)
    v24: Bool = float_lt(v23, 1e300)
    v25: Bool = ptr_eq(cast(@p, Ptr(object)), v18)
    v26: Bool = unichar_eq(u'\u{20ac}', u'z')
    v27: Unsigned = uint_add(3u, 18446744073709551615u)
    v28: Int32 = cast_primitive(v14)
    v29: Bool = adr_eq(null(Address), cast(5, Address))
    v30: Ptr(Func((Float) -> Float)) = same_as($sin)
    v31: Void = keepalive(v18)
    v32: Signed = indirect_call[Func((Ptr(object), Signed) -> Signed) | m.method](v4, v18, v14)
    try { normal => b1(v32), @ov_vtable(v33: Ptr(vtable), v34: Ptr(object)) => return(-1) }
b1(v35: Signed):
    switch v35 { 1 => b2(v35), 9223372036854775807 => return(0), default => return(v35) }
b2(v36: Signed):
    v37: Signed = direct_call[m.method](cast(@p, Ptr(object)), v36)
    goto return(v37)
