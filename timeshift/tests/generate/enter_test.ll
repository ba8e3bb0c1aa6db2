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
    v275: Signed = int_sub(v131, 1)
    v276: Bool = int_lt(v131, 1)
    v277: Bool = unlikely(v276)
    if v277 then b49(v40, v41, v42, v275) else b13(v40, v41, v42, v275)
b49(v278: Signed, v279: Ptr(str), v280: Signed, v281: Signed):
    v282: Signed = int_add(v281, 7)
    v283: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, v282)
    v284: Unsigned = cast_int_to_uint(v278)
    v285: Signed = cast_ptr_to_int(v279)
    v286: Unsigned = cast_int_to_uint(v285)
    v287: Unsigned = uint_mul(v284, 33u)
    v288: Unsigned = uint_add(v287, v286)
    v289: Unsigned = uint_mul(v288, 11400714819323198485u)
    v290: Unsigned = uint_rshift(v289, 52)
    v291: Signed = cast_uint_to_int(v290)
    v292: Signed = getarrayitem[NoLengthArray(Signed)](@jit.counters, v291)
    v293: Signed = int_add(v292, v283)
    v294: Void = setarrayitem[NoLengthArray(Signed)](@jit.counters, v291, v293)
    v295: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, 4)
    v296: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, 1)
    v297: Bool = int_ge(v293, v296)
    v298: Bool = unlikely(v297)
    if v298 then b50(v278, v279, v280, v291) else b2(v278, v279, v280, v295)
b50(v299: Signed, v300: Ptr(str), v301: Signed, v302: Signed):
    v303: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 0, v299)
    v304: Signed = cast_ptr_to_int(v300)
    v305: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 1, v304)
    v306: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 2, v301)
    v307: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 255, v302)
    v308: Signed = getarrayitem[NoLengthArray(Signed)](@jit.records, v302)
    v309: Bool = int_is_true(v308)
    if v309 then b51(v300, v299, v301, v308) else b52(v300, v299, v301)
b51(v310: Ptr(str), v311: Signed, v312: Signed, v313: Signed):
    v317: Ptr(NoLengthArray(Signed)) = cast_int_to_ptr(v313)
    v318: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, 8)
    v319: Signed = getarrayitem[NoLengthArray(Signed)](v317, 3)
    v320: Signed = int_xor(v319, 0)
    v321: Signed = int_or(v318, v320)
    v322: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 0)
    v323: Signed = getarrayitem[NoLengthArray(Signed)](v317, 4)
    v324: Signed = int_xor(v323, v322)
    v325: Signed = int_or(v321, v324)
    v326: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 1)
    v327: Signed = getarrayitem[NoLengthArray(Signed)](v317, 5)
    v328: Signed = int_xor(v327, v326)
    v329: Signed = int_or(v325, v328)
    v330: Bool = int_is_true(v329)
    v331: Signed = getarrayitem[NoLengthArray(Signed)](v317, 0)
    if v330 then b52(v310, v311, v312) else b53(v310, v311, v312, v313, v331)
b53(v332: Ptr(str), v333: Signed, v334: Signed, v335: Signed, v336: Signed):
    v337: Bool = int_is_true(v336)
    if v337 then b54(v332, v335, v336) else b52(v332, v333, v334)
b54(v338: Ptr(str), v339: Signed, v340: Signed):
    v341: Ptr(NoLengthArray(Signed)) = cast_int_to_ptr(v339)
    v342: Signed = getarrayitem[NoLengthArray(Signed)](v341, 1)
    v343: Signed = int_add(v342, 1)
    v344: Void = setarrayitem[NoLengthArray(Signed)](v341, 1, v343)
    v345: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 251, v339)
    v346: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 249, 1)
    v347: Signed = cast_ptr_to_int(@jit.exchange)
    v348: Signed = int_add(v347, 16)
    v360: Signed = int_and(v343, 63)
    v361: Bool = int_is_true(v360)
    v362: Bool = likely(v361)
    if v362 then b58(v338, v340, v348, 0) else b60(v338, v340, v348)
b60(v363: Ptr(str), v364: Signed, v365: Signed):
    v366: Signed = extern_call[gx_jit_begins]()
    goto b58(v363, v364, v365, v366)
b52(v314: Ptr(str), v315: Signed, v316: Signed):
    v349: Signed = extern_call[gx_jit_enter](0)
    v354: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 252)
    switch v349 { 4 => b55(v314), default => b2(v315, v314, v316, v354) }
