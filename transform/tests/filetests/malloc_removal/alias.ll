# One object under two names in a block: it stays, or both names see what is written through either.
# pass: malloc_removal
# prelude: yes
# run: main(3) => 7

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Void = setfield[S.x](v1, v0)
    goto b1(v1, v1)
b1(v3: Ptr(S), v4: Ptr(S)):
    v5: Void = setfield[S.x](v3, 7)
    v6: Signed = getfield[S.x](v4)
    goto return(v6)
#=== output
graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Void = setfield[S.x](v1, v0)
    goto b1(v1, v1)
b1(v3: Ptr(S), v4: Ptr(S)):
    v5: Void = setfield[S.x](v3, 7)
    v6: Signed = getfield[S.x](v4)
    goto return(v6)
