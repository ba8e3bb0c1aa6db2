# Steps from a constant table that never changes are small: what adds them up is countable, and its test against 0 goes. Not
# so with one large item, with one that is negative, or if the table may change.
# pass: ranges, simplify
# run: small(3) => 5
# run: large(3) => 4294967302
# run: negative(3) => -1
# run: changes(3) => 5
object @small: GcImmutableArray(Signed) = [1, 3, 1]
object @large: GcImmutableArray(Signed) = [1, 4294967300, 1]
object @negative: GcImmutableArray(Signed) = [1, -3, 1]
object @changes: GcArray(Signed) = [1, 3, 1]

graph small(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(v0, 0, 0)
b1(v1: Signed, v2: Signed, v3: Signed):
    v4: Bool = int_lt(v2, v1)
    if v4 then b2(v1, v2, v3) else return(v3)
b2(v5: Signed, v6: Signed, v7: Signed):
    v8: Signed = getarrayitem[GcImmutableArray(Signed)](@small, v6)
    v9: Signed = int_add(v7, v8)
    v10: Signed = int_add(v6, 1)
    v11: Bool = int_ge(v9, 0)
    if v11 then b1(v5, v10, v9) else return(-1)

graph large(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(v0, 0, 0)
b1(v1: Signed, v2: Signed, v3: Signed):
    v4: Bool = int_lt(v2, v1)
    if v4 then b2(v1, v2, v3) else return(v3)
b2(v5: Signed, v6: Signed, v7: Signed):
    v8: Signed = getarrayitem[GcImmutableArray(Signed)](@large, v6)
    v9: Signed = int_add(v7, v8)
    v10: Signed = int_add(v6, 1)
    v11: Bool = int_ge(v9, 0)
    if v11 then b1(v5, v10, v9) else return(-1)

graph negative(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(v0, 0, 0)
b1(v1: Signed, v2: Signed, v3: Signed):
    v4: Bool = int_lt(v2, v1)
    if v4 then b2(v1, v2, v3) else return(v3)
b2(v5: Signed, v6: Signed, v7: Signed):
    v8: Signed = getarrayitem[GcImmutableArray(Signed)](@negative, v6)
    v9: Signed = int_add(v7, v8)
    v10: Signed = int_add(v6, 1)
    v11: Bool = int_ge(v9, 0)
    if v11 then b1(v5, v10, v9) else return(-1)

graph changes(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(v0, 0, 0)
b1(v1: Signed, v2: Signed, v3: Signed):
    v4: Bool = int_lt(v2, v1)
    if v4 then b2(v1, v2, v3) else return(v3)
b2(v5: Signed, v6: Signed, v7: Signed):
    v8: Signed = getarrayitem[GcArray(Signed)](@changes, v6)
    v9: Signed = int_add(v7, v8)
    v10: Signed = int_add(v6, 1)
    v11: Bool = int_ge(v9, 0)
    if v11 then b1(v5, v10, v9) else return(-1)
#=== output
graph small(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(v0, 0, 0)
b1(v1: Signed, v2: Signed, v3: Signed):
    v4: Bool = int_lt(v2, v1)
    if v4 then b2(v1, v2, v3) else return(v3)
b2(v5: Signed, v6: Signed, v7: Signed):
    v8: Signed = getarrayitem[GcImmutableArray(Signed)](@small, v6)
    v9: Signed = int_add(v7, v8)
    v10: Signed = int_add(v6, 1)
    goto b1(v5, v10, v9)

graph large(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(v0, 0, 0)
b1(v1: Signed, v2: Signed, v3: Signed):
    v4: Bool = int_lt(v2, v1)
    if v4 then b2(v1, v2, v3) else return(v3)
b2(v5: Signed, v6: Signed, v7: Signed):
    v8: Signed = getarrayitem[GcImmutableArray(Signed)](@large, v6)
    v9: Signed = int_add(v7, v8)
    v10: Signed = int_add(v6, 1)
    v11: Bool = int_ge(v9, 0)
    if v11 then b1(v5, v10, v9) else return(-1)

graph negative(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(v0, 0, 0)
b1(v1: Signed, v2: Signed, v3: Signed):
    v4: Bool = int_lt(v2, v1)
    if v4 then b2(v1, v2, v3) else return(v3)
b2(v5: Signed, v6: Signed, v7: Signed):
    v8: Signed = getarrayitem[GcImmutableArray(Signed)](@negative, v6)
    v9: Signed = int_add(v7, v8)
    v10: Signed = int_add(v6, 1)
    v11: Bool = int_ge(v9, 0)
    if v11 then b1(v5, v10, v9) else return(-1)

graph changes(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(v0, 0, 0)
b1(v1: Signed, v2: Signed, v3: Signed):
    v4: Bool = int_lt(v2, v1)
    if v4 then b2(v1, v2, v3) else return(v3)
b2(v5: Signed, v6: Signed, v7: Signed):
    v8: Signed = getarrayitem[GcArray(Signed)](@changes, v6)
    v9: Signed = int_add(v7, v8)
    v10: Signed = int_add(v6, 1)
    v11: Bool = int_ge(v9, 0)
    if v11 then b1(v5, v10, v9) else return(-1)
