# Several checked operations in one block: it is split behind each; a handler is for the last only.
# pass: excstate
# prelude: yes
# run: three(1, 2) => 9
# run: three(9223372036854775807, 2) => raises ov_vt
# run: three(4611686018427387904, 0) => -1

graph three(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Signed = int_add_ovf(v0, v1)
    v3: Signed = int_sub_ovf(v2, 0)
    v4: Signed = int_mul_ovf(v3, 3)
    try { normal => return(v4), @ov_vt(v5: Ptr(vtable), v6: Ptr(object)) => return(-1) }
#=== output
graph three(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Signed = int_add_ovf(v0, v1)
    v3: Bool = ovf_occurred()
    if v3 then b1() else b2(v2)
b1():
    v4: Void = exc_set(@ov_vt, @ov)
    v5: Void = traceback_start(@ov_vt)
    goto return(0)
b2(v6: Signed):
    v7: Signed = int_sub_ovf(v6, 0)
    v8: Bool = ovf_occurred()
    if v8 then b3() else b4(v7)
b3():
    v9: Void = exc_set(@ov_vt, @ov)
    v10: Void = traceback_start(@ov_vt)
    goto return(0)
b4(v11: Signed):
    v12: Signed = int_mul_ovf(v11, 3)
    v13: Bool = ovf_occurred()
    if v13 then b5() else return(v12)
b5():
    goto return(-1)
