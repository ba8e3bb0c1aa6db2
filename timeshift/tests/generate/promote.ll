# Promotion of a red, a green loop that is unrolled with a tick, a loop around a red test, a red switch.
struct vtable vtable { min: Signed, max: Signed }
struct object gc { typeptr: Ptr(vtable) immutable }
struct str gc { hash: Signed, chars: ImmutableArray(Char) immutable }
known vtable vtable
known object object
known string str
driver main greens(code) reds(n, x)
entry entry
graph entry(v0: Signed, v1: Float) -> Float
b0(v0: Signed, v1: Float):
    v2: Float = direct_call[run](null(Ptr(str)), v0, v1)
    goto return(v2)
graph run(v0: Ptr(str), v1: Signed, v2: Float) -> Float
b0(v0: Ptr(str), v1: Signed, v2: Float):
    goto b1(v0, v1, v2)
b1(v3: Ptr(str), v4: Signed, v5: Float):
    v99: Void = jit_marker[merge_point, main](v3, v4, v5)
    v6: Signed = hint[promote](v4)
    goto b2(v6, 0, v5, v3)
b2(v7: Signed, v8: Signed, v9: Float, v10: Ptr(str)):
    v11: Bool = int_lt(v8, v7)
    if v11 then b3(v7, v8, v9, v10) else b4(v7, v9, v10)
b3(v12: Signed, v13: Signed, v14: Float, v15: Ptr(str)):
    v16: Float = float_add(v14, 1.5)
    v17: Signed = int_add(v13, 1)
    goto b2(v12, v17, v16, v15)
b4(v18: Signed, v19: Float, v20: Ptr(str)):
    v21: Signed = cast_float_to_int(v19)
    switch v21 { 1 => b1(v20, v18, v19), 2 => b5(v18, v19), default => return(v19) }
b5(v22: Signed, v23: Float):
    v24: Float = float_mul(v23, 0.5)
    v25: Bool = float_gt(v24, 1.0)
    if v25 then b5(v22, v24) else b6(v22, v24)
b6(v26: Signed, v27: Float):
    v28: Float = cast_int_to_float(v26)
    v29: Float = float_add(v27, v28)
    goto return(v29)
#=== output
# p0: copy0 local 0 Portal(0) `merge point` greens(Ptr(str)) reds(Signed, Float)
# p1: copy0 local 1 Plain `after promotion` greens(Ptr(str)) reds(Float) takes Green Signed
# p2: copy0 local 2 LoopHead `b2` greens(Ptr(str)) reds(Signed, Signed, Float)
# p3: copy0 local 3 Plain `b3` greens(Ptr(str)) reds(Signed, Signed, Float)
# p4: copy0 local 4 Plain `b4` greens(Ptr(str)) reds(Signed, Float)
# p5: copy0 local 5 Plain `b1` greens(Ptr(str)) reds(Signed, Float)
# p6: copy0 local 6 LoopHead `b5` greens() reds(Signed, Float)
# p7: copy0 local 7 Join `return` greens() reds(Float)
# p8: copy0 local 8 Plain `b6` greens() reds(Signed, Float)
# copy0: start p0 has_loops true
# switch SwitchInfo { ty: Signed, cases: [1, 2], has_default: true }
# portal main of copy0 at p0
# type 0: Signed
# type 1: Float
# op0: int_lt(Signed, Signed) -> Bool
# op1: float_add(Float, Float) -> Float
# op2: int_add(Signed, Signed) -> Signed
# op3: cast_float_to_int(Float) -> Signed
# op4: float_mul(Float, Float) -> Float
# op5: float_gt(Float, Float) -> Bool
# op6: cast_int_to_float(Signed) -> Float
# op7: float_add(Float, Float) -> Float

attrs dont_inline helper
graph generator0.run(v0: Signed, v1: Address, v2: Address) -> Signed
b0(v0: Signed, v1: Address, v2: Address):
    switch v0 { 0 => b1(v1, v2), 1 => b3(v1, v2), 2 => b4(v1, v2), 3 => b9(v1, v2), 4 => b11(v1, v2), 5 => b13(v1, v2), 6 => b15(v1, v2), 7 => b19(v1, v2), default => b21(v1, v2) }
