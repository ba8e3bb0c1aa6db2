# Fields of an object live across a call that raises: the handler sees what was written before the call.
# pass: malloc_removal
# prelude: yes
# run: main(1) => 2
# run: main(9223372036854775807) => 5

graph inc(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add_ovf(v0, 1)
    goto return(v1)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Void = setfield[S.x](v1, 5)
    v3: Signed = direct_call[inc](v0)
    try { normal => b1(v1, v3), @ov_vt(v4: Ptr(vtable), v5: Ptr(object)) => b2(v1) }
b1(v6: Ptr(S), v7: Signed):
    v8: Void = setfield[S.x](v6, v7)
    goto b2(v6)
b2(v9: Ptr(S)):
    v10: Signed = getfield[S.x](v9)
    goto return(v10)
#=== output
graph inc(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add_ovf(v0, 1)
    goto return(v1)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[inc](v0)
    try { normal => return(v1), @ov_vt(v2: Ptr(vtable), v3: Ptr(object)) => return(5) }
