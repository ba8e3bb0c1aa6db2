# The callee has a handler of its own: what it does not catch goes to the handler of the call, what its handler
# raises, too.
# pass: inline
# prelude: yes
# run: main(0) => -1
# run: main(1) => -2
# run: main(2) => -2
# run: main(3) => 3

graph fail(v0: Signed) -> Signed
b0(v0: Signed):
    switch v0 { 0 => raise(@ov_vt, @ov), 1 => raise(@mem_vt, @mem), 2 => raise(@exc_vt, @exc), default => return(v0) }

graph middle(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[fail](v0)
    try { normal => return(v1), @ov_vt(v2: Ptr(vtable), v3: Ptr(object)) => return(-1), @mem_vt(v4: Ptr(vtable), v5: Ptr(object)) => raise(@rec_vt, @rec) }

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[middle](v0)
    try { normal => return(v1), @mem_vt(v2: Ptr(vtable), v3: Ptr(object)) => return(-3), @exc_vt(v4: Ptr(vtable), v5: Ptr(object)) => return(-2) }
#=== output
graph fail(v0: Signed) -> Signed
b0(v0: Signed):
    switch v0 { 0 => raise(@ov_vt, @ov), 1 => raise(@mem_vt, @mem), 2 => raise(@exc_vt, @exc), default => return(v0) }

graph middle(v0: Signed) -> Signed
b0(v0: Signed):
    switch v0 { 0 => return(-1), 1 => raise(@rec_vt, @rec), 2 => raise(@exc_vt, @exc), default => return(v0) }

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    switch v0 { 0 => return(-1), 1 => return(-2), 2 => return(-2), default => return(v0) }
