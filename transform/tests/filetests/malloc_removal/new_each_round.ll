# A loop that makes a new object in each round from the fields of the last one: a box for a number.
# pass: malloc_removal, simplify
# prelude: yes
# run: main(4) => 10

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    goto b1(v1, v0)
b1(v2: Ptr(S), v3: Signed):
    v4: Bool = int_is_true(v3)
    if v4 then b2(v2, v3) else b3(v2)
b2(v5: Ptr(S), v6: Signed):
    v7: Signed = getfield[S.x](v5)
    v8: Signed = int_add(v7, v6)
    v9: Ptr(S) = malloc[S]()
    v10: Void = setfield[S.x](v9, v8)
    v11: Signed = int_sub(v6, 1)
    goto b1(v9, v11)
b3(v12: Ptr(S)):
    v13: Signed = getfield[S.x](v12)
    goto return(v13)
#=== output
graph main(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(0, v0)
b1(v1: Signed, v2: Signed):
    v3: Bool = int_is_true(v2)
    if v3 then b2(v1, v2) else return(v1)
b2(v4: Signed, v5: Signed):
    v6: Signed = int_add(v4, v5)
    v7: Signed = int_sub(v5, 1)
    goto b1(v6, v7)
