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
    v67: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, 3)
    goto b7(v0, v1, v2, v3, v4, v67)
b7(v34: Signed, v35: Float, v36: Bool, v37: Char, v38: Ptr(str), v65: Signed):
    v214: Signed = int_sub(v65, 1)
    v215: Bool = int_lt(v65, 1)
    v216: Bool = unlikely(v215)
    if v216 then b26(v34, v36, v35, v37, v38, v214) else b8(v34, v35, v36, v37, v38, v214)
b26(v217: Signed, v218: Bool, v219: Float, v220: Char, v221: Ptr(str), v222: Signed):
    v223: Signed = int_add(v222, 7)
    v224: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, v223)
    v225: Unsigned = cast_int_to_uint(v217)
    v226: Signed = cast_bool_to_int(v218)
    v227: Unsigned = cast_int_to_uint(v226)
    v228: Unsigned = uint_mul(v225, 33u)
    v229: Unsigned = uint_add(v228, v227)
    v230: Unsigned = uint_mul(v229, 11400714819323198485u)
    v231: Unsigned = uint_rshift(v230, 52)
    v232: Signed = cast_uint_to_int(v231)
    v233: Signed = getarrayitem[NoLengthArray(Signed)](@jit.counters, v232)
    v234: Signed = int_add(v233, v224)
    v235: Void = setarrayitem[NoLengthArray(Signed)](@jit.counters, v232, v234)
    v236: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, 4)
    v237: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, 1)
    v238: Bool = int_ge(v234, v237)
    v239: Bool = unlikely(v238)
    if v239 then b27(v217, v218, v219, v220, v221, v232) else b1(v217, v219, v218, v220, v221, v236)
b27(v240: Signed, v241: Bool, v242: Float, v243: Char, v244: Ptr(str), v245: Signed):
    v246: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 0, v240)
    v247: Signed = cast_bool_to_int(v241)
    v248: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 1, v247)
    v249: Signed = convert_float_bytes_to_longlong(v242)
    v250: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 2, v249)
    v251: Signed = cast_char_to_int(v243)
    v252: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 3, v251)
    v253: Signed = cast_ptr_to_int(v244)
    v254: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 4, v253)
    v255: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 255, v245)
    v256: Signed = getarrayitem[NoLengthArray(Signed)](@jit.records, v245)
    v257: Bool = int_is_true(v256)
    if v257 then b28(v241, v243, v244, v240, v242, v256) else b29(v241, v243, v244, v240, v242)
b28(v258: Bool, v259: Char, v260: Ptr(str), v261: Signed, v262: Float, v263: Signed):
    v269: Ptr(NoLengthArray(Signed)) = cast_int_to_ptr(v263)
    v270: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, 8)
    v271: Signed = getarrayitem[NoLengthArray(Signed)](v269, 3)
    v272: Signed = int_xor(v271, 0)
    v273: Signed = int_or(v270, v272)
    v274: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 0)
    v275: Signed = getarrayitem[NoLengthArray(Signed)](v269, 4)
    v276: Signed = int_xor(v275, v274)
    v277: Signed = int_or(v273, v276)
    v278: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 1)
    v279: Signed = getarrayitem[NoLengthArray(Signed)](v269, 5)
    v280: Signed = int_xor(v279, v278)
    v281: Signed = int_or(v277, v280)
    v282: Bool = int_is_true(v281)
    v283: Signed = getarrayitem[NoLengthArray(Signed)](v269, 0)
    if v282 then b29(v258, v259, v260, v261, v262) else b30(v258, v259, v260, v261, v262, v263, v283)
b30(v284: Bool, v285: Char, v286: Ptr(str), v287: Signed, v288: Float, v289: Signed, v290: Signed):
    v291: Bool = int_is_true(v290)
    if v291 then b31(v284, v285, v286, v289, v290) else b29(v284, v285, v286, v287, v288)
b31(v292: Bool, v293: Char, v294: Ptr(str), v295: Signed, v296: Signed):
    v297: Ptr(NoLengthArray(Signed)) = cast_int_to_ptr(v295)
    v298: Signed = getarrayitem[NoLengthArray(Signed)](v297, 1)
    v299: Signed = int_add(v298, 1)
    v300: Void = setarrayitem[NoLengthArray(Signed)](v297, 1, v299)
    v301: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 251, v295)
    v302: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 249, 1)
    v303: Signed = cast_ptr_to_int(@jit.exchange)
    v304: Signed = int_add(v303, 16)
    v324: Signed = int_and(v299, 63)
    v325: Bool = int_is_true(v324)
    v326: Bool = likely(v325)
    if v326 then b35(v292, v293, v294, v296, v304, 0) else b37(v292, v293, v294, v296, v304)
