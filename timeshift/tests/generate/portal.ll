# An interpreter: dispatch on green code, a call that is looked inside, a red test that moves the green pc. No can_enter_jit: every arrival counts.
# show: run
# executors
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
    v78: Signed = getarrayitem[NoLengthArray(Signed)](v76, 3)
    v79: Signed = int_xor(v78, 0)
    v80: Signed = int_or(v77, v79)
    v81: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 0)
    v82: Signed = getarrayitem[NoLengthArray(Signed)](v76, 4)
    v83: Signed = int_xor(v82, v81)
    v84: Signed = int_or(v80, v83)
    v85: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 1)
    v86: Signed = getarrayitem[NoLengthArray(Signed)](v76, 5)
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
    v106: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 249, 1)
    v107: Signed = cast_ptr_to_int(@jit.exchange)
    v108: Signed = int_add(v107, 16)
    v124: Signed = int_and(v103, 63)
    v125: Bool = int_is_true(v124)
    v126: Bool = likely(v125)
    if v126 then b17(v97, v98, v100, v108, 0) else b19(v97, v98, v100, v108)
b19(v127: Ptr(str), v128: Ptr(S), v129: Signed, v130: Signed):
    v131: Signed = extern_call[gx_jit_begins]()
    goto b17(v127, v128, v129, v130, v131)
b11(v73: Ptr(str), v74: Ptr(S), v75: Signed):
    v109: Signed = extern_call[gx_jit_enter](0)
    v118: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 252)
    switch v109 { 4 => b14(v73, v74), default => b7(v73, v75, v74, v118) }
b14(v110: Ptr(str), v111: Ptr(S)):
    v119: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 254)
    v120: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 253)
    goto b17(v110, v111, v119, v120, 0)
b17(v116: Ptr(str), v117: Ptr(S), v121: Signed, v122: Signed, v123: Signed):
    v132: Ptr(Func((Signed, Address, Address) -> Signed)) = cast_int_to_ptr(v121)
    v133: Signed = indirect_call[Func((Signed, Address, Address) -> Signed)](v132, v122, null(Address), null(Address))
    v134: Bool = int_is_true(v123)
    v135: Bool = unlikely(v134)
    if v135 then b21(v116, v117, v133, v123) else b20(v116, v117, v133)
b21(v139: Ptr(str), v140: Ptr(S), v141: Signed, v142: Signed):
    v143: Void = extern_call[gx_jit_ended](v142)
    goto b20(v139, v140, v141)
b20(v136: Ptr(str), v137: Ptr(S), v138: Signed):
    switch v138 { 1 => b15(v136, v137), default => b18() }
b15(v112: Ptr(str), v113: Ptr(S)):
    v144: Signed = extern_call[gx_jit_enter](4294967296)
    switch v144 { 4 => b14(v112, v113), default => b16(v112, v113) }
b16(v114: Ptr(str), v115: Ptr(S)):
    v145: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 0)
    v146: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 252)
    goto b7(v114, v145, v115, v146)
b18():
    v147: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 0)
    goto return(v147)
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
# op5: int_lt(Signed, Signed) -> Bool
# op6: getfield(Ptr(S)) -> Signed
# op7: int_add(Signed, Signed) -> Signed
# op8: int_lt(Signed, Signed) -> Bool
# op9: int_lt(Signed, Signed) -> Bool

attrs dont_inline helper
graph generator0.run(v0: Signed, v1: Address, v2: Address) -> Signed
b0(v0: Signed, v1: Address, v2: Address):
    switch v0 { 0 => b1(v1, v2), 1 => b21(v1, v2), default => b23(v1, v2) }
b1(v3: Address, v4: Address):
    v5: Signed = raw_load(v3, 0)
    v6: Signed = raw_load(v3, 8)
    v7: Ptr(str) = cast_int_to_ptr(v6)
    v8: Signed = raw_load(v3, 16)
    goto b2(v4, v5, v7, v8)
