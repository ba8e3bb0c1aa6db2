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
    v135: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, 3)
    goto b9(v0, v1, 0, v135)
b9(v32: Signed, v33: Ptr(str), v34: Signed, v133: Signed):
    v35: Signed = getinteriorsize[str](v33)
    v36: Bool = int_lt(v32, v35)
    if v36 then b11(v32, v33, v34, v133) else return(v34)
b11(v40: Signed, v41: Ptr(str), v42: Signed, v131: Signed):
    v258: Signed = int_sub(v131, 1)
    v259: Bool = int_lt(v131, 1)
    v260: Bool = unlikely(v259)
    if v260 then b46(v40, v41, v42, v258) else b13(v40, v41, v42, v258)
b46(v261: Signed, v262: Ptr(str), v263: Signed, v264: Signed):
    v265: Signed = int_add(v264, 7)
    v266: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, v265)
    v267: Unsigned = cast_int_to_uint(v261)
    v268: Signed = cast_ptr_to_int(v262)
    v269: Unsigned = cast_int_to_uint(v268)
    v270: Unsigned = uint_mul(v267, 33u)
    v271: Unsigned = uint_add(v270, v269)
    v272: Unsigned = uint_mul(v271, 11400714819323198485u)
    v273: Unsigned = uint_rshift(v272, 52)
    v274: Signed = cast_uint_to_int(v273)
    v275: Signed = getarrayitem[NoLengthArray(Signed)](@jit.counters, v274)
    v276: Signed = int_add(v275, v266)
    v277: Void = setarrayitem[NoLengthArray(Signed)](@jit.counters, v274, v276)
    v278: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, 4)
    v279: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, 1)
    v280: Bool = int_ge(v276, v279)
    v281: Bool = unlikely(v280)
    if v281 then b47(v261, v262, v263, v274) else b2(v261, v262, v263, v278)
b47(v282: Signed, v283: Ptr(str), v284: Signed, v285: Signed):
    v286: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 0, v282)
    v287: Signed = cast_ptr_to_int(v283)
    v288: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 1, v287)
    v289: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 2, v284)
    v290: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 255, v285)
    v291: Signed = getarrayitem[NoLengthArray(Signed)](@jit.records, v285)
    v292: Bool = int_is_true(v291)
    if v292 then b48(v283, v282, v284, v291) else b49(v283, v282, v284)
b48(v293: Ptr(str), v294: Signed, v295: Signed, v296: Signed):
    v300: Ptr(NoLengthArray(Signed)) = cast_int_to_ptr(v296)
    v301: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, 8)
    v302: Signed = getarrayitem[NoLengthArray(Signed)](v300, 2)
    v303: Signed = int_xor(v302, 0)
    v304: Signed = int_or(v301, v303)
    v305: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 0)
    v306: Signed = getarrayitem[NoLengthArray(Signed)](v300, 3)
    v307: Signed = int_xor(v306, v305)
    v308: Signed = int_or(v304, v307)
    v309: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 1)
    v310: Signed = getarrayitem[NoLengthArray(Signed)](v300, 4)
    v311: Signed = int_xor(v310, v309)
    v312: Signed = int_or(v308, v311)
    v313: Bool = int_is_true(v312)
    v314: Signed = getarrayitem[NoLengthArray(Signed)](v300, 0)
    if v313 then b49(v293, v294, v295) else b50(v293, v294, v295, v296, v314)
b50(v315: Ptr(str), v316: Signed, v317: Signed, v318: Signed, v319: Signed):
    v320: Bool = int_is_true(v319)
    if v320 then b51(v315, v318, v319) else b49(v315, v316, v317)
b51(v321: Ptr(str), v322: Signed, v323: Signed):
    v324: Ptr(NoLengthArray(Signed)) = cast_int_to_ptr(v322)
    v325: Signed = getarrayitem[NoLengthArray(Signed)](v324, 1)
    v326: Signed = int_add(v325, 1)
    v327: Void = setarrayitem[NoLengthArray(Signed)](v324, 1, v326)
    v328: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 251, v322)
    v329: Signed = cast_ptr_to_int(@jit.exchange)
    v330: Signed = int_add(v329, 16)
    goto b55(v321, v323, v330)
