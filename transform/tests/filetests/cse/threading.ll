# A link that knows how the test of its target ends goes past it.
# pass: cse,simplify
# run: loop(0, 9) => 36
# run: loop(20, 9) => 0
# run: loop(0, 10) => 60
# run: flag(4, 1) => 15
# run: flag(4, 0) => 0
# run: memory(3) => 24
# run: entered(5) => 10
struct rpy_string gc { hash: Signed, chars: Array(Char) immutable }
struct Code gc { text: Ptr(rpy_string) immutable, x: Signed }
known string rpy_string
object @text: rpy_string = {0, "abcd"}
object @code: Code = {@text, 0}
object @text2: rpy_string = {0, "abcdef"}
object @code2: Code = {@text2, 0}

# Two ways into the loop (as of residual code): the test at its end decides that of the header for the way round.
graph loop(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Bool = int_lt(v1, 10)
    if v2 then b1(v0, v1) else b2(v0, v1)
b1(v3: Signed, v4: Signed):
    v5: Signed = int_add(v3, 0)
    goto b3(@code, v5, v4)
b2(v6: Signed, v7: Signed):
    goto b3(@code2, 1, v7)
b3(v10: Ptr(Code), v11: Signed, v12: Signed):
    v13: Ptr(rpy_string) = getfield[Code.text](v10)
    v14: Signed = getinteriorsize[rpy_string](v13)
    v15: Bool = int_lt(v11, v14)
    if v15 then b4(v10, v11, v12, v14) else return(0)
b4(v16: Ptr(Code), v17: Signed, v18: Signed, v19: Signed):
    v20: Signed = int_add(v17, 1)
    v21: Bool = int_lt(v20, v19)
    if v21 then b3(v16, v20, v18) else b5(v20, v18)
b5(v22: Signed, v23: Signed):
    v24: Signed = int_mul(v22, v23)
    goto return(v24)

# A condition of a caller, tested again behind what both ways compute; the negation of it decides, too.
graph flag(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Bool = int_ne(v1, 0)
    if v2 then b1(v0, v1) else b2(v0, v1)
b1(v3: Signed, v4: Signed):
    v5: Signed = int_mul(v3, 3)
    goto b3(v5, v4)
b2(v6: Signed, v7: Signed):
    v8: Signed = int_mul(v6, 5)
    goto b3(v8, v7)
b3(v9: Signed, v10: Signed):
    v11: Signed = int_add(v9, 3)
    v12: Bool = int_eq(v10, 0)
    if v12 then return(0) else return(v11)

# What is loaded from memory is known as long as nothing is stored.
graph memory(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(Code) = malloc[Code]()
    v2: Void = setfield[Code.x](v1, v0)
    v3: Bool = int_gt(v0, 2)
    if v3 then b1(v1, v0) else b2(v1, v0)
b1(v4: Ptr(Code), v5: Signed):
    goto b3(v4, 7)
b2(v6: Ptr(Code), v7: Signed):
    v8: Void = setfield[Code.x](v6, 5)
    goto b3(v6, 9)
b3(v9: Ptr(Code), v10: Signed):
    v11: Signed = getfield[Code.x](v9)
    v12: Bool = int_gt(v11, 2)
    if v12 then b4(v10, v11) else return(1)
b4(v13: Signed, v14: Signed):
    v15: Signed = int_mul(v13, v14)
    v16: Signed = int_add(v15, 3)
    goto return(v16)

# Nobody enters a loop behind its header, though the first test is known.
graph entered(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_gt(v0, 0)
    if v1 then b1(v0, 0) else return(0)
b1(v2: Signed, v3: Signed):
    v4: Bool = int_gt(v2, 0)
    if v4 then b2(v2, v3) else return(v3)
b2(v5: Signed, v6: Signed):
    v7: Signed = int_sub(v5, 1)
    v8: Signed = int_add(v6, v7)
    goto b1(v7, v8)
#=== output
graph loop(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Bool = int_lt(v1, 10)
    if v2 then b1(@code, v0, v1) else b1(@code2, 1, v1)
b1(v3: Ptr(Code), v4: Signed, v5: Signed):
    v6: Ptr(rpy_string) = getfield[Code.text](v3)
    v7: Signed = getinteriorsize[rpy_string](v6)
    v8: Bool = int_lt(v4, v7)
    if v8 then b2(v4, v5, v7) else return(0)
b2(v9: Signed, v10: Signed, v11: Signed):
    v12: Signed = int_add(v9, 1)
    v13: Bool = int_lt(v12, v11)
    if v13 then b2(v12, v10, v11) else b3(v12, v10)
b3(v14: Signed, v15: Signed):
    v16: Signed = int_mul(v14, v15)
    goto return(v16)

graph flag(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Bool = int_ne(v1, 0)
    if v2 then b1(v0) else return(0)
b1(v3: Signed):
    v4: Signed = int_mul(v3, 3)
    v5: Signed = int_add(v4, 3)
    goto return(v5)

graph memory(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(Code) = malloc[Code]()
    v2: Void = setfield[Code.x](v1, v0)
    v3: Bool = int_gt(v0, 2)
    if v3 then b2(7, v0) else b1(v1)
b1(v4: Ptr(Code)):
    v5: Void = setfield[Code.x](v4, 5)
    goto b2(9, 5)
b2(v6: Signed, v7: Signed):
    v8: Signed = int_mul(v6, v7)
    v9: Signed = int_add(v8, 3)
    goto return(v9)

graph entered(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_gt(v0, 0)
    if v1 then b1(v0, 0) else return(0)
b1(v2: Signed, v3: Signed):
    v4: Bool = int_gt(v2, 0)
    if v4 then b2(v2, v3) else return(v3)
b2(v5: Signed, v6: Signed):
    v7: Signed = int_sub(v5, 1)
    v8: Signed = int_add(v6, v7)
    goto b1(v7, v8)
