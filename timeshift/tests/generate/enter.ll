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
    v114: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, 3)
    goto b7(v0, v1, v2, v3, v4, v114)
b7(v34: Signed, v35: Float, v36: Bool, v37: Char, v38: Ptr(str), v112: Signed):
    v193: Signed = int_sub(v112, 1)
    v194: Bool = int_lt(v112, 1)
    v195: Bool = unlikely(v194)
    if v195 then b26(v34, v36, v35, v37, v38, v193) else b8(v34, v35, v36, v37, v38, v193)
b26(v196: Signed, v197: Bool, v198: Float, v199: Char, v200: Ptr(str), v201: Signed):
    v202: Signed = int_add(v201, 7)
    v203: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, v202)
    v204: Unsigned = cast_int_to_uint(v196)
    v205: Signed = cast_bool_to_int(v197)
    v206: Unsigned = cast_int_to_uint(v205)
    v207: Unsigned = uint_mul(v204, 33u)
    v208: Unsigned = uint_add(v207, v206)
    v209: Unsigned = uint_mul(v208, 11400714819323198485u)
    v210: Unsigned = uint_rshift(v209, 52)
    v211: Signed = cast_uint_to_int(v210)
    v212: Signed = getarrayitem[NoLengthArray(Signed)](@jit.counters, v211)
    v213: Signed = int_add(v212, v203)
    v214: Void = setarrayitem[NoLengthArray(Signed)](@jit.counters, v211, v213)
    v215: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, 4)
    v216: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, 1)
    v217: Bool = int_ge(v213, v216)
    v218: Bool = unlikely(v217)
    if v218 then b27(v196, v197, v198, v199, v200, v211) else b1(v196, v198, v197, v199, v200, v215)
b27(v219: Signed, v220: Bool, v221: Float, v222: Char, v223: Ptr(str), v224: Signed):
    v225: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 0, v219)
    v226: Signed = cast_bool_to_int(v220)
    v227: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 1, v226)
    v228: Signed = convert_float_bytes_to_longlong(v221)
    v229: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 2, v228)
    v230: Signed = cast_char_to_int(v222)
    v231: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 3, v230)
    v232: Signed = cast_ptr_to_int(v223)
    v233: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 4, v232)
    v234: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 255, v224)
    v235: Signed = extern_call[gx_jit_enter](0)
    v245: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 252)
    switch v235 { 4 => b28(v220, v222, v223), default => b1(v219, v221, v220, v222, v223, v245) }
b28(v236: Bool, v237: Char, v238: Ptr(str)):
    v246: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 254)
    v247: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 253)
    v248: Ptr(Func((Signed, Address, Address) -> Signed)) = cast_int_to_ptr(v246)
    v249: Signed = indirect_call[Func((Signed, Address, Address) -> Signed)](v248, v247, null(Address), null(Address))
    switch v249 { 1 => b29(v236, v237, v238), default => b31() }
b29(v239: Bool, v240: Char, v241: Ptr(str)):
    v250: Signed = extern_call[gx_jit_enter](4294967296)
    switch v250 { 4 => b28(v239, v240, v241), default => b30(v239, v240, v241) }
b30(v242: Bool, v243: Char, v244: Ptr(str)):
    v251: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 2)
    v252: Float = convert_longlong_bytes_to_float(v251)
    v253: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 0)
    v254: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 252)
    goto b5(v252, v253, v242, v243, v244, v254)
b31():
    v255: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 0)
    v256: Float = convert_longlong_bytes_to_float(v255)
    goto return(v256)
b8(v39: Signed, v40: Float, v41: Bool, v42: Char, v43: Ptr(str), v127: Signed):
    goto b10(v40, v39, v41, v42, v43, v127)
b10(v52: Float, v53: Signed, v54: Bool, v55: Char, v56: Ptr(str), v126: Signed):
    v57: Bool = float_lt(v52, 100.0)
    if v57 then b9(v53, v52, v54, v55, v56, v126) else return(v52)
b9(v44: Signed, v45: Float, v46: Bool, v47: Char, v48: Ptr(str), v125: Signed):
    v49: Float = cast_int_to_float(v44)
    v50: Float = float_add(v45, v49)
    v51: Signed = int_add(v44, 1)
    goto b15(v51, v50, v46, v47, v48, v125)
b15(v82: Signed, v83: Float, v84: Bool, v85: Char, v86: Ptr(str), v124: Signed):
    goto b12(v82, v83, v84, v85, v86, v124)
b12(v63: Signed, v64: Float, v65: Bool, v66: Char, v67: Ptr(str), v123: Signed):
    goto b14(v64, v63, v65, v66, v67, v123)
b14(v76: Float, v77: Signed, v78: Bool, v79: Char, v80: Ptr(str), v122: Signed):
    v81: Bool = float_lt(v76, 100.0)
    if v81 then b13(v77, v76, v78, v79, v80, v122) else return(v76)
b13(v68: Signed, v69: Float, v70: Bool, v71: Char, v72: Ptr(str), v121: Signed):
    v73: Float = cast_int_to_float(v68)
    v74: Float = float_add(v69, v73)
    v75: Signed = int_add(v68, 1)
    goto b19(v75, v74, v70, v71, v72, v121)
