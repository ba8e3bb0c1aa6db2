# What is computed again, because its first result is too far away to be passed down, is the same number: the test that
# was made of the one decides that of the other. So does the test of a character for one of its number.
# pass: cse, simplify
# run: far(7) => 7
# run: character('a') => 1
# run: character('z') => 2

graph far(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](v0)
    v2: Signed = getarraysize[GcArray(Signed)](v1)
    v3: Bool = int_gt(v2, 5)
    if v3 then b1(v0, v1) else return(0)
b1(v10: Signed, v11: Ptr(GcArray(Signed))):
    v12: Bool = int_eq(v10, 100)
    if v12 then return(1) else b2(v10, v11)
b2(v20: Signed, v21: Ptr(GcArray(Signed))):
    v22: Bool = int_eq(v20, 101)
    if v22 then return(2) else b3(v20, v21)
b3(v30: Signed, v31: Ptr(GcArray(Signed))):
    v32: Bool = int_eq(v30, 102)
    if v32 then return(3) else b4(v30, v31)
b4(v40: Signed, v41: Ptr(GcArray(Signed))):
    v42: Bool = int_eq(v40, 103)
    if v42 then return(4) else b5(v40, v41)
b5(v50: Signed, v51: Ptr(GcArray(Signed))):
    v52: Bool = int_eq(v50, 104)
    if v52 then return(5) else b6(v50, v51)
b6(v60: Signed, v61: Ptr(GcArray(Signed))):
    v62: Bool = int_eq(v60, 105)
    if v62 then return(6) else b7(v60, v61)
b7(v70: Signed, v71: Ptr(GcArray(Signed))):
    v72: Bool = int_eq(v70, 106)
    if v72 then return(7) else b8(v70, v71)
b8(v80: Signed, v81: Ptr(GcArray(Signed))):
    v82: Bool = int_eq(v80, 107)
    if v82 then return(8) else b9(v80, v81)
b9(v90: Signed, v91: Ptr(GcArray(Signed))):
    v92: Bool = int_eq(v90, 108)
    if v92 then return(9) else b10(v90, v91)
b10(v100: Signed, v101: Ptr(GcArray(Signed))):
    v102: Bool = int_eq(v100, 109)
    if v102 then return(10) else b11(v100, v101)
b11(v110: Signed, v111: Ptr(GcArray(Signed))):
    v112: Signed = getarraysize[GcArray(Signed)](v111)
    v113: Bool = int_gt(v112, 5)
    if v113 then return(v112) else return(11)

graph character(v0: Char) -> Signed
b0(v0: Char):
    v1: Signed = cast_char_to_int(v0)
    v2: Bool = char_lt(v0, 'n')
    if v2 then b1(v1) else b2(v1)
b1(v3: Signed):
    v4: Bool = int_lt(v3, 110)
    if v4 then return(1) else return(3)
b2(v5: Signed):
    v6: Bool = int_ge(v5, 110)
    if v6 then return(2) else return(4)
#=== output
graph far(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](v0)
    v2: Signed = getarraysize[GcArray(Signed)](v1)
    v3: Bool = int_gt(v2, 5)
    if v3 then b1(v0, v1) else return(0)
b1(v4: Signed, v5: Ptr(GcArray(Signed))):
    v6: Bool = int_eq(v4, 100)
    if v6 then return(1) else b2(v4, v5)
b2(v7: Signed, v8: Ptr(GcArray(Signed))):
    v9: Bool = int_eq(v7, 101)
    if v9 then return(2) else b3(v7, v8)
b3(v10: Signed, v11: Ptr(GcArray(Signed))):
    v12: Bool = int_eq(v10, 102)
    if v12 then return(3) else b4(v10, v11)
b4(v13: Signed, v14: Ptr(GcArray(Signed))):
    v15: Bool = int_eq(v13, 103)
    if v15 then return(4) else b5(v13, v14)
b5(v16: Signed, v17: Ptr(GcArray(Signed))):
    v18: Bool = int_eq(v16, 104)
    if v18 then return(5) else b6(v16, v17)
b6(v19: Signed, v20: Ptr(GcArray(Signed))):
    v21: Bool = int_eq(v19, 105)
    if v21 then return(6) else b7(v19, v20)
b7(v22: Signed, v23: Ptr(GcArray(Signed))):
    v24: Bool = int_eq(v22, 106)
    if v24 then return(7) else b8(v22, v23)
b8(v25: Signed, v26: Ptr(GcArray(Signed))):
    v27: Bool = int_eq(v25, 107)
    if v27 then return(8) else b9(v25, v26)
b9(v28: Signed, v29: Ptr(GcArray(Signed))):
    v30: Bool = int_eq(v28, 108)
    if v30 then return(9) else b10(v28, v29)
b10(v31: Signed, v32: Ptr(GcArray(Signed))):
    v33: Bool = int_eq(v31, 109)
    if v33 then return(10) else b11(v32)
b11(v34: Ptr(GcArray(Signed))):
    v35: Signed = getarraysize[GcArray(Signed)](v34)
    goto return(v35)

graph character(v0: Char) -> Signed
b0(v0: Char):
    v1: Bool = char_lt(v0, 'n')
    if v1 then return(1) else return(2)