b37(v327: Bool, v328: Char, v329: Ptr(str), v330: Signed, v331: Signed):
    v332: Signed = extern_call[gx_jit_begins]()
    goto b35(v327, v328, v329, v330, v331, v332)
b29(v264: Bool, v265: Char, v266: Ptr(str), v267: Signed, v268: Float):
    v305: Signed = extern_call[gx_jit_enter](0)
    v318: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 252)
    switch v305 { 4 => b32(v264, v265, v266), default => b1(v267, v268, v264, v265, v266, v318) }
b32(v306: Bool, v307: Char, v308: Ptr(str)):
    v319: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 254)
    v320: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 253)
    goto b35(v306, v307, v308, v319, v320, 0)
b35(v315: Bool, v316: Char, v317: Ptr(str), v321: Signed, v322: Signed, v323: Signed):
    v333: Ptr(Func((Signed, Address, Address) -> Signed)) = cast_int_to_ptr(v321)
    v334: Signed = indirect_call[Func((Signed, Address, Address) -> Signed)](v333, v322, null(Address), null(Address))
    v335: Bool = int_is_true(v323)
    v336: Bool = unlikely(v335)
    if v336 then b39(v315, v316, v317, v334, v323) else b38(v315, v316, v317, v334)
b39(v341: Bool, v342: Char, v343: Ptr(str), v344: Signed, v345: Signed):
    v346: Void = extern_call[gx_jit_ended](v345)
    goto b38(v341, v342, v343, v344)
b38(v337: Bool, v338: Char, v339: Ptr(str), v340: Signed):
    switch v340 { 1 => b33(v337, v338, v339), default => b36() }
b33(v309: Bool, v310: Char, v311: Ptr(str)):
    v347: Signed = extern_call[gx_jit_enter](4294967296)
    switch v347 { 4 => b32(v309, v310, v311), default => b34(v309, v310, v311) }
b34(v312: Bool, v313: Char, v314: Ptr(str)):
    v348: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 2)
    v349: Float = convert_longlong_bytes_to_float(v348)
    v350: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 0)
    v351: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 252)
    goto b5(v349, v350, v312, v313, v314, v351)
b36():
    v352: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 0)
    v353: Float = convert_longlong_bytes_to_float(v352)
    goto return(v353)
b8(v39: Signed, v40: Float, v41: Bool, v42: Char, v43: Ptr(str), v73: Signed):
    goto b10(v40, v39, v41, v42, v43, v73)
b10(v53: Float, v54: Signed, v55: Bool, v56: Char, v57: Ptr(str), v72: Signed):
    v58: Bool = float_lt(v53, 100.0)
    if v58 then b9(v54, v53, v55, v56, v57, v72) else return(v53)
b9(v44: Signed, v45: Float, v46: Bool, v47: Char, v48: Ptr(str), v71: Signed):
    v49: Float = cast_int_to_float(v44)
    v50: Float = float_add(v45, v49)
    v51: Signed = int_add(v44, 1)
    v52: Void = jit_marker[can_enter_jit, main](v51, v46, v50, v47, v48)
    goto b11(v51, v50, v46, v47, v48, v71)
b11(v59: Signed, v60: Float, v61: Bool, v62: Char, v63: Ptr(str), v70: Signed):
    goto b1(v59, v60, v61, v62, v63, v70)
b1(v5: Signed, v6: Float, v7: Bool, v8: Char, v9: Ptr(str), v69: Signed):
    goto b5(v6, v5, v7, v8, v9, v69)
b5(v24: Float, v25: Signed, v26: Bool, v27: Char, v28: Ptr(str), v68: Signed):
    v11: Bool = float_lt(v24, 100.0)
    if v11 then b2(v25, v24, v26, v27, v28, v68) else return(v24)
b2(v12: Signed, v13: Float, v14: Bool, v15: Char, v16: Ptr(str), v66: Signed):
    v17: Float = cast_int_to_float(v12)
    v18: Float = float_add(v13, v17)
    v19: Signed = int_add(v12, 1)
    v20: Void = jit_marker[can_enter_jit, main](v19, v14, v18, v15, v16)
    goto b6(v19, v18, v14, v15, v16, v66)
b6(v29: Signed, v30: Float, v31: Bool, v32: Char, v33: Ptr(str), v64: Signed):
    v74: Signed = int_sub(v64, 1)
    v75: Bool = int_lt(v64, 1)
    v76: Bool = unlikely(v75)
    if v76 then b12(v29, v31, v30, v32, v33, v74) else b8(v29, v30, v31, v32, v33, v74)
