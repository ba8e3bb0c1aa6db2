# A method: the generator of its function is called through the address that the driver gives for the function pointer.
# show: loop
# executors
struct vtable vtable { min: Signed, max: Signed }
struct object gc { typeptr: Ptr(vtable) immutable }
struct A_vtable vtable { super: vtable, size: Ptr(Func((Ptr(object), Signed) -> Signed)) }
known vtable vtable
known object object
driver main greens(pc) reds(obj)
entry entry
object @A: A_vtable = {{1, 2}, &A.size}
object @B: A_vtable = {{2, 3}, &B.size}

graph A.size(v0: Ptr(object), v1: Signed) -> Signed
b0(v0: Ptr(object), v1: Signed):
    goto return(v1)

graph B.size(v0: Ptr(object), v1: Signed) -> Signed
b0(v0: Ptr(object), v1: Signed):
    v2: Signed = int_add(v1, 1)
    goto return(v2)

graph entry(v0: Ptr(object)) -> Signed
b0(v0: Ptr(object)):
    v1: Signed = direct_call[loop](v0)
    goto return(v1)

graph loop(v0: Ptr(object)) -> Signed
b0(v0: Ptr(object)):
    goto b1(0, v0)
b1(v1: Signed, v2: Ptr(object)):
    v3: Void = jit_marker[merge_point, main](v1, v2)
    v4: Ptr(vtable) = getfield[object.typeptr](v2)
    v5: Ptr(A_vtable) = cast_pointer(v4)
    v6: Ptr(Func((Ptr(object), Signed) -> Signed)) = getfield[A_vtable.size](v5)
    v7: Signed = indirect_call[Func((Ptr(object), Signed) -> Signed) | A.size, B.size](v6, v2, v1)
    v10: Bool = int_lt(v7, 10)
    if v10 then b1(v7, v2) else return(v7)
#=== output
graph loop(v0: Ptr(object)) -> Signed
b0(v0: Ptr(object)):
    v15: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, 3)
    goto b1(0, v0, v15)
b1(v1: Signed, v2: Ptr(object), v14: Signed):
    v17: Signed = int_sub(v14, 1)
    v18: Bool = int_lt(v14, 1)
    v19: Bool = unlikely(v18)
    if v19 then b5(v1, v2, v17) else b4(v2, v1, v17)
b5(v20: Signed, v21: Ptr(object), v22: Signed):
    v23: Signed = int_add(v22, 7)
    v24: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, v23)
    v25: Unsigned = cast_int_to_uint(v20)
    v26: Unsigned = uint_mul(v25, 11400714819323198485u)
    v27: Unsigned = uint_rshift(v26, 52)
    v28: Signed = cast_uint_to_int(v27)
    v29: Signed = getarrayitem[NoLengthArray(Signed)](@jit.counters, v28)
    v30: Signed = int_add(v29, v24)
    v31: Void = setarrayitem[NoLengthArray(Signed)](@jit.counters, v28, v30)
    v32: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, 4)
    v33: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, 1)
    v34: Bool = int_ge(v30, v33)
    v35: Bool = unlikely(v34)
    if v35 then b6(v20, v21, v28) else b4(v21, v20, v32)
b6(v36: Signed, v37: Ptr(object), v38: Signed):
    v39: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 0, v36)
    v40: Signed = cast_ptr_to_int(v37)
    v41: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 1, v40)
    v42: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 255, v38)
    v43: Signed = getarrayitem[NoLengthArray(Signed)](@jit.records, v38)
    v44: Bool = int_is_true(v43)
    if v44 then b7(v37, v36, v43) else b8(v37, v36)
b7(v45: Ptr(object), v46: Signed, v47: Signed):
    v50: Ptr(NoLengthArray(Signed)) = cast_int_to_ptr(v47)
    v51: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, 8)
    v52: Signed = getarrayitem[NoLengthArray(Signed)](v50, 3)
    v53: Signed = int_xor(v52, 0)
    v54: Signed = int_or(v51, v53)
    v55: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 0)
    v56: Signed = getarrayitem[NoLengthArray(Signed)](v50, 4)
    v57: Signed = int_xor(v56, v55)
    v58: Signed = int_or(v54, v57)
    v59: Bool = int_is_true(v58)
    v60: Signed = getarrayitem[NoLengthArray(Signed)](v50, 0)
    if v59 then b8(v45, v46) else b9(v45, v46, v47, v60)
