# An object that only the handler lets escape stays; the fields are as they were before the call.
# pass: malloc_removal
# prelude: yes
# run: main(1) => 2
# run: main(9223372036854775807) => 5

graph inc(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add_ovf(v0, 1)
    goto return(v1)

graph read(v0: Ptr(S)) -> Signed
b0(v0: Ptr(S)):
    v1: Signed = getfield[S.x](v0)
    goto return(v1)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Void = setfield[S.x](v1, 5)
    v3: Signed = direct_call[inc](v0)
    try { normal => return(v3), @ov_vt(v4: Ptr(vtable), v5: Ptr(object)) => b1(v1) }
b1(v6: Ptr(S)):
    v7: Signed = direct_call[read](v6)
    goto return(v7)
#=== output
graph inc(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add_ovf(v0, 1)
    goto return(v1)

graph read(v0: Ptr(S)) -> Signed
b0(v0: Ptr(S)):
    v1: Signed = getfield[S.x](v0)
    goto return(v1)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Void = setfield[S.x](v1, 5)
    v3: Signed = direct_call[inc](v0)
    try { normal => return(v3), @ov_vt(v4: Ptr(vtable), v5: Ptr(object)) => b1(v1) }
b1(v6: Ptr(S)):
    v7: Signed = direct_call[read](v6)
    goto return(v7)
