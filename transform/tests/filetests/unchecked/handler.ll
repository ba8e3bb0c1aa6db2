# A check whose failure raises is part of what the program means, and stays.
# pass: unchecked
# prelude: yes
# run: caught(5) => 5
# run: caught(-5) => -1
# run: raising(-5) => raises ov_vt

graph raising(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_ge(v0, 0)
    if v1 then return(v0) else raise(@ov_vt, @ov)

graph caught(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[raising](v0)
    try { normal => return(v1), @ov_vt(v2: Ptr(vtable), v3: Ptr(object)) => return(-1) }
#=== output
graph raising(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_ge(v0, 0)
    if v1 then return(v0) else raise(@ov_vt, @ov)

graph caught(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[raising](v0)
    try { normal => return(v1), @ov_vt(v2: Ptr(vtable), v3: Ptr(object)) => return(-1) }
