# A cycle through a pointer without known candidates: any function of its type whose address is taken may be called.
# pass: stackcheck
# prelude: yes
# run: apply(3) => 0

graph apply(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = indirect_call[Func((Signed) -> Signed)](&step, v0)
    goto return(v1)

graph step(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then b1(v0) else return(0)
b1(v2: Signed):
    v3: Signed = int_sub(v2, 1)
    v4: Signed = direct_call[apply](v3)
    goto return(v4)
#=== output
graph apply(v5: Signed) -> Signed
b3(v5: Signed):
    v6: Bool = stack_too_big()
    if v6 then raise(@rec_vt, @rec) else b0(v5)
b0(v0: Signed):
    v1: Signed = indirect_call[Func((Signed) -> Signed)](&step, v0)
    goto return(v1)

graph step(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then b1(v0) else return(0)
b1(v2: Signed):
    v3: Signed = int_sub(v2, 1)
    v4: Signed = direct_call[apply](v3)
    goto return(v4)
