# copy: run(green, green, red) -> red; portal 0; call b3 = 1; green: v0 v1 v3 v4 v6 v7 v9 v10 v11 v12 v13 v19 v40 v22 v23 v25
# copy: add(red, red) -> red
# portal: main run copy 0 block b1 greens 2
# An interpreter: dispatch on green code, a call, a red test that moves the green pc.
struct Code gc { ops: Ptr(GcArray(Char)) immutable }
struct S gc { acc: Signed }
driver main greens(pc, code) reds(s)
graph run(v0: Signed, v1: Ptr(Code), v2: Ptr(S)) -> Signed
b0(v0: Signed, v1: Ptr(Code), v2: Ptr(S)):
    goto b1(v0, v1, v2)
b1(v3: Signed, v4: Ptr(Code), v5: Ptr(S)):
    v99: Void = jit_marker[merge_point, main](v3, v4, v5)
    goto b2(v3, v4, v5)
b2(v6: Signed, v7: Ptr(Code), v8: Ptr(S)):
    v9: Ptr(GcArray(Char)) = getfield[Code.ops](v7)
    v10: Char = getarrayitem[GcArray(Char)](v9, v6)
    v11: Signed = int_add(v6, 1)
    switch v10 { '+' => b3(v11, v7, v8), 'j' => b5(v11, v7, v8), 'r' => b7(v8), default => b1(v11, v7, v8) }
b3(v12: Signed, v13: Ptr(Code), v14: Ptr(S)):
    v16: Signed = getfield[S.acc](v14)
    v18: Signed = direct_call[add](v16, 1)
    goto b4(v12, v13, v14, v18)
b4(v19: Signed, v40: Ptr(Code), v20: Ptr(S), v21: Signed):
    v24: Void = setfield[S.acc](v20, v21)
    goto b1(v19, v40, v20)
b5(v22: Signed, v23: Ptr(Code), v27: Ptr(S)):
    v28: Signed = getfield[S.acc](v27)
    v29: Bool = int_lt(v28, 100)
    if v29 then b6(v23, v27) else b1(v22, v23, v27)
b6(v25: Ptr(Code), v32: Ptr(S)):
    goto b1(0, v25, v32)
b7(v34: Ptr(S)):
    v35: Signed = getfield[S.acc](v34)
    goto return(v35)
graph add(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Signed = int_add_ovf(v0, v1)
    v3: Bool = ovf_occurred()
    if v3 then return(0) else return(v2)
