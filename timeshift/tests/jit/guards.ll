# Tests in a row: `p + 1 >= limit`, `p + 2 >= limit`, ... and `p == 0`, `p == 1`, ... become one guard each, the strongest, once they are expected to fail. Where it
# leaves, each is asked by itself.
struct str gc { hash: Signed, chars: ImmutableArray(Char) immutable }
known string str
object @program: str = {0, "laaaaaaaaaalbbbbbbbbbb?"}
driver main greens(pc, code) reds(n, p, limit, acc)

graph run(v0: Signed, v1: Signed, v2: Signed) -> Signed
b0(v0: Signed, v1: Signed, v2: Signed):
    v3: Signed = direct_call[interpret](@program, v0, v1, v2)
    goto return(v3)

graph interpret(v0: Ptr(str), v1: Signed, v2: Signed, v3: Signed) -> Signed
b0(v0: Ptr(str), v1: Signed, v2: Signed, v3: Signed):
    goto b1(0, v0, v1, v2, v3, 0)
b1(v10: Signed, v11: Ptr(str), v12: Signed, v13: Signed, v14: Signed, v15: Signed):
    v16: Void = jit_marker[merge_point, main](v10, v11, v12, v13, v14, v15)
    v17: Char = getinterioritem[str](v11, v10)
    v18: Signed = int_add(v10, 1)
    v19: Bool = char_eq(v17, 'l')
    if v19 then b2(v18, v11, v12, v13, v14, v15) else b3(v17, v18, v11, v12, v13, v14, v15)
b2(v20: Signed, v21: Ptr(str), v22: Signed, v23: Signed, v24: Signed, v25: Signed):
    v26: Signed = int_and(v24, 63)
    v27: Signed = int_and(v23, 31)
    goto b1(v20, v21, v22, v27, v26, v25)
b3(v30: Char, v31: Signed, v32: Ptr(str), v33: Signed, v34: Signed, v35: Signed, v36: Signed):
    v37: Bool = char_eq(v30, 'a')
    if v37 then b4(v31, v32, v33, v34, v35, v36) else b6(v30, v31, v32, v33, v34, v35, v36)
b4(v40: Signed, v41: Ptr(str), v42: Signed, v43: Signed, v44: Signed, v45: Signed):
    v46: Signed = int_add(v43, 1)
    v47: Bool = int_ge(v46, v44)
    if v47 then b5(v40, v41, v42, v46, v44, v45) else b1(v40, v41, v42, v46, v44, v45)
b5(v50: Signed, v51: Ptr(str), v52: Signed, v53: Signed, v54: Signed, v55: Signed):
    v56: Signed = int_add(v55, v53)
    goto b1(v50, v51, v52, v53, v54, v56)
b6(v60: Char, v61: Signed, v62: Ptr(str), v63: Signed, v64: Signed, v65: Signed, v66: Signed):
    v67: Bool = char_eq(v60, 'b')
    if v67 then b7(v61, v62, v63, v64, v65, v66) else b10(v61, v62, v63, v64, v65, v66)
b7(v70: Signed, v71: Ptr(str), v72: Signed, v73: Signed, v74: Signed, v75: Signed):
    v76: Bool = int_eq(v73, 0)
    if v76 then b8(v70, v71, v72, v74, v75) else b9(v70, v71, v72, v73, v74, v75)
b8(v80: Signed, v81: Ptr(str), v82: Signed, v83: Signed, v84: Signed):
    v85: Signed = int_add(v84, 1000)
    goto b1(v80, v81, v82, 0, v83, v85)
b9(v90: Signed, v91: Ptr(str), v92: Signed, v93: Signed, v94: Signed, v95: Signed):
    v96: Signed = int_sub(v93, 1)
    goto b1(v90, v91, v92, v96, v94, v95)
b10(v100: Signed, v101: Ptr(str), v102: Signed, v103: Signed, v104: Signed, v105: Signed):
    v106: Signed = int_sub(v102, 1)
    v107: Signed = int_add(v103, v106)
    v108: Bool = int_gt(v106, 0)
    if v108 then b1(0, v101, v106, v107, v104, v105) else return(v105)
#=== run threshold=1,edge_threshold=1
run(9, 12, 63)
#=== output
run(9, 12, 63) = 5000
jit version id=V0 key=c0 point="interpret merge point" greens="pc=0 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why=first context="[k0 k1 k2 k3] k0=Signed k1=Signed k2=Signed k3=Signed"
jit fragment id=F0 version=V0 from=- counts="int_add:1 int_and:2 int_ge:1" end=branch
  b0(v3: Signed, v4: Signed, v5: Signed, v6: Signed):
  v7: Signed = int_and(v5, 63)
  v8: Signed = int_and(v4, 31)
  v9: Signed = int_add(v8, 1)
  v10: Bool = int_ge(v9, v7)
  if v10 then E0(v3, v9, v7, v6) else E1(v3, v9, v7, v6)
