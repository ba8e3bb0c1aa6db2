# A function that calls itself in two places gets one test at its entry.
# pass: stackcheck
# prelude: yes
# run: fib(10) => 55

graph fib(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_lt(v0, 2)
    if v1 then return(v0) else b1(v0)
b1(v2: Signed):
    v3: Signed = int_sub(v2, 1)
    v4: Signed = direct_call[fib](v3)
    v5: Signed = int_sub(v2, 2)
    v6: Signed = direct_call[fib](v5)
    v7: Signed = int_add(v4, v6)
    goto return(v7)
#=== output
graph fib(v11: Signed) -> Signed
b4(v11: Signed):
    v12: Bool = stack_too_big()
    if v12 then raise(@rec_vt, @rec) else b0(v11)
b0(v0: Signed):
    v1: Bool = int_lt(v0, 2)
    if v1 then return(v0) else b1(v0)
b1(v2: Signed):
    v3: Signed = int_sub(v2, 1)
    v4: Signed = direct_call[fib](v3)
    v5: Signed = int_sub(v2, 2)
    v6: Signed = direct_call[fib](v5)
    v7: Signed = int_add(v4, v6)
    goto return(v7)