b2(v9: Address, v10: Signed, v11: Ptr(str), v12: Signed):
    v13: Char = getinterioritem[str](v11, v10)
    v14: Signed = int_add(v10, 1)
    switch v13 { '+' => b3(v9, v14, v11, v12), 'j' => b9(v9, v14, v11, v12), 'r' => b17(v9, v12), default => b20(v9, v14, v11, v12) }
b3(v15: Address, v16: Signed, v17: Ptr(str), v18: Signed):
    goto b4(v15, v16, v17, v18)
b4(v19: Address, v20: Signed, v21: Ptr(str), v22: Signed):
    v23: Signed = extern_call[gx_jit_op](0, v22, 0, 0)
    v24: Void = raw_store(v19, 0, 1)
    v25: Void = raw_store(v19, 8, v23)
    v26: Address = extern_call[gx_jit_calls](1, 3, 0, v19)
    v27: Signed = cast_adr_to_int(v26)
    v28: Bool = int_is_true(v27)
    if v28 then b5(v19, v20, v21, v22, v23, v26) else b8(v19, v20, v21, v22, v23)
b5(v29: Address, v30: Signed, v31: Ptr(str), v32: Signed, v33: Signed, v34: Address):
    v35: Void = raw_store(v34, 8, v30)
    v36: Signed = cast_ptr_to_int(v31)
    v37: Void = raw_store(v34, 16, v36)
    v38: Signed = direct_call[generator1.add](0, v29, v29)
    switch v38 { 4 => b6(v29, v30, v31, v32), default => b7(v29, v30, v31, v32, v38) }
b6(v39: Address, v40: Signed, v41: Ptr(str), v42: Signed):
    v43: Void = extern_call[gx_jit_returned]()
    v44: Signed = raw_load(v39, 0)
    goto b22(v39, v42, v44, v40, v41)
b7(v45: Address, v46: Signed, v47: Ptr(str), v48: Signed, v49: Signed):
    v50: Address = extern_call[gx_jit_waits](1)
    v51: Void = raw_store(v50, 0, v46)
    v52: Signed = cast_ptr_to_int(v47)
    v53: Void = raw_store(v50, 8, v52)
    v54: Void = raw_store(v50, 16, v48)
    goto return(v49)
b8(v55: Address, v56: Signed, v57: Ptr(str), v58: Signed, v59: Signed):
    v60: Void = raw_store(v55, 0, 0)
    v61: Void = raw_store(v55, 8, 0)
    v62: Void = raw_store(v55, 16, 1)
    v63: Void = raw_store(v55, 24, v56)
    v64: Signed = cast_ptr_to_int(v57)
    v65: Void = raw_store(v55, 32, v64)
    v66: Void = raw_store(v55, 40, v58)
    v67: Void = raw_store(v55, 48, 3)
    v68: Void = raw_store(v55, 56, 1)
    v69: Void = raw_store(v55, 64, v59)
    goto return(3)
b9(v70: Address, v71: Signed, v72: Ptr(str), v73: Signed):
    goto b10(v70, v71, v72, v73)
b10(v74: Address, v75: Signed, v76: Ptr(str), v77: Signed):
    v78: Signed = extern_call[gx_jit_op](3, v77, 0, 0)
    v79: Signed = extern_call[gx_jit_test](4, v78, 0, 100)
    switch v79 { 2 => b11(v74, v76, v77), 1 => b12(v74, v75, v76, v77), default => b13(v74, v76, v77, v75, v78) }
b11(v80: Address, v81: Ptr(str), v82: Signed):
    goto b24(v80, 0, v81, v82)
b12(v83: Address, v84: Signed, v85: Ptr(str), v86: Signed):
    goto b24(v83, v84, v85, v86)
