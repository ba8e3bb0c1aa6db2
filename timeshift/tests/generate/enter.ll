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
    v117: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, 3)
    goto b7(v0, v1, v2, v3, v4, v117)
b7(v34: Signed, v35: Float, v36: Bool, v37: Char, v38: Ptr(str), v115: Signed):
    v271: Signed = int_sub(v115, 1)
    v272: Bool = int_lt(v115, 1)
    v273: Bool = unlikely(v272)
    if v273 then b34(v34, v36, v35, v37, v38, v271) else b8(v34, v35, v36, v37, v38, v271)
b34(v274: Signed, v275: Bool, v276: Float, v277: Char, v278: Ptr(str), v279: Signed):
    v280: Signed = int_add(v279, 7)
    v281: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, v280)
    v282: Unsigned = cast_int_to_uint(v274)
    v283: Signed = cast_bool_to_int(v275)
    v284: Unsigned = cast_int_to_uint(v283)
    v285: Unsigned = uint_mul(v282, 33u)
    v286: Unsigned = uint_add(v285, v284)
    v287: Unsigned = uint_mul(v286, 11400714819323198485u)
    v288: Unsigned = uint_rshift(v287, 52)
    v289: Signed = cast_uint_to_int(v288)
    v290: Signed = getarrayitem[NoLengthArray(Signed)](@jit.counters, v289)
    v291: Signed = int_add(v290, v281)
    v292: Void = setarrayitem[NoLengthArray(Signed)](@jit.counters, v289, v291)
    v293: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, 4)
    v294: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, 1)
    v295: Bool = int_ge(v291, v294)
    v296: Bool = unlikely(v295)
    if v296 then b35(v274, v275, v276, v277, v278, v289) else b1(v274, v276, v275, v277, v278, v293)
b35(v297: Signed, v298: Bool, v299: Float, v300: Char, v301: Ptr(str), v302: Signed):
    v303: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 0, v297)
    v304: Signed = cast_bool_to_int(v298)
    v305: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 1, v304)
    v306: Signed = convert_float_bytes_to_longlong(v299)
    v307: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 2, v306)
    v308: Signed = cast_char_to_int(v300)
    v309: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 3, v308)
    v310: Signed = cast_ptr_to_int(v301)
    v311: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 4, v310)
    v312: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 255, v302)
    v313: Signed = getarrayitem[NoLengthArray(Signed)](@jit.records, v302)
    v314: Bool = int_is_true(v313)
    if v314 then b36(v298, v300, v301, v297, v299, v313) else b37(v298, v300, v301, v297, v299)
b36(v315: Bool, v316: Char, v317: Ptr(str), v318: Signed, v319: Float, v320: Signed):
    v326: Ptr(NoLengthArray(Signed)) = cast_int_to_ptr(v320)
    v327: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, 8)
    v328: Signed = getarrayitem[NoLengthArray(Signed)](v326, 2)
    v329: Signed = int_xor(v328, 0)
    v330: Signed = int_or(v327, v329)
    v331: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 0)
    v332: Signed = getarrayitem[NoLengthArray(Signed)](v326, 3)
    v333: Signed = int_xor(v332, v331)
    v334: Signed = int_or(v330, v333)
    v335: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 1)
    v336: Signed = getarrayitem[NoLengthArray(Signed)](v326, 4)
    v337: Signed = int_xor(v336, v335)
    v338: Signed = int_or(v334, v337)
    v339: Bool = int_is_true(v338)
    v340: Signed = getarrayitem[NoLengthArray(Signed)](v326, 0)
    if v339 then b37(v315, v316, v317, v318, v319) else b38(v315, v316, v317, v318, v319, v320, v340)
b38(v341: Bool, v342: Char, v343: Ptr(str), v344: Signed, v345: Float, v346: Signed, v347: Signed):
    v348: Bool = int_is_true(v347)
    if v348 then b39(v341, v342, v343, v346, v347) else b37(v341, v342, v343, v344, v345)
b39(v349: Bool, v350: Char, v351: Ptr(str), v352: Signed, v353: Signed):
    v354: Ptr(NoLengthArray(Signed)) = cast_int_to_ptr(v352)
    v355: Signed = getarrayitem[NoLengthArray(Signed)](v354, 1)
    v356: Signed = int_add(v355, 1)
    v357: Void = setarrayitem[NoLengthArray(Signed)](v354, 1, v356)
    v358: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 251, v352)
    v359: Signed = cast_ptr_to_int(@jit.exchange)
    v360: Signed = int_add(v359, 16)
    v380: Signed = int_and(v356, 63)
    v381: Bool = int_is_true(v380)
    v382: Bool = likely(v381)
    if v382 then b43(v349, v350, v351, v353, v360, 0) else b45(v349, v350, v351, v353, v360)
