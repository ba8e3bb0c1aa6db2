# Functions that call each other stay calls of each other; a third that calls into the cycle may take one of them in.
# pass: inline
# run: main(5) => 1
# run: main(4) => 0

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
    v1: Bool = int_is_true(v0)
    if v1 then b1(v0) else return(1)
b1(v2: Signed):
    v3: Signed = int_sub(v2, 1)
    v4: Signed = direct_call[even](v3)
    goto return(v4)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[even](v0)
    goto return(v1)
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
    v1: Bool = int_is_true(v0)
    if v1 then b1(v0) else return(1)
b1(v2: Signed):
    v3: Signed = int_sub(v2, 1)
    v4: Signed = direct_call[even](v3)
    goto return(v4)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then b1(v0) else return(0)
b1(v2: Signed):
    v3: Signed = int_sub(v2, 1)
    v4: Signed = direct_call[odd](v3)
    goto return(v4)
