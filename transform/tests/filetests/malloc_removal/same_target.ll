# One object goes to a block by two links of one branch, in different places; two objects exchange their places.
# pass: malloc_removal
# prelude: yes
# run: main(0) => 12
# run: main(1) => 21

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Void = setfield[S.x](v1, 1)
    v3: Ptr(S) = malloc[S]()
    v4: Void = setfield[S.x](v3, 2)
    v5: Bool = int_is_true(v0)
    if v5 then b1(v3, v1) else b1(v1, v3)
b1(v6: Ptr(S), v7: Ptr(S)):
    v8: Signed = getfield[S.x](v6)
    v9: Signed = int_mul(v8, 10)
    v10: Signed = getfield[S.x](v7)
    v11: Signed = int_add(v9, v10)
    goto return(v11)
#=== output
graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then b1(2, 1) else b1(1, 2)
b1(v2: Signed, v3: Signed):
    v4: Signed = int_mul(v2, 10)
    v5: Signed = int_add(v4, v3)
    goto return(v5)
