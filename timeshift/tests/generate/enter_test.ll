# The test of the loop stands between can_enter_jit and the merge point: its copies count, the way that b5 shares with
# b3 does not. What residual code brings back is tested for what is known of it: i counts from 0.
# show: run
struct vtable vtable { min: Signed, max: Signed }
struct object gc { typeptr: Ptr(vtable) immutable }
struct str gc { hash: Signed, chars: ImmutableArray(Char) immutable }
known vtable vtable
known object object
known string str
driver main greens(pc, code) reds(i)
entry entry
graph entry(v0: Signed) -> Signed
b0(v0: Signed):
    v2: Signed = direct_call[run](v0, null(Ptr(str)))
    goto return(v2)
graph run(v0: Signed, v1: Ptr(str)) -> Signed
b0(v0: Signed, v1: Ptr(str)):
    goto b1(v0, v1, 0)
b1(v2: Signed, v3: Ptr(str), v4: Signed):
    v5: Signed = getinteriorsize[str](v3)
    v6: Bool = int_lt(v2, v5)
    if v6 then b2(v2, v3, v4) else return(v4)
b2(v7: Signed, v8: Ptr(str), v9: Signed):
    v10: Void = jit_marker[merge_point, main](v7, v8, v9)
    v11: Char = getinterioritem[str](v8, v7)
    v12: Bool = char_eq(v11, 'j')
    if v12 then b3(v8, v9) else b5(v7, v8, v9)
b3(v13: Ptr(str), v14: Signed):
    v15: Signed = int_add(v14, 1)
    v16: Void = jit_marker[can_enter_jit, main](0, v13, v15)
    goto b1(0, v13, v15)
b5(v17: Signed, v18: Ptr(str), v19: Signed):
    v20: Signed = int_add(v17, 1)
    goto b1(v20, v18, v19)
#=== output
graph run(v0: Signed, v1: Ptr(str)) -> Signed
b0(v0: Signed, v1: Ptr(str)):
    v77: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, 3)
    goto b9(v0, v1, 0, v77)
b9(v32: Signed, v33: Ptr(str), v34: Signed, v75: Signed):
    v35: Signed = getinteriorsize[str](v33)
    v36: Bool = int_lt(v32, v35)
    if v36 then b11(v32, v33, v34, v75) else return(v34)
b11(v40: Signed, v41: Ptr(str), v42: Signed, v73: Signed):
    v203: Signed = int_sub(v73, 1)
    v204: Bool = int_lt(v73, 1)
    v205: Bool = unlikely(v204)
    if v205 then b35(v40, v41, v42, v203) else b13(v40, v41, v42, v203)
b35(v206: Signed, v207: Ptr(str), v208: Signed, v209: Signed):
    v210: Signed = int_add(v209, 7)
    v211: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, v210)
    v212: Unsigned = cast_int_to_uint(v206)
    v213: Signed = cast_ptr_to_int(v207)
    v214: Unsigned = cast_int_to_uint(v213)
    v215: Unsigned = uint_mul(v212, 33u)
    v216: Unsigned = uint_add(v215, v214)
    v217: Unsigned = uint_mul(v216, 11400714819323198485u)
    v218: Unsigned = uint_rshift(v217, 52)
    v219: Signed = cast_uint_to_int(v218)
    v220: Signed = getarrayitem[NoLengthArray(Signed)](@jit.counters, v219)
    v221: Signed = int_add(v220, v211)
    v222: Void = setarrayitem[NoLengthArray(Signed)](@jit.counters, v219, v221)
    v223: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, 4)
    v224: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, 1)
    v225: Bool = int_ge(v221, v224)
    v226: Bool = unlikely(v225)
    if v226 then b36(v206, v207, v208, v219) else b2(v206, v207, v208, v223)
b36(v227: Signed, v228: Ptr(str), v229: Signed, v230: Signed):
    v231: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 0, v227)
    v232: Signed = cast_ptr_to_int(v228)
    v233: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 1, v232)
    v234: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 2, v229)
    v235: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 255, v230)
    v236: Signed = getarrayitem[NoLengthArray(Signed)](@jit.records, v230)
    v237: Bool = int_is_true(v236)
    if v237 then b37(v228, v227, v229, v236) else b38(v228, v227, v229)