b13(v87: Address, v88: Ptr(str), v89: Signed, v90: Signed, v91: Signed):
    v92: Signed = extern_call[gx_jit_const](0, 100)
    v93: Signed = extern_call[gx_jit_op](5, v91, v92, 0)
    v94: Signed = extern_call[gx_jit_known](v93)
    switch v94 { 2 => b14(v87, v88, v89), 1 => b15(v87, v90, v88, v89), default => b16(v87, v88, v89, v90, v93) }
b14(v95: Address, v96: Ptr(str), v97: Signed):
    goto b24(v95, 0, v96, v97)
b15(v98: Address, v99: Signed, v100: Ptr(str), v101: Signed):
    goto b24(v98, v99, v100, v101)
b16(v102: Address, v103: Ptr(str), v104: Signed, v105: Signed, v106: Signed):
    v107: Void = raw_store(v102, 0, v106)
    v108: Void = raw_store(v102, 8, 2)
    v109: Void = raw_store(v102, 16, 0)
    v110: Signed = cast_ptr_to_int(v103)
    v111: Void = raw_store(v102, 24, v110)
    v112: Void = raw_store(v102, 32, v104)
    v113: Void = raw_store(v102, 40, 2)
    v114: Void = raw_store(v102, 48, v105)
    v115: Signed = cast_ptr_to_int(v103)
    v116: Void = raw_store(v102, 56, v115)
    v117: Void = raw_store(v102, 64, v104)
    goto return(1)
b17(v118: Address, v119: Signed):
    goto b18(v118, v119)
b18(v120: Address, v121: Signed):
    v122: Signed = extern_call[gx_jit_op](6, v121, 0, 0)
    goto b19(v120, v122)
b19(v123: Address, v124: Signed):
    v125: Void = raw_store(v123, 0, v124)
    goto return(4)
b20(v126: Address, v127: Signed, v128: Ptr(str), v129: Signed):
    goto b24(v126, v127, v128, v129)
b21(v130: Address, v131: Address):
    v132: Signed = raw_load(v130, 0)
    v133: Signed = raw_load(v130, 8)
    v134: Ptr(str) = cast_int_to_ptr(v133)
    v135: Signed = raw_load(v130, 16)
    v136: Signed = raw_load(v130, 24)
    goto b22(v131, v135, v136, v132, v134)
b22(v137: Address, v138: Signed, v139: Signed, v140: Signed, v141: Ptr(str)):
    v142: Signed = extern_call[gx_jit_op](2, v138, v139, 0)
    goto b24(v137, v140, v141, v138)
b23(v143: Address, v144: Address):
    v145: Signed = raw_load(v143, 0)
    v146: Signed = raw_load(v143, 8)
    v147: Ptr(str) = cast_int_to_ptr(v146)
    v148: Signed = raw_load(v143, 16)
    goto b24(v144, v145, v147, v148)
b24(v149: Address, v150: Signed, v151: Ptr(str), v152: Signed):
    v153: Void = raw_store(v149, 0, 0)
    v154: Void = raw_store(v149, 8, 0)
    v155: Void = raw_store(v149, 16, v150)
    v156: Signed = cast_ptr_to_int(v151)
    v157: Void = raw_store(v149, 24, v156)
    v158: Void = raw_store(v149, 32, v152)
    goto return(6)

attrs dont_inline helper
graph generator1.add(v0: Signed, v1: Address, v2: Address) -> Signed
b0(v0: Signed, v1: Address, v2: Address):
    switch v0 { 0 => b1(v1, v2), default => b21(v1, v2) }
b1(v3: Address, v4: Address):
    v5: Signed = raw_load(v3, 0)
    v6: Signed = raw_load(v3, 8)
    goto b2(v4, v6, v5)
b2(v7: Address, v8: Signed, v9: Signed):
    v10: Signed = extern_call[gx_jit_const](0, v9)
    v11: Signed = extern_call[gx_jit_op](7, v8, v10, 0)
    v12: Signed = extern_call[gx_jit_test](8, v11, 0, 0)
    switch v12 { 2 => b3(v7), 1 => b7(v7, v11), default => b11(v7, v11) }