b19(v106: Signed, v107: Float, v108: Bool, v109: Char, v110: Ptr(str), v120: Signed):
    goto b16(v106, v107, v108, v109, v110, v120)
b16(v87: Signed, v88: Float, v89: Bool, v90: Char, v91: Ptr(str), v119: Signed):
    goto b18(v88, v87, v89, v90, v91, v119)
b18(v100: Float, v101: Signed, v102: Bool, v103: Char, v104: Ptr(str), v118: Signed):
    v105: Bool = float_lt(v100, 100.0)
    if v105 then b17(v101, v100, v102, v103, v104, v118) else return(v100)
b17(v92: Signed, v93: Float, v94: Bool, v95: Char, v96: Ptr(str), v117: Signed):
    v97: Float = cast_int_to_float(v92)
    v98: Float = float_add(v93, v97)
    v99: Signed = int_add(v92, 1)
    goto b6(v99, v98, v94, v95, v96, v117)
b6(v29: Signed, v30: Float, v31: Bool, v32: Char, v33: Ptr(str), v116: Signed):
    goto b1(v29, v30, v31, v32, v33, v116)
b1(v5: Signed, v6: Float, v7: Bool, v8: Char, v9: Ptr(str), v115: Signed):
    goto b5(v6, v5, v7, v8, v9, v115)
b5(v24: Float, v25: Signed, v26: Bool, v27: Char, v28: Ptr(str), v113: Signed):
    v11: Bool = float_lt(v24, 100.0)
    if v11 then b2(v25, v24, v26, v27, v28, v113) else return(v24)
b2(v12: Signed, v13: Float, v14: Bool, v15: Char, v16: Ptr(str), v111: Signed):
    v17: Float = cast_int_to_float(v12)
    v18: Float = float_add(v13, v17)
    v19: Signed = int_add(v12, 1)
    v129: Signed = int_sub(v111, 1)
    v130: Bool = int_lt(v111, 1)
    v131: Bool = unlikely(v130)
    if v131 then b20(v19, v14, v18, v15, v16, v129) else b11(v19, v18, v14, v15, v16, v129)
b20(v132: Signed, v133: Bool, v134: Float, v135: Char, v136: Ptr(str), v137: Signed):
    v138: Signed = int_add(v137, 7)
    v139: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, v138)
    v140: Unsigned = cast_int_to_uint(v132)
    v141: Signed = cast_bool_to_int(v133)
    v142: Unsigned = cast_int_to_uint(v141)
    v143: Unsigned = uint_mul(v140, 33u)
    v144: Unsigned = uint_add(v143, v142)
    v145: Unsigned = uint_mul(v144, 11400714819323198485u)
    v146: Unsigned = uint_rshift(v145, 52)
    v147: Signed = cast_uint_to_int(v146)
    v148: Signed = getarrayitem[NoLengthArray(Signed)](@jit.counters, v147)
    v149: Signed = int_add(v148, v139)
    v150: Void = setarrayitem[NoLengthArray(Signed)](@jit.counters, v147, v149)
    v151: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, 4)
    v152: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, 1)
    v153: Bool = int_ge(v149, v152)
    v154: Bool = unlikely(v153)
    if v154 then b21(v132, v133, v134, v135, v136, v147) else b6(v132, v134, v133, v135, v136, v151)
b21(v155: Signed, v156: Bool, v157: Float, v158: Char, v159: Ptr(str), v160: Signed):
    v161: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 0, v155)
    v162: Signed = cast_bool_to_int(v156)
    v163: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 1, v162)
    v164: Signed = convert_float_bytes_to_longlong(v157)
    v165: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 2, v164)
    v166: Signed = cast_char_to_int(v158)
    v167: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 3, v166)
    v168: Signed = cast_ptr_to_int(v159)
    v169: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 4, v168)
    v170: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 255, v160)
    v171: Signed = extern_call[gx_jit_enter](0)
    v181: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 252)
    switch v171 { 4 => b22(v156, v158, v159), default => b6(v155, v157, v156, v158, v159, v181) }
b22(v172: Bool, v173: Char, v174: Ptr(str)):
    v182: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 254)
    v183: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 253)
    v184: Ptr(Func((Signed, Address, Address) -> Signed)) = cast_int_to_ptr(v182)
    v185: Signed = indirect_call[Func((Signed, Address, Address) -> Signed)](v184, v183, null(Address), null(Address))
    switch v185 { 1 => b23(v172, v173, v174), default => b25() }
b23(v175: Bool, v176: Char, v177: Ptr(str)):
    v186: Signed = extern_call[gx_jit_enter](4294967296)
    switch v186 { 4 => b22(v175, v176, v177), default => b24(v175, v176, v177) }
b24(v178: Bool, v179: Char, v180: Ptr(str)):
    v187: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 2)
    v188: Float = convert_longlong_bytes_to_float(v187)
    v189: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 0)
    v190: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 252)
    goto b5(v188, v189, v178, v179, v180, v190)
b25():
    v191: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 0)
    v192: Float = convert_longlong_bytes_to_float(v191)
    goto return(v192)
b11(v58: Signed, v59: Float, v60: Bool, v61: Char, v62: Ptr(str), v128: Signed):
    goto b8(v58, v59, v60, v61, v62, v128)

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
