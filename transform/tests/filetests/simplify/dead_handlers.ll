# A handler of a call that cannot raise goes; one of a call that can stays, also if the result is unused.
# pass: simplify
# prelude: yes
# run: silent(3) => 4
# run: loud(3) => 0
# run: loud(9223372036854775807) => -1

graph pure(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add(v0, 1)
    goto return(v1)

graph inc(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add_ovf(v0, 1)
    goto return(v1)

graph silent(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[pure](v0)
    try { normal => return(v1), @ov_vt(v2: Ptr(vtable), v3: Ptr(object)) => return(-1) }

graph loud(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[inc](v0)
    try { normal => return(0), @ov_vt(v2: Ptr(vtable), v3: Ptr(object)) => return(-1) }
#=== output
graph pure(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add(v0, 1)
    goto return(v1)

graph inc(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add_ovf(v0, 1)
    goto return(v1)

graph silent(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[pure](v0)
    goto return(v1)

graph loud(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[inc](v0)
    try { normal => return(0), @ov_vt(v2: Ptr(vtable), v3: Ptr(object)) => return(-1) }