b9(v61: Ptr(object), v62: Signed, v63: Signed, v64: Signed):
    v65: Bool = int_is_true(v64)
    if v65 then b10(v61, v63, v64) else b8(v61, v62)
b10(v66: Ptr(object), v67: Signed, v68: Signed):
    v69: Ptr(NoLengthArray(Signed)) = cast_int_to_ptr(v67)
    v70: Signed = getarrayitem[NoLengthArray(Signed)](v69, 1)
    v71: Signed = int_add(v70, 1)
    v72: Void = setarrayitem[NoLengthArray(Signed)](v69, 1, v71)
    v73: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 251, v67)
    v74: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 249, 1)
    v75: Signed = cast_ptr_to_int(@jit.exchange)
    v76: Signed = int_add(v75, 8)
    v88: Signed = int_and(v71, 63)
    v89: Bool = int_is_true(v88)
    v90: Bool = likely(v89)
    if v90 then b14(v66, v68, v76, 0) else b16(v66, v68, v76)
b16(v91: Ptr(object), v92: Signed, v93: Signed):
    v94: Signed = extern_call[gx_jit_begins]()
    goto b14(v91, v92, v93, v94)
b8(v48: Ptr(object), v49: Signed):
    v77: Signed = extern_call[gx_jit_enter](0)
    v82: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 252)
    switch v77 { 4 => b11(v48), default => b4(v48, v49, v82) }
b11(v78: Ptr(object)):
    v83: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 254)
    v84: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 253)
    goto b14(v78, v83, v84, 0)
b14(v81: Ptr(object), v85: Signed, v86: Signed, v87: Signed):
    v95: Ptr(Func((Signed, Address, Address) -> Signed)) = cast_int_to_ptr(v85)
    v96: Signed = indirect_call[Func((Signed, Address, Address) -> Signed)](v95, v86, null(Address), null(Address))
    v97: Bool = int_is_true(v87)
    v98: Bool = unlikely(v97)
    if v98 then b18(v81, v96, v87) else b17(v81, v96)
b18(v101: Ptr(object), v102: Signed, v103: Signed):
    v104: Void = extern_call[gx_jit_ended](v103)
    goto b17(v101, v102)
b17(v99: Ptr(object), v100: Signed):
    switch v100 { 1 => b12(v99), default => b15() }
b12(v79: Ptr(object)):
    v105: Signed = extern_call[gx_jit_enter](4294967296)
    switch v105 { 4 => b11(v79), default => b13(v79) }
b13(v80: Ptr(object)):
    v106: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 0)
    v107: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 252)
    goto b4(v80, v106, v107)
b15():
    v108: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 0)
    goto return(v108)
b4(v12: Ptr(object), v13: Signed, v16: Signed):
    v4: Ptr(vtable) = getfield[object.typeptr](v12)
    v5: Ptr(A_vtable) = cast_pointer(v4)
    v6: Ptr(Func((Ptr(object), Signed) -> Signed)) = getfield[A_vtable.size](v5)
    v7: Signed = indirect_call[Func((Ptr(object), Signed) -> Signed) | A.size, B.size](v6, v12, v13)
    v8: Bool = int_lt(v7, 10)
    if v8 then b1(v7, v12, v16) else return(v7)

# p0: copy0 local 0 Portal(0) `merge point` greens(Signed) reds(Ptr(object))
# p1: copy0 local 1 Plain `after promotion` greens(Signed) reds(Ptr(object)) takes Green Ptr(vtable)
# p2: copy0 local 2 Plain `after indirect call` greens() reds(Ptr(object)) takes Green Signed
# p3: copy1 local 0 Plain `start` greens(Signed) reds(Ptr(object))
# p4: copy2 local 0 Plain `start` greens(Signed) reds(Ptr(object))
# copy0: start p0 has_loops false
# copy1: start p3 has_loops false
# copy2: start p4 has_loops false
# call [(f0, copy1), (f1, copy2)] args [Red, Green] result (Green, Signed) residual op1
# portal main of copy0 at p0
# op0: getfield(Ptr(object)) -> Ptr(vtable)
# op1: indirect_call(Ptr(Func((Ptr(object), Signed) -> Signed)), Ptr(object), Signed) -> Signed

attrs dont_inline helper
graph generator0.loop(v0: Signed, v1: Address, v2: Address) -> Signed
b0(v0: Signed, v1: Address, v2: Address):
    switch v0 { 0 => b1(v1, v2), 1 => b5(v1, v2), default => b11(v1, v2) }