b45(v383: Bool, v384: Char, v385: Ptr(str), v386: Signed, v387: Signed):
    v388: Signed = extern_call[gx_jit_begins]()
    goto b43(v383, v384, v385, v386, v387, v388)
b37(v321: Bool, v322: Char, v323: Ptr(str), v324: Signed, v325: Float):
    v361: Signed = extern_call[gx_jit_enter](0)
    v374: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 252)
    switch v361 { 4 => b40(v321, v322, v323), default => b1(v324, v325, v321, v322, v323, v374) }
b40(v362: Bool, v363: Char, v364: Ptr(str)):
    v375: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 254)
    v376: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 253)
    goto b43(v362, v363, v364, v375, v376, 0)
b43(v371: Bool, v372: Char, v373: Ptr(str), v377: Signed, v378: Signed, v379: Signed):
    v389: Ptr(Func((Signed, Address, Address) -> Signed)) = cast_int_to_ptr(v377)
    v390: Signed = indirect_call[Func((Signed, Address, Address) -> Signed)](v389, v378, null(Address), null(Address))
    v391: Bool = int_is_true(v379)
    v392: Bool = unlikely(v391)
    if v392 then b47(v371, v372, v373, v390, v379) else b46(v371, v372, v373, v390)
b47(v397: Bool, v398: Char, v399: Ptr(str), v400: Signed, v401: Signed):
    v402: Void = extern_call[gx_jit_ended](v401)
    goto b46(v397, v398, v399, v400)
b46(v393: Bool, v394: Char, v395: Ptr(str), v396: Signed):
    switch v396 { 1 => b41(v393, v394, v395), default => b44() }
b41(v365: Bool, v366: Char, v367: Ptr(str)):
    v403: Signed = extern_call[gx_jit_enter](4294967296)
    switch v403 { 4 => b40(v365, v366, v367), default => b42(v365, v366, v367) }
b42(v368: Bool, v369: Char, v370: Ptr(str)):
    v404: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 2)
    v405: Float = convert_longlong_bytes_to_float(v404)
    v406: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 0)
    v407: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 252)
    goto b5(v405, v406, v368, v369, v370, v407)
b44():
    v408: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 0)
    v409: Float = convert_longlong_bytes_to_float(v408)
    goto return(v409)
b8(v39: Signed, v40: Float, v41: Bool, v42: Char, v43: Ptr(str), v131: Signed):
    goto b10(v40, v39, v41, v42, v43, v131)
b10(v53: Float, v54: Signed, v55: Bool, v56: Char, v57: Ptr(str), v130: Signed):
    v58: Bool = float_lt(v53, 100.0)
    if v58 then b9(v54, v53, v55, v56, v57, v130) else return(v53)
b9(v44: Signed, v45: Float, v46: Bool, v47: Char, v48: Ptr(str), v129: Signed):
    v49: Float = cast_int_to_float(v44)
    v50: Float = float_add(v45, v49)
    v51: Signed = int_add(v44, 1)
    v52: Void = jit_marker[can_enter_jit, main](v51, v46, v50, v47, v48)
    goto b11(v51, v50, v46, v47, v48, v129)
b11(v59: Signed, v60: Float, v61: Bool, v62: Char, v63: Ptr(str), v128: Signed):
    goto b12(v59, v60, v61, v62, v63, v128)
b12(v64: Signed, v65: Float, v66: Bool, v67: Char, v68: Ptr(str), v127: Signed):
    goto b14(v65, v64, v66, v67, v68, v127)
b14(v78: Float, v79: Signed, v80: Bool, v81: Char, v82: Ptr(str), v126: Signed):
    v83: Bool = float_lt(v78, 100.0)
    if v83 then b13(v79, v78, v80, v81, v82, v126) else return(v78)
b13(v69: Signed, v70: Float, v71: Bool, v72: Char, v73: Ptr(str), v125: Signed):
    v74: Float = cast_int_to_float(v69)
    v75: Float = float_add(v70, v74)
    v76: Signed = int_add(v69, 1)
    v77: Void = jit_marker[can_enter_jit, main](v76, v71, v75, v72, v73)
    goto b15(v76, v75, v71, v72, v73, v125)
