# Every access is checked.
# run: sum(10) => 45
# run: bounds(3) => faults index 3 out of bounds of 3 items
# run: freed() => faults use of a freed
# run: null() => faults null pointer
# run: downcast() => faults wrong type: a A
# run: fields() => 42
# run: text() => 104
# run: raw() => 513
# run: overlap() => 12123
# run: deep(1000) => 1000
# run: forever() => out of fuel
# run: stop() => aborts none_dereference
# run: table(1) => 20
struct A gc { x: Signed }
struct B gc { super: A, y: Signed }
struct str gc { hash: Signed, chars: Array(Char) }
struct raw { a: Signed, b: Signed }
known string str
object @hello: str = {0, "hello"}
object @t: Array(Ptr(Func((Signed) -> Signed))) = [&ten, &twenty]

graph sum(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](v0)
    goto b1(v1, 0)
b1(v2: Ptr(GcArray(Signed)), v3: Signed):
    v4: Signed = getarraysize[GcArray(Signed)](v2)
    v5: Bool = int_lt(v3, v4)
    if v5 then b2(v2, v3) else b3(v2, 0, 0)
b2(v6: Ptr(GcArray(Signed)), v7: Signed):
    v8: Void = setarrayitem[GcArray(Signed)](v6, v7, v7)
    v9: Signed = int_add(v7, 1)
    goto b1(v6, v9)
b3(v10: Ptr(GcArray(Signed)), v11: Signed, v12: Signed):
    v13: Signed = getarraysize[GcArray(Signed)](v10)
    v14: Bool = int_lt(v11, v13)
    if v14 then b4(v10, v11, v12) else return(v12)
b4(v15: Ptr(GcArray(Signed)), v16: Signed, v17: Signed):
    v18: Signed = getarrayitem[GcArray(Signed)](v15, v16)
    v19: Signed = int_add(v17, v18)
    v20: Signed = int_add(v16, 1)
    goto b3(v15, v20, v19)

graph bounds(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](v0)
    v2: Signed = getarrayitem[GcArray(Signed)](v1, v0)
    goto return(v2)

graph freed() -> Signed
b0():
    v0: Ptr(raw) = malloc[raw]()
    v1: Void = free[raw](v0)
    v2: Signed = getfield[raw.a](v0)
    goto return(v2)

graph null() -> Signed
b0():
    v0: Signed = getfield[A.x](null(Ptr(A)))
    goto return(v0)

graph downcast() -> Signed
b0():
    v0: Ptr(A) = malloc[A]()
    v1: Ptr(B) = cast_pointer(v0)
    v2: Signed = getfield[B.y](v1)
    goto return(v2)

graph fields() -> Signed
b0():
    v0: Ptr(B) = malloc[B]()
    v1: Ptr(A) = cast_pointer(v0)
    v2: Void = setfield[A.x](v1, 42)
    v3: Ptr(B) = cast_pointer(v1)
    v4: Signed = getfield[B.y](v3)
    v5: Signed = getfield[A.x](v1)
    v6: Signed = int_add(v4, v5)
    goto return(v6)

graph text() -> Signed
b0():
    v0: Char = getinterioritem[str](@hello, 0)
    v1: Signed = cast_char_to_int(v0)
    goto return(v1)

graph raw() -> Signed
b0():
    v0: Ptr(NoLengthArray(Char)) = mallocvar[NoLengthArray(Char)](8)
    v1: Void = setarrayitem[NoLengthArray(Char)](v0, 0, '\x01')
    v2: Void = setarrayitem[NoLengthArray(Char)](v0, 1, '\x02')
    v3: Address = cast_ptr_to_adr(v0)
    v4: UInt16 = raw_load(v3, 0)
    v5: Signed = cast_primitive(v4)
    goto return(v5)

graph overlap() -> Signed
b0():
    v0: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](5)
    v1: Void = setarrayitem[GcArray(Signed)](v0, 0, 1)
    v2: Void = setarrayitem[GcArray(Signed)](v0, 1, 2)
    v3: Void = setarrayitem[GcArray(Signed)](v0, 2, 3)
    v4: Void = copyitems[GcArray(Signed)](v0, v0, 0, 2, 3)
    goto b1(v0, 0, 0)
b1(v5: Ptr(GcArray(Signed)), v6: Signed, v7: Signed):
    v8: Bool = int_lt(v6, 5)
    if v8 then b2(v5, v6, v7) else return(v7)
b2(v9: Ptr(GcArray(Signed)), v10: Signed, v11: Signed):
    v12: Signed = getarrayitem[GcArray(Signed)](v9, v10)
    v13: Signed = int_mul(v11, 10)
    v14: Signed = int_add(v13, v12)
    v15: Signed = int_add(v10, 1)
    goto b1(v9, v15, v14)

graph deep(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then b1(v0) else return(0)
b1(v2: Signed):
    v3: Signed = int_sub(v2, 1)
    v4: Signed = direct_call[deep](v3)
    v5: Signed = int_add(v4, 1)
    goto return(v5)

graph forever() -> Signed
b0():
    goto b1()
b1():
    goto b1()

graph stop() -> Signed
b0():
    v0: Void = abort[none_dereference]()
    unreachable

graph ten(v0: Signed) -> Signed
b0(v0: Signed):
    goto return(10)

graph twenty(v0: Signed) -> Signed
b0(v0: Signed):
    goto return(20)

graph table(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(Func((Signed) -> Signed)) = getarrayitem[Array(Ptr(Func((Signed) -> Signed)))](@t, v0)
    v2: Signed = indirect_call[Func((Signed) -> Signed) | ten, twenty](v1, v0)
    goto return(v2)
