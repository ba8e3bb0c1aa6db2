# A handler nearer to the abort that catches it hides it from those further out.
# pass: observed
# prelude: yes
# run: outer(1) => 1
# after: outer(-1) => -5
exception IndexError @ie_vt @ie
object @ie_vt: vtable = {8, 9}
object @ie: object = {@ie_vt}

graph item(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_ge(v0, 0)
    if v1 then return(v0) else b1()
b1():
    v2: Void = abort[index_out_of_range]()
    unreachable

graph other(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_ge(v0, 0)
    if v1 then return(v0) else b1()
b1():
    v2: Void = abort[index_out_of_range]()
    unreachable

graph inner(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[item](v0)
    try { normal => return(v1), @ie_vt(v2: Ptr(vtable), v3: Ptr(object)) => return(-5) }

graph outer(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[inner](v0)
    try { normal => return(v1), @ie_vt(v2: Ptr(vtable), v3: Ptr(object)) => return(-9) }
#=== output
graph item(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_ge(v0, 0)
    if v1 then return(v0) else b2()
b2():
    goto raise(@ie_vt, @ie)

graph other(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_ge(v0, 0)
    if v1 then return(v0) else b2()
b2():
    v3: Void = abort[index_out_of_range]()
    unreachable

graph inner(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[item](v0)
    try { normal => return(v1), @ie_vt(v2: Ptr(vtable), v3: Ptr(object)) => return(-5) }

graph outer(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[inner](v0)
    try { normal => return(v1), @ie_vt(v2: Ptr(vtable), v3: Ptr(object)) => return(-9) }
