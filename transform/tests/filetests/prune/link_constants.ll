# What only an argument of a link mentions, or a constant of a raise, is reached.
# pass: prune
# prelude: yes
# run: main(1) => 8
# run: main(0) => raises ov_vt
object @only: S = {{@exc_vt}, 8, null}
object @gone: S = {{@exc_vt}, 9, null}
entry main

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then b1(@only) else raise(@ov_vt, @ov)
b1(v2: Ptr(S)):
    v3: Signed = getfield[S.x](v2)
    goto return(v3)
#=== output
graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then b1(@only) else raise(@ov_vt, @ov)
b1(v2: Ptr(S)):
    v3: Signed = getfield[S.x](v2)
    goto return(v3)
