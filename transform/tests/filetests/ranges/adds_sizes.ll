# A counter that goes up by the size of an array, or by a character, in each round is no countable number: the tests
# stay.
# pass: simplify, ranges, simplify
# run: sizes(3, 5) => 15
# run: chars(3) => 291

graph sizes(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](v1)
    goto b1(v2, v0, 0)
b1(v3: Ptr(GcArray(Signed)), v4: Signed, v5: Signed):
    v6: Bool = int_is_true(v4)
    if v6 then b2(v3, v4, v5) else return(v5)
b2(v7: Ptr(GcArray(Signed)), v8: Signed, v9: Signed):
    v10: Signed = getarraysize[GcArray(Signed)](v7)
    v11: Signed = int_add(v9, v10)
    v12: Signed = int_sub(v8, 1)
    v13: Bool = int_lt(v11, 0)
    if v13 then return(-1) else b1(v7, v12, v11)

graph chars(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(GcArray(Char)) = mallocvar[GcArray(Char)](1)
    v2: Void = setarrayitem[GcArray(Char)](v1, 0, 'a')
    goto b1(v1, v0, 0)
b1(v3: Ptr(GcArray(Char)), v4: Signed, v5: Signed):
    v6: Bool = int_is_true(v4)
    if v6 then b2(v3, v4, v5) else return(v5)
b2(v7: Ptr(GcArray(Char)), v8: Signed, v9: Signed):
    v10: Char = getarrayitem[GcArray(Char)](v7, 0)
    v11: Signed = cast_char_to_int(v10)
    v12: Signed = int_add(v9, v11)
    v13: Signed = int_sub(v8, 1)
    v14: Bool = int_lt(v12, 0)
    if v14 then return(-1) else b1(v7, v13, v12)
#=== output
graph sizes(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](v1)
    goto b1(v2, v0, 0)
b1(v3: Ptr(GcArray(Signed)), v4: Signed, v5: Signed):
    v6: Bool = int_is_true(v4)
    if v6 then b2(v3, v4, v5) else return(v5)
b2(v7: Ptr(GcArray(Signed)), v8: Signed, v9: Signed):
    v10: Signed = getarraysize[GcArray(Signed)](v7)
    v11: Signed = int_add(v9, v10)
    v12: Signed = int_sub(v8, 1)
    v13: Bool = int_lt(v11, 0)
    if v13 then return(-1) else b1(v7, v12, v11)

graph chars(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(GcArray(Char)) = mallocvar[GcArray(Char)](1)
    v2: Void = setarrayitem[GcArray(Char)](v1, 0, 'a')
    goto b1(v1, v0, 0)
b1(v3: Ptr(GcArray(Char)), v4: Signed, v5: Signed):
    v6: Bool = int_is_true(v4)
    if v6 then b2(v3, v4, v5) else return(v5)
b2(v7: Ptr(GcArray(Char)), v8: Signed, v9: Signed):
    v10: Char = getarrayitem[GcArray(Char)](v7, 0)
    v11: Signed = cast_char_to_int(v10)
    v12: Signed = int_add(v9, v11)
    v13: Signed = int_sub(v8, 1)
    v14: Bool = int_lt(v12, 0)
    if v14 then return(-1) else b1(v7, v13, v12)
