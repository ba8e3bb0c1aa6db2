# One callee twice in a block, the second with the result of the first; and a callee that inlines another.
# pass: inline
# run: main(3) => 35

graph inc(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_gt(v0, 100)
    if v1 then return(v0) else b1(v0)
b1(v2: Signed):
    v3: Signed = int_add(v2, 1)
    goto return(v3)

graph scale(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[inc](v0)
    v2: Signed = int_mul(v1, 2)
    goto return(v2)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[scale](v0)
    v2: Signed = direct_call[scale](v1)
    v3: Signed = direct_call[inc](v2)
    v4: Signed = int_add(v3, 16)
    goto return(v4)
#=== output
graph inc(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_gt(v0, 100)
    if v1 then return(v0) else b1(v0)
b1(v2: Signed):
    v3: Signed = int_add(v2, 1)
    goto return(v3)

graph scale(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_gt(v0, 100)
    if v1 then b2(v0) else b1(v0)
b1(v2: Signed):
    v3: Signed = int_add(v2, 1)
    goto b2(v3)
b2(v4: Signed):
    v5: Signed = int_lshift(v4, 1)
    goto return(v5)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_gt(v0, 100)
    if v1 then b2(v0) else b1(v0)
b1(v2: Signed):
    v3: Signed = int_add(v2, 1)
    goto b2(v3)
b2(v4: Signed):
    v5: Signed = int_lshift(v4, 1)
    v6: Bool = int_gt(v5, 100)
    if v6 then b4(v5) else b3(v5)
b3(v7: Signed):
    v8: Signed = int_add(v7, 1)
    goto b4(v8)
b4(v9: Signed):
    v10: Signed = int_lshift(v9, 1)
    v11: Bool = int_gt(v10, 100)
    if v11 then b6(v10) else b5(v10)
b5(v12: Signed):
    v13: Signed = int_add(v12, 1)
    goto b6(v13)
b6(v14: Signed):
    v15: Signed = int_add(v14, 16)
    goto return(v15)