b1(v3: Address, v4: Address):
    v5: Signed = raw_load(v3, 0)
    v6: Ptr(str) = cast_int_to_ptr(v5)
    v7: Signed = raw_load(v3, 8)
    v8: Signed = raw_load(v3, 16)
    goto b2(v4, v6, v7, v8)
b2(v9: Address, v10: Ptr(str), v11: Signed, v12: Signed):
    v13: Void = raw_store(v9, 0, v11)
    v14: Void = raw_store(v9, 8, 0)
    v15: Void = raw_store(v9, 16, 1)
    v16: Signed = cast_ptr_to_int(v10)
    v17: Void = raw_store(v9, 24, v16)
    v18: Void = raw_store(v9, 32, v12)
    goto return(5)
b3(v19: Address, v20: Address):
    v21: Signed = raw_load(v19, 0)
    v22: Ptr(str) = cast_int_to_ptr(v21)
    v23: Signed = raw_load(v19, 8)
    v24: Signed = raw_load(v19, 16)
    v25: Signed = extern_call[gx_jit_const](0, v24)
    v26: Signed = extern_call[gx_jit_const](0, 0)
    v27: Void = raw_store(v20, 0, 2)
    v28: Signed = cast_ptr_to_int(v22)
    v29: Void = raw_store(v20, 8, v28)
    v30: Void = raw_store(v20, 16, v25)
    v31: Void = raw_store(v20, 24, v26)
    v32: Void = raw_store(v20, 32, v23)
    goto return(0)
b4(v33: Address, v34: Address):
    v35: Signed = raw_load(v33, 0)
    v36: Ptr(str) = cast_int_to_ptr(v35)
    v37: Signed = raw_load(v33, 8)
    v38: Signed = raw_load(v33, 16)
    v39: Signed = raw_load(v33, 24)
    goto b5(v34, v37, v38, v39, v36)
b5(v40: Address, v41: Signed, v42: Signed, v43: Signed, v44: Ptr(str)):
    v45: Signed = extern_call[gx_jit_op](0, v42, v41, 0)
    v46: Signed = extern_call[gx_jit_known](v45)
    switch v46 { 2 => b6(v40, v41, v42, v43, v44), 1 => b7(v40, v41, v43, v44), default => b8(v40, v41, v42, v43, v44, v45) }
b6(v47: Address, v48: Signed, v49: Signed, v50: Signed, v51: Ptr(str)):
    v52: Void = extern_call[gx_jit_learn](2, v48, v49, 0)
    goto b10(v47, v48, v49, v50, v51)
b7(v53: Address, v54: Signed, v55: Signed, v56: Ptr(str)):
    goto b12(v53, v54, v55, v56)
b8(v57: Address, v58: Signed, v59: Signed, v60: Signed, v61: Ptr(str), v62: Signed):
    v63: Void = raw_store(v57, 0, v62)
    v64: Void = raw_store(v57, 8, 3)
    v65: Signed = cast_ptr_to_int(v61)
    v66: Void = raw_store(v57, 16, v65)
    v67: Void = raw_store(v57, 24, v58)
    v68: Void = raw_store(v57, 32, v59)
    v69: Void = raw_store(v57, 40, v60)
    v70: Void = raw_store(v57, 48, 4)
    v71: Signed = cast_ptr_to_int(v61)
    v72: Void = raw_store(v57, 56, v71)
    v73: Void = raw_store(v57, 64, v58)
    v74: Void = raw_store(v57, 72, v60)
    goto return(1)
b9(v75: Address, v76: Address):
    v77: Signed = raw_load(v75, 0)
    v78: Ptr(str) = cast_int_to_ptr(v77)
    v79: Signed = raw_load(v75, 8)
    v80: Signed = raw_load(v75, 16)
    v81: Signed = raw_load(v75, 24)
    goto b10(v76, v79, v80, v81, v78)
b10(v82: Address, v83: Signed, v84: Signed, v85: Signed, v86: Ptr(str)):
    v87: Signed = extern_call[gx_jit_const](1, 4609434218613702656)
    v88: Signed = extern_call[gx_jit_op](1, v85, v87, 0)
    v89: Signed = extern_call[gx_jit_const](0, 1)
    v90: Signed = extern_call[gx_jit_op](2, v84, v89, 0)
    v91: Void = raw_store(v82, 0, 2)
    v92: Signed = cast_ptr_to_int(v86)
    v93: Void = raw_store(v82, 8, v92)
    v94: Void = raw_store(v82, 16, v83)
    v95: Void = raw_store(v82, 24, v90)
    v96: Void = raw_store(v82, 32, v88)
    goto return(0)
