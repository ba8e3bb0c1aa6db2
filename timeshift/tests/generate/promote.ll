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
    switch v0 { 0 => b1(v1, v2), 1 => b5(v1, v2), 2 => b6(v1, v2), 3 => b11(v1, v2), 4 => b13(v1, v2), 5 => b15(v1, v2), 6 => b17(v1, v2), 7 => b21(v1, v2), default => b22(v1, v2) }
b1(v3: Address, v4: Address):
    v5: Signed = raw_load(v3, 0)
    v6: Ptr(str) = cast_int_to_ptr(v5)
    v7: Signed = raw_load(v3, 8)
    v8: Signed = raw_load(v3, 16)
    goto b2(v4, v6, v7, v8)
b2(v9: Address, v10: Ptr(str), v11: Signed, v12: Signed):
    v13: Signed = extern_call[gx_jit_promoted](v11, 0, v9)
    switch v13 { 1 => b3(v9, v12, v10, v11), default => b4(v9, v10, v12, v11) }
b3(v14: Address, v15: Signed, v16: Ptr(str), v17: Signed):
    v18: Signed = raw_load(v14, 0)
    v19: Signed = extern_call[gx_jit_const](0, v18)
    v20: Signed = extern_call[gx_jit_const](0, 0)
    v21: Void = raw_store(v14, 0, 2)
    v22: Signed = cast_ptr_to_int(v16)
    v23: Void = raw_store(v14, 8, v22)
    v24: Void = raw_store(v14, 16, v19)
    v25: Void = raw_store(v14, 24, v20)
    v26: Void = raw_store(v14, 32, v15)
    goto return(0)
b4(v27: Address, v28: Ptr(str), v29: Signed, v30: Signed):
    v31: Void = raw_store(v27, 0, v30)
    v32: Void = raw_store(v27, 8, 0)
    v33: Void = raw_store(v27, 16, 1)
    v34: Signed = cast_ptr_to_int(v28)
    v35: Void = raw_store(v27, 24, v34)
    v36: Void = raw_store(v27, 32, v29)
    goto return(5)
b5(v37: Address, v38: Address):
    v39: Signed = raw_load(v37, 0)
    v40: Ptr(str) = cast_int_to_ptr(v39)
    v41: Signed = raw_load(v37, 8)
    v42: Signed = raw_load(v37, 16)
    v43: Signed = extern_call[gx_jit_const](0, v42)
    v44: Signed = extern_call[gx_jit_const](0, 0)
    v45: Void = raw_store(v38, 0, 2)
    v46: Signed = cast_ptr_to_int(v40)
    v47: Void = raw_store(v38, 8, v46)
    v48: Void = raw_store(v38, 16, v43)
    v49: Void = raw_store(v38, 24, v44)
    v50: Void = raw_store(v38, 32, v41)
    goto return(0)
b6(v51: Address, v52: Address):
    v53: Signed = raw_load(v51, 0)
    v54: Ptr(str) = cast_int_to_ptr(v53)
    v55: Signed = raw_load(v51, 8)
    v56: Signed = raw_load(v51, 16)
    v57: Signed = raw_load(v51, 24)
    goto b7(v52, v55, v56, v57, v54)
b7(v58: Address, v59: Signed, v60: Signed, v61: Signed, v62: Ptr(str)):
    v63: Signed = extern_call[gx_jit_op](0, v60, v59, 0)
    v64: Signed = extern_call[gx_jit_known](v63)
    switch v64 { 2 => b8(v58, v59, v60, v61, v62), 1 => b9(v58, v59, v61, v62), default => b10(v58, v59, v60, v61, v62, v63) }
b8(v65: Address, v66: Signed, v67: Signed, v68: Signed, v69: Ptr(str)):
    v70: Void = extern_call[gx_jit_learn](2, v66, v67, 0)
    goto b12(v65, v66, v67, v68, v69)
b9(v71: Address, v72: Signed, v73: Signed, v74: Ptr(str)):
    goto b14(v71, v72, v73, v74)
b10(v75: Address, v76: Signed, v77: Signed, v78: Signed, v79: Ptr(str), v80: Signed):
    v81: Void = raw_store(v75, 0, v80)
    v82: Void = raw_store(v75, 8, 3)
    v83: Signed = cast_ptr_to_int(v79)
    v84: Void = raw_store(v75, 16, v83)
    v85: Void = raw_store(v75, 24, v76)
    v86: Void = raw_store(v75, 32, v77)
    v87: Void = raw_store(v75, 40, v78)
    v88: Void = raw_store(v75, 48, 4)
    v89: Signed = cast_ptr_to_int(v79)
    v90: Void = raw_store(v75, 56, v89)
    v91: Void = raw_store(v75, 64, v76)
    v92: Void = raw_store(v75, 72, v78)
    goto return(1)
b11(v93: Address, v94: Address):
    v95: Signed = raw_load(v93, 0)
    v96: Ptr(str) = cast_int_to_ptr(v95)
    v97: Signed = raw_load(v93, 8)
    v98: Signed = raw_load(v93, 16)
    v99: Signed = raw_load(v93, 24)
    goto b12(v94, v97, v98, v99, v96)
