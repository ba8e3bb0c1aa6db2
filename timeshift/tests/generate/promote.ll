# Promotion of a red, a green loop that is unrolled with a tick, a loop around a red test, a red switch.
# executors
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
# op1: int_lt(Signed, Signed) -> Bool
# op2: float_add(Float, Float) -> Float
# op3: int_add(Signed, Signed) -> Signed
# op4: cast_float_to_int(Float) -> Signed
# op5: float_mul(Float, Float) -> Float
# op6: float_gt(Float, Float) -> Bool
# op7: cast_int_to_float(Signed) -> Float
# op8: float_add(Float, Float) -> Float

attrs dont_inline helper
graph generator0.run(v0: Signed, v1: Address, v2: Address) -> Signed
b0(v0: Signed, v1: Address, v2: Address):
    switch v0 { 0 => b1(v1, v2), 1 => b5(v1, v2), 2 => b6(v1, v2), 3 => b14(v1, v2), 4 => b16(v1, v2), 5 => b18(v1, v2), 6 => b20(v1, v2), 7 => b24(v1, v2), default => b25(v1, v2) }
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
    v63: Signed = extern_call[gx_jit_test](0, v60, v59, 0)
    switch v63 { 2 => b8(v58, v59, v60, v61, v62), 1 => b9(v58, v59, v61, v62), default => b10(v58, v59, v60, v61, v62) }
b8(v64: Address, v65: Signed, v66: Signed, v67: Signed, v68: Ptr(str)):
    v69: Void = extern_call[gx_jit_learn](2, v65, v66, 0)
    goto b15(v64, v65, v66, v67, v68)
b9(v70: Address, v71: Signed, v72: Signed, v73: Ptr(str)):
    goto b17(v70, v71, v72, v73)
b10(v74: Address, v75: Signed, v76: Signed, v77: Signed, v78: Ptr(str)):
    v79: Signed = extern_call[gx_jit_op](1, v76, v75, 0)
    v80: Signed = extern_call[gx_jit_known](v79)
    switch v80 { 2 => b11(v74, v75, v76, v77, v78), 1 => b12(v74, v75, v77, v78), default => b13(v74, v75, v76, v77, v78, v79) }
b11(v81: Address, v82: Signed, v83: Signed, v84: Signed, v85: Ptr(str)):
    v86: Void = extern_call[gx_jit_learn](2, v82, v83, 0)
    goto b15(v81, v82, v83, v84, v85)
b12(v87: Address, v88: Signed, v89: Signed, v90: Ptr(str)):
    goto b17(v87, v88, v89, v90)
b13(v91: Address, v92: Signed, v93: Signed, v94: Signed, v95: Ptr(str), v96: Signed):
    v97: Void = raw_store(v91, 0, v96)
    v98: Void = raw_store(v91, 8, 3)
    v99: Signed = cast_ptr_to_int(v95)
    v100: Void = raw_store(v91, 16, v99)
    v101: Void = raw_store(v91, 24, v92)
    v102: Void = raw_store(v91, 32, v93)
    v103: Void = raw_store(v91, 40, v94)
    v104: Void = raw_store(v91, 48, 4)
    v105: Signed = cast_ptr_to_int(v95)
    v106: Void = raw_store(v91, 56, v105)
    v107: Void = raw_store(v91, 64, v92)
    v108: Void = raw_store(v91, 72, v94)
    goto return(1)
b14(v109: Address, v110: Address):
    v111: Signed = raw_load(v109, 0)
    v112: Ptr(str) = cast_int_to_ptr(v111)
    v113: Signed = raw_load(v109, 8)
    v114: Signed = raw_load(v109, 16)
    v115: Signed = raw_load(v109, 24)
    goto b15(v110, v113, v114, v115, v112)
b15(v116: Address, v117: Signed, v118: Signed, v119: Signed, v120: Ptr(str)):
    v121: Signed = extern_call[gx_jit_const](1, 4609434218613702656)
    v122: Signed = extern_call[gx_jit_op](2, v119, v121, 0)
    v123: Signed = extern_call[gx_jit_const](0, 1)
    v124: Signed = extern_call[gx_jit_op](3, v118, v123, 0)
    v125: Void = raw_store(v116, 0, 2)
    v126: Signed = cast_ptr_to_int(v120)
    v127: Void = raw_store(v116, 8, v126)
    v128: Void = raw_store(v116, 16, v117)
    v129: Void = raw_store(v116, 24, v124)
    v130: Void = raw_store(v116, 32, v122)
    goto return(0)
