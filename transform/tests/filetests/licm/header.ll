# Sizes and pure operations on what stays the same leave the loop header.
# pass: licm, cse, simplify
# run: hello(0) => 20
# run: hello(-1) => aborts index_out_of_range
# run: nested(3) => 24
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

graph nested(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(v0, 0, 0)
b1(v1: Signed, v2: Signed, v3: Signed):
    v4: Signed = int_mul(v1, v1)
    v5: Bool = int_lt(v2, v1)
    if v5 then b2(v1, v2, v3, v4) else return(v3)
b2(v6: Signed, v7: Signed, v8: Signed, v9: Signed):
    v10: Signed = int_sub(v9, 1)
    v11: Signed = int_add(v8, v10)
    v12: Signed = int_add(v7, 1)
    goto b1(v6, v12, v11)
#=== output
graph scan(v0: Ptr(str), v1: Signed) -> Signed
b0(v0: Ptr(str), v1: Signed):
    v36: Signed = getinteriorsize[str](v0)
    goto b1(v0, v1, 0, v36)
b1(v2: Ptr(str), v3: Signed, v4: Signed, v31: Signed):
    v6: Bool = int_lt(v3, v31)
    if v6 then b2(v2, v3, v4, v31) else return(v4)
b2(v7: Ptr(str), v8: Signed, v9: Signed, v35: Signed):
    v11: Unsigned = cast_int_to_uint(v8)
    v12: Unsigned = cast_int_to_uint(v35)
    v13: Bool = uint_lt(v11, v12)
    if v13 then b3(v7, v8, v9, v35) else b6()
b3(v14: Ptr(str), v15: Signed, v16: Signed, v33: Signed):
    v17: Char = getinterioritem[str](v14, v15)
    switch v17 { 'l' => b4(v14, v15, v16, v33), 'h' => b5(v14, v15, v16, 2, v33), default => b5(v14, v15, v16, 1, v33) }
b4(v18: Ptr(str), v19: Signed, v20: Signed, v34: Signed):
    v21: Signed = int_add(v20, 10)
    goto b5(v18, v19, v21, 1, v34)
b5(v22: Ptr(str), v23: Signed, v24: Signed, v25: Signed, v32: Signed):
    v26: Signed = int_add(v23, v25)
    goto b1(v22, v26, v24, v32)
b6():
    v27: Void = abort[index_out_of_range]()
    unreachable

graph hello(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[scan](@hello, v0)
    goto return(v1)

graph nested(v0: Signed) -> Signed
b0(v0: Signed):
    v18: Signed = int_mul(v0, v0)
    goto b1(v0, 0, 0, v18)
b1(v1: Signed, v2: Signed, v3: Signed, v16: Signed):
    v5: Bool = int_lt(v2, v1)
    if v5 then b2(v1, v2, v3, v16) else return(v3)
b2(v6: Signed, v7: Signed, v8: Signed, v9: Signed):
    v10: Signed = int_sub(v9, 1)
    v11: Signed = int_add(v8, v10)
    v12: Signed = int_add(v7, 1)
    goto b1(v6, v12, v11, v9)