b49(v297: Ptr(str), v298: Signed, v299: Signed):
    v331: Signed = extern_call[gx_jit_enter](0)
    v336: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 252)
    switch v331 { 4 => b52(v297), default => b2(v298, v297, v299, v336) }
b52(v332: Ptr(str)):
    v337: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 254)
    v338: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 253)
    goto b55(v332, v337, v338)
b55(v335: Ptr(str), v339: Signed, v340: Signed):
    v341: Ptr(Func((Signed, Address, Address) -> Signed)) = cast_int_to_ptr(v339)
    v342: Signed = indirect_call[Func((Signed, Address, Address) -> Signed)](v341, v340, null(Address), null(Address))
    switch v342 { 1 => b53(v335), default => b56() }
b53(v333: Ptr(str)):
    v343: Signed = extern_call[gx_jit_enter](4294967296)
    switch v343 { 4 => b52(v333), default => b54(v333) }
b54(v334: Ptr(str)):
    v344: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 0)
    v345: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 2)
    v346: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 252)
    v347: Unsigned = cast_int_to_uint(v345)
    v348: Bool = uint_lt(v347, 4611686018427387904u)
    if v348 then b57(v334, v344, v345, v346) else b58()
b57(v349: Ptr(str), v350: Signed, v351: Signed, v352: Signed):
    goto b7(v349, v350, v351, v352)
b58():
    v353: Void = abort[unreachable]()
    unreachable
b56():
    v354: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 0)
    goto return(v354)
b13(v48: Signed, v49: Ptr(str), v50: Signed, v158: Signed):
    goto b16(v49, v48, v50, v158)
b16(v59: Ptr(str), v60: Signed, v61: Signed, v157: Signed):
    v62: Char = getinterioritem[str](v59, v60)
    v63: Bool = char_eq(v62, 'j')
    if v63 then b14(v59, v61, v157) else b15(v60, v59, v61, v157)
b14(v51: Ptr(str), v52: Signed, v156: Signed):
    v53: Signed = int_add(v52, 1)
    v54: Void = jit_marker[can_enter_jit, main](0, v51, v53)
    goto b17(0, v51, v53, v156)
b17(v64: Signed, v65: Ptr(str), v66: Signed, v154: Signed):
    v67: Signed = getinteriorsize[str](v65)
    v68: Bool = int_lt(v64, v67)
    if v68 then b18(v64, v65, v66, v154) else return(v66)
b18(v69: Signed, v70: Ptr(str), v71: Signed, v152: Signed):
    goto b20(v69, v70, v71, v152)
b20(v77: Signed, v78: Ptr(str), v79: Signed, v151: Signed):
    goto b23(v78, v77, v79, v151)
b23(v88: Ptr(str), v89: Signed, v90: Signed, v150: Signed):
    v91: Char = getinterioritem[str](v88, v89)
    v92: Bool = char_eq(v91, 'j')
    if v92 then b21(v88, v90, v150) else b22(v89, v88, v90, v150)
b21(v80: Ptr(str), v81: Signed, v149: Signed):
    v82: Signed = int_add(v81, 1)
    v83: Void = jit_marker[can_enter_jit, main](0, v80, v82)
    goto b24(0, v80, v82, v149)
b24(v93: Signed, v94: Ptr(str), v95: Signed, v147: Signed):
    v96: Signed = getinteriorsize[str](v94)
    v97: Bool = int_lt(v93, v96)
    if v97 then b25(v93, v94, v95, v147) else return(v95)
b25(v98: Signed, v99: Ptr(str), v100: Signed, v145: Signed):
    goto b27(v98, v99, v100, v145)
b27(v106: Signed, v107: Ptr(str), v108: Signed, v144: Signed):
    goto b30(v107, v106, v108, v144)
b30(v117: Ptr(str), v118: Signed, v119: Signed, v143: Signed):
    v120: Char = getinterioritem[str](v117, v118)
    v121: Bool = char_eq(v120, 'j')
    if v121 then b28(v117, v119, v143) else b29(v118, v117, v119, v143)
b28(v109: Ptr(str), v110: Signed, v142: Signed):
    v111: Signed = int_add(v110, 1)
    v112: Void = jit_marker[can_enter_jit, main](0, v109, v111)
    goto b31(0, v109, v111, v142)