b16(v131: Address, v132: Address):
    v133: Signed = raw_load(v131, 0)
    v134: Ptr(str) = cast_int_to_ptr(v133)
    v135: Signed = raw_load(v131, 8)
    v136: Signed = raw_load(v131, 16)
    goto b17(v132, v135, v136, v134)
b17(v137: Address, v138: Signed, v139: Signed, v140: Ptr(str)):
    v141: Signed = extern_call[gx_jit_op](4, v139, 0, 0)
    v142: Void = raw_store(v137, 0, v141)
    v143: Void = raw_store(v137, 8, 0)
    v144: Void = raw_store(v137, 16, 5)
    v145: Signed = cast_ptr_to_int(v140)
    v146: Void = raw_store(v137, 24, v145)
    v147: Void = raw_store(v137, 32, v138)
    v148: Void = raw_store(v137, 40, v139)
    v149: Void = raw_store(v137, 48, 6)
    v150: Void = raw_store(v137, 56, v138)
    v151: Void = raw_store(v137, 64, v139)
    v152: Void = raw_store(v137, 72, 7)
    v153: Void = raw_store(v137, 80, v139)
    goto return(2)
b18(v154: Address, v155: Address):
    v156: Signed = raw_load(v154, 0)
    v157: Ptr(str) = cast_int_to_ptr(v156)
    v158: Signed = raw_load(v154, 8)
    v159: Signed = raw_load(v154, 16)
    goto b19(v155, v157, v158, v159)
b19(v160: Address, v161: Ptr(str), v162: Signed, v163: Signed):
    v164: Void = raw_store(v160, 0, 0)
    v165: Void = raw_store(v160, 8, 0)
    v166: Signed = cast_ptr_to_int(v161)
    v167: Void = raw_store(v160, 16, v166)
    v168: Void = raw_store(v160, 24, v162)
    v169: Void = raw_store(v160, 32, v163)
    goto return(6)
b20(v170: Address, v171: Address):
    v172: Signed = raw_load(v170, 0)
    v173: Signed = raw_load(v170, 8)
    goto b21(v171, v172, v173)
b21(v174: Address, v175: Signed, v176: Signed):
    v177: Signed = extern_call[gx_jit_const](1, 4602678819172646912)
    v178: Signed = extern_call[gx_jit_op](5, v176, v177, 0)
    v179: Signed = extern_call[gx_jit_const](1, 4607182418800017408)
    v180: Signed = extern_call[gx_jit_op](6, v178, v179, 0)
    v181: Signed = extern_call[gx_jit_known](v180)
    switch v181 { 1 => b22(v174, v175, v178), default => b23(v174, v175, v178, v180) }
b22(v182: Address, v183: Signed, v184: Signed):
    goto b26(v182, v183, v184)
b23(v185: Address, v186: Signed, v187: Signed, v188: Signed):
    v189: Void = raw_store(v185, 0, v188)
    v190: Void = raw_store(v185, 8, 6)
    v191: Void = raw_store(v185, 16, v186)
    v192: Void = raw_store(v185, 24, v187)
    v193: Void = raw_store(v185, 32, 8)
    v194: Void = raw_store(v185, 40, v186)
    v195: Void = raw_store(v185, 48, v187)
    goto return(1)
b24(v196: Address, v197: Address):
    v198: Signed = raw_load(v196, 0)
    goto b30(v197, v198)
b25(v199: Address, v200: Address):
    v201: Signed = raw_load(v199, 0)
    v202: Signed = raw_load(v199, 8)
    goto b26(v200, v201, v202)
b26(v203: Address, v204: Signed, v205: Signed):
    v206: Signed = extern_call[gx_jit_op](7, v204, 0, 0)
    v207: Signed = extern_call[gx_jit_op](8, v205, v206, 0)
    v208: Bool = extern_call[gx_jit_passes](7)
    if v208 then b27(v203, v207) else b28(v203, v207)
b27(v209: Address, v210: Signed):
    goto b30(v209, v210)
b28(v211: Address, v212: Signed):
    v213: Void = raw_store(v211, 0, 7)
    v214: Void = raw_store(v211, 8, v212)
    v215: Bool = extern_call[gx_jit_joins](v211)
    unless v215 then b29(v211, v212) else return(0)
b29(v216: Address, v217: Signed):
    goto b30(v216, v217)
b30(v218: Address, v219: Signed):
    v220: Void = raw_store(v218, 0, v219)
    goto return(4)

attrs dont_inline helper
graph executor0.run(v0: Signed, v1: Address) -> Signed
b0(v0: Signed, v1: Address):
    switch v0 { 0 => b1(v1), 1 => b3(v1), 2 => b4(v1), 3 => b5(v1), 4 => b8(v1), 5 => b10(v1), 6 => b12(v1), 7 => b14(v1), default => b15(v1) }