b1(v3: Address, v4: Address):
    v5: Signed = raw_load(v3, 0)
    v6: Signed = raw_load(v3, 8)
    goto b2(v4, v5, v6)
b2(v7: Address, v8: Signed, v9: Signed):
    v10: Signed = extern_call[gx_jit_op](0, v9, 0, 0)
    v11: Signed = extern_call[gx_jit_promoted](v10, 0, v7)
    switch v11 { 1 => b3(v7, v9, v8, v10), default => b4(v7, v8, v9, v10) }
b3(v12: Address, v13: Signed, v14: Signed, v15: Signed):
    v16: Signed = raw_load(v12, 0)
    v17: Ptr(vtable) = cast_int_to_ptr(v16)
    goto b6(v12, v17, v13, v14)
b4(v18: Address, v19: Signed, v20: Signed, v21: Signed):
    v22: Void = raw_store(v18, 0, v21)
    v23: Void = raw_store(v18, 8, 0)
    v24: Void = raw_store(v18, 16, 1)
    v25: Void = raw_store(v18, 24, v19)
    v26: Void = raw_store(v18, 32, v20)
    goto return(5)
b5(v27: Address, v28: Address):
    v29: Signed = raw_load(v27, 0)
    v30: Signed = raw_load(v27, 8)
    v31: Signed = raw_load(v27, 16)
    v32: Ptr(vtable) = cast_int_to_ptr(v31)
    goto b6(v28, v32, v30, v29)
b6(v33: Address, v34: Ptr(vtable), v35: Signed, v36: Signed):
    v37: Ptr(A_vtable) = cast_pointer(v34)
    v38: Ptr(Func((Ptr(object), Signed) -> Signed)) = getfield[A_vtable.size](v37)
    v39: Void = raw_store(v33, 0, v36)
    v40: Void = raw_store(v33, 8, v35)
    v41: Signed = cast_ptr_to_int(v38)
    v42: Address = extern_call[gx_jit_calls_one](0, 2, v41, 2, v33)
    v43: Signed = cast_adr_to_int(v42)
    v44: Bool = int_is_true(v43)
    if v44 then b7(v33, v35, v38, v36, v42) else b10(v33, v35, v38, v36)
b7(v45: Address, v46: Signed, v47: Ptr(Func((Ptr(object), Signed) -> Signed)), v48: Signed, v49: Address):
    v50: Signed = raw_load(v49, 0)
    v51: Ptr(Func((Signed, Address, Address) -> Signed)) = cast_int_to_ptr(v50)
    v52: Signed = indirect_call[Func((Signed, Address, Address) -> Signed)](v51, 0, v45, v45)
    switch v52 { 4 => b8(v45, v46), default => b9(v45, v46, v52) }
b8(v53: Address, v54: Signed):
    v55: Void = extern_call[gx_jit_returned]()
    v56: Signed = raw_load(v53, 0)
    goto b12(v53, v56, v54)
b9(v57: Address, v58: Signed, v59: Signed):
    v60: Address = extern_call[gx_jit_waits](2)
    v61: Void = raw_store(v60, 0, v58)
    goto return(v59)
b10(v62: Address, v63: Signed, v64: Ptr(Func((Ptr(object), Signed) -> Signed)), v65: Signed):
    v66: Void = raw_store(v62, 0, 0)
    v67: Signed = cast_ptr_to_int(v64)
    v68: Void = raw_store(v62, 8, v67)
    v69: Void = raw_store(v62, 16, 2)
    v70: Void = raw_store(v62, 24, v63)
    v71: Void = raw_store(v62, 32, 3)
    v72: Void = raw_store(v62, 40, v65)
    v73: Void = raw_store(v62, 48, v63)
    goto return(3)
b11(v74: Address, v75: Address):
    v76: Signed = raw_load(v74, 0)
    v77: Signed = raw_load(v74, 8)
    goto b12(v75, v77, v76)
b12(v78: Address, v79: Signed, v80: Signed):
    v81: Bool = int_lt(v79, 10)
    if v81 then b13(v78, v79, v80) else b15(v78, v79)
b13(v82: Address, v83: Signed, v84: Signed):
    goto b14(v82, v83, v84)
b14(v85: Address, v86: Signed, v87: Signed):
    v88: Void = raw_store(v85, 0, 0)
    v89: Void = raw_store(v85, 8, 0)
    v90: Void = raw_store(v85, 16, v86)
    v91: Void = raw_store(v85, 24, v87)
    goto return(6)
