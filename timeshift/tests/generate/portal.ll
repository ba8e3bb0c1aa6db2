# An interpreter: dispatch on green code, a call that is looked inside, a red test that moves the green pc. No can_enter_jit: every arrival counts.
# show: run
struct vtable vtable { min: Signed, max: Signed }
struct object gc { typeptr: Ptr(vtable) immutable }
struct str gc { hash: Signed, chars: ImmutableArray(Char) immutable }
known vtable vtable
known object object
known string str
struct S gc { acc: Signed }
driver main greens(pc, code) reds(s)
entry entry
graph entry(v0: Ptr(str), v1: Ptr(S)) -> Signed
b0(v0: Ptr(str), v1: Ptr(S)):
    v2: Signed = direct_call[run](0, v0, v1)
    goto return(v2)
graph run(v0: Signed, v1: Ptr(str), v2: Ptr(S)) -> Signed
b0(v0: Signed, v1: Ptr(str), v2: Ptr(S)):
    goto b1(v0, v1, v2)
b1(v3: Signed, v4: Ptr(str), v5: Ptr(S)):
    v99: Void = jit_marker[merge_point, main](v3, v4, v5)
    v10: Char = getinterioritem[str](v4, v3)
    v11: Signed = int_add(v3, 1)
    switch v10 { '+' => b3(v11, v4, v5), 'j' => b5(v11, v4, v5), 'r' => b7(v5), default => b1(v11, v4, v5) }
b3(v12: Signed, v13: Ptr(str), v14: Ptr(S)):
    v16: Signed = getfield[S.acc](v14)
    v18: Signed = direct_call[add](v16, 1)
    v24: Void = setfield[S.acc](v14, v18)
    goto b1(v12, v13, v14)
b5(v22: Signed, v23: Ptr(str), v27: Ptr(S)):
    v28: Signed = getfield[S.acc](v27)
    v29: Bool = int_lt(v28, 100)
    if v29 then b6(v23, v27) else b1(v22, v23, v27)
b6(v25: Ptr(str), v32: Ptr(S)):
    goto b1(0, v25, v32)
b7(v34: Ptr(S)):
    v35: Signed = getfield[S.acc](v34)
    goto return(v35)
graph add(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Signed = int_add(v0, v1)
    v3: Bool = int_lt(v2, 0)
    if v3 then return(0) else return(v2)
#=== output
graph run(v0: Signed, v1: Ptr(str), v2: Ptr(S)) -> Signed
b0(v0: Signed, v1: Ptr(str), v2: Ptr(S)):
    v29: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, 3)
    goto b1(v0, v1, v2, v29)
b1(v3: Signed, v4: Ptr(str), v5: Ptr(S), v28: Signed):
    v33: Signed = int_sub(v28, 1)
    v34: Bool = int_lt(v28, 1)
    v35: Bool = unlikely(v34)
    if v35 then b8(v3, v4, v5, v33) else b7(v4, v3, v5, v33)
b8(v36: Signed, v37: Ptr(str), v38: Ptr(S), v39: Signed):
    v40: Signed = int_add(v39, 7)
    v41: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, v40)
    v42: Unsigned = cast_int_to_uint(v36)
    v43: Signed = cast_ptr_to_int(v37)
    v44: Unsigned = cast_int_to_uint(v43)
    v45: Unsigned = uint_mul(v42, 33u)
    v46: Unsigned = uint_add(v45, v44)
    v47: Unsigned = uint_mul(v46, 11400714819323198485u)
    v48: Unsigned = uint_rshift(v47, 52)
    v49: Signed = cast_uint_to_int(v48)
    v50: Signed = getarrayitem[NoLengthArray(Signed)](@jit.counters, v49)
    v51: Signed = int_add(v50, v41)
    v52: Void = setarrayitem[NoLengthArray(Signed)](@jit.counters, v49, v51)
    v53: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, 4)
    v54: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, 1)
    v55: Bool = int_ge(v51, v54)
    v56: Bool = unlikely(v55)
    if v56 then b9(v36, v37, v38, v49) else b7(v37, v36, v38, v53)
