# A function is weighed without the allocations that inlining into it made superfluous: tuples that carried arguments.
# pass: inline
# run: main(3) => 47

struct P gc { x: Signed, y: Signed }

graph first(v0: Ptr(P)) -> Signed
b0(v0: Ptr(P)):
    v1: Signed = getfield[P.x](v0)
    goto return(v1)

graph passes(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(P) = malloc[P]()
    v2: Void = setfield[P.x](v1, v0)
    v3: Void = setfield[P.y](v1, 0)
    v4: Signed = direct_call[first](v1)
    v5: Signed = int_xor(v4, 0)
    v6: Ptr(P) = malloc[P]()
    v7: Void = setfield[P.x](v6, v5)
    v8: Void = setfield[P.y](v6, 1)
    v9: Signed = direct_call[first](v6)
    v10: Signed = int_xor(v9, 1)
    v11: Ptr(P) = malloc[P]()
    v12: Void = setfield[P.x](v11, v10)
    v13: Void = setfield[P.y](v11, 2)
    v14: Signed = direct_call[first](v11)
    v15: Signed = int_xor(v14, 2)
    v16: Ptr(P) = malloc[P]()
    v17: Void = setfield[P.x](v16, v15)
    v18: Void = setfield[P.y](v16, 3)
    v19: Signed = direct_call[first](v16)
    v20: Signed = int_xor(v19, 3)
    v21: Ptr(P) = malloc[P]()
    v22: Void = setfield[P.x](v21, v20)
    v23: Void = setfield[P.y](v21, 4)
    v24: Signed = direct_call[first](v21)
    v25: Signed = int_xor(v24, 4)
    v26: Ptr(P) = malloc[P]()
    v27: Void = setfield[P.x](v26, v25)
    v28: Void = setfield[P.y](v26, 5)
    v29: Signed = direct_call[first](v26)
    v30: Signed = int_xor(v29, 5)
    v31: Ptr(P) = malloc[P]()
    v32: Void = setfield[P.x](v31, v30)
    v33: Void = setfield[P.y](v31, 6)
    v34: Signed = direct_call[first](v31)
    v35: Signed = int_xor(v34, 6)
    v36: Ptr(P) = malloc[P]()
    v37: Void = setfield[P.x](v36, v35)
    v38: Void = setfield[P.y](v36, 7)
    v39: Signed = direct_call[first](v36)
    v40: Signed = int_xor(v39, 7)
    v41: Ptr(P) = malloc[P]()
    v42: Void = setfield[P.x](v41, v40)
    v43: Void = setfield[P.y](v41, 8)
    v44: Signed = direct_call[first](v41)
    v45: Signed = int_xor(v44, 8)
    v46: Ptr(P) = malloc[P]()
    v47: Void = setfield[P.x](v46, v45)
    v48: Void = setfield[P.y](v46, 9)
    v49: Signed = direct_call[first](v46)
    v50: Signed = int_xor(v49, 9)
    v51: Ptr(P) = malloc[P]()
    v52: Void = setfield[P.x](v51, v50)
    v53: Void = setfield[P.y](v51, 10)
    v54: Signed = direct_call[first](v51)
    v55: Signed = int_xor(v54, 10)
    v56: Ptr(P) = malloc[P]()
    v57: Void = setfield[P.x](v56, v55)
    v58: Void = setfield[P.y](v56, 11)
    v59: Signed = direct_call[first](v56)
    v60: Signed = int_xor(v59, 11)
    goto return(v60)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[passes](v0)
    v2: Signed = direct_call[passes](44)
    v3: Signed = int_add(v1, v2)
    goto return(v3)
#=== output
graph first(v0: Ptr(P)) -> Signed
b0(v0: Ptr(P)):
    v1: Signed = getfield[P.x](v0)
    goto return(v1)

graph passes(v0: Signed) -> Signed
b0(v0: Signed):
    v9: Signed = int_xor(v0, 1)
    v14: Signed = int_xor(v9, 2)
    v19: Signed = int_xor(v14, 3)
    v24: Signed = int_xor(v19, 4)
    v29: Signed = int_xor(v24, 5)
    v34: Signed = int_xor(v29, 6)
    v39: Signed = int_xor(v34, 7)
    v44: Signed = int_xor(v39, 8)
    v49: Signed = int_xor(v44, 9)
    v54: Signed = int_xor(v49, 10)
    v59: Signed = int_xor(v54, 11)
    goto return(v59)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_xor(v0, 1)
    v2: Signed = int_xor(v1, 2)
    v3: Signed = int_xor(v2, 3)
    v4: Signed = int_xor(v3, 4)
    v5: Signed = int_xor(v4, 5)
    v6: Signed = int_xor(v5, 6)
    v7: Signed = int_xor(v6, 7)
    v8: Signed = int_xor(v7, 8)
    v9: Signed = int_xor(v8, 9)
    v10: Signed = int_xor(v9, 10)
    v11: Signed = int_xor(v10, 11)
    v12: Signed = int_add(v11, 44)
    goto return(v12)