b37(v238: Ptr(str), v239: Signed, v240: Signed, v241: Signed):
    v245: Ptr(NoLengthArray(Signed)) = cast_int_to_ptr(v241)
    v246: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, 8)
    v247: Signed = getarrayitem[NoLengthArray(Signed)](v245, 3)
    v248: Signed = int_xor(v247, 0)
    v249: Signed = int_or(v246, v248)
    v250: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 0)
    v251: Signed = getarrayitem[NoLengthArray(Signed)](v245, 4)
    v252: Signed = int_xor(v251, v250)
    v253: Signed = int_or(v249, v252)
    v254: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 1)
    v255: Signed = getarrayitem[NoLengthArray(Signed)](v245, 5)
    v256: Signed = int_xor(v255, v254)
    v257: Signed = int_or(v253, v256)
    v258: Bool = int_is_true(v257)
    v259: Signed = getarrayitem[NoLengthArray(Signed)](v245, 0)
    if v258 then b38(v238, v239, v240) else b39(v238, v239, v240, v241, v259)
b39(v260: Ptr(str), v261: Signed, v262: Signed, v263: Signed, v264: Signed):
    v265: Bool = int_is_true(v264)
    if v265 then b40(v260, v263, v264) else b38(v260, v261, v262)
b40(v266: Ptr(str), v267: Signed, v268: Signed):
    v269: Ptr(NoLengthArray(Signed)) = cast_int_to_ptr(v267)
    v270: Signed = getarrayitem[NoLengthArray(Signed)](v269, 1)
    v271: Signed = int_add(v270, 1)
    v272: Void = setarrayitem[NoLengthArray(Signed)](v269, 1, v271)
    v273: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 251, v267)
    v274: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 249, 1)
    v275: Signed = cast_ptr_to_int(@jit.exchange)
    v276: Signed = int_add(v275, 16)
    v288: Signed = int_and(v271, 63)
    v289: Bool = int_is_true(v288)
    v290: Bool = likely(v289)
    if v290 then b44(v266, v268, v276, 0) else b46(v266, v268, v276)
b46(v291: Ptr(str), v292: Signed, v293: Signed):
    v294: Signed = extern_call[gx_jit_begins]()
    goto b44(v291, v292, v293, v294)
b38(v242: Ptr(str), v243: Signed, v244: Signed):
    v277: Signed = extern_call[gx_jit_enter](0)
    v282: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 252)
    switch v277 { 4 => b41(v242), default => b2(v243, v242, v244, v282) }
b41(v278: Ptr(str)):
    v283: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 254)
    v284: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 253)
    goto b44(v278, v283, v284, 0)
b44(v281: Ptr(str), v285: Signed, v286: Signed, v287: Signed):
    v295: Ptr(Func((Signed, Address, Address) -> Signed)) = cast_int_to_ptr(v285)
    v296: Signed = indirect_call[Func((Signed, Address, Address) -> Signed)](v295, v286, null(Address), null(Address))
    v297: Bool = int_is_true(v287)
    v298: Bool = unlikely(v297)
    if v298 then b48(v281, v296, v287) else b47(v281, v296)
b48(v301: Ptr(str), v302: Signed, v303: Signed):
    v304: Void = extern_call[gx_jit_ended](v303)
    goto b47(v301, v302)
b47(v299: Ptr(str), v300: Signed):
    switch v300 { 1 => b42(v299), default => b45() }
b42(v279: Ptr(str)):
    v305: Signed = extern_call[gx_jit_enter](4294967296)
    switch v305 { 4 => b41(v279), default => b43(v279) }
b43(v280: Ptr(str)):
    v306: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 0)
    v307: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 2)
    v308: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 252)
    v309: Unsigned = cast_int_to_uint(v307)
    v310: Bool = uint_lt(v309, 4611686018427387904u)
    if v310 then b49(v280, v306, v307, v308) else b50()