b15(v84: Signed, v85: Float, v86: Bool, v87: Char, v88: Ptr(str), v124: Signed):
    goto b16(v84, v85, v86, v87, v88, v124)
b16(v89: Signed, v90: Float, v91: Bool, v92: Char, v93: Ptr(str), v123: Signed):
    goto b18(v90, v89, v91, v92, v93, v123)
b18(v103: Float, v104: Signed, v105: Bool, v106: Char, v107: Ptr(str), v122: Signed):
    v108: Bool = float_lt(v103, 100.0)
    if v108 then b17(v104, v103, v105, v106, v107, v122) else return(v103)
b17(v94: Signed, v95: Float, v96: Bool, v97: Char, v98: Ptr(str), v121: Signed):
    v99: Float = cast_int_to_float(v94)
    v100: Float = float_add(v95, v99)
    v101: Signed = int_add(v94, 1)
    v102: Void = jit_marker[can_enter_jit, main](v101, v96, v100, v97, v98)
    goto b19(v101, v100, v96, v97, v98, v121)
b19(v109: Signed, v110: Float, v111: Bool, v112: Char, v113: Ptr(str), v120: Signed):
    goto b1(v109, v110, v111, v112, v113, v120)
b1(v5: Signed, v6: Float, v7: Bool, v8: Char, v9: Ptr(str), v119: Signed):
    goto b5(v6, v5, v7, v8, v9, v119)
b5(v24: Float, v25: Signed, v26: Bool, v27: Char, v28: Ptr(str), v118: Signed):
    v11: Bool = float_lt(v24, 100.0)
    if v11 then b2(v25, v24, v26, v27, v28, v118) else return(v24)
b2(v12: Signed, v13: Float, v14: Bool, v15: Char, v16: Ptr(str), v116: Signed):
    v17: Float = cast_int_to_float(v12)
    v18: Float = float_add(v13, v17)
    v19: Signed = int_add(v12, 1)
    v20: Void = jit_marker[can_enter_jit, main](v19, v14, v18, v15, v16)
    goto b6(v19, v18, v14, v15, v16, v116)
b6(v29: Signed, v30: Float, v31: Bool, v32: Char, v33: Ptr(str), v114: Signed):
    v132: Signed = int_sub(v114, 1)
    v133: Bool = int_lt(v114, 1)
    v134: Bool = unlikely(v133)
    if v134 then b20(v29, v31, v30, v32, v33, v132) else b8(v29, v30, v31, v32, v33, v132)
b20(v135: Signed, v136: Bool, v137: Float, v138: Char, v139: Ptr(str), v140: Signed):
    v141: Signed = int_add(v140, 7)
    v142: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, v141)
    v143: Unsigned = cast_int_to_uint(v135)
    v144: Signed = cast_bool_to_int(v136)
    v145: Unsigned = cast_int_to_uint(v144)
    v146: Unsigned = uint_mul(v143, 33u)
    v147: Unsigned = uint_add(v146, v145)
    v148: Unsigned = uint_mul(v147, 11400714819323198485u)
    v149: Unsigned = uint_rshift(v148, 52)
    v150: Signed = cast_uint_to_int(v149)
    v151: Signed = getarrayitem[NoLengthArray(Signed)](@jit.counters, v150)
    v152: Signed = int_add(v151, v142)
    v153: Void = setarrayitem[NoLengthArray(Signed)](@jit.counters, v150, v152)
    v154: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, 4)
    v155: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, 1)
    v156: Bool = int_ge(v152, v155)
    v157: Bool = unlikely(v156)
    if v157 then b21(v135, v136, v137, v138, v139, v150) else b1(v135, v137, v136, v138, v139, v154)
b21(v158: Signed, v159: Bool, v160: Float, v161: Char, v162: Ptr(str), v163: Signed):
    v164: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 0, v158)
    v165: Signed = cast_bool_to_int(v159)
    v166: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 1, v165)
    v167: Signed = convert_float_bytes_to_longlong(v160)
    v168: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 2, v167)
    v169: Signed = cast_char_to_int(v161)
    v170: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 3, v169)
    v171: Signed = cast_ptr_to_int(v162)
    v172: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 4, v171)
    v173: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 255, v163)
    v174: Signed = getarrayitem[NoLengthArray(Signed)](@jit.records, v163)
    v175: Bool = int_is_true(v174)
    if v175 then b22(v159, v161, v162, v158, v160, v174) else b23(v159, v161, v162, v158, v160)
