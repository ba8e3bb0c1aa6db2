# A constant pointer is called directly, whatever the candidates are; arguments keep their order.
# pass: devirtualise
# run: main(4) => 34
# run: unknown(4) => 34

graph a(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Signed = int_mul(v0, 10)
    v3: Signed = int_add(v2, v1)
    goto return(v3)

graph b(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    goto return(v0)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = indirect_call[Func((Signed, Signed) -> Signed) | a, b](&a, 3, v0)
    goto return(v1)

graph unknown(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = indirect_call[Func((Signed, Signed) -> Signed)](&a, 3, v0)
    goto return(v1)
#=== output
graph a(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Signed = int_mul(v0, 10)
    v3: Signed = int_add(v2, v1)
    goto return(v3)

graph b(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    goto return(v0)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[a](3, v0)
    goto return(v1)

graph unknown(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[a](3, v0)
    goto return(v1)