b49(v311: Ptr(str), v312: Signed, v313: Signed, v314: Signed):
    goto b7(v311, v312, v313, v314)
b50():
    v315: Void = abort[unreachable]()
    unreachable
b45():
    v316: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 0)
    goto return(v316)
b13(v48: Signed, v49: Ptr(str), v50: Signed, v86: Signed):
    goto b16(v49, v48, v50, v86)
b16(v59: Ptr(str), v60: Signed, v61: Signed, v85: Signed):
    v62: Char = getinterioritem[str](v59, v60)
    v63: Bool = char_eq(v62, 'j')
    if v63 then b14(v59, v61, v85) else b15(v60, v59, v61, v85)
b14(v51: Ptr(str), v52: Signed, v84: Signed):
    v53: Signed = int_add(v52, 1)
    v54: Void = jit_marker[can_enter_jit, main](0, v51, v53)
    goto b17(0, v51, v53, v84)
b17(v64: Signed, v65: Ptr(str), v66: Signed, v83: Signed):
    v67: Signed = getinteriorsize[str](v65)
    v68: Bool = int_lt(v64, v67)
    if v68 then b18(v64, v65, v66, v83) else return(v66)
b18(v69: Signed, v70: Ptr(str), v71: Signed, v81: Signed):
    goto b2(v69, v70, v71, v81)
b2(v7: Signed, v8: Ptr(str), v9: Signed, v79: Signed):
    goto b7(v8, v7, v9, v79)
b7(v24: Ptr(str), v25: Signed, v26: Signed, v78: Signed):
    v11: Char = getinterioritem[str](v24, v25)
    v12: Bool = char_eq(v11, 'j')
    if v12 then b3(v24, v26, v78) else b4(v25, v24, v26, v78)
b3(v13: Ptr(str), v14: Signed, v76: Signed):
    v15: Signed = int_add(v14, 1)
    v16: Void = jit_marker[can_enter_jit, main](0, v13, v15)
    goto b8(0, v13, v15, v76)
b8(v27: Signed, v28: Ptr(str), v29: Signed, v74: Signed):
    v30: Signed = getinteriorsize[str](v28)
    v31: Bool = int_lt(v27, v30)
    if v31 then b10(v27, v28, v29, v74) else return(v29)
b10(v37: Signed, v38: Ptr(str), v39: Signed, v72: Signed):
    v89: Signed = int_sub(v72, 1)
    v90: Bool = int_lt(v72, 1)
    v91: Bool = unlikely(v90)
    if v91 then b19(v37, v38, v39, v89) else b13(v37, v38, v39, v89)
b19(v92: Signed, v93: Ptr(str), v94: Signed, v95: Signed):
    v96: Signed = int_add(v95, 7)
    v97: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, v96)
    v98: Unsigned = cast_int_to_uint(v92)
    v99: Signed = cast_ptr_to_int(v93)
    v100: Unsigned = cast_int_to_uint(v99)
    v101: Unsigned = uint_mul(v98, 33u)
    v102: Unsigned = uint_add(v101, v100)
    v103: Unsigned = uint_mul(v102, 11400714819323198485u)
    v104: Unsigned = uint_rshift(v103, 52)
    v105: Signed = cast_uint_to_int(v104)
    v106: Signed = getarrayitem[NoLengthArray(Signed)](@jit.counters, v105)
    v107: Signed = int_add(v106, v97)
    v108: Void = setarrayitem[NoLengthArray(Signed)](@jit.counters, v105, v107)
    v109: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, 4)
    v110: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, 1)
    v111: Bool = int_ge(v107, v110)
    v112: Bool = unlikely(v111)
    if v112 then b20(v92, v93, v94, v105) else b2(v92, v93, v94, v109)
