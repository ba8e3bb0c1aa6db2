def while_loop(n):
    while n > 0:
        n = n - 1
    return n


def while_else(n):
    while n:
        if n == 7:
            break
        n = n - 1
    else:
        return -1
    return n


def for_loop(items):
    total = 0
    for x in items:
        if x == 3:
            continue
        if x == 4:
            break
        total += x
    else:
        total = 100
    return total


def nested(n, m):
    result = 0
    for i in range(n):
        for j in range(m):
            result = result + i * j
    return result


# The first value of `i` does not unroll the loop: the block is generalised.
def generalise(n):
    i = 0
    while i < n:
        i = i + 1
    return i
# A list filled by a loop and returned: `hint_fence`.
def filled(items):
    result = []
    for x in items:
        if x > 0:
            result.append(x)
    return result


def filled_until(items):
    result = []
    for x in items:
        if x == 0:
            break
        result.append(x)
    return result


def read_in_loop(items):
    result = []
    for x in items:
        result.append(len(result))
    return result


# Before the loop is generalised, `s[-1]` is an operation on '' that always raises: not an error, that path is forgotten.
def forgotten_error(text):
    s = ''
    for c in text:
        s += c
    return s[-1]


# ==> flow
# graph loops.while_loop(v0)
# b0(v0):
#     goto b1(v0)
# b1(v1):
#     v2 = gt(v1, 0)
#     v3 = bool(v2)
#     if v3 then b2(v1) else return(v1)
# b2(v4):
#     v5 = sub(v4, 1)
#     goto b1(v5)
# graph loops.while_else(v0)
# b0(v0):
#     goto b1(v0)
# b1(v1):
#     v2 = bool(v1)
#     if v2 then b2(v1) else return(-1)
# b2(v3):
#     v4 = eq(v3, 7)
#     v5 = bool(v4)
#     if v5 then return(v3) else b3(v3)
# b3(v6):
#     v7 = sub(v6, 1)
#     goto b1(v7)
# graph loops.for_loop(v0)
# b0(v0):
#     v1 = iter(v0)
#     goto b1(0, v1)
# b1(v2, v3):
#     v4 = next(v3)
#     try { normal => b2(v3, v2, v4), <class:StopIteration>(v5, v6) => return(100) }
# b2(v7, v8, v9):
#     v10 = eq(v9, 3)
#     v11 = bool(v10)
#     if v11 then b1(v8, v7) else b3(v7, v8, v9)
# b3(v12, v13, v14):
#     v15 = eq(v14, 4)
#     v16 = bool(v15)
#     if v16 then return(v13) else b4(v12, v14, v13)
# b4(v17, v18, v19):
#     v20 = inplace_add(v19, v18)
#     goto b1(v20, v17)
# graph loops.nested(v0, v1)
# b0(v0, v1):
#     v2 = simple_call(<class:range>, v0)
#     v3 = iter(v2)
#     goto b1(0, v3, v1)
# b1(v4, v5, v6):
#     v7 = next(v5)
#     try { normal => b2(v7, v5, v4, v6), <class:StopIteration>(v8, v9) => return(v4) }
# b2(v10, v11, v12, v13):
#     v14 = simple_call(<class:range>, v13)
#     v15 = iter(v14)
#     goto b3(v12, v15, v10, v11, v13)
# b3(v16, v17, v18, v19, v20):
#     v21 = next(v17)
#     try { normal => b4(v17, v16, v21, v18, v19, v20), <class:StopIteration>(v22, v23) => b1(v16, v19, v20) }
# b4(v24, v25, v26, v27, v28, v29):
#     v30 = mul(v27, v26)
#     v31 = add(v25, v30)
#     goto b3(v31, v24, v27, v28, v29)
# graph loops.generalise(v0)
# b0(v0):
#     goto b1(0, v0)
# b1(v1, v2):
#     v3 = lt(v1, v2)
#     v4 = bool(v3)
#     if v4 then b2(v2, v1) else return(v1)
# b2(v5, v6):
#     v7 = add(v6, 1)
#     goto b1(v7, v5)
# graph loops.filled(v0)
# b0(v0):
#     v1 = newlist()
#     v2 = iter(v0)
#     v3 = hint_maxlength(v1, v0)
#     goto b1(v3, v2)
# b1(v4, v5):
#     v6 = next(v5)
#     try { normal => b2(v4, v5, v6), <class:StopIteration>(v7, v8) => b4(v4) }
# b2(v9, v10, v11):
#     v12 = gt(v11, 0)
#     v13 = bool(v12)
#     if v13 then b3(v9, v10, v11) else b1(v9, v10)
# b3(v14, v15, v16):
#     v17 = getattr(v14, 'append')
#     v18 = simple_call(v17, v16)
#     goto b1(v14, v15)
# b4(v19):
#     v20 = hint_fence(v19)
#     goto return(v20)
# graph loops.filled_until(v0)
# b0(v0):
#     v1 = newlist()
#     v2 = iter(v0)
#     v3 = hint_maxlength(v1, v0)
#     goto b1(v3, v2)
# b1(v4, v5):
#     v6 = next(v5)
#     try { normal => b2(v4, v5, v6), <class:StopIteration>(v7, v8) => b5(v4) }
# b2(v9, v10, v11):
#     v12 = eq(v11, 0)
#     v13 = bool(v12)
#     if v13 then b3(v9) else b4(v9, v10, v11)
# b3(v14):
#     v15 = hint_fence(v14)
#     goto return(v15)
# b4(v16, v17, v18):
#     v19 = getattr(v16, 'append')
#     v20 = simple_call(v19, v18)
#     goto b1(v16, v17)
# b5(v21):
#     v22 = hint_fence(v21)
#     goto return(v22)
# graph loops.read_in_loop(v0)
# b0(v0):
#     v1 = newlist()
#     v2 = iter(v0)
#     goto b1(v1, v2)
# b1(v3, v4):
#     v5 = next(v4)
#     try { normal => b2(v3, v4), <class:StopIteration>(v6, v7) => return(v3) }
# b2(v8, v9):
#     v10 = getattr(v8, 'append')
#     v11 = len(v8)
#     v12 = simple_call(v10, v11)
#     goto b1(v8, v9)
# graph loops.forgotten_error(v0)
# b0(v0):
#     v1 = iter(v0)
#     goto b1('', v1)
# b1(v2, v3):
#     v4 = next(v3)
#     try { normal => b2(v3, v4, v2), <class:StopIteration>(v5, v6) => b3(v2) }
# b2(v7, v8, v9):
#     v10 = inplace_add(v9, v8)
#     goto b1(v10, v7)
# b3(v11):
#     v12 = getitem(v11, -1)
#     goto return(v12)
