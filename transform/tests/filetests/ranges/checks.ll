# Counters are not negative: no wrap-around of indices, no second check. Unknown indices are checked once per round.
# pass: cse, simplify, ranges, simplify, ranges, simplify, cse, simplify
# run: hello(0) => 20
# run: hello(2) => 20
# run: hello(7) => 0
# run: hello(-1) => aborts index_out_of_range
# run: count(4) => 6
# run: down(3) => 3
# run: modulo(7) => 5
# prelude: yes

struct str gc { hash: Signed, chars: Array(Char) }
known string str
object @hello: str = {0, "hello"}

graph scan(v0: Ptr(str), v1: Signed) -> Signed
b0(v0: Ptr(str), v1: Signed):
    goto b1(v0, v1, 0)
b1(v2: Ptr(str), v3: Signed, v4: Signed):
    v5: Signed = getinteriorsize[str](v2)
    v6: Bool = int_lt(v3, v5)
    if v6 then b2(v2, v3, v4) else return(v4)
b2(v7: Ptr(str), v8: Signed, v9: Signed):
    v10: Signed = getinteriorsize[str](v7)
    v11: Unsigned = cast_int_to_uint(v8)
    v12: Unsigned = cast_int_to_uint(v10)
    v13: Bool = uint_lt(v11, v12)
    if v13 then b3(v7, v8, v9) else b6()
b3(v14: Ptr(str), v15: Signed, v16: Signed):
    v17: Char = getinterioritem[str](v14, v15)
    switch v17 { 'l' => b4(v14, v15, v16), 'h' => b5(v14, v15, v16, 2), default => b5(v14, v15, v16, 1) }
b4(v18: Ptr(str), v19: Signed, v20: Signed):
    v21: Signed = int_add(v20, 10)
    goto b5(v18, v19, v21, 1)
b5(v22: Ptr(str), v23: Signed, v24: Signed, v25: Signed):
    v26: Signed = int_add(v23, v25)
    goto b1(v22, v26, v24)
b6():
    v27: Void = abort[index_out_of_range]()
    unreachable

graph hello(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[scan](@hello, v0)
    goto return(v1)

graph count(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](v0)
    goto b1(v1, 0, 0)
b1(v2: Ptr(GcArray(Signed)), v3: Signed, v4: Signed):
    v5: Signed = getarraysize[GcArray(Signed)](v2)
    v6: Bool = int_lt(v3, v5)
    if v6 then b2(v2, v3, v4) else return(v4)
b2(v7: Ptr(GcArray(Signed)), v8: Signed, v9: Signed):
    v10: Signed = getarraysize[GcArray(Signed)](v7)
    v11: Signed = int_rshift(v8, 63)
    v12: Signed = int_and(v11, v10)
    v13: Signed = int_add(v8, v12)
    v14: Unsigned = cast_int_to_uint(v13)
    v15: Unsigned = cast_int_to_uint(v10)
    v16: Bool = uint_lt(v14, v15)
    if v16 then b3(v7, v13, v8, v9) else b4()
b3(v17: Ptr(GcArray(Signed)), v18: Signed, v19: Signed, v20: Signed):
    v21: Void = setarrayitem[GcArray(Signed)](v17, v18, v19)
    v22: Signed = getarrayitem[GcArray(Signed)](v17, v18)
    v23: Signed = int_add(v20, v22)
    v24: Signed = int_add(v19, 1)
    goto b1(v17, v24, v23)
b4():
    v25: Void = abort[index_out_of_range]()
    unreachable

graph down(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_and(v0, 255)
    goto b1(v1, 0)
b1(v2: Signed, v3: Signed):
    v4: Bool = int_eq(v2, 0)
    if v4 then return(v3) else b2(v2, v3)
b2(v5: Signed, v6: Signed):
    v7: Signed = int_sub(v5, 1)
    v8: Bool = int_lt(v7, 0)
    if v8 then return(-1) else b3(v7, v6)
b3(v9: Signed, v10: Signed):
    v11: Signed = int_add(v10, 1)
    goto b1(v9, v11)

graph modulo(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_force_ge_zero(v0)
    v2: Signed = int_mod(v1, 4)
    v3: Signed = int_floordiv(v1, 2)
    v4: Bool = int_lt(v3, 0)
    if v4 then return(-1) else b1(v2, v3)
b1(v5: Signed, v6: Signed):
    v7: Signed = int_sub(v6, 1)
    v8: Signed = int_add(v5, v7)
    goto return(v8)
#=== output
graph scan(v0: Ptr(str), v1: Signed) -> Signed
b0(v0: Ptr(str), v1: Signed):
    goto b1(v0, v1, 0)
b1(v2: Ptr(str), v3: Signed, v4: Signed):
    v5: Signed = getinteriorsize[str](v2)
    v6: Unsigned = cast_int_to_uint(v3)
    v7: Unsigned = cast_int_to_uint(v5)
    v8: Bool = uint_lt(v6, v7)
    if v8 then b2(v2, v3, v4) else b5(v3, v5, v4)
b2(v9: Ptr(str), v10: Signed, v11: Signed):
    v12: Char = getinterioritem[str](v9, v10)
    switch v12 { 'l' => b3(v9, v10, v11), 'h' => b4(v9, v10, v11, 2), default => b4(v9, v10, v11, 1) }
b3(v13: Ptr(str), v14: Signed, v15: Signed):
    v16: Signed = int_add(v15, 10)
    goto b4(v13, v14, v16, 1)
b4(v17: Ptr(str), v18: Signed, v19: Signed, v20: Signed):
    v21: Signed = int_add(v18, v20)
    goto b1(v17, v21, v19)
b5(v22: Signed, v23: Signed, v24: Signed):
    v25: Bool = int_lt(v22, v23)
    if v25 then b6() else return(v24)
b6():
    v26: Void = abort[index_out_of_range]()
    unreachable

graph hello(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[scan](@hello, v0)
    goto return(v1)

graph count(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](v0)
    goto b1(v1, 0, 0)
b1(v2: Ptr(GcArray(Signed)), v3: Signed, v4: Signed):
    v5: Signed = getarraysize[GcArray(Signed)](v2)
    v6: Bool = int_lt(v3, v5)
    if v6 then b2(v2, v3, v4) else return(v4)
b2(v7: Ptr(GcArray(Signed)), v8: Signed, v9: Signed):
    v10: Void = setarrayitem[GcArray(Signed)](v7, v8, v8)
    v11: Signed = int_add(v9, v8)
    v12: Signed = int_add(v8, 1)
    goto b1(v7, v12, v11)

graph down(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_and(v0, 255)
    goto b1(v1, 0)
b1(v2: Signed, v3: Signed):
    v4: Bool = int_eq(v2, 0)
    if v4 then return(v3) else b3(v2, v3)
b3(v6: Signed, v7: Signed):
    v8: Signed = int_sub(v6, 1)
    v9: Signed = int_add(v7, 1)
    goto b1(v8, v9)

graph modulo(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_force_ge_zero(v0)
    v2: Signed = int_and(v1, 3)
    v3: Signed = int_rshift(v1, 1)
    v4: Signed = int_sub(v3, 1)
    v5: Signed = int_add(v2, v4)
    goto return(v5)