b12(v77: Signed, v78: Bool, v79: Float, v80: Char, v81: Ptr(str), v82: Signed):
    v83: Signed = int_add(v82, 7)
    v84: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, v83)
    v85: Unsigned = cast_int_to_uint(v77)
    v86: Signed = cast_bool_to_int(v78)
    v87: Unsigned = cast_int_to_uint(v86)
    v88: Unsigned = uint_mul(v85, 33u)
    v89: Unsigned = uint_add(v88, v87)
    v90: Unsigned = uint_mul(v89, 11400714819323198485u)
    v91: Unsigned = uint_rshift(v90, 52)
    v92: Signed = cast_uint_to_int(v91)
    v93: Signed = getarrayitem[NoLengthArray(Signed)](@jit.counters, v92)
    v94: Signed = int_add(v93, v84)
    v95: Void = setarrayitem[NoLengthArray(Signed)](@jit.counters, v92, v94)
    v96: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, 4)
    v97: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, 1)
    v98: Bool = int_ge(v94, v97)
    v99: Bool = unlikely(v98)
    if v99 then b13(v77, v78, v79, v80, v81, v92) else b1(v77, v79, v78, v80, v81, v96)
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
    v116: Signed = getarrayitem[NoLengthArray(Signed)](@jit.records, v105)
    v117: Bool = int_is_true(v116)
    if v117 then b14(v101, v103, v104, v100, v102, v116) else b15(v101, v103, v104, v100, v102)
b14(v118: Bool, v119: Char, v120: Ptr(str), v121: Signed, v122: Float, v123: Signed):
    v129: Ptr(NoLengthArray(Signed)) = cast_int_to_ptr(v123)
    v130: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, 8)
    v131: Signed = getarrayitem[NoLengthArray(Signed)](v129, 3)
    v132: Signed = int_xor(v131, 0)
    v133: Signed = int_or(v130, v132)
    v134: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 0)
    v135: Signed = getarrayitem[NoLengthArray(Signed)](v129, 4)
    v136: Signed = int_xor(v135, v134)
    v137: Signed = int_or(v133, v136)
    v138: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 1)
    v139: Signed = getarrayitem[NoLengthArray(Signed)](v129, 5)
    v140: Signed = int_xor(v139, v138)
    v141: Signed = int_or(v137, v140)
    v142: Bool = int_is_true(v141)
    v143: Signed = getarrayitem[NoLengthArray(Signed)](v129, 0)
    if v142 then b15(v118, v119, v120, v121, v122) else b16(v118, v119, v120, v121, v122, v123, v143)
b16(v144: Bool, v145: Char, v146: Ptr(str), v147: Signed, v148: Float, v149: Signed, v150: Signed):
    v151: Bool = int_is_true(v150)
    if v151 then b17(v144, v145, v146, v149, v150) else b15(v144, v145, v146, v147, v148)
b17(v152: Bool, v153: Char, v154: Ptr(str), v155: Signed, v156: Signed):
    v157: Ptr(NoLengthArray(Signed)) = cast_int_to_ptr(v155)
    v158: Signed = getarrayitem[NoLengthArray(Signed)](v157, 1)
    v159: Signed = int_add(v158, 1)
    v160: Void = setarrayitem[NoLengthArray(Signed)](v157, 1, v159)
    v161: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 251, v155)
    v162: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 249, 1)
    v163: Signed = cast_ptr_to_int(@jit.exchange)
    v164: Signed = int_add(v163, 16)
    v184: Signed = int_and(v159, 63)
    v185: Bool = int_is_true(v184)
    v186: Bool = likely(v185)
    if v186 then b21(v152, v153, v154, v156, v164, 0) else b23(v152, v153, v154, v156, v164)
b23(v187: Bool, v188: Char, v189: Ptr(str), v190: Signed, v191: Signed):
    v192: Signed = extern_call[gx_jit_begins]()
    goto b21(v187, v188, v189, v190, v191, v192)
b15(v124: Bool, v125: Char, v126: Ptr(str), v127: Signed, v128: Float):
    v165: Signed = extern_call[gx_jit_enter](0)
    v178: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 252)
    switch v165 { 4 => b18(v124, v125, v126), default => b1(v127, v128, v124, v125, v126, v178) }
b18(v166: Bool, v167: Char, v168: Ptr(str)):
    v179: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 254)
    v180: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 253)
    goto b21(v166, v167, v168, v179, v180, 0)