b20(v113: Signed, v114: Ptr(str), v115: Signed, v116: Signed):
    v117: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 0, v113)
    v118: Signed = cast_ptr_to_int(v114)
    v119: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 1, v118)
    v120: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 2, v115)
    v121: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 255, v116)
    v122: Signed = getarrayitem[NoLengthArray(Signed)](@jit.records, v116)
    v123: Bool = int_is_true(v122)
    if v123 then b21(v114, v113, v115, v122) else b22(v114, v113, v115)
b21(v124: Ptr(str), v125: Signed, v126: Signed, v127: Signed):
    v131: Ptr(NoLengthArray(Signed)) = cast_int_to_ptr(v127)
    v132: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, 8)
    v133: Signed = getarrayitem[NoLengthArray(Signed)](v131, 3)
    v134: Signed = int_xor(v133, 0)
    v135: Signed = int_or(v132, v134)
    v136: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 0)
    v137: Signed = getarrayitem[NoLengthArray(Signed)](v131, 4)
    v138: Signed = int_xor(v137, v136)
    v139: Signed = int_or(v135, v138)
    v140: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 1)
    v141: Signed = getarrayitem[NoLengthArray(Signed)](v131, 5)
    v142: Signed = int_xor(v141, v140)
    v143: Signed = int_or(v139, v142)
    v144: Bool = int_is_true(v143)
    v145: Signed = getarrayitem[NoLengthArray(Signed)](v131, 0)
    if v144 then b22(v124, v125, v126) else b23(v124, v125, v126, v127, v145)
b23(v146: Ptr(str), v147: Signed, v148: Signed, v149: Signed, v150: Signed):
    v151: Bool = int_is_true(v150)
    if v151 then b24(v146, v149, v150) else b22(v146, v147, v148)
b24(v152: Ptr(str), v153: Signed, v154: Signed):
    v155: Ptr(NoLengthArray(Signed)) = cast_int_to_ptr(v153)
    v156: Signed = getarrayitem[NoLengthArray(Signed)](v155, 1)
    v157: Signed = int_add(v156, 1)
    v158: Void = setarrayitem[NoLengthArray(Signed)](v155, 1, v157)
    v159: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 251, v153)
    v160: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 249, 1)
    v161: Signed = cast_ptr_to_int(@jit.exchange)
    v162: Signed = int_add(v161, 16)
    v174: Signed = int_and(v157, 63)
    v175: Bool = int_is_true(v174)
    v176: Bool = likely(v175)
    if v176 then b28(v152, v154, v162, 0) else b30(v152, v154, v162)
b30(v177: Ptr(str), v178: Signed, v179: Signed):
    v180: Signed = extern_call[gx_jit_begins]()
    goto b28(v177, v178, v179, v180)
b22(v128: Ptr(str), v129: Signed, v130: Signed):
    v163: Signed = extern_call[gx_jit_enter](0)
    v168: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 252)
    switch v163 { 4 => b25(v128), default => b2(v129, v128, v130, v168) }
b25(v164: Ptr(str)):
    v169: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 254)
    v170: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 253)
    goto b28(v164, v169, v170, 0)
b28(v167: Ptr(str), v171: Signed, v172: Signed, v173: Signed):
    v181: Ptr(Func((Signed, Address, Address) -> Signed)) = cast_int_to_ptr(v171)
    v182: Signed = indirect_call[Func((Signed, Address, Address) -> Signed)](v181, v172, null(Address), null(Address))
    v183: Bool = int_is_true(v173)
    v184: Bool = unlikely(v183)
    if v184 then b32(v167, v182, v173) else b31(v167, v182)
b32(v187: Ptr(str), v188: Signed, v189: Signed):
    v190: Void = extern_call[gx_jit_ended](v189)
    goto b31(v187, v188)
b31(v185: Ptr(str), v186: Signed):
    switch v186 { 1 => b26(v185), default => b29() }
b26(v165: Ptr(str)):
    v191: Signed = extern_call[gx_jit_enter](4294967296)
    switch v191 { 4 => b25(v165), default => b27(v165) }
b27(v166: Ptr(str)):
    v192: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 0)
    v193: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 2)
    v194: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 252)
    v195: Unsigned = cast_int_to_uint(v193)
    v196: Bool = uint_lt(v195, 4611686018427387904u)
    if v196 then b33(v166, v192, v193, v194) else b34()