b9(v57: Signed, v58: Ptr(str), v59: Ptr(S), v60: Signed):
    v61: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 0, v57)
    v62: Signed = cast_ptr_to_int(v58)
    v63: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 1, v62)
    v64: Signed = cast_ptr_to_int(v59)
    v65: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 2, v64)
    v66: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 255, v60)
    v67: Signed = getarrayitem[NoLengthArray(Signed)](@jit.records, v60)
    v68: Bool = int_is_true(v67)
    if v68 then b10(v58, v59, v57, v67) else b11(v58, v59, v57)
b10(v69: Ptr(str), v70: Ptr(S), v71: Signed, v72: Signed):
    v76: Ptr(NoLengthArray(Signed)) = cast_int_to_ptr(v72)
    v77: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, 8)
    v78: Signed = getarrayitem[NoLengthArray(Signed)](v76, 2)
    v79: Signed = int_xor(v78, 0)
    v80: Signed = int_or(v77, v79)
    v81: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 0)
    v82: Signed = getarrayitem[NoLengthArray(Signed)](v76, 3)
    v83: Signed = int_xor(v82, v81)
    v84: Signed = int_or(v80, v83)
    v85: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 1)
    v86: Signed = getarrayitem[NoLengthArray(Signed)](v76, 4)
    v87: Signed = int_xor(v86, v85)
    v88: Signed = int_or(v84, v87)
    v89: Bool = int_is_true(v88)
    v90: Signed = getarrayitem[NoLengthArray(Signed)](v76, 0)
    if v89 then b11(v69, v70, v71) else b12(v69, v70, v71, v72, v90)
b12(v91: Ptr(str), v92: Ptr(S), v93: Signed, v94: Signed, v95: Signed):
    v96: Bool = int_is_true(v95)
    if v96 then b13(v91, v92, v94, v95) else b11(v91, v92, v93)
b13(v97: Ptr(str), v98: Ptr(S), v99: Signed, v100: Signed):
    v101: Ptr(NoLengthArray(Signed)) = cast_int_to_ptr(v99)
    v102: Signed = getarrayitem[NoLengthArray(Signed)](v101, 1)
    v103: Signed = int_add(v102, 1)
    v104: Void = setarrayitem[NoLengthArray(Signed)](v101, 1, v103)
    v105: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 251, v99)
    v106: Signed = cast_ptr_to_int(@jit.exchange)
    v107: Signed = int_add(v106, 16)
    goto b17(v97, v98, v100, v107)
b11(v73: Ptr(str), v74: Ptr(S), v75: Signed):
    v108: Signed = extern_call[gx_jit_enter](0)
    v117: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 252)
    switch v108 { 4 => b14(v73, v74), default => b7(v73, v75, v74, v117) }
b14(v109: Ptr(str), v110: Ptr(S)):
    v118: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 254)
    v119: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 253)
    goto b17(v109, v110, v118, v119)
b17(v115: Ptr(str), v116: Ptr(S), v120: Signed, v121: Signed):
    v122: Ptr(Func((Signed, Address, Address) -> Signed)) = cast_int_to_ptr(v120)
    v123: Signed = indirect_call[Func((Signed, Address, Address) -> Signed)](v122, v121, null(Address), null(Address))
    switch v123 { 1 => b15(v115, v116), default => b18() }
b15(v111: Ptr(str), v112: Ptr(S)):
    v124: Signed = extern_call[gx_jit_enter](4294967296)
    switch v124 { 4 => b14(v111, v112), default => b16(v111, v112) }
b16(v113: Ptr(str), v114: Ptr(S)):
    v125: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 0)
    v126: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 252)
    goto b7(v113, v125, v114, v126)
b18():
    v127: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 0)
    goto return(v127)
