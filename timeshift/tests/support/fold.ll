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
# arms2: true, false
graph test1(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Signed = int_add(2, 3)
    v3: Signed = int_floordiv(7, 0)
    v4: Signed = int_add(v0, v2)
    v5: Signed = int_add(v4, 3)
    v6: Signed = int_sub(v5, 8)
    v7: Signed = int_mul(v6, 1)
    v8: Signed = int_sub(v7, v0)
    v9: Signed = int_add(v0, v1)
    v10: Signed = int_add(v0, v1)
    v11: Bool = int_eq(v9, v10)
    v12: Signed = cast_bool_to_int(v11)
    v13: Signed = int_lshift(1, 64)
    v14: Signed = int_add(v12, v8)
    goto return(v14)

graph test2(v0: Signed, v1: Signed) -> Bool
b0(v0: Signed, v1: Signed):
    v2: Bool = int_ge(v0, 0)
    if v2 then b1(v0, v1) else return(false)
b1(v3: Signed, v4: Signed):
    v5: Bool = int_lt(v3, 0)
    v6: Signed = int_force_ge_zero(v3)
    v7: Bool = int_lt(v3, v4)
    if v7 then return(v5) else b2(v3, v4, v5)
b2(v8: Signed, v9: Signed, v10: Bool):
    v11: Bool = int_le(v8, -1)
    v12: Bool = int_eq(v9, 3)
    if v12 then return(v12) else return(v11)

graph test3(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add_ovf(v0, 1)
    v2: Bool = ovf_occurred()
    if v2 then return(0) else b1(v0, v1)
b1(v3: Signed, v4: Signed):
    v5: Signed = int_add_ovf(v3, 1)
    v6: Bool = ovf_occurred()
    v7: Signed = int_mul_ovf(4611686018427387904, 2)
    v8: Bool = ovf_occurred()
    v9: Bool = bool_not(v8)
    v10: Signed = int_sub_ovf(v4, v5)
    v11: Bool = ovf_occurred()
    if v9 then return(v7) else return(v10)

graph test4(v0: Signed, v1: Float) -> Float
b0(v0: Signed, v1: Float):
    v2: Bool = int_eq(v0, 4)
    if v2 then b1(v0, v1) else return(0.0)
b1(v3: Signed, v4: Float):
    v5: Signed = int_mul(v3, 10)
    v6: Float = cast_int_to_float(v5)
    v7: Float = float_mul(v6, 2.5)
    v8: Float = float_add(v4, v7)
    v9: Signed = cast_float_to_int(1e300)
    goto return(v8)

# Sums that do not overflow may be negative as long as a term may be.
# arms5: false, false
graph test5(v0: Signed) -> Bool
b0(v0: Signed):
    v1: Signed = int_add_ovf(v0, 1)
    v2: Bool = ovf_occurred()
    if v2 then return(false) else b1(v1)
b1(v3: Signed):
    v4: Signed = int_add_ovf(v3, 1)
    v5: Bool = ovf_occurred()
    if v5 then return(false) else b2(v4)
b2(v6: Signed):
    v7: Bool = int_lt(v6, 0)
    goto return(v7)
# arms3: false
# arms6: true, true
graph test6(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Bool = int_lt(v0, v1)
    if v2 then b1(v0, v1) else return(0)
b1(v3: Signed, v4: Signed):
    v5: Signed = int_add_ovf(v3, 1)
    v6: Bool = ovf_occurred()
    v7: Signed = int_add_ovf(2, v3)
    v8: Bool = ovf_occurred()
    v9: Signed = int_sub_ovf(v3, -1)
    v10: Bool = ovf_occurred()
    v11: Signed = int_sub_ovf(v3, 1)
    v12: Bool = ovf_occurred()
    v13: Bool = int_ge(v3, 0)
    if v13 then b2(v3, v4, v5, v7, v9, v11) else return(1)
b2(v14: Signed, v15: Signed, v16: Signed, v17: Signed, v18: Signed, v19: Signed):
    v20: Signed = int_sub_ovf(v14, v15)
    v21: Bool = ovf_occurred()
    v22: Signed = int_sub_ovf(v15, v14)
    v23: Bool = ovf_occurred()
    v24: Signed = int_xor(v16, v17)
    v25: Signed = int_xor(v18, v19)
    v26: Signed = int_xor(v20, v22)
    v27: Signed = int_xor(v24, v25)
    v28: Signed = int_xor(v26, v27)
    goto return(v28)

#=== residual
test1
b0(v3: Signed, v4: Signed):
    v5: Signed = int_floordiv(7, 0)
    v6: Signed = int_add(v3, 5)
    v7: Signed = int_add(v3, 8)
    v8: Signed = int_add(v3, v4)
    v9: Signed = int_lshift(1, 64)
=> 1
test2
b0(v3: Signed, v4: Signed):
    v5: Bool = int_ge(v3, 0)
  v5 is true
    v6: Bool = int_lt(v3, v4)
  v6 is false
    v7: Bool = int_eq(v4, 3)
  v7 is true
=> true
test3
b0(v3: Signed):
    v4: Signed = int_add_ovf(v3, 1)
    v5: Bool = ovf_occurred()
  v5 is false
=> 0
test4
b0(v3: Signed, v4: Float):
    v5: Bool = int_eq(v3, 4)
  v5 is true
    v6: Float = float_add(v4, 100.0)
    v7: Signed = cast_float_to_int(1e300)
=> v6
test5
b0(v3: Signed):
    v4: Signed = int_add_ovf(v3, 1)
    v5: Bool = ovf_occurred()
  v5 is false
    v6: Signed = int_add_ovf(v4, 1)
    v7: Bool = ovf_occurred()
  v7 is false
    v8: Bool = int_lt(v6, 0)
=> v8
test6
b0(v3: Signed, v4: Signed):
    v5: Bool = int_lt(v3, v4)
  v5 is true
    v6: Signed = int_add(v3, 1)
    v7: Signed = int_add_ovf(2, v3)
    v8: Bool = ovf_occurred()
    v9: Signed = int_sub(v3, -1)
    v10: Signed = int_sub_ovf(v3, 1)
    v11: Bool = ovf_occurred()
    v12: Bool = int_ge(v3, 0)
  v12 is true
    v13: Signed = int_sub_ovf(v3, v4)
    v14: Bool = ovf_occurred()
    v15: Signed = int_sub_ovf(v4, v3)
    v16: Bool = ovf_occurred()
    v17: Signed = int_xor(v6, v7)
    v18: Signed = int_xor(v9, v10)
    v19: Signed = int_xor(v13, v15)
    v20: Signed = int_xor(v17, v18)
    v21: Signed = int_xor(v19, v20)
=> v21
