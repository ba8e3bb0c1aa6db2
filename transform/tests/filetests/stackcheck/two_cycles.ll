# Two cycles through one function: one test breaks both.
# pass: stackcheck
# prelude: yes
# run: hub(4) => 4

graph hub(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then b1(v0) else return(0)
b1(v2: Signed):
    v3: Signed = int_and(v2, 1)
    v4: Bool = int_is_true(v3)
    if v4 then b2(v2) else b3(v2)
b2(v5: Signed):
    v6: Signed = direct_call[odd](v5)
    goto return(v6)
b3(v7: Signed):
    v8: Signed = direct_call[even](v7)
    goto return(v8)

graph odd(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_sub(v0, 1)
    v2: Signed = direct_call[hub](v1)
    v3: Signed = int_add(v2, 1)
    goto return(v3)

graph even(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_sub(v0, 1)
    v2: Signed = direct_call[hub](v1)
    v3: Signed = int_add(v2, 1)
    goto return(v3)
#=== output
graph hub(v12: Signed) -> Signed
b6(v12: Signed):
    v13: Bool = stack_too_big()
    if v13 then raise(@rec_vt, @rec) else b0(v12)
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then b1(v0) else return(0)
b1(v2: Signed):
    v3: Signed = int_and(v2, 1)
    v4: Bool = int_is_true(v3)
    if v4 then b2(v2) else b3(v2)
b2(v5: Signed):
    v6: Signed = direct_call[odd](v5)
    goto return(v6)
b3(v7: Signed):
    v8: Signed = direct_call[even](v7)
    goto return(v8)

graph odd(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_sub(v0, 1)
    v2: Signed = direct_call[hub](v1)
    v3: Signed = int_add(v2, 1)
    goto return(v3)

graph even(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_sub(v0, 1)
    v2: Signed = direct_call[hub](v1)
    v3: Signed = int_add(v2, 1)
    goto return(v3)