b7(v25: Ptr(str), v26: Signed, v27: Ptr(S), v32: Signed):
    v7: Char = getinterioritem[str](v25, v26)
    v8: Signed = int_add(v26, 1)
    switch v7 { '+' => b2(v8, v25, v27, v32), 'j' => b3(v8, v25, v27, v32), 'r' => b4(v27), default => b1(v8, v25, v27, v32) }
b2(v9: Signed, v10: Ptr(str), v11: Ptr(S), v30: Signed):
    v12: Signed = getfield[S.acc](v11)
    v13: Signed = direct_call[add](v12, 1)
    v14: Void = setfield[S.acc](v11, v13)
    goto b1(v9, v10, v11, v30)
b3(v15: Signed, v16: Ptr(str), v17: Ptr(S), v31: Signed):
    v18: Signed = getfield[S.acc](v17)
    v19: Bool = int_lt(v18, 100)
    if v19 then b1(0, v16, v17, v31) else b1(v15, v16, v17, v31)
b4(v20: Ptr(S)):
    v21: Signed = getfield[S.acc](v20)
    goto return(v21)

# p0: copy0 local 0 Portal(0) `merge point` greens(Signed, Ptr(str)) reds(Ptr(S))
# p1: copy0 local 1 Plain `after call of add` greens(Signed, Ptr(str)) reds(Ptr(S)) takes Red Signed
# p2: copy0 local 2 Plain `b1` greens(Signed, Ptr(str)) reds(Ptr(S))
# p3: copy1 local 0 Plain `start` greens(Signed) reds(Signed)
# p4: copy1 local 1 Join `return` greens() reds(Signed)
# copy0: start p0 has_loops false
# copy1: start p3 has_loops false
# call [(f2, copy1)] args [Red, Green] result (Red, Signed) residual op1
# portal main of copy0 at p0
# type 0: Signed
# op0: getfield(Ptr(S)) -> Signed
# op1: direct_call(Signed, Signed) -> Signed
# op2: setfield(Ptr(S), Signed) -> Void
# op3: getfield(Ptr(S)) -> Signed
# op4: int_lt(Signed, Signed) -> Bool
# op5: getfield(Ptr(S)) -> Signed
# op6: int_add(Signed, Signed) -> Signed
# op7: int_lt(Signed, Signed) -> Bool

attrs dont_inline helper
graph generator0.run(v0: Signed, v1: Address, v2: Address) -> Signed
b0(v0: Signed, v1: Address, v2: Address):
    switch v0 { 0 => b1(v1, v2), 1 => b18(v1, v2), default => b20(v1, v2) }
b1(v3: Address, v4: Address):
    v5: Signed = raw_load(v3, 0)
    v6: Signed = raw_load(v3, 8)
    v7: Ptr(str) = cast_int_to_ptr(v6)
    v8: Signed = raw_load(v3, 16)
    goto b2(v4, v5, v7, v8)
b2(v9: Address, v10: Signed, v11: Ptr(str), v12: Signed):
    v13: Char = getinterioritem[str](v11, v10)
    v14: Signed = int_add(v10, 1)
    switch v13 { '+' => b3(v9, v14, v11, v12), 'j' => b9(v9, v14, v11, v12), 'r' => b14(v9, v12), default => b17(v9, v14, v11, v12) }
b3(v15: Address, v16: Signed, v17: Ptr(str), v18: Signed):
    goto b4(v15, v16, v17, v18)
b4(v19: Address, v20: Signed, v21: Ptr(str), v22: Signed):
    v23: Signed = extern_call[gx_jit_op](0, v22, 0, 0)
    v24: Bool = extern_call[gx_jit_calls](1)
    if v24 then b5(v19, v20, v21, v22, v23) else b8(v19, v20, v21, v22, v23)
