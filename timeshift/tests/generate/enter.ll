# With can_enter_jit: it counts, and the loop's entry. Floats and narrow values cross the exchange buffer as words.
# show: run
struct vtable vtable { min: Signed, max: Signed }
struct object gc { typeptr: Ptr(vtable) immutable }
struct str gc { hash: Signed, chars: ImmutableArray(Char) immutable }
known vtable vtable
known object object
known string str
driver main greens(pc, flag) reds(f, c, s)
entry entry
graph entry(v0: Signed, v1: Float) -> Float
b0(v0: Signed, v1: Float):
    v2: Float = direct_call[run](v0, v1, true, 'a', null(Ptr(str)))
    goto return(v2)
graph run(v0: Signed, v1: Float, v2: Bool, v20: Char, v30: Ptr(str)) -> Float
b0(v0: Signed, v1: Float, v2: Bool, v20: Char, v30: Ptr(str)):
    goto b1(v0, v1, v2, v20, v30)
b1(v4: Signed, v5: Float, v6: Bool, v21: Char, v31: Ptr(str)):
    v99: Void = jit_marker[merge_point, main](v4, v6, v5, v21, v31)
    v7: Bool = float_lt(v5, 100.0)
    if v7 then b2(v4, v5, v6, v21, v31) else b3(v5)
b2(v11: Signed, v12: Float, v13: Bool, v22: Char, v32: Ptr(str)):
    v14: Float = cast_int_to_float(v11)
    v15: Float = float_add(v12, v14)
    v16: Signed = int_add(v11, 1)
    v98: Void = jit_marker[can_enter_jit, main](v16, v13, v15, v22, v32)
    goto b1(v16, v15, v13, v22, v32)
b3(v17: Float):
    goto return(v17)
#=== output
graph run(v0: Signed, v1: Float, v2: Bool, v3: Char, v4: Ptr(str)) -> Float
b0(v0: Signed, v1: Float, v2: Bool, v3: Char, v4: Ptr(str)):
    goto b12(v0, v1, v2, v3, v4)
b12(v81: Signed, v82: Float, v83: Bool, v84: Char, v85: Ptr(str)):
    v86: Unsigned = cast_int_to_uint(v81)
    v87: Signed = cast_bool_to_int(v83)
    v88: Unsigned = cast_int_to_uint(v87)
    v89: Unsigned = uint_mul(v86, 33u)
    v90: Unsigned = uint_add(v89, v88)
    v91: Unsigned = uint_mul(v90, 11400714819323198485u)
    v92: Unsigned = uint_rshift(v91, 52)
    v93: Signed = cast_uint_to_int(v92)
    v94: Signed = getarrayitem[NoLengthArray(Signed)](@jit.counters, v93)
    v95: Signed = int_add(v94, 1)
    v96: Void = setarrayitem[NoLengthArray(Signed)](@jit.counters, v93, v95)
    v97: Signed = getarrayitem[NoLengthArray(Signed)](@jit.threshold, 1)
    v98: Bool = int_ge(v95, v97)
    v99: Bool = unlikely(v98)
    if v99 then b13(v81, v83, v82, v84, v85, v93) else b1(v81, v82, v83, v84, v85)
b13(v100: Signed, v101: Bool, v102: Float, v103: Char, v104: Ptr(str), v105: Signed):
    v106: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 0, v100)
    v107: Signed = cast_bool_to_int(v101)
    v108: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 1, v107)
    v109: Signed = convert_float_bytes_to_longlong(v102)
    v110: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 2, v109)
    v111: Signed = cast_char_to_int(v103)
    v112: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 3, v111)
    v113: Signed = cast_ptr_to_int(v104)
    v114: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 4, v113)
    v115: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 255, v105)
    v116: Signed = extern_call[gx_jit_enter](0)
    switch v116 { 4 => b14(), default => b1(v100, v102, v101, v103, v104) }
b14():
    v117: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 254)
    v118: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 253)
    v119: Ptr(Func((Signed, Address, Address) -> Signed)) = cast_int_to_ptr(v117)
    v120: Signed = indirect_call[Func((Signed, Address, Address) -> Signed)](v119, v118, null(Address), null(Address))
    switch v120 { 1 => b15(), default => b17() }