b22(v176: Bool, v177: Char, v178: Ptr(str), v179: Signed, v180: Float, v181: Signed):
    v187: Ptr(NoLengthArray(Signed)) = cast_int_to_ptr(v181)
    v188: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, 8)
    v189: Signed = getarrayitem[NoLengthArray(Signed)](v187, 2)
    v190: Signed = int_xor(v189, 0)
    v191: Signed = int_or(v188, v190)
    v192: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 0)
    v193: Signed = getarrayitem[NoLengthArray(Signed)](v187, 3)
    v194: Signed = int_xor(v193, v192)
    v195: Signed = int_or(v191, v194)
    v196: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 1)
    v197: Signed = getarrayitem[NoLengthArray(Signed)](v187, 4)
    v198: Signed = int_xor(v197, v196)
    v199: Signed = int_or(v195, v198)
    v200: Bool = int_is_true(v199)
    v201: Signed = getarrayitem[NoLengthArray(Signed)](v187, 0)
    if v200 then b23(v176, v177, v178, v179, v180) else b24(v176, v177, v178, v179, v180, v181, v201)
b24(v202: Bool, v203: Char, v204: Ptr(str), v205: Signed, v206: Float, v207: Signed, v208: Signed):
    v209: Bool = int_is_true(v208)
    if v209 then b25(v202, v203, v204, v207, v208) else b23(v202, v203, v204, v205, v206)
b25(v210: Bool, v211: Char, v212: Ptr(str), v213: Signed, v214: Signed):
    v215: Ptr(NoLengthArray(Signed)) = cast_int_to_ptr(v213)
    v216: Signed = getarrayitem[NoLengthArray(Signed)](v215, 1)
    v217: Signed = int_add(v216, 1)
    v218: Void = setarrayitem[NoLengthArray(Signed)](v215, 1, v217)
    v219: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 251, v213)
    v220: Signed = cast_ptr_to_int(@jit.exchange)
    v221: Signed = int_add(v220, 16)
    v241: Signed = int_and(v217, 63)
    v242: Bool = int_is_true(v241)
    v243: Bool = likely(v242)
    if v243 then b29(v210, v211, v212, v214, v221, 0) else b31(v210, v211, v212, v214, v221)
b31(v244: Bool, v245: Char, v246: Ptr(str), v247: Signed, v248: Signed):
    v249: Signed = extern_call[gx_jit_begins]()
    goto b29(v244, v245, v246, v247, v248, v249)
b23(v182: Bool, v183: Char, v184: Ptr(str), v185: Signed, v186: Float):
    v222: Signed = extern_call[gx_jit_enter](0)
    v235: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 252)
    switch v222 { 4 => b26(v182, v183, v184), default => b1(v185, v186, v182, v183, v184, v235) }
b26(v223: Bool, v224: Char, v225: Ptr(str)):
    v236: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 254)
    v237: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 253)
    goto b29(v223, v224, v225, v236, v237, 0)
b29(v232: Bool, v233: Char, v234: Ptr(str), v238: Signed, v239: Signed, v240: Signed):
    v250: Ptr(Func((Signed, Address, Address) -> Signed)) = cast_int_to_ptr(v238)
    v251: Signed = indirect_call[Func((Signed, Address, Address) -> Signed)](v250, v239, null(Address), null(Address))
    v252: Bool = int_is_true(v240)
    v253: Bool = unlikely(v252)
    if v253 then b33(v232, v233, v234, v251, v240) else b32(v232, v233, v234, v251)
b33(v258: Bool, v259: Char, v260: Ptr(str), v261: Signed, v262: Signed):
    v263: Void = extern_call[gx_jit_ended](v262)
    goto b32(v258, v259, v260, v261)
b32(v254: Bool, v255: Char, v256: Ptr(str), v257: Signed):
    switch v257 { 1 => b27(v254, v255, v256), default => b30() }
b27(v226: Bool, v227: Char, v228: Ptr(str)):
    v264: Signed = extern_call[gx_jit_enter](4294967296)
    switch v264 { 4 => b26(v226, v227, v228), default => b28(v226, v227, v228) }
b28(v229: Bool, v230: Char, v231: Ptr(str)):
    v265: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 2)
    v266: Float = convert_longlong_bytes_to_float(v265)
    v267: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 0)
    v268: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 252)
    goto b5(v266, v267, v229, v230, v231, v268)
b30():
    v269: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 0)
    v270: Float = convert_longlong_bytes_to_float(v269)
    goto return(v270)

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
