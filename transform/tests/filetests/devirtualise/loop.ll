# In a loop, two calls of a block, one of which stays.
# pass: devirtualise
# run: main(3) => 9

graph a(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add(v0, 1)
    goto return(v1)

graph b(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add(v0, 2)
    goto return(v1)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(&a, &b, v0, 0)
b1(v1: Ptr(Func((Signed) -> Signed)), v2: Ptr(Func((Signed) -> Signed)), v3: Signed, v4: Signed):
    v5: Bool = int_is_true(v3)
    if v5 then b2(v1, v2, v3, v4) else return(v4)
b2(v6: Ptr(Func((Signed) -> Signed)), v7: Ptr(Func((Signed) -> Signed)), v8: Signed, v9: Signed):
    v10: Signed = indirect_call[Func((Signed) -> Signed) | a](v6, v9)
    v11: Signed = indirect_call[Func((Signed) -> Signed) | a, b](v7, v10)
    v12: Signed = int_sub(v8, 1)
    goto b1(v6, v7, v12, v11)
#=== output
graph a(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add(v0, 1)
    goto return(v1)

graph b(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add(v0, 2)
    goto return(v1)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(&a, &b, v0, 0)
b1(v1: Ptr(Func((Signed) -> Signed)), v2: Ptr(Func((Signed) -> Signed)), v3: Signed, v4: Signed):
    v5: Bool = int_is_true(v3)
    if v5 then b2(v1, v2, v3, v4) else return(v4)
b2(v6: Ptr(Func((Signed) -> Signed)), v7: Ptr(Func((Signed) -> Signed)), v8: Signed, v9: Signed):
    v10: Signed = direct_call[a](v9)
    v11: Signed = indirect_call[Func((Signed) -> Signed) | a, b](v7, v10)
    v12: Signed = int_sub(v8, 1)
    goto b1(v6, v7, v12, v11)