b15(v92: Address, v93: Signed):
    goto b16(v92, v93)
b16(v94: Address, v95: Signed):
    v96: Void = raw_store(v94, 0, v95)
    goto return(4)

attrs dont_inline helper
graph generator1.A.size(v0: Signed, v1: Address, v2: Address) -> Signed
b0(v0: Signed, v1: Address, v2: Address):
    goto b1(v1, v2)
b1(v3: Address, v4: Address):
    v5: Signed = raw_load(v3, 0)
    goto b2(v4, v5)
b2(v6: Address, v7: Signed):
    goto b3(v6, v7)
b3(v8: Address, v9: Signed):
    v10: Void = raw_store(v8, 0, v9)
    goto return(4)

attrs dont_inline helper
graph generator2.B.size(v0: Signed, v1: Address, v2: Address) -> Signed
b0(v0: Signed, v1: Address, v2: Address):
    goto b1(v1, v2)
b1(v3: Address, v4: Address):
    v5: Signed = raw_load(v3, 0)
    goto b2(v4, v5)
b2(v6: Address, v7: Signed):
    v8: Signed = int_add(v7, 1)
    goto b3(v6, v8)
b3(v9: Address, v10: Signed):
    v11: Void = raw_store(v9, 0, v10)
    goto return(4)

attrs dont_inline helper
graph executor0.loop(v0: Signed, v1: Address) -> Signed
b0(v0: Signed, v1: Address):
    switch v0 { 0 => b1(v1), 1 => b3(v1), default => b5(v1) }
b1(v2: Address):
    v3: Signed = raw_load(v2, 0)
    v4: Signed = raw_load(v2, 8)
    v5: Ptr(object) = cast_int_to_ptr(v4)
    goto b2(v3, v5)
b2(v6: Signed, v7: Ptr(object)):
    v8: Ptr(vtable) = getfield[object.typeptr](v7)
    goto b4(v8, v7, v6)
b3(v9: Address):
    v10: Signed = raw_load(v9, 0)
    v11: Signed = raw_load(v9, 8)
    v12: Ptr(object) = cast_int_to_ptr(v11)
    v13: Signed = raw_load(v9, 16)
    v14: Ptr(vtable) = cast_int_to_ptr(v13)
    goto b4(v14, v12, v10)
b4(v15: Ptr(vtable), v16: Ptr(object), v17: Signed):
    v18: Ptr(A_vtable) = cast_pointer(v15)
    v19: Ptr(Func((Ptr(object), Signed) -> Signed)) = getfield[A_vtable.size](v18)
    v20: Signed = indirect_call[Func((Ptr(object), Signed) -> Signed) | A.size, B.size](v19, v16, v17)
    goto b6(v20, v16)
b5(v21: Address):
    v22: Signed = raw_load(v21, 0)
    v23: Ptr(object) = cast_int_to_ptr(v22)
    v24: Signed = raw_load(v21, 8)
    goto b6(v24, v23)
b6(v25: Signed, v26: Ptr(object)):
    v27: Bool = int_lt(v25, 10)
    if v27 then b7(v25, v26) else b8(v25)
b7(v28: Signed, v29: Ptr(object)):
    v30: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 0, v28)
    v31: Signed = cast_ptr_to_int(v29)
    v32: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 1, v31)
    goto return(6)
b8(v33: Signed):
    v34: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 0, v33)
    goto return(4)

attrs dont_inline helper
graph executor1.A.size(v0: Signed, v1: Address) -> Signed
b0(v0: Signed, v1: Address):
    goto b1(v1)
b1(v2: Address):
    v3: Signed = raw_load(v2, 0)
    v4: Signed = raw_load(v2, 8)
    v5: Ptr(object) = cast_int_to_ptr(v4)
    goto b2(v3)
b2(v6: Signed):
    goto b3(v6)
b3(v7: Signed):
    v8: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 0, v7)
    goto return(4)

attrs dont_inline helper
graph executor2.B.size(v0: Signed, v1: Address) -> Signed
b0(v0: Signed, v1: Address):
    goto b1(v1)
b1(v2: Address):
    v3: Signed = raw_load(v2, 0)
    v4: Signed = raw_load(v2, 8)
    v5: Ptr(object) = cast_int_to_ptr(v4)
    goto b2(v3)
b2(v6: Signed):
    v7: Signed = int_add(v6, 1)
    goto b3(v7)
b3(v8: Signed):
    v9: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 0, v8)
    goto return(4)
