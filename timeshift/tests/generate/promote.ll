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
    switch v0 { 0 => b1(v1, v2), 1 => b3(v1, v2), 2 => b4(v1, v2), 3 => b6(v1, v2), 4 => b8(v1, v2), 5 => b10(v1, v2), 6 => b12(v1, v2), 7 => b14(v1, v2), default => b16(v1, v2) }
b1(v3: Address, v4: Address):
    v5: Signed = raw_load(v3, 0)
    v6: Ptr(str) = cast_int_to_ptr(v5)
    v7: Signed = raw_load(v3, 8)
    v8: Signed = raw_load(v3, 16)
    goto b2(v4, v6, v7, v8)
b2(v9: Address, v10: Ptr(str), v11: Signed, v12: Signed):
    v13: Void = raw_store(v9, 0, v11)
    v14: Void = raw_store(v9, 8, 1)
    v15: Signed = cast_ptr_to_int(v10)
    v16: Void = raw_store(v9, 16, v15)
    v17: Void = raw_store(v9, 24, v12)
    goto return(5)
b3(v18: Address, v19: Address):
    v20: Signed = raw_load(v18, 0)
    v21: Ptr(str) = cast_int_to_ptr(v20)
    v22: Signed = raw_load(v18, 8)
    v23: Signed = raw_load(v18, 16)
    v24: Signed = extern_call[gx_jit_const](0, v23)
    v25: Signed = extern_call[gx_jit_const](0, 0)
    v26: Void = raw_store(v19, 0, 2)
    v27: Signed = cast_ptr_to_int(v21)
    v28: Void = raw_store(v19, 8, v27)
    v29: Void = raw_store(v19, 16, v24)
    v30: Void = raw_store(v19, 24, v25)
    v31: Void = raw_store(v19, 32, v22)
    goto return(0)
b4(v32: Address, v33: Address):
    v34: Signed = raw_load(v32, 0)
    v35: Ptr(str) = cast_int_to_ptr(v34)
    v36: Signed = raw_load(v32, 8)
    v37: Signed = raw_load(v32, 16)
    v38: Signed = raw_load(v32, 24)
    goto b5(v33, v36, v37, v38, v35)
b5(v39: Address, v40: Signed, v41: Signed, v42: Signed, v43: Ptr(str)):
    v44: Signed = extern_call[gx_jit_op](0, v41, v40, 0)
    v45: Void = raw_store(v39, 0, v44)
    v46: Void = raw_store(v39, 8, 3)
    v47: Signed = cast_ptr_to_int(v43)
    v48: Void = raw_store(v39, 16, v47)
    v49: Void = raw_store(v39, 24, v40)
    v50: Void = raw_store(v39, 32, v41)
    v51: Void = raw_store(v39, 40, v42)
    v52: Void = raw_store(v39, 48, 4)
    v53: Signed = cast_ptr_to_int(v43)
    v54: Void = raw_store(v39, 56, v53)
    v55: Void = raw_store(v39, 64, v40)
    v56: Void = raw_store(v39, 72, v42)
    goto return(1)
b6(v57: Address, v58: Address):
    v59: Signed = raw_load(v57, 0)
    v60: Ptr(str) = cast_int_to_ptr(v59)
    v61: Signed = raw_load(v57, 8)
    v62: Signed = raw_load(v57, 16)
    v63: Signed = raw_load(v57, 24)
    goto b7(v58, v61, v62, v63, v60)
b7(v64: Address, v65: Signed, v66: Signed, v67: Signed, v68: Ptr(str)):
    v69: Signed = extern_call[gx_jit_const](1, 4609434218613702656)
    v70: Signed = extern_call[gx_jit_op](1, v67, v69, 0)
    v71: Signed = extern_call[gx_jit_const](0, 1)
    v72: Signed = extern_call[gx_jit_op](2, v66, v71, 0)
    v73: Void = raw_store(v64, 0, 2)
    v74: Signed = cast_ptr_to_int(v68)
    v75: Void = raw_store(v64, 8, v74)
    v76: Void = raw_store(v64, 16, v65)
    v77: Void = raw_store(v64, 24, v72)
    v78: Void = raw_store(v64, 32, v70)
    goto return(0)