b3(v13: Address):
    v14: Signed = extern_call[gx_jit_const](0, 0)
    v15: Void = extern_call[gx_jit_learn](0, v14, 0, 0)
    v16: Bool = extern_call[gx_jit_passes](4)
    if v16 then b4(v13) else b5(v13)
b4(v17: Address):
    v18: Signed = extern_call[gx_jit_const](0, 0)
    goto b22(v17, v18)
b5(v19: Address):
    v20: Signed = extern_call[gx_jit_const](0, 0)
    v21: Void = raw_store(v19, 0, 4)
    v22: Void = raw_store(v19, 8, v20)
    v23: Bool = extern_call[gx_jit_joins](v19)
    unless v23 then b6(v19) else return(0)
b6(v24: Address):
    v25: Signed = extern_call[gx_jit_const](0, 0)
    goto b22(v24, v25)
b7(v26: Address, v27: Signed):
    v28: Void = extern_call[gx_jit_learn](0, v27, 0, 0)
    v29: Bool = extern_call[gx_jit_passes](4)
    if v29 then b8(v26, v27) else b9(v26, v27)
b8(v30: Address, v31: Signed):
    goto b22(v30, v31)
b9(v32: Address, v33: Signed):
    v34: Void = raw_store(v32, 0, 4)
    v35: Void = raw_store(v32, 8, v33)
    v36: Bool = extern_call[gx_jit_joins](v32)
    unless v36 then b10(v32, v33) else return(0)
b10(v37: Address, v38: Signed):
    goto b22(v37, v38)
b11(v39: Address, v40: Signed):
    v41: Signed = extern_call[gx_jit_const](0, 0)
    v42: Signed = extern_call[gx_jit_op](9, v40, v41, 0)
    v43: Signed = extern_call[gx_jit_known](v42)
    switch v43 { 2 => b12(v39), 1 => b16(v39, v40), default => b20(v39, v40, v42) }
b12(v44: Address):
    v45: Signed = extern_call[gx_jit_const](0, 0)
    v46: Void = extern_call[gx_jit_learn](0, v45, 0, 0)
    v47: Bool = extern_call[gx_jit_passes](4)
    if v47 then b13(v44) else b14(v44)
b13(v48: Address):
    v49: Signed = extern_call[gx_jit_const](0, 0)
    goto b22(v48, v49)
b14(v50: Address):
    v51: Signed = extern_call[gx_jit_const](0, 0)
    v52: Void = raw_store(v50, 0, 4)
    v53: Void = raw_store(v50, 8, v51)
    v54: Bool = extern_call[gx_jit_joins](v50)
    unless v54 then b15(v50) else return(0)
b15(v55: Address):
    v56: Signed = extern_call[gx_jit_const](0, 0)
    goto b22(v55, v56)
b16(v57: Address, v58: Signed):
    v59: Void = extern_call[gx_jit_learn](0, v58, 0, 0)
    v60: Bool = extern_call[gx_jit_passes](4)
    if v60 then b17(v57, v58) else b18(v57, v58)
b17(v61: Address, v62: Signed):
    goto b22(v61, v62)
b18(v63: Address, v64: Signed):
    v65: Void = raw_store(v63, 0, 4)
    v66: Void = raw_store(v63, 8, v64)
    v67: Bool = extern_call[gx_jit_joins](v63)
    unless v67 then b19(v63, v64) else return(0)
b19(v68: Address, v69: Signed):
    goto b22(v68, v69)
b20(v70: Address, v71: Signed, v72: Signed):
    v73: Signed = extern_call[gx_jit_const](0, 0)
    v74: Void = raw_store(v70, 0, v72)
    v75: Void = raw_store(v70, 8, 4)
    v76: Void = raw_store(v70, 16, v73)
    v77: Void = raw_store(v70, 24, 4)
    v78: Void = raw_store(v70, 32, v71)
    goto return(1)