b31(v122: Signed, v123: Ptr(str), v124: Signed, v141: Signed):
    v125: Signed = getinteriorsize[str](v123)
    v126: Bool = int_lt(v122, v125)
    if v126 then b32(v122, v123, v124, v141) else return(v124)
b32(v127: Signed, v128: Ptr(str), v129: Signed, v139: Signed):
    goto b2(v127, v128, v129, v139)
b2(v7: Signed, v8: Ptr(str), v9: Signed, v137: Signed):
    goto b7(v8, v7, v9, v137)
b7(v24: Ptr(str), v25: Signed, v26: Signed, v136: Signed):
    v11: Char = getinterioritem[str](v24, v25)
    v12: Bool = char_eq(v11, 'j')
    if v12 then b3(v24, v26, v136) else b4(v25, v24, v26, v136)
b3(v13: Ptr(str), v14: Signed, v134: Signed):
    v15: Signed = int_add(v14, 1)
    v16: Void = jit_marker[can_enter_jit, main](0, v13, v15)
    goto b8(0, v13, v15, v134)
b8(v27: Signed, v28: Ptr(str), v29: Signed, v132: Signed):
    v30: Signed = getinteriorsize[str](v28)
    v31: Bool = int_lt(v27, v30)
    if v31 then b10(v27, v28, v29, v132) else return(v29)
b10(v37: Signed, v38: Ptr(str), v39: Signed, v130: Signed):
    v161: Signed = int_sub(v130, 1)
    v162: Bool = int_lt(v130, 1)
    v163: Bool = unlikely(v162)
    if v163 then b33(v37, v38, v39, v161) else b13(v37, v38, v39, v161)
b33(v164: Signed, v165: Ptr(str), v166: Signed, v167: Signed):
    v168: Signed = int_add(v167, 7)
    v169: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, v168)
    v170: Unsigned = cast_int_to_uint(v164)
    v171: Signed = cast_ptr_to_int(v165)
    v172: Unsigned = cast_int_to_uint(v171)
    v173: Unsigned = uint_mul(v170, 33u)
    v174: Unsigned = uint_add(v173, v172)
    v175: Unsigned = uint_mul(v174, 11400714819323198485u)
    v176: Unsigned = uint_rshift(v175, 52)
    v177: Signed = cast_uint_to_int(v176)
    v178: Signed = getarrayitem[NoLengthArray(Signed)](@jit.counters, v177)
    v179: Signed = int_add(v178, v169)
    v180: Void = setarrayitem[NoLengthArray(Signed)](@jit.counters, v177, v179)
    v181: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, 4)
    v182: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, 1)
    v183: Bool = int_ge(v179, v182)
    v184: Bool = unlikely(v183)
    if v184 then b34(v164, v165, v166, v177) else b2(v164, v165, v166, v181)
b34(v185: Signed, v186: Ptr(str), v187: Signed, v188: Signed):
    v189: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 0, v185)
    v190: Signed = cast_ptr_to_int(v186)
    v191: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 1, v190)
    v192: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 2, v187)
    v193: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 255, v188)
    v194: Signed = getarrayitem[NoLengthArray(Signed)](@jit.records, v188)
    v195: Bool = int_is_true(v194)
    if v195 then b35(v186, v185, v187, v194) else b36(v186, v185, v187)
b35(v196: Ptr(str), v197: Signed, v198: Signed, v199: Signed):
    v203: Ptr(NoLengthArray(Signed)) = cast_int_to_ptr(v199)
    v204: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, 8)
    v205: Signed = getarrayitem[NoLengthArray(Signed)](v203, 2)
    v206: Signed = int_xor(v205, 0)
    v207: Signed = int_or(v204, v206)
    v208: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 0)
    v209: Signed = getarrayitem[NoLengthArray(Signed)](v203, 3)
    v210: Signed = int_xor(v209, v208)
    v211: Signed = int_or(v207, v210)
    v212: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 1)
    v213: Signed = getarrayitem[NoLengthArray(Signed)](v203, 4)
    v214: Signed = int_xor(v213, v212)
    v215: Signed = int_or(v211, v214)
    v216: Bool = int_is_true(v215)
    v217: Signed = getarrayitem[NoLengthArray(Signed)](v203, 0)
    if v216 then b36(v196, v197, v198) else b37(v196, v197, v198, v199, v217)
