# Several candidates: it stays a call through a pointer, also where no candidates are known.
# pass: devirtualise
# run: main(0) => 1
# run: main(7) => 14

graph a(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add(v0, 1)
    goto return(v1)

graph b(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_mul(v0, 2)
    goto return(v1)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then b1(&b, v0) else b1(&a, v0)
b1(v2: Ptr(Func((Signed) -> Signed)), v3: Signed):
    v4: Signed = indirect_call[Func((Signed) -> Signed) | a, b](v2, v3)
    goto return(v4)
#=== output
graph a(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add(v0, 1)
    goto return(v1)

graph b(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_mul(v0, 2)
    goto return(v1)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then b1(&b, v0) else b1(&a, v0)
b1(v2: Ptr(Func((Signed) -> Signed)), v3: Signed):
    v4: Signed = indirect_call[Func((Signed) -> Signed) | a, b](v2, v3)
    goto return(v4)
