# A safepoint on one way only: the other way pays nothing, and where they meet the reference is right.
# pass: gcroots
# phase: exceptions
# prelude: yes
# run: main(0) => 4
# run: main(1) => 4

graph collect() -> Ptr(S)
b0():
    v0: Ptr(S) = malloc[S]()
    goto return(v0)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Void = setfield[S.x](v1, 4)
    v3: Bool = int_is_true(v0)
    if v3 then b1(v1) else b2(v1)
b1(v4: Ptr(S)):
    v5: Ptr(S) = direct_call[collect]()
    v6: Ptr(S) = direct_call[collect]()
    goto b2(v4)
b2(v7: Ptr(S)):
    v8: Signed = getfield[S.x](v7)
    goto return(v8)
#=== output
graph collect() -> Ptr(S)
b0():
    v0: Ptr(S) = malloc[S]()
    goto return(v0)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Void = setfield[S.x](v1, 4)
    v3: Bool = int_is_true(v0)
    if v3 then b1(v1) else b2(v1)
b1(v4: Ptr(S)):
    v5: Void = gc_spill[0](v4)
    v6: Ptr(S) = direct_call[collect]()
    v7: Ptr(S) = direct_call[collect]()
    v8: Ptr(S) = gc_reload[0]()
    goto b2(v8)
b2(v9: Ptr(S)):
    v10: Signed = getfield[S.x](v9)
    goto return(v10)
