# copy: f(green, red) -> red; green: v0 v2 v5 v8 v14
# A green loop inside, a red branch, a join.
struct S gc { x: Signed, c: Char }
object @s: S = {1, 'a'}
graph f(v0: Ptr(S), v1: Signed) -> Signed
b0(v0: Ptr(S), v1: Signed):
    v2: Signed = getfield[S.x](v0)
    v3: Signed = int_add(v1, v2)
    v4: Bool = int_lt(v3, 10)
    if v4 then b1(v2, v3, v0) else b2(v3)
b1(v5: Signed, v6: Signed, v14: Ptr(S)):
    v7: Void = setfield[S.x](@s, v6)
    goto b3(v6)
b2(v9: Signed):
    v10: Signed = int_mul(v9, 3)
    goto b3(v10)
b3(v11: Signed):
    v12: Signed = int_neg(v11)
    goto return(v12)
#=== output
# p0: copy0 local 0 Plain `start` greens(Ptr(S)) reds(Signed)
# p1: copy0 local 1 Plain `b1` greens() reds(Signed)
# p2: copy0 local 2 Plain `b2` greens() reds(Signed)
# p3: copy0 local 3 Join `b3` greens() reds(Signed)
# copy0: start p0 has_loops false
# type 0: Signed
# type 1: Ptr(S)
# op0: int_add(Signed, Signed) -> Signed
# op1: int_lt(Signed, Signed) -> Bool
# op2: setfield(Ptr(S), Signed) -> Void
# op3: int_mul(Signed, Signed) -> Signed
# op4: int_neg(Signed) -> Signed

attrs dont_inline helper
graph generator0.f(v0: Signed, v1: Address, v2: Address) -> Signed
b0(v0: Signed, v1: Address, v2: Address):
    switch v0 { 0 => b1(v1, v2), 1 => b3(v1, v2), 2 => b5(v1, v2), default => b7(v1, v2) }
b1(v3: Address, v4: Address):
    v5: Signed = raw_load(v3, 0)
    v6: Ptr(S) = cast_int_to_ptr(v5)
    v7: Signed = raw_load(v3, 8)
    goto b2(v4, v6, v7)
b2(v8: Address, v9: Ptr(S), v10: Signed):
    v11: Signed = getfield[S.x](v9)
    v12: Signed = extern_call[gx_jit_const](0, v11)
    v13: Signed = extern_call[gx_jit_op](0, v10, v12, 0)
    v14: Signed = extern_call[gx_jit_const](0, 10)
    v15: Signed = extern_call[gx_jit_op](1, v13, v14, 0)
    v16: Void = raw_store(v8, 0, v15)
    v17: Void = raw_store(v8, 8, 1)
    v18: Void = raw_store(v8, 16, v13)
    v19: Void = raw_store(v8, 24, 2)
    v20: Void = raw_store(v8, 32, v13)
    goto return(1)
b3(v21: Address, v22: Address):
    v23: Signed = raw_load(v21, 0)
    goto b4(v22, v23)
b4(v24: Address, v25: Signed):
    v26: Signed = extern_call[gx_jit_const_ref](1, cast(@s, Address))
    v27: Signed = extern_call[gx_jit_op](2, v26, v25, 0)
    v28: Void = raw_store(v24, 0, 3)
    v29: Void = raw_store(v24, 8, v25)
    goto return(0)
b5(v30: Address, v31: Address):
    v32: Signed = raw_load(v30, 0)
    goto b6(v31, v32)
b6(v33: Address, v34: Signed):
    v35: Signed = extern_call[gx_jit_const](0, 3)
    v36: Signed = extern_call[gx_jit_op](3, v34, v35, 0)
    v37: Void = raw_store(v33, 0, 3)
    v38: Void = raw_store(v33, 8, v36)
    goto return(0)
b7(v39: Address, v40: Address):
    v41: Signed = raw_load(v39, 0)
    goto b8(v40, v41)
b8(v42: Address, v43: Signed):
    v44: Signed = extern_call[gx_jit_op](4, v43, 0, 0)
    goto b9(v42, v44)
b9(v45: Address, v46: Signed):
    v47: Void = raw_store(v45, 0, v46)
    goto return(4)
