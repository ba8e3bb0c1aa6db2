# An object that escapes on one way only stays on all.
# pass: malloc_removal
# prelude: yes
# run: main(0) => 3
# run: main(1) => 9

graph keep(v0: Ptr(S)) -> Void
b0(v0: Ptr(S)):
    v1: Void = setfield[S.x](v0, 9)
    goto return(void)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Void = setfield[S.x](v1, 3)
    v3: Bool = int_is_true(v0)
    if v3 then b1(v1) else b2(v1)
b1(v4: Ptr(S)):
    v5: Void = direct_call[keep](v4)
    goto b2(v4)
b2(v6: Ptr(S)):
    v7: Signed = getfield[S.x](v6)
    goto return(v7)
#=== output
graph keep(v0: Ptr(S)) -> Void
b0(v0: Ptr(S)):
    v1: Void = setfield[S.x](v0, 9)
    goto return(void)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Void = setfield[S.x](v1, 3)
    v3: Bool = int_is_true(v0)
    if v3 then b1(v1) else b2(v1)
b1(v4: Ptr(S)):
    v5: Void = direct_call[keep](v4)
    goto b2(v4)
b2(v6: Ptr(S)):
    v7: Signed = getfield[S.x](v6)
    goto return(v7)