jit fragment id=F1 version=- from=- counts="" end=edge
  b0(v3: Signed, v4: Signed, v5: Signed, v6: Signed):
  jump E2(v3, v4, v5, v6)
jit version id=V1 key=c4 point="interpret merge point" greens="pc=2 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why=first context="[k0 k1 k2 k3] k0=Signed k1=Signed k2=Signed>=0 k3=Signed"
jit fragment id=F2 version=V1 from=E1 counts="int_add:1 int_ge:1" end=branch
  b0(v3: Signed, v4: Signed, v5: Signed, v6: Signed):
  v7: Signed = int_add(v4, 1)
  v8: Bool = int_ge(v7, v5)
  if v8 then E3(v3, v7, v5, v6) else E4(v3, v7, v5, v6)
jit version id=V2 key=c7 point="interpret merge point" greens="pc=3 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why=first context="[k0 k1 k2 k3] k0=Signed k1=Signed k2=Signed>=0 k3=Signed"
jit fragment id=F3 version=V2 from=E4 counts="int_add:1 int_ge:1" end=branch
  b0(v3: Signed, v4: Signed, v5: Signed, v6: Signed):
  v7: Signed = int_add(v4, 1)
  v8: Bool = int_ge(v7, v5)
  if v8 then E5(v3, v7, v5, v6) else E6(v3, v7, v5, v6)
jit version id=V3 key=c10 point="interpret merge point" greens="pc=4 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why=first context="[k0 k1 k2 k3] k0=Signed k1=Signed k2=Signed>=0 k3=Signed"
jit fragment id=F4 version=V3 from=E6 counts="int_add:1 int_ge:1" end=branch
  b0(v3: Signed, v4: Signed, v5: Signed, v6: Signed):
  v7: Signed = int_add(v4, 1)
  v8: Bool = int_ge(v7, v5)
  if v8 then E7(v3, v7, v5, v6) else E8(v3, v7, v5, v6)
jit version id=V4 key=c13 point="interpret merge point" greens="pc=5 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why=first context="[k0 k1 k2 k3] k0=Signed k1=Signed k2=Signed>=0 k3=Signed"
jit fragment id=F5 version=V4 from=E8 guards=1 counts="int_add:6 int_and:2 int_eq:1 int_ge:2 int_sub:1" end=branch
  b0(v3: Signed, v4: Signed, v5: Signed, v6: Signed):
  v7: Signed = int_add(v4, 1)
  v8: Bool = int_ge(v7, v5)
  v11: Signed = int_sub(v5, 6)
  v12: Bool = int_ge(v4, v11)
  if v12 then E9(v3, v7, v5, v6)
  v9: Signed = int_add(v4, 2)
  v13: Signed = int_add(v4, 3)
  v15: Signed = int_add(v4, 4)
  v17: Signed = int_add(v4, 5)
  v19: Signed = int_add(v4, 6)
  v21: Signed = int_and(v5, 63)
  v22: Signed = int_and(v19, 31)
  v23: Bool = int_eq(v22, 0)
  if v23 then E10(v3, v21, v6) else E11(v3, v22, v21, v6)
jit fragment id=F6 version=- from=E11 counts=int_sub:1 end=next
  b0(v3: Signed, v4: Signed, v5: Signed, v6: Signed):
  v7: Signed = int_sub(v4, 1)
  jump next(v3, v7, v5, v6)
jit version id=V5 key=c25 point="interpret merge point" greens="pc=13 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why=first context="[k0 k1 k2 k3] k0=Signed k1=Signed>=0 k2=Signed>=0 k3=Signed"
jit fragment id=F7 version=V5 from=- counts=int_eq:1 end=branch
  b0(v3: Signed, v4: Signed, v5: Signed, v6: Signed):
  v7: Bool = int_eq(v4, 0)
  if v7 then E12(v3, v5, v6) else E13(v3, v4, v5, v6)
jit fragment id=F8 version=- from=E13 counts=int_sub:1 end=next
  b0(v3: Signed, v4: Signed, v5: Signed, v6: Signed):
  v7: Signed = int_sub(v4, 1)
  jump next(v3, v7, v5, v6)
jit version id=V6 key=c28 point="interpret merge point" greens="pc=14 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why=first context="[k0 k1 k2 k3] k0=Signed k1=Signed>=0 k2=Signed>=0 k3=Signed"
jit fragment id=F9 version=V6 from=- counts=int_eq:1 end=branch
  b0(v3: Signed, v4: Signed, v5: Signed, v6: Signed):
  v7: Bool = int_eq(v4, 0)
  if v7 then E14(v3, v5, v6) else E15(v3, v4, v5, v6)
