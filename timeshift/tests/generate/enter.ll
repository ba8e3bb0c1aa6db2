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
    v272: Signed = int_sub(v115, 1)
    v273: Bool = int_lt(v115, 1)
    v274: Bool = unlikely(v273)
    if v274 then b34(v34, v36, v35, v37, v38, v272) else b8(v34, v35, v36, v37, v38, v272)
b34(v275: Signed, v276: Bool, v277: Float, v278: Char, v279: Ptr(str), v280: Signed):
    v281: Signed = int_add(v280, 7)
    v282: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, v281)
    v283: Unsigned = cast_int_to_uint(v275)
    v284: Signed = cast_bool_to_int(v276)
    v285: Unsigned = cast_int_to_uint(v284)
    v286: Unsigned = uint_mul(v283, 33u)
    v287: Unsigned = uint_add(v286, v285)
    v288: Unsigned = uint_mul(v287, 11400714819323198485u)
    v289: Unsigned = uint_rshift(v288, 52)
    v290: Signed = cast_uint_to_int(v289)
    v291: Signed = getarrayitem[NoLengthArray(Signed)](@jit.counters, v290)
    v292: Signed = int_add(v291, v282)
    v293: Void = setarrayitem[NoLengthArray(Signed)](@jit.counters, v290, v292)
    v294: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, 4)
    v295: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, 1)
    v296: Bool = int_ge(v292, v295)
    v297: Bool = unlikely(v296)
    if v297 then b35(v275, v276, v277, v278, v279, v290) else b1(v275, v277, v276, v278, v279, v294)
b35(v298: Signed, v299: Bool, v300: Float, v301: Char, v302: Ptr(str), v303: Signed):
    v304: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 0, v298)
    v305: Signed = cast_bool_to_int(v299)
    v306: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 1, v305)
    v307: Signed = convert_float_bytes_to_longlong(v300)
    v308: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 2, v307)
    v309: Signed = cast_char_to_int(v301)
    v310: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 3, v309)
    v311: Signed = cast_ptr_to_int(v302)
    v312: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 4, v311)
    v313: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 255, v303)
    v314: Signed = getarrayitem[NoLengthArray(Signed)](@jit.records, v303)
    v315: Bool = int_is_true(v314)
    if v315 then b36(v299, v301, v302, v298, v300, v314) else b37(v299, v301, v302, v298, v300)
b36(v316: Bool, v317: Char, v318: Ptr(str), v319: Signed, v320: Float, v321: Signed):
    v327: Ptr(NoLengthArray(Signed)) = cast_int_to_ptr(v321)
    v328: Signed = getarrayitem[NoLengthArray(Signed)](@jit.tuning, 8)
    v329: Signed = getarrayitem[NoLengthArray(Signed)](v327, 3)
    v330: Signed = int_xor(v329, 0)
    v331: Signed = int_or(v328, v330)
    v332: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 0)
    v333: Signed = getarrayitem[NoLengthArray(Signed)](v327, 4)
    v334: Signed = int_xor(v333, v332)
    v335: Signed = int_or(v331, v334)
    v336: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 1)
    v337: Signed = getarrayitem[NoLengthArray(Signed)](v327, 5)
    v338: Signed = int_xor(v337, v336)
    v339: Signed = int_or(v335, v338)
    v340: Bool = int_is_true(v339)
    v341: Signed = getarrayitem[NoLengthArray(Signed)](v327, 0)
    if v340 then b37(v316, v317, v318, v319, v320) else b38(v316, v317, v318, v319, v320, v321, v341)
b38(v342: Bool, v343: Char, v344: Ptr(str), v345: Signed, v346: Float, v347: Signed, v348: Signed):
    v349: Bool = int_is_true(v348)
    if v349 then b39(v342, v343, v344, v347, v348) else b37(v342, v343, v344, v345, v346)
b39(v350: Bool, v351: Char, v352: Ptr(str), v353: Signed, v354: Signed):
    v355: Ptr(NoLengthArray(Signed)) = cast_int_to_ptr(v353)
    v356: Signed = getarrayitem[NoLengthArray(Signed)](v355, 1)
    v357: Signed = int_add(v356, 1)
    v358: Void = setarrayitem[NoLengthArray(Signed)](v355, 1, v357)
    v359: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 251, v353)
    v360: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 249, 1)
    v361: Signed = cast_ptr_to_int(@jit.exchange)
    v362: Signed = int_add(v361, 16)
    v382: Signed = int_and(v357, 63)
    v383: Bool = int_is_true(v382)
    v384: Bool = likely(v383)
    if v384 then b43(v350, v351, v352, v354, v362, 0) else b45(v350, v351, v352, v354, v362)
b45(v385: Bool, v386: Char, v387: Ptr(str), v388: Signed, v389: Signed):
    v390: Signed = extern_call[gx_jit_begins]()
    goto b43(v385, v386, v387, v388, v389, v390)
b37(v322: Bool, v323: Char, v324: Ptr(str), v325: Signed, v326: Float):
    v363: Signed = extern_call[gx_jit_enter](0)
    v376: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 252)
    switch v363 { 4 => b40(v322, v323, v324), default => b1(v325, v326, v322, v323, v324, v376) }