b12(v100: Address, v101: Signed, v102: Signed, v103: Signed, v104: Ptr(str)):
    v105: Signed = extern_call[gx_jit_const](1, 4609434218613702656)
    v106: Signed = extern_call[gx_jit_op](1, v103, v105, 0)
    v107: Signed = extern_call[gx_jit_const](0, 1)
    v108: Signed = extern_call[gx_jit_op](2, v102, v107, 0)
    v109: Void = raw_store(v100, 0, 2)
    v110: Signed = cast_ptr_to_int(v104)
    v111: Void = raw_store(v100, 8, v110)
    v112: Void = raw_store(v100, 16, v101)
    v113: Void = raw_store(v100, 24, v108)
    v114: Void = raw_store(v100, 32, v106)
    goto return(0)
b13(v115: Address, v116: Address):
    v117: Signed = raw_load(v115, 0)
    v118: Ptr(str) = cast_int_to_ptr(v117)
    v119: Signed = raw_load(v115, 8)
    v120: Signed = raw_load(v115, 16)
    goto b14(v116, v119, v120, v118)
b14(v121: Address, v122: Signed, v123: Signed, v124: Ptr(str)):
    v125: Signed = extern_call[gx_jit_op](3, v123, 0, 0)
    v126: Void = raw_store(v121, 0, v125)
    v127: Void = raw_store(v121, 8, 0)
    v128: Void = raw_store(v121, 16, 5)
    v129: Signed = cast_ptr_to_int(v124)
    v130: Void = raw_store(v121, 24, v129)
    v131: Void = raw_store(v121, 32, v122)
    v132: Void = raw_store(v121, 40, v123)
    v133: Void = raw_store(v121, 48, 6)
    v134: Void = raw_store(v121, 56, v122)
    v135: Void = raw_store(v121, 64, v123)
    v136: Void = raw_store(v121, 72, 7)
    v137: Void = raw_store(v121, 80, v123)
    goto return(2)
b15(v138: Address, v139: Address):
    v140: Signed = raw_load(v138, 0)
    v141: Ptr(str) = cast_int_to_ptr(v140)
    v142: Signed = raw_load(v138, 8)
    v143: Signed = raw_load(v138, 16)
    goto b16(v139, v141, v142, v143)
b16(v144: Address, v145: Ptr(str), v146: Signed, v147: Signed):
    v148: Void = raw_store(v144, 0, 0)
    v149: Void = raw_store(v144, 8, 0)
    v150: Signed = cast_ptr_to_int(v145)
    v151: Void = raw_store(v144, 16, v150)
    v152: Void = raw_store(v144, 24, v146)
    v153: Void = raw_store(v144, 32, v147)
    goto return(6)
b17(v154: Address, v155: Address):
    v156: Signed = raw_load(v154, 0)
    v157: Signed = raw_load(v154, 8)
    goto b18(v155, v156, v157)
b18(v158: Address, v159: Signed, v160: Signed):
    v161: Signed = extern_call[gx_jit_const](1, 4602678819172646912)
    v162: Signed = extern_call[gx_jit_op](4, v160, v161, 0)
    v163: Signed = extern_call[gx_jit_const](1, 4607182418800017408)
    v164: Signed = extern_call[gx_jit_op](5, v162, v163, 0)
    v165: Signed = extern_call[gx_jit_known](v164)
    switch v165 { 1 => b19(v158, v159, v162), default => b20(v158, v159, v162, v164) }
b19(v166: Address, v167: Signed, v168: Signed):
    goto b23(v166, v167, v168)
b20(v169: Address, v170: Signed, v171: Signed, v172: Signed):
    v173: Void = raw_store(v169, 0, v172)
    v174: Void = raw_store(v169, 8, 6)
    v175: Void = raw_store(v169, 16, v170)
    v176: Void = raw_store(v169, 24, v171)
    v177: Void = raw_store(v169, 32, 8)
    v178: Void = raw_store(v169, 40, v170)
    v179: Void = raw_store(v169, 48, v171)
    goto return(1)
b21(v180: Address, v181: Address):
    v182: Signed = raw_load(v180, 0)
    goto b25(v181, v182)
b22(v183: Address, v184: Address):
    v185: Signed = raw_load(v183, 0)
    v186: Signed = raw_load(v183, 8)
    goto b23(v184, v185, v186)
b23(v187: Address, v188: Signed, v189: Signed):
    v190: Signed = extern_call[gx_jit_op](6, v188, 0, 0)
    v191: Signed = extern_call[gx_jit_op](7, v189, v190, 0)
    v192: Bool = extern_call[gx_jit_passes](7)
    if v192 then b24(v187, v191) else b26(v187, v191)
b24(v193: Address, v194: Signed):
    goto b25(v193, v194)
b25(v195: Address, v196: Signed):
    v197: Void = raw_store(v195, 0, v196)
    goto return(4)
b26(v198: Address, v199: Signed):
    v200: Void = raw_store(v198, 0, 7)
    v201: Void = raw_store(v198, 8, v199)
    goto return(0)
