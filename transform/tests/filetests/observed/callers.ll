# Safety errors are raised where a handler of a caller sees them, through any number of calls, pointers included;
# elsewhere they stay the end of the program. Handlers that only raise again do not count, nor do handlers of other
# exceptions.
# pass: observed
# run: seen(1) => 1
# run: unseen(9) => aborts index_out_of_range
# run: again(9) => aborts index_out_of_range
# run: pointer(2) => 2
# run: again(2) => 2
# run: unseen(2) => 2
# after: seen(9) => -1
# after: pointer(9) => -1
struct vtable vtable { min: Signed, max: Signed }
struct object gc { typeptr: Ptr(vtable) immutable }
known vtable vtable
known object object
exception Exception @exc_vt @exc
exception IndexError @ie_vt @ie
exception KeyError @ke_vt @ke
exception AttributeError @ae_vt @ae
object @exc_vt: vtable = {0, 10}
object @ie_vt: vtable = {2, 3}
object @ke_vt: vtable = {3, 4}
object @ae_vt: vtable = {4, 5}
object @exc: object = {@exc_vt}
object @ie: object = {@ie_vt}
object @ke: object = {@ke_vt}
object @ae: object = {@ae_vt}

graph item(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_lt(v0, 3)
    if v1 then return(v0) else b1()
b1():
    v2: Void = abort[index_out_of_range]()

graph between(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[item](v0)
    goto return(v1)

graph seen(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[between](v0)
    try { normal => return(v1), @ie_vt(v2: Ptr(vtable), v3: Ptr(object)) => return(-1) }

graph item2(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_lt(v0, 3)
    if v1 then return(v0) else b1()
b1():
    v2: Void = abort[index_out_of_range]()

graph unseen(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[item2](v0)
    try { normal => return(v1), @ke_vt(v2: Ptr(vtable), v3: Ptr(object)) => return(-1) }

graph item3(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_lt(v0, 3)
    if v1 then return(v0) else b1()
b1():
    v2: Void = abort[index_out_of_range]()

graph again(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[item3](v0)
    try { normal => return(v1), @ie_vt(v2: Ptr(vtable), v3: Ptr(object)) => b1(v2, v3), @exc_vt(v4: Ptr(vtable), v5: Ptr(object)) => return(-5) }
b1(v6: Ptr(vtable), v7: Ptr(object)):
    goto raise(v6, v7)

graph item4(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_lt(v0, 3)
    if v1 then return(v0) else b1()
b1():
    v2: Void = abort[index_out_of_range]()

graph pointer(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = indirect_call[Func((Signed) -> Signed)](&item4, v0)
    try { normal => return(v1), @exc_vt(v2: Ptr(vtable), v3: Ptr(object)) => return(-1) }
#=== output
graph item(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_lt(v0, 3)
    if v1 then return(v0) else b2()
b2():
    goto raise(@ie_vt, @ie)

graph between(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[item](v0)
    goto return(v1)

graph seen(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[between](v0)
    try { normal => return(v1), @ie_vt(v2: Ptr(vtable), v3: Ptr(object)) => return(-1) }

graph item2(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_lt(v0, 3)
    if v1 then return(v0) else b2()
b2():
    v3: Void = abort[index_out_of_range]()
    unreachable

graph unseen(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[item2](v0)
    try { normal => return(v1), @ke_vt(v2: Ptr(vtable), v3: Ptr(object)) => return(-1) }

graph item3(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_lt(v0, 3)
    if v1 then return(v0) else b2()
b2():
    v3: Void = abort[index_out_of_range]()
    unreachable

graph again(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[item3](v0)
    try { normal => return(v1), @ie_vt(v2: Ptr(vtable), v3: Ptr(object)) => b1(v2, v3), @exc_vt(v4: Ptr(vtable), v5: Ptr(object)) => return(-5) }
b1(v6: Ptr(vtable), v7: Ptr(object)):
    goto raise(v6, v7)

graph item4(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_lt(v0, 3)
    if v1 then return(v0) else b2()
b2():
    goto raise(@ie_vt, @ie)

graph pointer(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = indirect_call[Func((Signed) -> Signed)](&item4, v0)
    try { normal => return(v1), @exc_vt(v2: Ptr(vtable), v3: Ptr(object)) => return(-1) }
