# Values that a loop only passes to itself are dead, also in a circle of two; what fails stays, used or not.
# pass: simplify
# run: circle(3, 1, 2) => 0
# run: fails(0) => aborts zero_division

graph circle(v0: Signed, v1: Signed, v2: Signed) -> Signed
b0(v0: Signed, v1: Signed, v2: Signed):
    goto b1(v0, v1, v2)
b1(v3: Signed, v4: Signed, v5: Signed):
    v6: Bool = int_is_true(v3)
    if v6 then b2(v3, v4, v5) else return(v3)
b2(v7: Signed, v8: Signed, v9: Signed):
    v10: Signed = int_sub(v7, 1)
    v11: Signed = int_add(v8, 1)
    goto b1(v10, v9, v11)

graph fails(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then b1(v0) else b2()
b1(v2: Signed):
    v3: Signed = int_floordiv(1, v2)
    goto return(0)
b2():
    v4: Void = abort[zero_division]()
    unreachable
#=== output
graph circle(v0: Signed, v1: Signed, v2: Signed) -> Signed
b0(v0: Signed, v1: Signed, v2: Signed):
    goto b1(v0)
b1(v3: Signed):
    v4: Bool = int_is_true(v3)
    if v4 then b2(v3) else return(v3)
b2(v5: Signed):
    v6: Signed = int_sub(v5, 1)
    goto b1(v6)

graph fails(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then return(0) else b2()
b2():
    v3: Void = abort[zero_division]()
    unreachable
