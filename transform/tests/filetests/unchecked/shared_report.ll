# Two checks with one report: it goes with the last of them. The way that stays may be on either side.
# pass: unchecked
# run: twice(1, 2) => 3
# after: twice(-1, 2) => 1
# after: twice(1, -2) => -1

graph twice(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Bool = int_lt(v0, 0)
    if v2 then b3() else b1(v0, v1)
b1(v3: Signed, v4: Signed):
    v5: Bool = int_ge(v4, 0)
    if v5 then b2(v3, v4) else b3()
b2(v6: Signed, v7: Signed):
    v8: Signed = int_add(v6, v7)
    goto return(v8)
b3():
    v9: Void = abort[index_out_of_range]()
    unreachable
#=== output
graph twice(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Bool = int_lt(v0, 0)
    goto b1(v0, v1)
b1(v3: Signed, v4: Signed):
    v5: Bool = int_ge(v4, 0)
    goto b2(v3, v4)
b2(v6: Signed, v7: Signed):
    v8: Signed = int_add(v6, v7)
    goto return(v8)
