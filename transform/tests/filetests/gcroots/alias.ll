# Two variables for one reference, and a cast of it: each is right behind the safepoint.
# pass: gcroots
# phase: exceptions
# prelude: yes
# run: main(3) => 9

graph collect() -> Ptr(S)
b0():
    v0: Ptr(S) = malloc[S]()
    goto return(v0)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Void = setfield[S.x](v1, v0)
    v3: Ptr(object) = cast_pointer(v1)
    goto b1(v1, v1, v3)
b1(v4: Ptr(S), v5: Ptr(S), v6: Ptr(object)):
    v7: Ptr(S) = direct_call[collect]()
    v8: Ptr(S) = cast_pointer(v6)
    v9: Signed = getfield[S.x](v4)
    v10: Signed = getfield[S.x](v5)
    v11: Signed = getfield[S.x](v8)
    v12: Signed = int_add(v9, v10)
    v13: Signed = int_add(v12, v11)
    v14: Bool = ptr_eq(v4, v5)
    if v14 then return(v13) else return(0)
#=== output
graph collect() -> Ptr(S)
b0():
    v0: Ptr(S) = malloc[S]()
    goto return(v0)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Void = setfield[S.x](v1, v0)
    v3: Ptr(object) = cast_pointer(v1)
    goto b1(v1, v1, v3)
b1(v4: Ptr(S), v5: Ptr(S), v6: Ptr(object)):
    v7: Void = gc_spill[0](v4)
    v8: Void = gc_spill[2](v5)
    v9: Void = gc_spill[1](v6)
    v10: Ptr(S) = direct_call[collect]()
    v11: Ptr(S) = gc_reload[0]()
    v12: Ptr(S) = gc_reload[2]()
    v13: Ptr(object) = gc_reload[1]()
    v14: Ptr(S) = cast_pointer(v13)
    v15: Signed = getfield[S.x](v11)
    v16: Signed = getfield[S.x](v12)
    v17: Signed = getfield[S.x](v14)
    v18: Signed = int_add(v15, v16)
    v19: Signed = int_add(v18, v17)
    v20: Bool = ptr_eq(v11, v12)
    if v20 then return(v19) else return(0)
