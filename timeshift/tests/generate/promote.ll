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
    v14: Void = raw_store(v9, 8, 0)
    v15: Void = raw_store(v9, 16, 1)
    v16: Signed = cast_ptr_to_int(v10)
    v17: Void = raw_store(v9, 24, v16)
    v18: Void = raw_store(v9, 32, v12)
    goto return(5)
b3(v19: Address, v20: Address):
    v21: Signed = raw_load(v19, 0)
    v22: Ptr(str) = cast_int_to_ptr(v21)
    v23: Signed = raw_load(v19, 8)
    v24: Signed = raw_load(v19, 16)
    v25: Signed = extern_call[gx_jit_const](0, v24)
    v26: Signed = extern_call[gx_jit_const](0, 0)
    v27: Void = raw_store(v20, 0, 2)
    v28: Signed = cast_ptr_to_int(v22)
    v29: Void = raw_store(v20, 8, v28)
    v30: Void = raw_store(v20, 16, v25)
    v31: Void = raw_store(v20, 24, v26)
    v32: Void = raw_store(v20, 32, v23)
    goto return(0)
b4(v33: Address, v34: Address):
    v35: Signed = raw_load(v33, 0)
    v36: Ptr(str) = cast_int_to_ptr(v35)
    v37: Signed = raw_load(v33, 8)
    v38: Signed = raw_load(v33, 16)
    v39: Signed = raw_load(v33, 24)
    goto b5(v34, v37, v38, v39, v36)
b5(v40: Address, v41: Signed, v42: Signed, v43: Signed, v44: Ptr(str)):
    v45: Signed = extern_call[gx_jit_op](0, v42, v41, 0)
    v46: Void = raw_store(v40, 0, v45)
    v47: Void = raw_store(v40, 8, 3)
    v48: Signed = cast_ptr_to_int(v44)
    v49: Void = raw_store(v40, 16, v48)
    v50: Void = raw_store(v40, 24, v41)
    v51: Void = raw_store(v40, 32, v42)
    v52: Void = raw_store(v40, 40, v43)
    v53: Void = raw_store(v40, 48, 4)
    v54: Signed = cast_ptr_to_int(v44)
    v55: Void = raw_store(v40, 56, v54)
    v56: Void = raw_store(v40, 64, v41)
    v57: Void = raw_store(v40, 72, v43)
    goto return(1)
b6(v58: Address, v59: Address):
    v60: Signed = raw_load(v58, 0)
    v61: Ptr(str) = cast_int_to_ptr(v60)
    v62: Signed = raw_load(v58, 8)
    v63: Signed = raw_load(v58, 16)
    v64: Signed = raw_load(v58, 24)
    goto b7(v59, v62, v63, v64, v61)
b7(v65: Address, v66: Signed, v67: Signed, v68: Signed, v69: Ptr(str)):
    v70: Signed = extern_call[gx_jit_const](1, 4609434218613702656)
    v71: Signed = extern_call[gx_jit_op](1, v68, v70, 0)
    v72: Signed = extern_call[gx_jit_const](0, 1)
    v73: Signed = extern_call[gx_jit_op](2, v67, v72, 0)
    v74: Void = raw_store(v65, 0, 2)
    v75: Signed = cast_ptr_to_int(v69)
    v76: Void = raw_store(v65, 8, v75)
    v77: Void = raw_store(v65, 16, v66)
    v78: Void = raw_store(v65, 24, v73)
    v79: Void = raw_store(v65, 32, v71)
    goto return(0)
b8(v80: Address, v81: Address):
    v82: Signed = raw_load(v80, 0)
    v83: Ptr(str) = cast_int_to_ptr(v82)
    v84: Signed = raw_load(v80, 8)
    v85: Signed = raw_load(v80, 16)
    goto b9(v81, v84, v85, v83)
b9(v86: Address, v87: Signed, v88: Signed, v89: Ptr(str)):
    v90: Signed = extern_call[gx_jit_op](3, v88, 0, 0)
    v91: Void = raw_store(v86, 0, v90)
    v92: Void = raw_store(v86, 8, 0)
    v93: Void = raw_store(v86, 16, 5)
    v94: Signed = cast_ptr_to_int(v89)
    v95: Void = raw_store(v86, 24, v94)
    v96: Void = raw_store(v86, 32, v87)
    v97: Void = raw_store(v86, 40, v88)
    v98: Void = raw_store(v86, 48, 6)
    v99: Void = raw_store(v86, 56, v87)
    v100: Void = raw_store(v86, 64, v88)
    v101: Void = raw_store(v86, 72, 7)
    v102: Void = raw_store(v86, 80, v88)
    goto return(2)
b10(v103: Address, v104: Address):
    v105: Signed = raw_load(v103, 0)
    v106: Ptr(str) = cast_int_to_ptr(v105)
    v107: Signed = raw_load(v103, 8)
    v108: Signed = raw_load(v103, 16)
    goto b11(v104, v106, v107, v108)
b11(v109: Address, v110: Ptr(str), v111: Signed, v112: Signed):
    v113: Void = raw_store(v109, 0, 0)
    v114: Void = raw_store(v109, 8, 0)
    v115: Signed = cast_ptr_to_int(v110)
    v116: Void = raw_store(v109, 16, v115)
    v117: Void = raw_store(v109, 24, v111)
    v118: Void = raw_store(v109, 32, v112)
    goto return(6)
b12(v119: Address, v120: Address):
    v121: Signed = raw_load(v119, 0)
    v122: Signed = raw_load(v119, 8)
    goto b13(v120, v121, v122)
b13(v123: Address, v124: Signed, v125: Signed):
    v126: Signed = extern_call[gx_jit_const](1, 4602678819172646912)
    v127: Signed = extern_call[gx_jit_op](4, v125, v126, 0)
    v128: Signed = extern_call[gx_jit_const](1, 4607182418800017408)
    v129: Signed = extern_call[gx_jit_op](5, v127, v128, 0)
    v130: Void = raw_store(v123, 0, v129)
    v131: Void = raw_store(v123, 8, 6)
    v132: Void = raw_store(v123, 16, v124)
    v133: Void = raw_store(v123, 24, v127)
    v134: Void = raw_store(v123, 32, 8)
    v135: Void = raw_store(v123, 40, v124)
    v136: Void = raw_store(v123, 48, v127)
    goto return(1)
b14(v137: Address, v138: Address):
    v139: Signed = raw_load(v137, 0)
    goto b15(v138, v139)
b15(v140: Address, v141: Signed):
    v142: Void = raw_store(v140, 0, v141)
    goto return(4)
b16(v143: Address, v144: Address):
    v145: Signed = raw_load(v143, 0)
    v146: Signed = raw_load(v143, 8)
    goto b17(v144, v145, v146)
b17(v147: Address, v148: Signed, v149: Signed):
    v150: Signed = extern_call[gx_jit_op](6, v148, 0, 0)
    v151: Signed = extern_call[gx_jit_op](7, v149, v150, 0)
    v152: Void = raw_store(v147, 0, 7)
    v153: Void = raw_store(v147, 8, v151)
    goto return(0)