b5(v25: Address, v26: Signed, v27: Ptr(str), v28: Signed, v29: Signed):
    v30: Void = raw_store(v25, 0, 1)
    v31: Void = raw_store(v25, 8, v29)
    v32: Signed = direct_call[generator1.add](0, v25, v25)
    switch v32 { 4 => b6(v25, v26, v27, v28), default => b7(v25, v26, v27, v28, v32) }
b6(v33: Address, v34: Signed, v35: Ptr(str), v36: Signed):
    v37: Signed = raw_load(v33, 0)
    goto b19(v33, v36, v37, v34, v35)
b7(v38: Address, v39: Signed, v40: Ptr(str), v41: Signed, v42: Signed):
    v43: Address = extern_call[gx_jit_waits](1, 3)
    v44: Void = raw_store(v43, 0, v39)
    v45: Signed = cast_ptr_to_int(v40)
    v46: Void = raw_store(v43, 8, v45)
    v47: Void = raw_store(v43, 16, v41)
    goto return(v42)
b8(v48: Address, v49: Signed, v50: Ptr(str), v51: Signed, v52: Signed):
    v53: Void = raw_store(v48, 0, 0)
    v54: Void = raw_store(v48, 8, 0)
    v55: Void = raw_store(v48, 16, 1)
    v56: Void = raw_store(v48, 24, v49)
    v57: Signed = cast_ptr_to_int(v50)
    v58: Void = raw_store(v48, 32, v57)
    v59: Void = raw_store(v48, 40, v51)
    v60: Void = raw_store(v48, 48, 3)
    v61: Void = raw_store(v48, 56, 1)
    v62: Void = raw_store(v48, 64, v52)
    goto return(3)
b9(v63: Address, v64: Signed, v65: Ptr(str), v66: Signed):
    goto b10(v63, v64, v65, v66)
b10(v67: Address, v68: Signed, v69: Ptr(str), v70: Signed):
    v71: Signed = extern_call[gx_jit_op](3, v70, 0, 0)
    v72: Signed = extern_call[gx_jit_const](0, 100)
    v73: Signed = extern_call[gx_jit_op](4, v71, v72, 0)
    v74: Signed = extern_call[gx_jit_known](v73)
    switch v74 { 2 => b11(v67, v69, v70), 1 => b12(v67, v68, v69, v70), default => b13(v67, v69, v70, v68, v73) }
b11(v75: Address, v76: Ptr(str), v77: Signed):
    goto b21(v75, 0, v76, v77)
b12(v78: Address, v79: Signed, v80: Ptr(str), v81: Signed):
    goto b21(v78, v79, v80, v81)
b13(v82: Address, v83: Ptr(str), v84: Signed, v85: Signed, v86: Signed):
    v87: Void = raw_store(v82, 0, v86)
    v88: Void = raw_store(v82, 8, 2)
    v89: Void = raw_store(v82, 16, 0)
    v90: Signed = cast_ptr_to_int(v83)
    v91: Void = raw_store(v82, 24, v90)
    v92: Void = raw_store(v82, 32, v84)
    v93: Void = raw_store(v82, 40, 2)
    v94: Void = raw_store(v82, 48, v85)
    v95: Signed = cast_ptr_to_int(v83)
    v96: Void = raw_store(v82, 56, v95)
    v97: Void = raw_store(v82, 64, v84)
    goto return(1)
b14(v98: Address, v99: Signed):
    goto b15(v98, v99)
b15(v100: Address, v101: Signed):
    v102: Signed = extern_call[gx_jit_op](5, v101, 0, 0)
    goto b16(v100, v102)
b16(v103: Address, v104: Signed):
    v105: Void = raw_store(v103, 0, v104)
    goto return(4)
b17(v106: Address, v107: Signed, v108: Ptr(str), v109: Signed):
    goto b21(v106, v107, v108, v109)
b18(v110: Address, v111: Address):
    v112: Signed = raw_load(v110, 0)
    v113: Signed = raw_load(v110, 8)
    v114: Ptr(str) = cast_int_to_ptr(v113)
    v115: Signed = raw_load(v110, 16)
    v116: Signed = raw_load(v110, 24)
    goto b19(v111, v115, v116, v112, v114)