b1(v2: Address):
    v3: Signed = raw_load(v2, 0)
    v4: Ptr(str) = cast_int_to_ptr(v3)
    v5: Signed = raw_load(v2, 8)
    v6: Signed = raw_load(v2, 16)
    v7: Float = convert_longlong_bytes_to_float(v6)
    goto b2(v4, v5, v7)
b2(v8: Ptr(str), v9: Signed, v10: Float):
    goto b7(v9, 0, v10, v8)
b3(v11: Address):
    v12: Signed = raw_load(v11, 0)
    v13: Ptr(str) = cast_int_to_ptr(v12)
    v14: Signed = raw_load(v11, 8)
    v15: Float = convert_longlong_bytes_to_float(v14)
    v16: Signed = raw_load(v11, 16)
    goto b7(v16, 0, v15, v13)
b4(v17: Address):
    v18: Signed = raw_load(v17, 0)
    v19: Ptr(str) = cast_int_to_ptr(v18)
    v20: Signed = raw_load(v17, 8)
    v21: Signed = raw_load(v17, 16)
    v22: Signed = raw_load(v17, 24)
    v23: Float = convert_longlong_bytes_to_float(v22)
    goto b7(v20, v21, v23, v19)
b5(v24: Address):
    v25: Signed = raw_load(v24, 0)
    v26: Ptr(str) = cast_int_to_ptr(v25)
    v27: Signed = raw_load(v24, 8)
    v28: Signed = raw_load(v24, 16)
    v29: Signed = raw_load(v24, 24)
    v30: Float = convert_longlong_bytes_to_float(v29)
    goto b6(v27, v28, v30, v26)
b6(v31: Signed, v32: Signed, v33: Float, v34: Ptr(str)):
    v35: Float = float_add(v33, 1.5)
    v36: Signed = int_add(v32, 1)
    goto b7(v31, v36, v35, v34)
b7(v37: Signed, v38: Signed, v39: Float, v40: Ptr(str)):
    v41: Bool = int_lt(v38, v37)
    if v41 then b6(v37, v38, v39, v40) else b9(v37, v39, v40)
b8(v42: Address):
    v43: Signed = raw_load(v42, 0)
    v44: Ptr(str) = cast_int_to_ptr(v43)
    v45: Signed = raw_load(v42, 8)
    v46: Signed = raw_load(v42, 16)
    v47: Float = convert_longlong_bytes_to_float(v46)
    goto b9(v45, v47, v44)
b9(v48: Signed, v49: Float, v50: Ptr(str)):
    v51: Signed = cast_float_to_int(v49)
    switch v51 { 1 => b11(v50, v48, v49), 2 => b13(v48, v49), default => b17(v49) }
b10(v52: Address):
    v53: Signed = raw_load(v52, 0)
    v54: Ptr(str) = cast_int_to_ptr(v53)
    v55: Signed = raw_load(v52, 8)
    v56: Signed = raw_load(v52, 16)
    v57: Float = convert_longlong_bytes_to_float(v56)
    goto b11(v54, v55, v57)
b11(v58: Ptr(str), v59: Signed, v60: Float):
    v61: Signed = cast_ptr_to_int(v58)
    v62: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 0, v61)
    v63: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 1, v59)
    v64: Signed = convert_float_bytes_to_longlong(v60)
    v65: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 2, v64)
    goto return(6)
b12(v66: Address):
    v67: Signed = raw_load(v66, 0)
    v68: Signed = raw_load(v66, 8)
    v69: Float = convert_longlong_bytes_to_float(v68)
    goto b13(v67, v69)
b13(v70: Signed, v71: Float):
    v72: Float = float_mul(v71, 0.5)
    v73: Bool = float_gt(v72, 1.0)
    if v73 then b13(v70, v72) else b16(v70, v72)
b14(v74: Address):
    v75: Signed = raw_load(v74, 0)
    v76: Float = convert_longlong_bytes_to_float(v75)
    goto b17(v76)
b15(v77: Address):
    v78: Signed = raw_load(v77, 0)
    v79: Signed = raw_load(v77, 8)
    v80: Float = convert_longlong_bytes_to_float(v79)
    goto b16(v78, v80)
b16(v81: Signed, v82: Float):
    v83: Float = cast_int_to_float(v81)
    v84: Float = float_add(v82, v83)
    goto b17(v84)
b17(v85: Float):
    v86: Signed = convert_float_bytes_to_longlong(v85)
    v87: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 0, v86)
    goto return(4)
