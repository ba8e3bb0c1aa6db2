# A hint whose value goes to a handler; the call that raises stays the last operation of its block.
# pass: drop_jit
# prelude: yes
# run: main(1) => 2
# run: main(9223372036854775807) => 9223372036854775807

graph inc(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add_ovf(v0, 1)
    goto return(v1)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = hint[promote](v0)
    v2: Signed = direct_call[inc](v1)
    try { normal => return(v2), @ov_vt(v3: Ptr(vtable), v4: Ptr(object)) => return(v1) }
#=== output
graph inc(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add_ovf(v0, 1)
    goto return(v1)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v2: Signed = direct_call[inc](v0)
    try { normal => return(v2), @ov_vt(v3: Ptr(vtable), v4: Ptr(object)) => return(v0) }