b11(v97: Address, v98: Address):
    v99: Signed = raw_load(v97, 0)
    v100: Ptr(str) = cast_int_to_ptr(v99)
    v101: Signed = raw_load(v97, 8)
    v102: Signed = raw_load(v97, 16)
    goto b12(v98, v101, v102, v100)
b12(v103: Address, v104: Signed, v105: Signed, v106: Ptr(str)):
    v107: Signed = extern_call[gx_jit_op](3, v105, 0, 0)
    v108: Void = raw_store(v103, 0, v107)
    v109: Void = raw_store(v103, 8, 0)
    v110: Void = raw_store(v103, 16, 5)
    v111: Signed = cast_ptr_to_int(v106)
    v112: Void = raw_store(v103, 24, v111)
    v113: Void = raw_store(v103, 32, v104)
    v114: Void = raw_store(v103, 40, v105)
    v115: Void = raw_store(v103, 48, 6)
    v116: Void = raw_store(v103, 56, v104)
    v117: Void = raw_store(v103, 64, v105)
    v118: Void = raw_store(v103, 72, 7)
    v119: Void = raw_store(v103, 80, v105)
    goto return(2)
b13(v120: Address, v121: Address):
    v122: Signed = raw_load(v120, 0)
    v123: Ptr(str) = cast_int_to_ptr(v122)
    v124: Signed = raw_load(v120, 8)
    v125: Signed = raw_load(v120, 16)
    goto b14(v121, v123, v124, v125)
b14(v126: Address, v127: Ptr(str), v128: Signed, v129: Signed):
    v130: Void = raw_store(v126, 0, 0)
    v131: Void = raw_store(v126, 8, 0)
    v132: Signed = cast_ptr_to_int(v127)
    v133: Void = raw_store(v126, 16, v132)
    v134: Void = raw_store(v126, 24, v128)
    v135: Void = raw_store(v126, 32, v129)
    goto return(6)
b15(v136: Address, v137: Address):
    v138: Signed = raw_load(v136, 0)
    v139: Signed = raw_load(v136, 8)
    goto b16(v137, v138, v139)
b16(v140: Address, v141: Signed, v142: Signed):
    v143: Signed = extern_call[gx_jit_const](1, 4602678819172646912)
    v144: Signed = extern_call[gx_jit_op](4, v142, v143, 0)
    v145: Signed = extern_call[gx_jit_const](1, 4607182418800017408)
    v146: Signed = extern_call[gx_jit_op](5, v144, v145, 0)
    v147: Signed = extern_call[gx_jit_known](v146)
    switch v147 { 1 => b17(v140, v141, v144), default => b18(v140, v141, v144, v146) }
b17(v148: Address, v149: Signed, v150: Signed):
    goto b22(v148, v149, v150)
b18(v151: Address, v152: Signed, v153: Signed, v154: Signed):
    v155: Void = raw_store(v151, 0, v154)
    v156: Void = raw_store(v151, 8, 6)
    v157: Void = raw_store(v151, 16, v152)
    v158: Void = raw_store(v151, 24, v153)
    v159: Void = raw_store(v151, 32, 8)
    v160: Void = raw_store(v151, 40, v152)
    v161: Void = raw_store(v151, 48, v153)
    goto return(1)
b19(v162: Address, v163: Address):
    v164: Signed = raw_load(v162, 0)
    goto b20(v163, v164)
b20(v165: Address, v166: Signed):
    v167: Void = raw_store(v165, 0, v166)
    goto return(4)
b21(v168: Address, v169: Address):
    v170: Signed = raw_load(v168, 0)
    v171: Signed = raw_load(v168, 8)
    goto b22(v169, v170, v171)
b22(v172: Address, v173: Signed, v174: Signed):
    v175: Signed = extern_call[gx_jit_op](6, v173, 0, 0)
    v176: Signed = extern_call[gx_jit_op](7, v174, v175, 0)
    v177: Void = raw_store(v172, 0, 7)
    v178: Void = raw_store(v172, 8, v176)
    goto return(0)
