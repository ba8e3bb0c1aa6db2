# The handlers of an indirect call are those of the direct one.
# pass: devirtualise
# prelude: yes
# run: main(1) => 2
# run: main(9223372036854775807) => -1

graph inc(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add_ovf(v0, 1)
    goto return(v1)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = indirect_call[Func((Signed) -> Signed)](&inc, v0)
    try { normal => return(v1), @ov_vt(v2: Ptr(vtable), v3: Ptr(object)) => return(-1) }
#=== output
graph inc(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add_ovf(v0, 1)
    goto return(v1)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[inc](v0)
    try { normal => return(v1), @ov_vt(v2: Ptr(vtable), v3: Ptr(object)) => return(-1) }