jit fragment id=F10 version=- from=E15 counts=int_sub:1 end=next
  b0(v3: Signed, v4: Signed, v5: Signed, v6: Signed):
  v7: Signed = int_sub(v4, 1)
  jump next(v3, v7, v5, v6)
jit version id=V7 key=c31 point="interpret merge point" greens="pc=15 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why=first context="[k0 k1 k2 k3] k0=Signed k1=Signed>=0 k2=Signed>=0 k3=Signed"
jit fragment id=F11 version=V7 from=- counts=int_eq:1 end=branch
  b0(v3: Signed, v4: Signed, v5: Signed, v6: Signed):
  v7: Bool = int_eq(v4, 0)
  if v7 then E16(v3, v5, v6) else E17(v3, v4, v5, v6)
jit fragment id=F12 version=- from=E17 counts=int_sub:1 end=next
  b0(v3: Signed, v4: Signed, v5: Signed, v6: Signed):
  v7: Signed = int_sub(v4, 1)
  jump next(v3, v7, v5, v6)
jit version id=V8 key=c34 point="interpret merge point" greens="pc=16 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why=first context="[k0 k1 k2 k3] k0=Signed k1=Signed>=0 k2=Signed>=0 k3=Signed"
jit fragment id=F13 version=V8 from=- guards=1 counts="int_add:6 int_eq:1 int_gt:1 int_lt:1 int_sub:2" end=branch
  b0(v3: Signed, v4: Signed, v5: Signed, v6: Signed):
  v7: Bool = int_eq(v4, 0)
  v10: Bool = int_lt(v4, 6)
  if v10 then E18(v3, v5, v6, v4)
  v8: Signed = int_sub(v4, 1)
  v11: Signed = int_add(v4, -2)
  v13: Signed = int_add(v4, -3)
  v15: Signed = int_add(v4, -4)
  v17: Signed = int_add(v4, -5)
  v19: Signed = int_add(v4, -6)
  v20: Signed = int_sub(v3, 1)
  v21: Signed = int_add(v19, v20)
  v22: Bool = int_gt(v20, 0)
  if v22 then E19(v20, v21, v5, v6) else E20(v6)
jit loop to=F0 again="it is not small, and all of its calls are traced into"
jit edge id=E19 to=F0
jit loop to=F0 again="it has not turned often enough"
jit fragment id=F14 version=- from=E18 guards=1 counts="int_eq:1 int_sub:1" end=next
  b0(v3: Signed, v4: Signed, v5: Signed, v6: Signed):
  v7: Bool = int_eq(v6, 0)
  if v7 then E21(v3, v4, v5)
  v8: Signed = int_sub(v6, 1)
  jump next(v3, v8, v4, v5)
jit version id=V9 key=c37 point="interpret merge point" greens="pc=17 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why=first context="[k0 k1 k2 k3] k0=Signed k1=Signed>=0 k2=Signed>=0 k3=Signed"
jit fragment id=F15 version=V9 from=- guards=5 counts="int_add:5 int_eq:5 int_gt:1 int_sub:2" end=branch
  b0(v3: Signed, v4: Signed, v5: Signed, v6: Signed):
  v7: Bool = int_eq(v4, 0)
  if v7 then E22(v3, v5, v6)
  v8: Signed = int_sub(v4, 1)
  v9: Bool = int_eq(v4, 1)
  if v9 then E23(v3, v5, v6)
  v10: Signed = int_add(v4, -2)
  v11: Bool = int_eq(v4, 2)
  if v11 then E24(v3, v5, v6)
  v12: Signed = int_add(v4, -3)
  v13: Bool = int_eq(v4, 3)
  if v13 then E25(v3, v5, v6)
  v14: Signed = int_add(v4, -4)
  v15: Bool = int_eq(v4, 4)
  if v15 then E26(v3, v5, v6)
  v16: Signed = int_add(v4, -5)
  v17: Signed = int_sub(v3, 1)
  v18: Signed = int_add(v16, v17)
  v19: Bool = int_gt(v17, 0)
  if v19 then E27(v17, v18, v5, v6) else E28(v6)
jit fragment id=F16 version=- from=E22 counts=int_add:1 end=next
  b0(v3: Signed, v4: Signed, v5: Signed):
  v6: Signed = int_add(v5, 1000)
  jump next(v3, v4, v6)
jit version id=V10 key=c38 point="interpret merge point" greens="pc=18 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why=first context="[k0 k1 k2 k3] k0=Signed k1=0 k2=Signed>=0 k3=Signed"
jit fragment id=F17 version=V10 from=- counts="int_add:4 int_gt:1 int_sub:1" end=branch
  b0(v3: Signed, v4: Signed, v5: Signed):
  v6: Signed = int_add(v5, 1000)
  v7: Signed = int_add(v5, 2000)
  v8: Signed = int_add(v5, 3000)
  v9: Signed = int_add(v5, 4000)
  v10: Signed = int_sub(v3, 1)
  v11: Bool = int_gt(v10, 0)
  if v11 then E29(v10, v4, v9) else E30(v9)