b8(v79: Address, v80: Address):
    v81: Signed = raw_load(v79, 0)
    v82: Ptr(str) = cast_int_to_ptr(v81)
    v83: Signed = raw_load(v79, 8)
    v84: Signed = raw_load(v79, 16)
    goto b9(v80, v83, v84, v82)
b9(v85: Address, v86: Signed, v87: Signed, v88: Ptr(str)):
    v89: Signed = extern_call[gx_jit_op](3, v87, 0, 0)
    v90: Void = raw_store(v85, 0, v89)
    v91: Void = raw_store(v85, 8, 0)
    v92: Void = raw_store(v85, 16, 5)
    v93: Signed = cast_ptr_to_int(v88)
    v94: Void = raw_store(v85, 24, v93)
    v95: Void = raw_store(v85, 32, v86)
    v96: Void = raw_store(v85, 40, v87)
    v97: Void = raw_store(v85, 48, 6)
    v98: Void = raw_store(v85, 56, v86)
    v99: Void = raw_store(v85, 64, v87)
    v100: Void = raw_store(v85, 72, 7)
    v101: Void = raw_store(v85, 80, v87)
    goto return(2)
b10(v102: Address, v103: Address):
    v104: Signed = raw_load(v102, 0)
    v105: Ptr(str) = cast_int_to_ptr(v104)
    v106: Signed = raw_load(v102, 8)
    v107: Signed = raw_load(v102, 16)
    goto b11(v103, v105, v106, v107)
b11(v108: Address, v109: Ptr(str), v110: Signed, v111: Signed):
    v112: Void = raw_store(v108, 0, 0)
    v113: Void = raw_store(v108, 8, 0)
    v114: Signed = cast_ptr_to_int(v109)
    v115: Void = raw_store(v108, 16, v114)
    v116: Void = raw_store(v108, 24, v110)
    v117: Void = raw_store(v108, 32, v111)
    goto return(6)
b12(v118: Address, v119: Address):
    v120: Signed = raw_load(v118, 0)
    v121: Signed = raw_load(v118, 8)
    goto b13(v119, v120, v121)
b13(v122: Address, v123: Signed, v124: Signed):
    v125: Signed = extern_call[gx_jit_const](1, 4602678819172646912)
    v126: Signed = extern_call[gx_jit_op](4, v124, v125, 0)
    v127: Signed = extern_call[gx_jit_const](1, 4607182418800017408)
    v128: Signed = extern_call[gx_jit_op](5, v126, v127, 0)
    v129: Void = raw_store(v122, 0, v128)
    v130: Void = raw_store(v122, 8, 6)
    v131: Void = raw_store(v122, 16, v123)
    v132: Void = raw_store(v122, 24, v126)
    v133: Void = raw_store(v122, 32, 8)
    v134: Void = raw_store(v122, 40, v123)
    v135: Void = raw_store(v122, 48, v126)
    goto return(1)
b14(v136: Address, v137: Address):
    v138: Signed = raw_load(v136, 0)
    goto b15(v137, v138)
b15(v139: Address, v140: Signed):
    v141: Void = raw_store(v139, 0, v140)
    goto return(4)
b16(v142: Address, v143: Address):
    v144: Signed = raw_load(v142, 0)
    v145: Signed = raw_load(v142, 8)
    goto b17(v143, v144, v145)
b17(v146: Address, v147: Signed, v148: Signed):
    v149: Signed = extern_call[gx_jit_op](6, v147, 0, 0)
    v150: Signed = extern_call[gx_jit_op](7, v148, v149, 0)
    v151: Void = raw_store(v146, 0, 7)
    v152: Void = raw_store(v146, 8, v150)
    goto return(0)