b15():
    v121: Signed = extern_call[gx_jit_enter](4294967296)
    switch v121 { 4 => b14(), default => b16() }
b16():
    v122: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 2)
    v123: Float = convert_longlong_bytes_to_float(v122)
    v124: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 0)
    v125: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 1)
    v126: Bool = int_is_true(v125)
    v127: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 3)
    v128: Char = cast_int_to_char(v127)
    v129: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 4)
    v130: Ptr(str) = cast_int_to_ptr(v129)
    goto b5(v123, v124, v126, v128, v130)
b17():
    v131: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 0)
    v132: Float = convert_longlong_bytes_to_float(v131)
    goto return(v132)
b1(v5: Signed, v6: Float, v7: Bool, v8: Char, v9: Ptr(str)):
    goto b5(v6, v5, v7, v8, v9)
b5(v24: Float, v25: Signed, v26: Bool, v27: Char, v28: Ptr(str)):
    v11: Bool = float_lt(v24, 100.0)
    if v11 then b2(v25, v24, v26, v27, v28) else return(v24)
b2(v12: Signed, v13: Float, v14: Bool, v15: Char, v16: Ptr(str)):
    v17: Float = cast_int_to_float(v12)
    v18: Float = float_add(v13, v17)
    v19: Signed = int_add(v12, 1)
    v34: Unsigned = cast_int_to_uint(v19)
    v35: Signed = cast_bool_to_int(v14)
    v36: Unsigned = cast_int_to_uint(v35)
    v37: Unsigned = uint_mul(v34, 33u)
    v38: Unsigned = uint_add(v37, v36)
    v39: Unsigned = uint_mul(v38, 11400714819323198485u)
    v40: Unsigned = uint_rshift(v39, 52)
    v41: Signed = cast_uint_to_int(v40)
    v42: Signed = getarrayitem[NoLengthArray(Signed)](@jit.counters, v41)
    v43: Signed = int_add(v42, 1)
    v44: Void = setarrayitem[NoLengthArray(Signed)](@jit.counters, v41, v43)
    v45: Signed = getarrayitem[NoLengthArray(Signed)](@jit.threshold, 1)
    v46: Bool = int_ge(v43, v45)
    v47: Bool = unlikely(v46)
    if v47 then b7(v19, v14, v18, v15, v16, v41) else b6(v19, v18, v14, v15, v16)
b7(v48: Signed, v49: Bool, v50: Float, v51: Char, v52: Ptr(str), v53: Signed):
    v54: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 0, v48)
    v55: Signed = cast_bool_to_int(v49)
    v56: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 1, v55)
    v57: Signed = convert_float_bytes_to_longlong(v50)
    v58: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 2, v57)
    v59: Signed = cast_char_to_int(v51)
    v60: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 3, v59)
    v61: Signed = cast_ptr_to_int(v52)
    v62: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 4, v61)
    v63: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 255, v53)
    v64: Signed = extern_call[gx_jit_enter](0)
    switch v64 { 4 => b8(), default => b6(v48, v50, v49, v51, v52) }
b8():
    v65: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 254)
    v66: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 253)
    v67: Ptr(Func((Signed, Address, Address) -> Signed)) = cast_int_to_ptr(v65)
    v68: Signed = indirect_call[Func((Signed, Address, Address) -> Signed)](v67, v66, null(Address), null(Address))
    switch v68 { 1 => b9(), default => b11() }
b9():
    v69: Signed = extern_call[gx_jit_enter](4294967296)
    switch v69 { 4 => b8(), default => b10() }
b10():
    v70: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 2)
    v71: Float = convert_longlong_bytes_to_float(v70)
    v72: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 0)
    v73: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 1)
    v74: Bool = int_is_true(v73)
    v75: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 3)
    v76: Char = cast_int_to_char(v75)
    v77: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 4)
    v78: Ptr(str) = cast_int_to_ptr(v77)
    goto b5(v71, v72, v74, v76, v78)
