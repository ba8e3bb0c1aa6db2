# A loop that counts down to zero: below the test for zero the decreased counter is not negative; without the test it
# may be.
# pass: simplify, ranges, simplify
# run: tested(3) => 3
# run: untested(2) => -1

graph tested(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_and(v0, 15)
    goto b1(v1, 0)
b1(v2: Signed, v3: Signed):
    v4: Bool = int_is_true(v2)
    if v4 then b2(v2, v3) else return(v3)
b2(v5: Signed, v6: Signed):
    v7: Signed = int_sub(v5, 1)
    v8: Bool = int_ge(v7, 0)
    if v8 then b3(v7, v6) else return(-7)
b3(v9: Signed, v10: Signed):
    v11: Signed = int_add(v10, 1)
    goto b1(v9, v11)

graph untested(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_and(v0, 15)
    goto b1(v1)
b1(v2: Signed):
    v3: Signed = int_sub(v2, 1)
    v4: Bool = int_ge(v3, 0)
    if v4 then b1(v3) else return(v3)
#=== output
graph tested(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_and(v0, 15)
    goto b1(v1, 0)
b1(v2: Signed, v3: Signed):
    v4: Bool = int_is_true(v2)
    if v4 then b2(v2, v3) else return(v3)
b2(v5: Signed, v6: Signed):
    v7: Signed = int_sub(v5, 1)
    v8: Signed = int_add(v6, 1)
    goto b1(v7, v8)

graph untested(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_and(v0, 15)
    goto b1(v1)
b1(v2: Signed):
    v3: Signed = int_sub(v2, 1)
    v4: Bool = int_ge(v3, 0)
    if v4 then b1(v3) else return(v3)