b21(v175: Bool, v176: Char, v177: Ptr(str), v181: Signed, v182: Signed, v183: Signed):
    v193: Ptr(Func((Signed, Address, Address) -> Signed)) = cast_int_to_ptr(v181)
    v194: Signed = indirect_call[Func((Signed, Address, Address) -> Signed)](v193, v182, null(Address), null(Address))
    v195: Bool = int_is_true(v183)
    v196: Bool = unlikely(v195)
    if v196 then b25(v175, v176, v177, v194, v183) else b24(v175, v176, v177, v194)
b25(v201: Bool, v202: Char, v203: Ptr(str), v204: Signed, v205: Signed):
    v206: Void = extern_call[gx_jit_ended](v205)
    goto b24(v201, v202, v203, v204)
b24(v197: Bool, v198: Char, v199: Ptr(str), v200: Signed):
    switch v200 { 1 => b19(v197, v198, v199), default => b22() }
b19(v169: Bool, v170: Char, v171: Ptr(str)):
    v207: Signed = extern_call[gx_jit_enter](4294967296)
    switch v207 { 4 => b18(v169, v170, v171), default => b20(v169, v170, v171) }
b20(v172: Bool, v173: Char, v174: Ptr(str)):
    v208: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 2)
    v209: Float = convert_longlong_bytes_to_float(v208)
    v210: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 0)
    v211: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 252)
    goto b5(v209, v210, v172, v173, v174, v211)
b22():
    v212: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 0)
    v213: Float = convert_longlong_bytes_to_float(v212)
    goto return(v213)

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
    switch v0 { 0 => b1(v1, v2), 1 => b6(v1, v2), default => b9(v1, v2) }
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
    v19: Signed = extern_call[gx_jit_known](v18)
    switch v19 { 2 => b3(v11, v12, v14, v13, v15, v16), 1 => b4(v11, v14), default => b5(v11, v12, v14, v13, v15, v16, v18) }
b3(v20: Address, v21: Signed, v22: Signed, v23: Bool, v24: Signed, v25: Signed):
    goto b7(v20, v21, v22, v23, v24, v25)
b4(v26: Address, v27: Signed):
    goto b10(v26, v27)
b5(v28: Address, v29: Signed, v30: Signed, v31: Bool, v32: Signed, v33: Signed, v34: Signed):
    v35: Void = raw_store(v28, 0, v34)
    v36: Void = raw_store(v28, 8, 1)
    v37: Void = raw_store(v28, 16, v29)
    v38: Signed = cast_bool_to_int(v31)
    v39: Void = raw_store(v28, 24, v38)
    v40: Void = raw_store(v28, 32, v30)
    v41: Void = raw_store(v28, 40, v32)
    v42: Void = raw_store(v28, 48, v33)
    v43: Void = raw_store(v28, 56, 2)
    v44: Void = raw_store(v28, 64, v30)
    goto return(1)
b6(v45: Address, v46: Address):
    v47: Signed = raw_load(v45, 0)
    v48: Signed = raw_load(v45, 8)
    v49: Bool = int_is_true(v48)
    v50: Signed = raw_load(v45, 16)
    v51: Signed = raw_load(v45, 24)
    v52: Signed = raw_load(v45, 32)
    goto b7(v46, v47, v50, v49, v51, v52)
b7(v53: Address, v54: Signed, v55: Signed, v56: Bool, v57: Signed, v58: Signed):
    v59: Float = cast_int_to_float(v54)
    v60: Signed = convert_float_bytes_to_longlong(v59)
    v61: Signed = extern_call[gx_jit_const](0, v60)
    v62: Signed = extern_call[gx_jit_op](1, v55, v61, 0)
    v63: Signed = int_add(v54, 1)
    goto b8(v53, v63, v62, v56, v57, v58)
b8(v64: Address, v65: Signed, v66: Signed, v67: Bool, v68: Signed, v69: Signed):
    v70: Void = raw_store(v64, 0, 0)
    v71: Void = raw_store(v64, 8, 0)
    v72: Void = raw_store(v64, 16, v65)
    v73: Signed = cast_bool_to_int(v67)
    v74: Void = raw_store(v64, 24, v73)
    v75: Void = raw_store(v64, 32, v66)
    v76: Void = raw_store(v64, 40, v68)
    v77: Void = raw_store(v64, 48, v69)
    goto return(6)
b9(v78: Address, v79: Address):
    v80: Signed = raw_load(v78, 0)
    goto b10(v79, v80)
b10(v81: Address, v82: Signed):
    v83: Void = raw_store(v81, 0, v82)
    goto return(4)
