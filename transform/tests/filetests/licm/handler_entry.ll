# The loop is entered through the handler of a call: what is invariant is computed on the handler's way.
# pass: licm
# prelude: yes
# run: main(9223372036854775807, 3) => 27
# run: main(1, 3) => 2

graph inc(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add_ovf(v0, 1)
    goto return(v1)

graph main(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Signed = direct_call[inc](v0)
    try { normal => return(v2), @ov_vt(v3: Ptr(vtable), v4: Ptr(object)) => b1(v1, v1, 0) }
b1(v5: Signed, v6: Signed, v7: Signed):
    v8: Signed = int_mul(v5, v5)
    v9: Bool = int_is_true(v6)
    if v9 then b2(v5, v6, v7, v8) else return(v7)
b2(v10: Signed, v11: Signed, v12: Signed, v13: Signed):
    v14: Signed = int_sub(v11, 1)
    v15: Signed = int_add(v12, v13)
    goto b1(v10, v14, v15)
#=== output
graph inc(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add_ovf(v0, 1)
    goto return(v1)

graph main(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Signed = direct_call[inc](v0)
    try { normal => return(v2), @ov_vt(v3: Ptr(vtable), v4: Ptr(object)) => b5(v1, v1, 0) }
b5(v19: Signed, v20: Signed, v21: Signed):
    v24: Signed = int_mul(v19, v19)
    goto b1(v19, v20, v21, v24)
b1(v5: Signed, v6: Signed, v7: Signed, v22: Signed):
    v9: Bool = int_is_true(v6)
    if v9 then b2(v5, v6, v7, v22, v22) else return(v7)
b2(v10: Signed, v11: Signed, v12: Signed, v13: Signed, v23: Signed):
    v14: Signed = int_sub(v11, 1)
    v15: Signed = int_add(v12, v13)
    goto b1(v10, v14, v15, v23)