b11():
    v79: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 0)
    v80: Float = convert_longlong_bytes_to_float(v79)
    goto return(v80)
b6(v29: Signed, v30: Float, v31: Bool, v32: Char, v33: Ptr(str)):
    goto b1(v29, v30, v31, v32, v33)

# p0: copy0 local 0 Portal(0) `merge point` greens(Signed, Bool) reds(Float, Char, Ptr(str))
# p1: copy0 local 1 Plain `b2` greens(Signed, Bool) reds(Float, Char, Ptr(str))
# p2: copy0 local 2 Plain `return` greens() reds(Float)
# copy0: start p0 has_loops false
# portal main of copy0 at p0
# type 0: Float
# op0: float_lt(Float, Float) -> Bool
# op1: float_add(Float, Float) -> Float

attrs dont_inline helper
graph generator0.run(v0: Signed, v1: Address, v2: Address) -> Signed
b0(v0: Signed, v1: Address, v2: Address):
    switch v0 { 0 => b1(v1, v2), 1 => b3(v1, v2), default => b6(v1, v2) }
b1(v3: Address, v4: Address):
    v5: Signed = raw_load(v3, 0)
    v6: Signed = raw_load(v3, 8)
    v7: Bool = int_is_true(v6)
    v8: Signed = raw_load(v3, 16)
    v9: Signed = raw_load(v3, 24)
    v10: Signed = raw_load(v3, 32)
    goto b2(v4, v5, v7, v8, v9, v10)
b2(v11: Address, v12: Signed, v13: Bool, v14: Signed, v15: Signed, v16: Signed):
    v17: Signed = extern_call[gx_jit_const](0, 4636737291354636288)
    v18: Signed = extern_call[gx_jit_op](0, v14, v17, 0)
    v19: Void = raw_store(v11, 0, v18)
    v20: Void = raw_store(v11, 8, 1)
    v21: Void = raw_store(v11, 16, v12)
    v22: Signed = cast_bool_to_int(v13)
    v23: Void = raw_store(v11, 24, v22)
    v24: Void = raw_store(v11, 32, v14)
    v25: Void = raw_store(v11, 40, v15)
    v26: Void = raw_store(v11, 48, v16)
    v27: Void = raw_store(v11, 56, 2)
    v28: Void = raw_store(v11, 64, v14)
    goto return(1)
b3(v29: Address, v30: Address):
    v31: Signed = raw_load(v29, 0)
    v32: Signed = raw_load(v29, 8)
    v33: Bool = int_is_true(v32)
    v34: Signed = raw_load(v29, 16)
    v35: Signed = raw_load(v29, 24)
    v36: Signed = raw_load(v29, 32)
    goto b4(v30, v31, v34, v33, v35, v36)
b4(v37: Address, v38: Signed, v39: Signed, v40: Bool, v41: Signed, v42: Signed):
    v43: Float = cast_int_to_float(v38)
    v44: Signed = convert_float_bytes_to_longlong(v43)
    v45: Signed = extern_call[gx_jit_const](0, v44)
    v46: Signed = extern_call[gx_jit_op](1, v39, v45, 0)
    v47: Signed = int_add(v38, 1)
    goto b5(v37, v47, v46, v40, v41, v42)
b5(v48: Address, v49: Signed, v50: Signed, v51: Bool, v52: Signed, v53: Signed):
    v54: Void = raw_store(v48, 0, 0)
    v55: Void = raw_store(v48, 8, 0)
    v56: Void = raw_store(v48, 16, v49)
    v57: Signed = cast_bool_to_int(v51)
    v58: Void = raw_store(v48, 24, v57)
    v59: Void = raw_store(v48, 32, v50)
    v60: Void = raw_store(v48, 40, v52)
    v61: Void = raw_store(v48, 48, v53)
    goto return(6)
b6(v62: Address, v63: Address):
    v64: Signed = raw_load(v62, 0)
    goto b7(v63, v64)
b7(v65: Address, v66: Signed):
    v67: Void = raw_store(v65, 0, v66)
    goto return(4)
