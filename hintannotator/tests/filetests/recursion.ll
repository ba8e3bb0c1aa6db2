# A portal that calls itself is split at its merge point: the prologue is traced into, and what the portal takes is the
# state.
struct vtable vtable { min: Signed, max: Signed }
struct object gc { typeptr: Ptr(vtable) immutable }
struct str gc { hash: Signed, chars: ImmutableArray(Char) immutable }
known vtable vtable
known object object
known string str
driver main greens(pc, code) reds(acc)

graph loop(v0: Ptr(str), v1: Signed) -> Signed
b0(v0: Ptr(str), v1: Signed):
    v30: Signed = int_add(v1, 5)
    goto b1(0, v0, v30)
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
    v25: Signed = direct_call[loop](v23, v24)
    goto b1(v22, v23, v25)
#=== output
portal loop driver main copy0 b1 greens(pc: Signed, code: Ptr(str)) reds(acc: Signed)

copy0 loop(red, red, red) -> red
graph loop(v0: red Signed, v1: red Ptr(str), v2: red Signed) -> red Signed
b0(v0: red Signed, v1: red Ptr(str), v2: red Signed):
    goto b1(v0, v1, v2)
b1(v3: green Signed, v4: green Ptr(str), v5: red Signed):
    v6: Void = jit_marker[merge_point, main](v3, v4, v5)
    goto b9(v3, v4, v5)
b9(v37: green Signed, v38: green Ptr(str), v39: red Signed):
    v7: green Signed = getinteriorsize[str](v38)
    v8: green Bool = int_lt(v37, v7)
    if v8 then b2(v37, v38, v39) else return(v39)
b2(v9: green Signed, v10: green Ptr(str), v11: red Signed):
    v12: green Char = getinterioritem[str](v10, v9)
    v13: green Signed = int_add(v9, 1)
    v14: green Bool = char_eq(v12, '+')
    if v14 then b3(v13, v10, v11) else b4(v13, v10, v11)
b3(v15: green Signed, v16: green Ptr(str), v17: red Signed):
    v18: red Signed = int_add(v17, 1)
    goto b1(v15, v16, v18)
b4(v19: green Signed, v20: green Ptr(str), v21: red Signed):
    v22: red Bool = int_lt(v21, 100)
    if v22 then b5(v19, v20, v21) else b1(v19, v20, v21)
b5(v23: green Signed, v24: green Ptr(str), v25: red Signed):
    v26: red Signed = direct_call[loop.prologue](v24, v25)
    # inline copy1
    goto b8(v23, v24, v26)
b8(v31: green Signed, v32: green Ptr(str), v33: red Signed):
    v27: red Bool = exc_occurred()
    if v27 then return(0) else b1(v31, v32, v33)

copy1 loop.prologue(green, red) -> red
graph loop(v0: green Ptr(str), v1: red Signed) -> red Signed
b0(v0: green Ptr(str), v1: red Signed):
    v2: red Signed = int_add(v1, 5)
    v7: green Ptr(str) = hint[promote_known](v0, v0)
    goto b3(v7, v2)
b3(v8: green Ptr(str), v9: red Signed):
    v3: red Signed = direct_call[loop](0, v8, v9)
    # portal copy0
    goto b4(v3)
b4(v10: red Signed):
    goto return(v10)
warning[W0713]: the green `pc` counts
 |
 = note: it counts here
 = help: greens are the position in the interpreted program: make `pc` a red of the driver
