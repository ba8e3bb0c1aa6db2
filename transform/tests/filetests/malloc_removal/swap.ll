# Two objects that a loop exchanges: fields go round with their objects.
# pass: malloc_removal
# prelude: yes
# run: main(0) => 12
# run: main(1) => 21
# run: main(2) => 12

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Void = setfield[S.x](v1, 1)
    v3: Ptr(S) = malloc[S]()
    v4: Void = setfield[S.x](v3, 2)
    goto b1(v0, v1, v3)
b1(v5: Signed, v6: Ptr(S), v7: Ptr(S)):
    v8: Bool = int_is_true(v5)
    if v8 then b2(v5, v6, v7) else b3(v6, v7)
b2(v9: Signed, v10: Ptr(S), v11: Ptr(S)):
    v12: Signed = int_sub(v9, 1)
    goto b1(v12, v11, v10)
b3(v13: Ptr(S), v14: Ptr(S)):
    v15: Signed = getfield[S.x](v13)
    v16: Signed = int_mul(v15, 10)
    v17: Signed = getfield[S.x](v14)
    v18: Signed = int_add(v16, v17)
    goto return(v18)
#=== output
graph main(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(v0, 1, 2)
b1(v1: Signed, v2: Signed, v3: Signed):
    v4: Bool = int_is_true(v1)
    if v4 then b2(v1, v2, v3) else b3(v2, v3)
b2(v5: Signed, v6: Signed, v7: Signed):
    v8: Signed = int_sub(v5, 1)
    goto b1(v8, v7, v6)
b3(v9: Signed, v10: Signed):
    v11: Signed = int_mul(v9, 10)
    v12: Signed = int_add(v11, v10)
    goto return(v12)