b33(v197: Ptr(str), v198: Signed, v199: Signed, v200: Signed):
    goto b7(v197, v198, v199, v200)
b34():
    v201: Void = abort[unreachable]()
    unreachable
b29():
    v202: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 0)
    goto return(v202)
b4(v17: Signed, v18: Ptr(str), v19: Signed, v82: Signed):
    v20: Signed = int_add(v17, 1)
    goto b1(v20, v18, v19, v82)
b1(v2: Signed, v3: Ptr(str), v4: Signed, v80: Signed):
    v5: Signed = getinteriorsize[str](v3)
    v6: Bool = int_lt(v2, v5)
    if v6 then b2(v2, v3, v4, v80) else return(v4)
b15(v55: Signed, v56: Ptr(str), v57: Signed, v88: Signed):
    v58: Signed = int_add(v55, 1)
    goto b12(v58, v56, v57, v88)
b12(v43: Signed, v44: Ptr(str), v45: Signed, v87: Signed):
    v46: Signed = getinteriorsize[str](v44)
    v47: Bool = int_lt(v43, v46)
    if v47 then b13(v43, v44, v45, v87) else return(v45)

# p0: copy0 local 0 Portal(0) `merge point` greens(Signed, Ptr(str)) reds(Signed)
# copy0: start p0 has_loops false
# portal main of copy0 at p0
# type 0: Signed
# op0: int_add(Signed, Signed) -> Signed

attrs dont_inline helper
graph generator0.run(v0: Signed, v1: Address, v2: Address) -> Signed
b0(v0: Signed, v1: Address, v2: Address):
    goto b1(v1, v2)
b1(v3: Address, v4: Address):
    v5: Signed = raw_load(v3, 0)
    v6: Signed = raw_load(v3, 8)
    v7: Ptr(str) = cast_int_to_ptr(v6)
    v8: Signed = raw_load(v3, 16)
    goto b2(v4, v5, v7, v8)
b2(v9: Address, v10: Signed, v11: Ptr(str), v12: Signed):
    v13: Char = getinterioritem[str](v11, v10)
    v14: Bool = char_eq(v13, 'j')
    if v14 then b3(v9, v11, v12) else b5(v9, v10, v11, v12)
b3(v15: Address, v16: Ptr(str), v17: Signed):
    goto b4(v15, v16, v17)
b4(v18: Address, v19: Ptr(str), v20: Signed):
    v21: Signed = extern_call[gx_jit_const](0, 1)
    v22: Signed = extern_call[gx_jit_op](0, v20, v21, 0)
    goto b7(v18, 0, v19, v22)
b5(v23: Address, v24: Signed, v25: Ptr(str), v26: Signed):
    goto b6(v23, v24, v25, v26)
b6(v27: Address, v28: Signed, v29: Ptr(str), v30: Signed):
    v31: Signed = int_add(v28, 1)
    goto b7(v27, v31, v29, v30)
b7(v32: Address, v33: Signed, v34: Ptr(str), v35: Signed):
    v36: Signed = getinteriorsize[str](v34)
    v37: Bool = int_lt(v33, v36)
    if v37 then b8(v32, v33, v34, v35) else b10(v32, v35)
b8(v38: Address, v39: Signed, v40: Ptr(str), v41: Signed):
    goto b9(v38, v39, v40, v41)
b9(v42: Address, v43: Signed, v44: Ptr(str), v45: Signed):
    v46: Void = raw_store(v42, 0, 0)
    v47: Void = raw_store(v42, 8, 0)
    v48: Void = raw_store(v42, 16, v43)
    v49: Signed = cast_ptr_to_int(v44)
    v50: Void = raw_store(v42, 24, v49)
    v51: Void = raw_store(v42, 32, v45)
    goto return(6)
b10(v52: Address, v53: Signed):
    goto b11(v52, v53)
b11(v54: Address, v55: Signed):
    v56: Void = raw_store(v54, 0, v55)
    goto return(4)
