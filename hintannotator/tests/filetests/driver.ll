# A driver with greens and reds: what depends on greens alone is green, joins are green where the merge point needs them.
struct vtable vtable { min: Signed, max: Signed }
struct object gc { typeptr: Ptr(vtable) immutable }
struct str gc { hash: Signed, chars: ImmutableArray(Char) immutable }
known vtable vtable
known object object
known string str
driver main greens(pc, code) reds(acc)

graph loop(v0: Ptr(str), v1: Signed) -> Signed
b0(v0: Ptr(str), v1: Signed):
    goto b1(0, v0, v1)
b1(v2: Signed, v3: Ptr(str), v4: Signed):
    v5: Void = jit_marker[merge_point, main](v2, v3, v4)
    v6: Signed = getinteriorsize[str](v3)
    v7: Bool = int_lt(v2, v6)
    if v7 then b2(v2, v3, v4) else return(v4)
b2(v8: Signed, v9: Ptr(str), v10: Signed):
    v11: Char = getinterioritem[str](v9, v8)
    v12: Signed = int_add(v8, 1)
    v13: Bool = char_eq(v11, '+')
    if v13 then b3(v12, v9, v10) else b4(v12, v9, v10)
b3(v14: Signed, v15: Ptr(str), v16: Signed):
    v17: Signed = int_add(v16, 1)
    goto b1(v14, v15, v17)
b4(v18: Signed, v19: Ptr(str), v20: Signed):
    v21: Bool = int_lt(v20, 100)
    if v21 then b5(v18, v19, v20) else b1(v18, v19, v20)
b5(v22: Signed, v23: Ptr(str), v24: Signed):
    v25: Signed = direct_call[twice](v24, v22)
    goto b1(v22, v23, v25)

graph twice(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Bool = int_eq(v1, 3)
    if v2 then b1(v0) else b2(v0)
b1(v3: Signed):
    v4: Signed = int_add(v3, v3)
    goto return(v4)
b2(v5: Signed):
    goto return(v5)
#=== output
portal loop driver main copy0 b1 greens(pc: Signed, code: Ptr(str)) reds(acc: Signed)

copy0 loop(red, red) -> red
graph loop(v0: red Ptr(str), v1: red Signed) -> red Signed
b0(v0: red Ptr(str), v1: red Signed):
    goto b1(0, v0, v1)
b1(v2: green Signed, v3: green Ptr(str), v4: red Signed):
    v5: Void = jit_marker[merge_point, main](v2, v3, v4)
    goto b8(v2, v3, v4)
b8(v32: green Signed, v33: green Ptr(str), v34: red Signed):
    v6: green Signed = getinteriorsize[str](v33)
    v7: green Bool = int_lt(v32, v6)
    if v7 then b2(v32, v33, v34) else return(v34)
b2(v8: green Signed, v9: green Ptr(str), v10: red Signed):
    v11: green Char = getinterioritem[str](v9, v8)
    v12: green Signed = int_add(v8, 1)
    v13: green Bool = char_eq(v11, '+')
    if v13 then b3(v12, v9, v10) else b4(v12, v9, v10)
b3(v14: green Signed, v15: green Ptr(str), v16: red Signed):
    v17: red Signed = int_add(v16, 1)
    goto b1(v14, v15, v17)
b4(v18: green Signed, v19: green Ptr(str), v20: red Signed):
    v21: red Bool = int_lt(v20, 100)
    if v21 then b5(v18, v19, v20) else b1(v18, v19, v20)
b5(v22: green Signed, v23: green Ptr(str), v24: red Signed):
    v25: red Signed = direct_call[twice](v24, v22)
    # inline copy1
    goto b1(v22, v23, v25)

copy1 twice(red, green) -> red
graph twice(v0: red Signed, v1: green Signed) -> red Signed
b0(v0: red Signed, v1: green Signed):
    v2: green Bool = int_eq(v1, 3)
    if v2 then b1(v0) else return(v0)
b1(v3: red Signed):
    v4: red Signed = int_add(v3, v3)
    goto return(v4)
warning[W0713]: the green `pc` counts
 |
 = note: it counts here
 = help: greens are the position in the interpreted program: make `pc` a red of the driver
