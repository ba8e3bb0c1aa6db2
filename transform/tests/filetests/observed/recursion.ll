# Functions that call each other: what is observed in one is observed in both.
# pass: observed
# prelude: yes
# run: main(4) => 0
# after: main(-1) => -1
exception IndexError @ie_vt @ie
object @ie_vt: vtable = {8, 9}
object @ie: object = {@ie_vt}

graph even(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then b1(v0) else return(0)
b1(v2: Signed):
    v3: Signed = int_sub(v2, 1)
    v4: Signed = direct_call[odd](v3)
    goto return(v4)

graph odd(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_ge(v0, 0)
    if v1 then b1(v0) else b2()
b1(v2: Signed):
    v3: Signed = int_sub(v2, 1)
    v4: Signed = direct_call[even](v3)
    goto return(v4)
b2():
    v5: Void = abort[index_out_of_range]()
    unreachable

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[even](v0)
    try { normal => return(v1), @ie_vt(v2: Ptr(vtable), v3: Ptr(object)) => return(-1) }
#=== output
graph even(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then b1(v0) else return(0)
b1(v2: Signed):
    v3: Signed = int_sub(v2, 1)
    v4: Signed = direct_call[odd](v3)
    goto return(v4)

graph odd(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_ge(v0, 0)
    if v1 then b1(v0) else b3()
b1(v2: Signed):
    v3: Signed = int_sub(v2, 1)
    v4: Signed = direct_call[even](v3)
    goto return(v4)
b3():
    goto raise(@ie_vt, @ie)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[even](v0)
    try { normal => return(v1), @ie_vt(v2: Ptr(vtable), v3: Ptr(object)) => return(-1) }