b37(v218: Ptr(str), v219: Signed, v220: Signed, v221: Signed, v222: Signed):
    v223: Bool = int_is_true(v222)
    if v223 then b38(v218, v221, v222) else b36(v218, v219, v220)
b38(v224: Ptr(str), v225: Signed, v226: Signed):
    v227: Ptr(NoLengthArray(Signed)) = cast_int_to_ptr(v225)
    v228: Signed = getarrayitem[NoLengthArray(Signed)](v227, 1)
    v229: Signed = int_add(v228, 1)
    v230: Void = setarrayitem[NoLengthArray(Signed)](v227, 1, v229)
    v231: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 251, v225)
    v232: Signed = cast_ptr_to_int(@jit.exchange)
    v233: Signed = int_add(v232, 16)
    goto b42(v224, v226, v233)
b36(v200: Ptr(str), v201: Signed, v202: Signed):
    v234: Signed = extern_call[gx_jit_enter](0)
    v239: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 252)
    switch v234 { 4 => b39(v200), default => b2(v201, v200, v202, v239) }
b39(v235: Ptr(str)):
    v240: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 254)
    v241: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 253)
    goto b42(v235, v240, v241)
b42(v238: Ptr(str), v242: Signed, v243: Signed):
    v244: Ptr(Func((Signed, Address, Address) -> Signed)) = cast_int_to_ptr(v242)
    v245: Signed = indirect_call[Func((Signed, Address, Address) -> Signed)](v244, v243, null(Address), null(Address))
    switch v245 { 1 => b40(v238), default => b43() }
b40(v236: Ptr(str)):
    v246: Signed = extern_call[gx_jit_enter](4294967296)
    switch v246 { 4 => b39(v236), default => b41(v236) }
b41(v237: Ptr(str)):
    v247: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 0)
    v248: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 2)
    v249: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 252)
    v250: Unsigned = cast_int_to_uint(v248)
    v251: Bool = uint_lt(v250, 4611686018427387904u)
    if v251 then b44(v237, v247, v248, v249) else b45()
b44(v252: Ptr(str), v253: Signed, v254: Signed, v255: Signed):
    goto b7(v252, v253, v254, v255)
b45():
    v256: Void = abort[unreachable]()
    unreachable
b43():
    v257: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 0)
    goto return(v257)
b4(v17: Signed, v18: Ptr(str), v19: Signed, v140: Signed):
    v20: Signed = int_add(v17, 1)
    goto b1(v20, v18, v19, v140)
b1(v2: Signed, v3: Ptr(str), v4: Signed, v138: Signed):
    v5: Signed = getinteriorsize[str](v3)
    v6: Bool = int_lt(v2, v5)
    if v6 then b2(v2, v3, v4, v138) else return(v4)
b29(v113: Signed, v114: Ptr(str), v115: Signed, v148: Signed):
    v116: Signed = int_add(v113, 1)
    goto b26(v116, v114, v115, v148)
b26(v101: Signed, v102: Ptr(str), v103: Signed, v146: Signed):
    v104: Signed = getinteriorsize[str](v102)
    v105: Bool = int_lt(v101, v104)
    if v105 then b27(v101, v102, v103, v146) else return(v103)
b22(v84: Signed, v85: Ptr(str), v86: Signed, v155: Signed):
    v87: Signed = int_add(v84, 1)
    goto b19(v87, v85, v86, v155)
b19(v72: Signed, v73: Ptr(str), v74: Signed, v153: Signed):
    v75: Signed = getinteriorsize[str](v73)
    v76: Bool = int_lt(v72, v75)
    if v76 then b20(v72, v73, v74, v153) else return(v74)
b15(v55: Signed, v56: Ptr(str), v57: Signed, v160: Signed):
    v58: Signed = int_add(v55, 1)
    goto b12(v58, v56, v57, v160)
b12(v43: Signed, v44: Ptr(str), v45: Signed, v159: Signed):
    v46: Signed = getinteriorsize[str](v44)
    v47: Bool = int_lt(v43, v46)
    if v47 then b13(v43, v44, v45, v159) else return(v45)

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
