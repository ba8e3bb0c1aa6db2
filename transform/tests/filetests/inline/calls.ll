# Helpers are copied into callers; handlers apply to what the helper raises; recursion and dont_inline stay calls.
# pass: inline
# run: simple(-5) => 0
# run: handled(9223372036854775807) => -1
# run: handled(1) => 3
# run: raised(0) => 100
# run: raised(1) => 200
# run: raised(2) => raises exc_vt
# run: raised(3) => 3
# run: dynamic(0) => 100
# run: recursive(5) => 15
# run: kept(2) => 3
# run: allocated(-1) => -2
# prelude: yes


graph abs(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_lt(v0, 0)
    if v1 then b1(v0) else return(v0)
b1(v2: Signed):
    v3: Signed = int_neg(v2)
    goto return(v3)

graph simple(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[abs](v0)
    v2: Signed = int_add(v1, v0)
    goto return(v2)

graph inc_twice(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add_ovf(v0, 1)
    v2: Signed = int_add_ovf(v1, 1)
    goto return(v2)

graph handled(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[inc_twice](v0)
    try { normal => return(v1), @ov_vt(v2: Ptr(vtable), v3: Ptr(object)) => return(-1) }

graph thrower(v0: Signed) -> Signed
b0(v0: Signed):
    switch v0 { 0 => raise(@ov_vt, @ov), 1 => raise(@mem_vt, @mem), 2 => raise(@exc_vt, @exc), default => return(v0) }

graph raised(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[thrower](v0)
    try { normal => return(v1), @ov_vt(v2: Ptr(vtable), v3: Ptr(object)) => return(100), @mem_vt(v4: Ptr(vtable), v5: Ptr(object)) => return(200) }

graph throw_value(v0: Ptr(object)) -> Signed
b0(v0: Ptr(object)):
    v1: Ptr(vtable) = getfield[object.typeptr](v0)
    goto raise(v1, v0)

graph dynamic(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[throw_value](@ov)
    try { normal => return(v1), @mem_vt(v2: Ptr(vtable), v3: Ptr(object)) => return(200), @ov_vt(v4: Ptr(vtable), v5: Ptr(object)) => return(100) }

graph recursive(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then b1(v0) else return(0)
b1(v2: Signed):
    v3: Signed = int_sub(v2, 1)
    v4: Signed = direct_call[recursive](v3)
    v5: Signed = int_add(v4, v2)
    goto return(v5)

attrs dont_inline
graph slow(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add(v0, 1)
    goto return(v1)

graph kept(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[slow](v0)
    goto return(v1)

graph allocate(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](v0)
    v2: Signed = getarraysize[GcArray(Signed)](v1)
    goto return(v2)

graph allocated(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[allocate](v0)
    try { normal => return(v1), @mem_vt(v2: Ptr(vtable), v3: Ptr(object)) => return(-2) }
#=== output
graph abs(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_lt(v0, 0)
    if v1 then b1(v0) else return(v0)
b1(v2: Signed):
    v3: Signed = int_neg(v2)
    goto return(v3)

graph simple(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_lt(v0, 0)
    if v1 then b1(v0) else b2(v0, v0)
b1(v2: Signed):
    v3: Signed = int_neg(v2)
    goto b2(v3, v2)
b2(v4: Signed, v5: Signed):
    v6: Signed = int_add(v4, v5)
    goto return(v6)

graph inc_twice(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add_ovf(v0, 1)
    v2: Signed = int_add_ovf(v1, 1)
    goto return(v2)

graph handled(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add_ovf(v0, 1)
    try { normal => b1(v1), @ov_vt(v2: Ptr(vtable), v3: Ptr(object)) => return(-1) }
b1(v4: Signed):
    v5: Signed = int_add_ovf(v4, 1)
    try { normal => return(v5), @ov_vt(v6: Ptr(vtable), v7: Ptr(object)) => return(-1) }

graph thrower(v0: Signed) -> Signed
b0(v0: Signed):
    switch v0 { 0 => raise(@ov_vt, @ov), 1 => raise(@mem_vt, @mem), 2 => raise(@exc_vt, @exc), default => return(v0) }

graph raised(v0: Signed) -> Signed
b0(v0: Signed):
    switch v0 { 0 => return(100), 1 => return(200), 2 => raise(@exc_vt, @exc), default => return(v0) }

graph throw_value(v0: Ptr(object)) -> Signed
b0(v0: Ptr(object)):
    v1: Ptr(vtable) = getfield[object.typeptr](v0)
    goto raise(v1, v0)

graph dynamic(v0: Signed) -> Signed
b0(v0: Signed):
    goto return(100)

graph recursive(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then b1(v0) else return(0)
b1(v2: Signed):
    v3: Signed = int_sub(v2, 1)
    v4: Signed = direct_call[recursive](v3)
    v5: Signed = int_add(v4, v2)
    goto return(v5)

attrs dont_inline
graph slow(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add(v0, 1)
    goto return(v1)

graph kept(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[slow](v0)
    goto return(v1)

graph allocate(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](v0)
    v2: Signed = getarraysize[GcArray(Signed)](v1)
    goto return(v2)

graph allocated(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](v0)
    try { normal => b1(v1), @mem_vt(v2: Ptr(vtable), v3: Ptr(object)) => return(-2) }
b1(v4: Ptr(GcArray(Signed))):
    v5: Signed = getarraysize[GcArray(Signed)](v4)
    goto return(v5)
