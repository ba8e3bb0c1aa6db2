# A callee that always raises, or never returns: what stands behind the call is gone.
# pass: inline
# prelude: yes
# run: main(0) => raises ov_vt
# run: main(1) => aborts unreachable
# run: main(2) => 2

graph fail() -> Signed
b0():
    goto raise(@ov_vt, @ov)

graph stop() -> Signed
b0():
    v0: Void = abort[unreachable]()
    unreachable

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    switch v0 { 0 => b1(), 1 => b2(), default => return(v0) }
b1():
    v1: Signed = direct_call[fail]()
    v2: Signed = int_add(v1, 1)
    goto return(v2)
b2():
    v3: Signed = direct_call[stop]()
    v4: Signed = int_add(v3, 1)
    goto return(v4)
#=== output
graph fail() -> Signed
b0():
    goto raise(@ov_vt, @ov)

graph stop() -> Signed
b0():
    v0: Void = abort[unreachable]()
    unreachable

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    switch v0 { 0 => raise(@ov_vt, @ov), 1 => b2(), default => return(v0) }
b2():
    v3: Void = abort[unreachable]()
    unreachable