b40(v364: Bool, v365: Char, v366: Ptr(str)):
    v377: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 254)
    v378: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 253)
    goto b43(v364, v365, v366, v377, v378, 0)
b43(v373: Bool, v374: Char, v375: Ptr(str), v379: Signed, v380: Signed, v381: Signed):
    v391: Ptr(Func((Signed, Address, Address) -> Signed)) = cast_int_to_ptr(v379)
    v392: Signed = indirect_call[Func((Signed, Address, Address) -> Signed)](v391, v380, null(Address), null(Address))
    v393: Bool = int_is_true(v381)
    v394: Bool = unlikely(v393)
    if v394 then b47(v373, v374, v375, v392, v381) else b46(v373, v374, v375, v392)
b47(v399: Bool, v400: Char, v401: Ptr(str), v402: Signed, v403: Signed):
    v404: Void = extern_call[gx_jit_ended](v403)
    goto b46(v399, v400, v401, v402)
b46(v395: Bool, v396: Char, v397: Ptr(str), v398: Signed):
    switch v398 { 1 => b41(v395, v396, v397), default => b44() }
b41(v367: Bool, v368: Char, v369: Ptr(str)):
    v405: Signed = extern_call[gx_jit_enter](4294967296)
    switch v405 { 4 => b40(v367, v368, v369), default => b42(v367, v368, v369) }
b42(v370: Bool, v371: Char, v372: Ptr(str)):
    v406: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 2)
    v407: Float = convert_longlong_bytes_to_float(v406)
    v408: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 0)
    v409: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 252)
    goto b5(v407, v408, v370, v371, v372, v409)
b44():
    v410: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 0)
    v411: Float = convert_longlong_bytes_to_float(v410)
    goto return(v411)
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
    v189: Signed = getarrayitem[NoLengthArray(Signed)](v187, 3)
    v190: Signed = int_xor(v189, 0)
    v191: Signed = int_or(v188, v190)
    v192: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 0)
    v193: Signed = getarrayitem[NoLengthArray(Signed)](v187, 4)
    v194: Signed = int_xor(v193, v192)
    v195: Signed = int_or(v191, v194)
    v196: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 1)
    v197: Signed = getarrayitem[NoLengthArray(Signed)](v187, 5)
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
    v220: Void = setarrayitem[NoLengthArray(Signed)](@jit.exchange, 249, 1)
    v221: Signed = cast_ptr_to_int(@jit.exchange)
    v222: Signed = int_add(v221, 16)
    v242: Signed = int_and(v217, 63)
    v243: Bool = int_is_true(v242)
    v244: Bool = likely(v243)
    if v244 then b29(v210, v211, v212, v214, v222, 0) else b31(v210, v211, v212, v214, v222)
b31(v245: Bool, v246: Char, v247: Ptr(str), v248: Signed, v249: Signed):
    v250: Signed = extern_call[gx_jit_begins]()
    goto b29(v245, v246, v247, v248, v249, v250)
b23(v182: Bool, v183: Char, v184: Ptr(str), v185: Signed, v186: Float):
    v223: Signed = extern_call[gx_jit_enter](0)
    v236: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 252)
    switch v223 { 4 => b26(v182, v183, v184), default => b1(v185, v186, v182, v183, v184, v236) }
b26(v224: Bool, v225: Char, v226: Ptr(str)):
    v237: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 254)
    v238: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 253)
    goto b29(v224, v225, v226, v237, v238, 0)
b29(v233: Bool, v234: Char, v235: Ptr(str), v239: Signed, v240: Signed, v241: Signed):
    v251: Ptr(Func((Signed, Address, Address) -> Signed)) = cast_int_to_ptr(v239)
    v252: Signed = indirect_call[Func((Signed, Address, Address) -> Signed)](v251, v240, null(Address), null(Address))
    v253: Bool = int_is_true(v241)
    v254: Bool = unlikely(v253)
    if v254 then b33(v233, v234, v235, v252, v241) else b32(v233, v234, v235, v252)
b33(v259: Bool, v260: Char, v261: Ptr(str), v262: Signed, v263: Signed):
    v264: Void = extern_call[gx_jit_ended](v263)
    goto b32(v259, v260, v261, v262)
b32(v255: Bool, v256: Char, v257: Ptr(str), v258: Signed):
    switch v258 { 1 => b27(v255, v256, v257), default => b30() }
b27(v227: Bool, v228: Char, v229: Ptr(str)):
    v265: Signed = extern_call[gx_jit_enter](4294967296)
    switch v265 { 4 => b26(v227, v228, v229), default => b28(v227, v228, v229) }
b28(v230: Bool, v231: Char, v232: Ptr(str)):
    v266: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 2)
    v267: Float = convert_longlong_bytes_to_float(v266)
    v268: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 0)
    v269: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 252)
    goto b5(v267, v268, v230, v231, v232, v269)
b30():
    v270: Signed = getarrayitem[NoLengthArray(Signed)](@jit.exchange, 0)
    v271: Float = convert_longlong_bytes_to_float(v270)
    goto return(v271)

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
