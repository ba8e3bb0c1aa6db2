def count(n):
    i = 0
    while i < n:
        yield i
        i += 1


def two(a, b):
    yield a
    yield b


def guarded(f, items):
    for x in items:
        try:
            yield f(x)
        except ValueError:
            yield -1


def with_return(n):
    if n:
        return
    yield n
# ==> flow
# graph generators.count(v3)
# b0(v3):
#     v4 = simple_call(<class:count_generator>)
#     v5 = setattr(v4, 'g0_n', v3)
#     v6 = setattr(v4, 'state', 0)
#     goto return(v4)
# PRINTS DIFFERENTLY WHEN READ BACK
# graph generators.count(v0)
# b0(v0):
#     v1 = simple_call(<class:count_generator>)
#     v2 = setattr(v1, 'g0_n', v0)
#     v3 = setattr(v1, 'state', 0)
#     goto return(v1)
#
# graph generators.count__next(v0)
# b0(v0):
#     v1 = getattr(v0, 'state')
#     v2 = setattr(v0, 'state', -1)
#     v3 = eq(v1, 0)
#     v4 = bool(v3)
#     if v4 then b1(v0) else b2(v0, v1)
# b1(v5):
#     v6 = getattr(v5, 'g0_n')
#     goto b4(0, v6, v5)
# b2(v7, v8):
#     v9 = eq(v8, 1)
#     v10 = bool(v9)
#     if v10 then b3(v7) else b7()
# b3(v11):
#     v12 = getattr(v11, 'g1_i')
#     v13 = getattr(v11, 'g1_n')
#     v14 = inplace_add(v12, 1)
#     goto b4(v14, v13, v11)
# b4(v15, v16, v17):
#     v18 = lt(v15, v16)
#     v19 = bool(v18)
#     if v19 then b5(v16, v15, v17) else b7()
# b5(v20, v21, v22):
#     v23 = setattr(v22, 'g1_i', v21)
#     v24 = setattr(v22, 'g1_n', v20)
#     v25 = setattr(v22, 'state', 1)
#     goto return(v21)
# b7():
#     v27 = simple_call(<class:StopIteration>)
#     v28 = type(v27)
#     goto raise(v28, v27)
# graph generators.two(v3, v4)
# b0(v3, v4):
#     v5 = simple_call(<class:two_generator>)
#     v6 = setattr(v5, 'g0_a', v3)
#     v7 = setattr(v5, 'g0_b', v4)
#     v8 = setattr(v5, 'state', 0)
#     goto return(v5)
# PRINTS DIFFERENTLY WHEN READ BACK
# graph generators.two(v0, v1)
# b0(v0, v1):
#     v2 = simple_call(<class:two_generator>)
#     v3 = setattr(v2, 'g0_a', v0)
#     v4 = setattr(v2, 'g0_b', v1)
#     v5 = setattr(v2, 'state', 0)
#     goto return(v2)
#
# graph generators.two__next(v0)
# b0(v0):
#     v1 = getattr(v0, 'state')
#     v2 = setattr(v0, 'state', -1)
#     v3 = eq(v1, 0)
#     v4 = bool(v3)
#     if v4 then b1(v0) else b2(v0, v1)
# b1(v5):
#     v6 = getattr(v5, 'g0_a')
#     v7 = getattr(v5, 'g0_b')
#     v8 = setattr(v5, 'g2_b', v7)
#     v9 = setattr(v5, 'state', 2)
#     goto return(v6)
# b2(v10, v11):
#     v12 = eq(v11, 1)
#     v13 = bool(v12)
#     if v13 then b6() else b3(v10, v11)
# b3(v14, v15):
#     v16 = eq(v15, 2)
#     v17 = bool(v16)
#     if v17 then b4(v14) else b6()
# b4(v18):
#     v19 = getattr(v18, 'g2_b')
#     v20 = setattr(v18, 'state', 1)
#     goto return(v19)
# b6():
#     v22 = simple_call(<class:StopIteration>)
#     v23 = type(v22)
#     goto raise(v23, v22)
# graph generators.guarded(v3, v4)
# b0(v3, v4):
#     v5 = simple_call(<class:guarded_generator>)
#     v6 = setattr(v5, 'g0_f', v3)
#     v7 = setattr(v5, 'g0_items', v4)
#     v8 = setattr(v5, 'state', 0)
#     goto return(v5)
# PRINTS DIFFERENTLY WHEN READ BACK
# graph generators.guarded(v0, v1)
# b0(v0, v1):
#     v2 = simple_call(<class:guarded_generator>)
#     v3 = setattr(v2, 'g0_f', v0)
#     v4 = setattr(v2, 'g0_items', v1)
#     v5 = setattr(v2, 'state', 0)
#     goto return(v2)
#
# graph generators.guarded__next(v0)
# b0(v0):
#     v1 = getattr(v0, 'state')
#     v2 = setattr(v0, 'state', -1)
#     v3 = eq(v1, 0)
#     v4 = bool(v3)
#     if v4 then b1(v0) else b2(v0, v1)
# b1(v5):
#     v6 = getattr(v5, 'g0_f')
#     v7 = getattr(v5, 'g0_items')
#     v8 = iter(v7)
#     goto b6(v8, v6, v5)
# b2(v9, v10):
#     v11 = eq(v10, 1)
#     v12 = bool(v11)
#     if v12 then b3(v9) else b4(v9, v10)
# b3(v13):
#     v14 = getattr(v13, 'g1_0')
#     v15 = getattr(v13, 'g1_f')
#     goto b6(v14, v15, v13)
# b4(v16, v17):
#     v18 = eq(v17, 2)
#     v19 = bool(v18)
#     if v19 then b5(v16) else b11()
# b5(v20):
#     v21 = getattr(v20, 'g2_0')
#     v22 = getattr(v20, 'g2_f')
#     goto b6(v21, v22, v20)
# b6(v23, v24, v25):
#     v26 = next(v23)
#     try { normal => b7(v23, v26, v24, v25), <class:StopIteration>(v27, v28) => b11() }
# b7(v29, v30, v31, v32):
#     v33 = simple_call(v31, v30)
#     try { normal => b8(v29, v31, v33, v32), <class:ValueError>(v34, v35) => b9(v29, v31, v32) }
# b8(v36, v37, v38, v39):
#     v40 = setattr(v39, 'g1_0', v36)
#     v41 = setattr(v39, 'g1_f', v37)
#     v42 = setattr(v39, 'state', 1)
#     goto return(v38)
# b9(v43, v44, v45):
#     v46 = setattr(v45, 'g2_0', v43)
#     v47 = setattr(v45, 'g2_f', v44)
#     v48 = setattr(v45, 'state', 2)
#     goto return(-1)
# b11():
#     v50 = simple_call(<class:StopIteration>)
#     v51 = type(v50)
#     goto raise(v51, v50)
# graph generators.with_return(v3)
# b0(v3):
#     v4 = simple_call(<class:with_return_generator>)
#     v5 = setattr(v4, 'g0_n', v3)
#     v6 = setattr(v4, 'state', 0)
#     goto return(v4)
# PRINTS DIFFERENTLY WHEN READ BACK
# graph generators.with_return(v0)
# b0(v0):
#     v1 = simple_call(<class:with_return_generator>)
#     v2 = setattr(v1, 'g0_n', v0)
#     v3 = setattr(v1, 'state', 0)
#     goto return(v1)
#
# graph generators.with_return__next(v0)
# b0(v0):
#     v1 = getattr(v0, 'state')
#     v2 = setattr(v0, 'state', -1)
#     v3 = eq(v1, 0)
#     v4 = bool(v3)
#     if v4 then b1(v0) else b4(v1)
# b1(v5):
#     v6 = getattr(v5, 'g0_n')
#     v7 = bool(v6)
#     if v7 then b5() else b2(v6, v5)
# b2(v8, v9):
#     v10 = setattr(v9, 'state', 1)
#     goto return(v8)
# b4(v12):
#     v13 = eq(v12, 1)
#     goto b5()
# b5():
#     v14 = simple_call(<class:StopIteration>)
#     v15 = type(v14)
#     goto raise(v15, v14)