b19(v117: Address, v118: Signed, v119: Signed, v120: Signed, v121: Ptr(str)):
    v122: Signed = extern_call[gx_jit_op](2, v118, v119, 0)
    goto b21(v117, v120, v121, v118)
b20(v123: Address, v124: Address):
    v125: Signed = raw_load(v123, 0)
    v126: Signed = raw_load(v123, 8)
    v127: Ptr(str) = cast_int_to_ptr(v126)
    v128: Signed = raw_load(v123, 16)
    goto b21(v124, v125, v127, v128)
b21(v129: Address, v130: Signed, v131: Ptr(str), v132: Signed):
    v133: Void = raw_store(v129, 0, 0)
    v134: Void = raw_store(v129, 8, 0)
    v135: Void = raw_store(v129, 16, v130)
    v136: Signed = cast_ptr_to_int(v131)
    v137: Void = raw_store(v129, 24, v136)
    v138: Void = raw_store(v129, 32, v132)
    goto return(6)

attrs dont_inline helper
graph generator1.add(v0: Signed, v1: Address, v2: Address) -> Signed
b0(v0: Signed, v1: Address, v2: Address):
    switch v0 { 0 => b1(v1, v2), default => b10(v1, v2) }
b1(v3: Address, v4: Address):
    v5: Signed = raw_load(v3, 0)
    v6: Signed = raw_load(v3, 8)
    goto b2(v4, v6, v5)
b2(v7: Address, v8: Signed, v9: Signed):
    v10: Signed = extern_call[gx_jit_const](0, v9)
    v11: Signed = extern_call[gx_jit_op](6, v8, v10, 0)
    v12: Signed = extern_call[gx_jit_const](0, 0)
    v13: Signed = extern_call[gx_jit_op](7, v11, v12, 0)
    v14: Signed = extern_call[gx_jit_known](v13)
    switch v14 { 2 => b3(v7), 1 => b6(v7, v11), default => b9(v7, v11, v13) }
b3(v15: Address):
    v16: Signed = extern_call[gx_jit_const](0, 0)
    v17: Void = extern_call[gx_jit_learn](0, v16, 0, 0)
    v18: Bool = extern_call[gx_jit_passes](4)
    if v18 then b4(v15) else b5(v15)
b4(v19: Address):
    v20: Signed = extern_call[gx_jit_const](0, 0)
    goto b11(v19, v20)
b5(v21: Address):
    v22: Signed = extern_call[gx_jit_const](0, 0)
    v23: Void = raw_store(v21, 0, 4)
    v24: Void = raw_store(v21, 8, v22)
    goto return(0)
b6(v25: Address, v26: Signed):
    v27: Void = extern_call[gx_jit_learn](0, v26, 0, 0)
    v28: Bool = extern_call[gx_jit_passes](4)
    if v28 then b7(v25, v26) else b8(v25, v26)
b7(v29: Address, v30: Signed):
    goto b11(v29, v30)
b8(v31: Address, v32: Signed):
    v33: Void = raw_store(v31, 0, 4)
    v34: Void = raw_store(v31, 8, v32)
    goto return(0)
b9(v35: Address, v36: Signed, v37: Signed):
    v38: Signed = extern_call[gx_jit_const](0, 0)
    v39: Void = raw_store(v35, 0, v37)
    v40: Void = raw_store(v35, 8, 4)
    v41: Void = raw_store(v35, 16, v38)
    v42: Void = raw_store(v35, 24, 4)
    v43: Void = raw_store(v35, 32, v36)
    goto return(1)
b10(v44: Address, v45: Address):
    v46: Signed = raw_load(v44, 0)
    goto b11(v45, v46)
b11(v47: Address, v48: Signed):
    v49: Void = raw_store(v47, 0, v48)
    goto return(4)