jit loop to=F0 again="it is not small, and all of its calls are traced into"
jit edge id=E29 to=F0
jit loop to=F0 again="it has not turned often enough"
jit version id=V11 key=c0 point="interpret merge point" greens="pc=0 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why="runs often" context="[k0 k1 k2 k3] k0=Signed>=1 k1=Signed k2=Signed>=0 k3=Signed"
jit fragment id=F18 version=V11 from=E19 guards=3 counts="int_add:21 int_and:4 int_eq:1 int_ge:2 int_gt:1 int_lt:1 int_sub:3" end=jump
  b0(v3: Signed, v4: Signed, v5: Signed, v6: Signed):
  v7: Signed = int_and(v5, 63)
  v8: Signed = int_and(v4, 31)
  v9: Signed = int_add(v8, 1)
  v10: Bool = int_ge(v9, v7)
  v13: Signed = int_sub(v7, 10)
  v14: Bool = int_ge(v8, v13)
  if v14 then E31(v3, v9, v7, v6)
  v11: Signed = int_add(v8, 2)
  v15: Signed = int_add(v8, 3)
  v17: Signed = int_add(v8, 4)
  v19: Signed = int_add(v8, 5)
  v21: Signed = int_add(v8, 6)
  v23: Signed = int_add(v8, 7)
  v25: Signed = int_add(v8, 8)
  v27: Signed = int_add(v8, 9)
  v29: Signed = int_add(v8, 10)
  v31: Signed = int_and(v7, 63)
  v32: Signed = int_add(v4, 10)
  v33: Signed = int_and(v32, 31)
  v34: Bool = int_eq(v33, 0)
  v37: Bool = int_lt(v33, 10)
  if v37 then E32(v3, v31, v6, v33)
  v35: Signed = int_sub(v33, 1)
  v38: Signed = int_add(v33, -2)
  v40: Signed = int_add(v33, -3)
  v42: Signed = int_add(v33, -4)
  v44: Signed = int_add(v33, -5)
  v46: Signed = int_add(v33, -6)
  v48: Signed = int_add(v33, -7)
  v50: Signed = int_add(v33, -8)
  v52: Signed = int_add(v33, -9)
  v54: Signed = int_add(v33, -10)
  v55: Signed = int_sub(v3, 1)
  v56: Signed = int_add(v54, v55)
  v57: Bool = int_gt(v55, 0)
  if not v57 then E33(v6)
  jump F18(v55, v56, v31, v6)
jit regenerate edge=E19 before=F0 to=F18
jit fragment id=F19 version=- from=E33 counts="" end=exit
  b0(v3: Signed):
  exit done(v3)