b55(v350: Ptr(str)):
    v355: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 254)
    v356: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 253)
    goto b58(v350, v355, v356, 0)
b58(v353: Ptr(str), v357: Signed, v358: Signed, v359: Signed):
    v367: Ptr(Func((Signed, Address, Address) -> Signed)) = cast_int_to_ptr(v357)
    v368: Signed = indirect_call[Func((Signed, Address, Address) -> Signed)](v367, v358, null(Address), null(Address))
    v369: Bool = int_is_true(v359)
    v370: Bool = unlikely(v369)
    if v370 then b62(v353, v368, v359) else b61(v353, v368)
b62(v373: Ptr(str), v374: Signed, v375: Signed):
    v376: Void = extern_call[gx_jit_ended](v375)
    goto b61(v373, v374)
b61(v371: Ptr(str), v372: Signed):
    switch v372 { 1 => b56(v371), default => b59() }
b56(v351: Ptr(str)):
    v377: Signed = extern_call[gx_jit_enter](4294967296)
    switch v377 { 4 => b55(v351), default => b57(v351) }
b57(v352: Ptr(str)):
    v378: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 0)
    v379: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 2)
    v380: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 252)
    v381: Unsigned = cast_int_to_uint(v379)
    v382: Bool = uint_lt(v381, 4611686018427387904u)
    if v382 then b63(v352, v378, v379, v380) else b64()
b63(v383: Ptr(str), v384: Signed, v385: Signed, v386: Signed):
    goto b7(v383, v384, v385, v386)
b64():
    v387: Void = abort[unreachable]()
    unreachable
b59():
    v388: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 0)
    goto return(v388)
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
    v205: Signed = getarrayitem[NoLengthArray(Signed)](v203, 3)
    v206: Signed = int_xor(v205, 0)
    v207: Signed = int_or(v204, v206)
    v208: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 0)
    v209: Signed = getarrayitem[NoLengthArray(Signed)](v203, 4)
    v210: Signed = int_xor(v209, v208)
    v211: Signed = int_or(v207, v210)
    v212: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 1)
    v213: Signed = getarrayitem[NoLengthArray(Signed)](v203, 5)
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
    v232: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 249, 1)
    v233: Signed = cast_ptr_to_int(@jit.exchange)
    v234: Signed = int_add(v233, 16)
    v246: Signed = int_and(v229, 63)
    v247: Bool = int_is_true(v246)
    v248: Bool = likely(v247)
    if v248 then b42(v224, v226, v234, 0) else b44(v224, v226, v234)
b44(v249: Ptr(str), v250: Signed, v251: Signed):
    v252: Signed = extern_call[gx_jit_begins]()
    goto b42(v249, v250, v251, v252)
b36(v200: Ptr(str), v201: Signed, v202: Signed):
    v235: Signed = extern_call[gx_jit_enter](0)
    v240: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 252)
    switch v235 { 4 => b39(v200), default => b2(v201, v200, v202, v240) }
b39(v236: Ptr(str)):
    v241: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 254)
    v242: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 253)
    goto b42(v236, v241, v242, 0)
b42(v239: Ptr(str), v243: Signed, v244: Signed, v245: Signed):
    v253: Ptr(Func((Signed, Address, Address) -> Signed)) = cast_int_to_ptr(v243)
    v254: Signed = indirect_call[Func((Signed, Address, Address) -> Signed)](v253, v244, null(Address), null(Address))
    v255: Bool = int_is_true(v245)
    v256: Bool = unlikely(v255)
    if v256 then b46(v239, v254, v245) else b45(v239, v254)
b46(v259: Ptr(str), v260: Signed, v261: Signed):
    v262: Void = extern_call[gx_jit_ended](v261)
    goto b45(v259, v260)
b45(v257: Ptr(str), v258: Signed):
    switch v258 { 1 => b40(v257), default => b43() }
b40(v237: Ptr(str)):
    v263: Signed = extern_call[gx_jit_enter](4294967296)
    switch v263 { 4 => b39(v237), default => b41(v237) }
b41(v238: Ptr(str)):
    v264: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 0)
    v265: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 2)
    v266: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 252)
    v267: Unsigned = cast_int_to_uint(v265)
    v268: Bool = uint_lt(v267, 4611686018427387904u)
    if v268 then b47(v238, v264, v265, v266) else b48()
b47(v269: Ptr(str), v270: Signed, v271: Signed, v272: Signed):
    goto b7(v269, v270, v271, v272)
b48():
    v273: Void = abort[unreachable]()
    unreachable
b43():
    v274: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 0)
    goto return(v274)
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