b21(v79: Address, v80: Address):
    v81: Signed = raw_load(v79, 0)
    goto b22(v80, v81)
b22(v82: Address, v83: Signed):
    v84: Void = raw_store(v82, 0, v83)
    goto return(4)

attrs dont_inline helper
graph executor0.run(v0: Signed, v1: Address) -> Signed
b0(v0: Signed, v1: Address):
    switch v0 { 0 => b1(v1), 1 => b7(v1), default => b9(v1) }
b1(v2: Address):
    v3: Signed = raw_load(v2, 0)
    v4: Signed = raw_load(v2, 8)
    v5: Ptr(str) = cast_int_to_ptr(v4)
    v6: Signed = raw_load(v2, 16)
    v7: Ptr(S) = cast_int_to_ptr(v6)
    goto b2(v3, v5, v7)
b2(v8: Signed, v9: Ptr(str), v10: Ptr(S)):
    v11: Char = getinterioritem[str](v9, v8)
    v12: Signed = int_add(v8, 1)
    switch v11 { '+' => b3(v12, v9, v10), 'j' => b4(v12, v9, v10), 'r' => b5(v10), default => b10(v12, v9, v10) }
b3(v13: Signed, v14: Ptr(str), v15: Ptr(S)):
    v16: Signed = getfield[S.acc](v15)
    v17: Signed = direct_call[add](v16, 1)
    goto b8(v15, v17, v13, v14)
b4(v18: Signed, v19: Ptr(str), v20: Ptr(S)):
    v21: Signed = getfield[S.acc](v20)
    v22: Bool = int_lt(v21, 100)
    if v22 then b10(0, v19, v20) else b10(v18, v19, v20)
b5(v23: Ptr(S)):
    v24: Signed = getfield[S.acc](v23)
    goto b6(v24)
b6(v25: Signed):
    v26: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 0, v25)
    goto return(4)
b7(v27: Address):
    v28: Signed = raw_load(v27, 0)
    v29: Signed = raw_load(v27, 8)
    v30: Ptr(str) = cast_int_to_ptr(v29)
    v31: Signed = raw_load(v27, 16)
    v32: Ptr(S) = cast_int_to_ptr(v31)
    v33: Signed = raw_load(v27, 24)
    goto b8(v32, v33, v28, v30)
b8(v34: Ptr(S), v35: Signed, v36: Signed, v37: Ptr(str)):
    v38: Void = setfield[S.acc](v34, v35)
    goto b10(v36, v37, v34)
b9(v39: Address):
    v40: Signed = raw_load(v39, 0)
    v41: Signed = raw_load(v39, 8)
    v42: Ptr(str) = cast_int_to_ptr(v41)
    v43: Signed = raw_load(v39, 16)
    v44: Ptr(S) = cast_int_to_ptr(v43)
    goto b10(v40, v42, v44)
b10(v45: Signed, v46: Ptr(str), v47: Ptr(S)):
    v48: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 0, v45)
    v49: Signed = cast_ptr_to_int(v46)
    v50: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 1, v49)
    v51: Signed = cast_ptr_to_int(v47)
    v52: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 2, v51)
    goto return(6)

attrs dont_inline helper
graph executor1.add(v0: Signed, v1: Address) -> Signed
b0(v0: Signed, v1: Address):
    switch v0 { 0 => b1(v1), default => b3(v1) }
b1(v2: Address):
    v3: Signed = raw_load(v2, 0)
    v4: Signed = raw_load(v2, 8)
    goto b2(v4, v3)
b2(v5: Signed, v6: Signed):
    v7: Signed = int_add(v5, v6)
    v8: Bool = int_lt(v7, 0)
    if v8 then b4(0) else b4(v7)
b3(v9: Address):
    v10: Signed = raw_load(v9, 0)
    goto b4(v10)
b4(v11: Signed):
    v12: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 0, v11)
    goto return(4)