#=== run threshold=1,edge_threshold=1,counts
run(9, 12, 63)
run(20, 3, 63)
run(40, 3, 20)
run(40, 3, 0)
#=== output
run(9, 12, 63) = 5000
jit version id=V0 key=c0 point="interpret merge point" greens="pc=0 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why=first context="[k0 k1 k2 k3] k0=Signed k1=Signed k2=Signed k3=Signed"
jit fragment id=F0 version=V0 from=- counts="int_add:1 int_and:2 int_ge:1" end=branch
jit fragment id=F1 version=- from=- counts="" end=edge
jit version id=V1 key=c4 point="interpret merge point" greens="pc=2 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why=first context="[k0 k1 k2 k3] k0=Signed k1=Signed k2=Signed>=0 k3=Signed"
jit fragment id=F2 version=V1 from=E1 counts="int_add:1 int_ge:1" end=branch
jit version id=V2 key=c7 point="interpret merge point" greens="pc=3 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why=first context="[k0 k1 k2 k3] k0=Signed k1=Signed k2=Signed>=0 k3=Signed"
jit fragment id=F3 version=V2 from=E4 counts="int_add:1 int_ge:1" end=branch
jit version id=V3 key=c10 point="interpret merge point" greens="pc=4 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why=first context="[k0 k1 k2 k3] k0=Signed k1=Signed k2=Signed>=0 k3=Signed"
jit fragment id=F4 version=V3 from=E6 counts="int_add:1 int_ge:1" end=branch
jit version id=V4 key=c13 point="interpret merge point" greens="pc=5 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why=first context="[k0 k1 k2 k3] k0=Signed k1=Signed k2=Signed>=0 k3=Signed"
jit fragment id=F5 version=V4 from=E8 guards=1 counts="int_add:6 int_and:2 int_eq:1 int_ge:2 int_sub:1" end=branch
jit fragment id=F6 version=- from=E11 counts=int_sub:1 end=next
jit version id=V5 key=c25 point="interpret merge point" greens="pc=13 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why=first context="[k0 k1 k2 k3] k0=Signed k1=Signed>=0 k2=Signed>=0 k3=Signed"
jit fragment id=F7 version=V5 from=- counts=int_eq:1 end=branch
jit fragment id=F8 version=- from=E13 counts=int_sub:1 end=next
jit version id=V6 key=c28 point="interpret merge point" greens="pc=14 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why=first context="[k0 k1 k2 k3] k0=Signed k1=Signed>=0 k2=Signed>=0 k3=Signed"
jit fragment id=F9 version=V6 from=- counts=int_eq:1 end=branch
jit fragment id=F10 version=- from=E15 counts=int_sub:1 end=next
jit version id=V7 key=c31 point="interpret merge point" greens="pc=15 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why=first context="[k0 k1 k2 k3] k0=Signed k1=Signed>=0 k2=Signed>=0 k3=Signed"
jit fragment id=F11 version=V7 from=- counts=int_eq:1 end=branch
jit fragment id=F12 version=- from=E17 counts=int_sub:1 end=next
jit version id=V8 key=c34 point="interpret merge point" greens="pc=16 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why=first context="[k0 k1 k2 k3] k0=Signed k1=Signed>=0 k2=Signed>=0 k3=Signed"
jit fragment id=F13 version=V8 from=- guards=1 counts="int_add:6 int_eq:1 int_gt:1 int_lt:1 int_sub:2" end=branch
jit loop to=F0 again="it is not small, and all of its calls are traced into"
jit edge id=E19 to=F0
jit loop to=F0 again="it has not turned often enough"
jit fragment id=F14 version=- from=E18 guards=1 counts="int_eq:1 int_sub:1" end=next
jit version id=V9 key=c37 point="interpret merge point" greens="pc=17 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why=first context="[k0 k1 k2 k3] k0=Signed k1=Signed>=0 k2=Signed>=0 k3=Signed"
jit fragment id=F15 version=V9 from=- guards=5 counts="int_add:5 int_eq:5 int_gt:1 int_sub:2" end=branch
jit fragment id=F16 version=- from=E22 counts=int_add:1 end=next
jit version id=V10 key=c38 point="interpret merge point" greens="pc=18 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why=first context="[k0 k1 k2 k3] k0=Signed k1=0 k2=Signed>=0 k3=Signed"
jit fragment id=F17 version=V10 from=- counts="int_add:4 int_gt:1 int_sub:1" end=branch
jit loop to=F0 again="it is not small, and all of its calls are traced into"
jit edge id=E29 to=F0
jit loop to=F0 again="it has not turned often enough"
jit version id=V11 key=c0 point="interpret merge point" greens="pc=0 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why="runs often" context="[k0 k1 k2 k3] k0=Signed>=1 k1=Signed k2=Signed>=0 k3=Signed"
jit fragment id=F18 version=V11 from=E19 guards=3 counts="int_add:21 int_and:4 int_eq:1 int_ge:2 int_gt:1 int_lt:1 int_sub:3" end=jump
jit regenerate edge=E19 before=F0 to=F18
jit fragment id=F19 version=- from=E33 counts="" end=exit
run(20, 3, 63) = 37000
jit fragment id=F20 version=- from=E32 guards=1 counts="int_eq:1 int_sub:1" end=edge
jit fragment id=F21 version=- from=E34 counts=int_add:1 end=edge
jit version id=V12 key=c25 point="interpret merge point" greens="pc=13 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why="runs often" context="[k0 k1 k2 k3] k0=Signed>=1 k1=0 k2=Signed>=0 k3=Signed"
jit fragment id=F22 version=V12 from=E36 guards=4 counts="int_add:31 int_and:4 int_eq:1 int_ge:2 int_gt:2 int_lt:1 int_sub:3" end=jump
jit version id=V13 key=c25 point="interpret merge point" greens="pc=13 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why="V12 knows more" context="[k0 k1 k2 k3] k0=Signed>=1 k1=Signed>=0 k2=Signed>=0 k3=Signed"
jit fragment id=F23 version=V13 from=E35 guards=1 counts="int_add:9 int_eq:1 int_gt:1 int_lt:1 int_sub:2" end=branch
jit fragment id=F24 version=- from=E41 guards=1 counts="int_eq:1 int_sub:1" end=edge
jit version id=V14 key=c28 point="interpret merge point" greens="pc=14 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why="runs often" context="[k0 k1 k2 k3] k0=Signed>=1 k1=Signed>=0 k2=Signed>=0 k3=Signed"
jit fragment id=F25 version=V14 from=E45 guards=1 counts="int_add:8 int_eq:1 int_gt:1 int_lt:1 int_sub:2" end=branch
jit fragment id=F26 version=- from=E46 guards=1 counts="int_eq:1 int_sub:1" end=edge
jit version id=V15 key=c31 point="interpret merge point" greens="pc=15 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why="runs often" context="[k0 k1 k2 k3] k0=Signed>=1 k1=Signed>=0 k2=Signed>=0 k3=Signed"
jit fragment id=F27 version=V15 from=E50 guards=1 counts="int_add:7 int_eq:1 int_gt:1 int_lt:1 int_sub:2" end=branch
jit fragment id=F28 version=- from=E51 guards=1 counts="int_eq:1 int_sub:1" end=edge
jit version id=V16 key=c34 point="interpret merge point" greens="pc=16 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why="runs often" context="[k0 k1 k2 k3] k0=Signed>=1 k1=Signed>=0 k2=Signed>=0 k3=Signed"
jit fragment id=F29 version=V16 from=E55 guards=1 counts="int_add:6 int_eq:1 int_gt:1 int_lt:1 int_sub:2" end=branch
jit fragment id=F30 version=- from=E56 guards=1 counts="int_eq:1 int_sub:1" end=edge
jit version id=V17 key=c37 point="interpret merge point" greens="pc=17 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why="runs often" context="[k0 k1 k2 k3] k0=Signed>=1 k1=Signed>=0 k2=Signed>=0 k3=Signed"
jit fragment id=F31 version=V17 from=E60 guards=1 counts="int_add:5 int_eq:1 int_gt:1 int_lt:1 int_sub:2" end=branch
jit fragment id=F32 version=- from=E61 guards=1 counts="int_eq:1 int_sub:1" end=edge
jit version id=V18 key=c38 point="interpret merge point" greens="pc=18 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why="runs often" context="[k0 k1 k2 k3] k0=Signed>=1 k1=Signed>=0 k2=Signed>=0 k3=Signed"
jit fragment id=F33 version=V18 from=E65 guards=1 counts="int_add:4 int_eq:1 int_gt:1 int_lt:1 int_sub:2" end=branch
jit fragment id=F34 version=- from=E66 guards=1 counts="int_eq:1 int_sub:1" end=edge
jit version id=V19 key=c39 point="interpret merge point" greens="pc=19 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why="runs often" context="[k0 k1 k2 k3] k0=Signed>=1 k1=Signed>=0 k2=Signed>=0 k3=Signed"
jit fragment id=F35 version=V19 from=E70 guards=1 counts="int_add:3 int_eq:1 int_gt:1 int_lt:1 int_sub:2" end=branch
jit fragment id=F36 version=- from=E71 guards=1 counts="int_eq:1 int_sub:1" end=edge
jit fragment id=F37 version=- from=E74 counts=int_add:1 end=edge
jit version id=V20 key=c40 point="interpret merge point" greens="pc=20 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why="runs often" context="[k0 k1 k2 k3] k0=Signed>=1 k1=0 k2=Signed>=0 k3=Signed"
jit fragment id=F38 version=V20 from=E76 guards=3 counts="int_add:13 int_and:4 int_eq:1 int_ge:2 int_gt:1 int_sub:3" end=jump
jit edge id=E42 to=F18
jit fragment id=F39 version=- from=E44 counts=int_add:1 end=edge
jit version id=V21 key=c28 point="interpret merge point" greens="pc=14 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why="V14 would lose a constant" context="[k0 k1 k2 k3] k0=Signed>=1 k1=0 k2=Signed>=0 k3=Signed"
jit fragment id=F40 version=V21 from=E80 counts=int_add:4 end=jump
jit fragment id=F41 version=- from=E69 counts=int_add:1 end=edge
jit version id=V22 key=c39 point="interpret merge point" greens="pc=19 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why="V19 would lose a constant" context="[k0 k1 k2 k3] k0=Signed>=1 k1=0 k2=Signed>=0 k3=Signed"
jit fragment id=F42 version=V22 from=E81 counts=int_add:1 end=jump
jit fragment id=F43 version=- from=E64 counts=int_add:1 end=edge
jit edge id=E82 to=F33
run(40, 3, 20) = 92968
jit fragment id=F44 version=- from=E31 guards=1 counts=int_ge:1 end=edge
jit version id=V23 key=c4 point="interpret merge point" greens="pc=2 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why="runs often" context="[k0 k1 k2 k3] k0=Signed>=1 k1=Signed k2=Signed>=0 k3=Signed"
jit fragment id=F45 version=V23 from=E84 guards=3 counts="int_add:10 int_and:2 int_eq:1 int_ge:3 int_sub:2" end=jump
jit fragment id=F46 version=- from=E85 guards=1 counts=int_ge:1 end=edge
jit version id=V24 key=c7 point="interpret merge point" greens="pc=3 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why="runs often" context="[k0 k1 k2 k3] k0=Signed>=1 k1=Signed k2=Signed>=0 k3=Signed"
jit fragment id=F47 version=V24 from=E89 guards=3 counts="int_add:9 int_and:2 int_eq:1 int_ge:3 int_sub:2" end=jump
jit fragment id=F48 version=- from=E90 guards=1 counts=int_ge:1 end=edge
jit version id=V25 key=c10 point="interpret merge point" greens="pc=4 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why="runs often" context="[k0 k1 k2 k3] k0=Signed>=1 k1=Signed k2=Signed>=0 k3=Signed"
jit fragment id=F49 version=V25 from=E94 guards=3 counts="int_add:8 int_and:2 int_eq:1 int_ge:3 int_sub:2" end=jump
jit fragment id=F50 version=- from=E95 guards=1 counts=int_ge:1 end=edge
jit fragment id=F51 version=- from=E98 counts=int_add:1 end=edge
jit version id=V26 key=c13 point="interpret merge point" greens="pc=5 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why="runs often" context="[k0 k1 k2 k3] k0=Signed>=1 k1=Signed>=0 k2=Signed>=0 k3=Signed"
jit fragment id=F52 version=V26 from=E100 guards=3 counts="int_add:7 int_and:2 int_eq:1 int_ge:3 int_sub:2" end=jump
jit fragment id=F53 version=- from=E101 guards=1 counts=int_ge:1 end=edge
jit fragment id=F54 version=- from=E104 counts=int_add:1 end=edge
jit version id=V27 key=c16 point="interpret merge point" greens="pc=6 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why="runs often" context="[k0 k1 k2 k3] k0=Signed>=1 k1=Signed>=0 k2=Signed>=0 k3=Signed"
jit fragment id=F55 version=V27 from=E106 guards=6 counts="int_add:10 int_and:2 int_eq:1 int_ge:5 int_sub:1" end=jump
jit fragment id=F56 version=- from=E83 counts=int_add:1 end=edge
jit version id=V28 key=c4 point="interpret merge point" greens="pc=2 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why="V23 would lose a range" context="[k0 k1 k2 k3] k0=Signed>=1 k1=Signed>=0 k2=Signed>=0 k3=Signed"
jit fragment id=F57 version=V28 from=E113 guards=1 counts="int_add:1 int_ge:1" end=jump
jit fragment id=F58 version=- from=E114 counts=int_add:1 end=edge
jit version id=V29 key=c7 point="interpret merge point" greens="pc=3 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why="V24 would lose a range" context="[k0 k1 k2 k3] k0=Signed>=1 k1=Signed>=0 k2=Signed>=0 k3=Signed"
jit fragment id=F59 version=V29 from=E115 guards=1 counts="int_add:1 int_ge:1" end=jump
jit fragment id=F60 version=- from=E116 counts=int_add:1 end=edge
jit version id=V30 key=c10 point="interpret merge point" greens="pc=4 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why="V25 would lose a range" context="[k0 k1 k2 k3] k0=Signed>=1 k1=Signed>=0 k2=Signed>=0 k3=Signed"
jit fragment id=F61 version=V30 from=E117 guards=8 counts="int_add:14 int_and:2 int_eq:1 int_ge:7 int_sub:1" end=jump
jit fragment id=F62 version=- from=E54 counts=int_add:1 end=edge
jit version id=V31 key=c34 point="interpret merge point" greens="pc=16 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why="V16 would lose a constant" context="[k0 k1 k2 k3] k0=Signed>=1 k1=0 k2=Signed>=0 k3=Signed"
jit fragment id=F63 version=V31 from=E126 counts=int_add:2 end=jump
jit fragment id=F64 version=- from=E78 guards=1 counts=int_ge:1 end=edge
jit fragment id=F65 version=- from=E127 counts=int_add:1 end=edge
jit edge id=E129 to=F57
jit fragment id=F66 version=- from=E59 counts=int_add:1 end=edge
jit version id=V32 key=c37 point="interpret merge point" greens="pc=17 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why="V17 would lose a constant" context="[k0 k1 k2 k3] k0=Signed>=1 k1=0 k2=Signed>=0 k3=Signed"
jit fragment id=F67 version=V32 from=E130 counts=int_add:1 end=jump
jit fragment id=F68 version=- from=E49 counts=int_add:1 end=edge
jit version id=V33 key=c31 point="interpret merge point" greens="pc=15 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why="V15 would lose a constant" context="[k0 k1 k2 k3] k0=Signed>=1 k1=0 k2=Signed>=0 k3=Signed"
jit fragment id=F69 version=V33 from=E131 counts=int_add:1 end=jump
jit fragment id=F70 version=- from=E125 counts=int_add:1 end=edge
jit edge id=E132 to=F23
jit edge id=E128 to=F45
jit fragment id=F71 version=- from=E88 counts=int_add:1 end=edge
jit edge id=E133 to=F59
jit version id=V34 key=c13 point="interpret merge point" greens="pc=5 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why="V26 knows more" context="[k0 k1 k2 k3] k0=Signed>=1 k1=Signed k2=Signed>=0 k3=Signed"
jit fragment id=F72 version=V34 from=E99 guards=7 counts="int_add:11 int_and:2 int_eq:1 int_ge:6 int_sub:1" end=jump
jit fragment id=F73 version=- from=E135 counts="" end=edge
jit version id=V35 key=c17 point="interpret merge point" greens="pc=7 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why="runs often" context="[k0 k1 k2 k3] k0=Signed>=1 k1=Signed k2=Signed>=0 k3=Signed"
jit fragment id=F74 version=V35 from=E141 guards=5 counts="int_add:8 int_and:2 int_eq:1 int_ge:4 int_sub:1" end=jump
jit fragment id=F75 version=- from=E142 counts="" end=edge
jit version id=V36 key=c18 point="interpret merge point" greens="pc=8 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why="runs often" context="[k0 k1 k2 k3] k0=Signed>=1 k1=Signed k2=Signed>=0 k3=Signed"
jit fragment id=F76 version=V36 from=E147 guards=4 counts="int_add:6 int_and:2 int_eq:1 int_ge:3 int_sub:1" end=jump
run(40, 3, 0) = 95080
jit fragment id=F77 version=- from=E0 counts=int_add:1 end=jump
jit fragment id=F78 version=- from=E3 counts=int_add:1 end=jump
jit fragment id=F79 version=- from=E5 counts=int_add:1 end=jump
jit fragment id=F80 version=- from=E7 counts=int_add:1 end=jump
jit fragment id=F81 version=- from=E9 counts=int_ge:1 end=branch
jit fragment id=F82 version=- from=E152 counts=int_add:1 end=next
jit version id=V37 key=c16 point="interpret merge point" greens="pc=6 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why="V27 knows more" context="[k0 k1 k2 k3] k0=Signed k1=Signed>=0 k2=Signed>=0 k3=Signed"
jit fragment id=F83 version=V37 from=- counts="int_add:1 int_ge:1" end=branch
jit fragment id=F84 version=- from=E154 counts=int_add:1 end=next
jit version id=V38 key=c17 point="interpret merge point" greens="pc=7 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why="V35 knows more" context="[k0 k1 k2 k3] k0=Signed k1=Signed>=1 k2=Signed>=0 k3=Signed"
jit fragment id=F85 version=V38 from=- counts="int_add:1 int_ge:1" end=branch
jit fragment id=F86 version=- from=E156 counts=int_add:1 end=next
jit version id=V39 key=c18 point="interpret merge point" greens="pc=8 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why="V36 knows more" context="[k0 k1 k2 k3] k0=Signed k1=Signed>=1 k2=Signed>=0 k3=Signed"
jit fragment id=F87 version=V39 from=- counts="int_add:1 int_ge:1" end=branch
jit fragment id=F88 version=- from=E158 counts=int_add:1 end=next
jit version id=V40 key=c19 point="interpret merge point" greens="pc=9 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why=first context="[k0 k1 k2 k3] k0=Signed k1=Signed>=1 k2=Signed>=0 k3=Signed"
jit fragment id=F89 version=V40 from=- counts="int_add:1 int_ge:1" end=branch
jit fragment id=F90 version=- from=E160 counts=int_add:1 end=next
jit version id=V41 key=c20 point="interpret merge point" greens="pc=10 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why=first context="[k0 k1 k2 k3] k0=Signed k1=Signed>=1 k2=Signed>=0 k3=Signed"
jit fragment id=F91 version=V41 from=- counts="int_add:1 int_ge:1" end=branch
jit fragment id=F92 version=- from=E162 counts=int_add:1 end=next
jit version id=V42 key=c21 point="interpret merge point" greens="pc=11 code=\"laaaaaaaaaalbbbbbbbbbb?\"" why=first context="[k0 k1 k2 k3] k0=Signed k1=Signed>=1 k2=Signed>=0 k3=Signed"
jit fragment id=F93 version=V42 from=- guards=1 counts="int_and:2 int_eq:1 int_sub:1" end=jump
jit fragment id=F94 version=- from=E43 counts="" end=exit
#=== run threshold=1,edge_threshold=3,results
run(9, 12, 63)
run(20, 3, 63)
run(40, 3, 20)
run(40, 3, 0)
run(1000, 31, 40)
#=== output
run(9, 12, 63) = 5000
run(20, 3, 63) = 37000
run(40, 3, 20) = 92968
run(40, 3, 0) = 95080
run(1000, 31, 40) = 2491081
