# Arguments beyond the registers, floats among them, external functions, function pointers, results that C leaves ragged.
# phase: gc
# run: nine(1) => 123456789
# run: mixed(2.5, 3) => 15.5
# run: through_table(1, 5) => 25
# run: through_table(0, 5) => 10
# run: external(3) => 26448
# run: floats(1.5, 2) => 7.5
# run: odd(3) => 1
# run: odd(4) => 0
# run: pointer(7) => 1
extern mix_ints(Signed, Signed, Signed, Signed, Signed, Signed, Signed, Signed) -> Signed pure
extern mix_floats(Float, Signed, Float) -> Float pure
extern is_odd(Signed) -> Bool pure
object @table: Array(Ptr(Func((Signed) -> Signed))) = [&double, &square]

graph digits(v1: Signed, v2: Signed, v3: Signed, v4: Signed, v5: Signed, v6: Signed, v7: Signed, v8: Signed, v9: Signed) -> Signed
b0(v1: Signed, v2: Signed, v3: Signed, v4: Signed, v5: Signed, v6: Signed, v7: Signed, v8: Signed, v9: Signed):
    v10: Signed = int_mul(v1, 10)
    v11: Signed = int_add(v10, v2)
    v12: Signed = int_mul(v11, 10)
    v13: Signed = int_add(v12, v3)
    v14: Signed = int_mul(v13, 10)
    v15: Signed = int_add(v14, v4)
    v16: Signed = int_mul(v15, 10)
    v17: Signed = int_add(v16, v5)
    v18: Signed = int_mul(v17, 10)
    v19: Signed = int_add(v18, v6)
    v20: Signed = int_mul(v19, 10)
    v21: Signed = int_add(v20, v7)
    v22: Signed = int_mul(v21, 10)
    v23: Signed = int_add(v22, v8)
    v24: Signed = int_mul(v23, 10)
    v25: Signed = int_add(v24, v9)
    goto return(v25)

graph nine(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[digits](v0, 2, 3, 4, 5, 6, 7, 8, 9)
    goto return(v1)

graph many(v1: Float, v2: Signed, v3: Float, v4: Float, v5: Float, v6: Float, v7: Float, v8: Float, v9: Float, v10: Float, v11: Float) -> Float
b0(v1: Float, v2: Signed, v3: Float, v4: Float, v5: Float, v6: Float, v7: Float, v8: Float, v9: Float, v10: Float, v11: Float):
    v12: Float = float_mul(v11, v1)
    v13: Float = float_add(v12, v10)
    v14: Float = cast_int_to_float(v2)
    v15: Float = float_add(v13, v14)
    goto return(v15)

graph mixed(v0: Float, v1: Signed) -> Float
b0(v0: Float, v1: Signed):
    v2: Float = direct_call[many](v0, v1, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 5.0, 3.0)
    goto return(v2)

graph double(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add(v0, v0)
    goto return(v1)

graph square(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_mul(v0, v0)
    goto return(v1)

graph through_table(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Ptr(Func((Signed) -> Signed)) = getarrayitem[Array(Ptr(Func((Signed) -> Signed)))](@table, v0)
    v3: Signed = indirect_call[Func((Signed) -> Signed)](v2, v1)
    goto return(v3)

graph external(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = extern_call[mix_ints](0, 0, 0, 0, 0, v0, 761, -26)
    v2: Signed = int_mul(v0, 0)
    v3: Signed = int_add(v1, v2)
    goto return(v3)

graph floats(v0: Float, v1: Signed) -> Float
b0(v0: Float, v1: Signed):
    v2: Float = extern_call[mix_floats](v0, v1, 2.5)
    goto return(v2)

graph odd(v0: Signed) -> Bool
b0(v0: Signed):
    v1: Bool = extern_call[is_odd](v0)
    goto return(v1)

graph pointer(v0: Signed) -> Bool
b0(v0: Signed):
    v1: Ptr(Func((Signed) -> Bool)) = same_as($is_odd)
    v2: Bool = indirect_call[Func((Signed) -> Bool)](v1, v0)
    goto return(v2)
