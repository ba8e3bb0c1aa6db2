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
#     if v10 then b3(v7) else b12()
# b3(v11):
#     v12 = getattr(v11, 'g1_i')
#     v13 = getattr(v11, 'g1_n')
#     v14 = inplace_add(v12, 1)
#     try { normal => b4(v14, v13, v11), <class:StopIteration>(v15, v16) => b11() }
# b4(v17, v18, v19):
#     v20 = lt(v17, v18)
#     try { normal => b5(v18, v20, v17, v19), <class:StopIteration>(v21, v22) => b10() }
# b5(v23, v24, v25, v26):
#     v27 = bool(v24)
#     try { normal => b6(v23, v27, v25, v26), <class:StopIteration>(v28, v29) => b9() }
# b6(v30, v31, v32, v33):
#     if v31 then b7(v30, v32, v33) else b12()
# b7(v34, v35, v36):
#     v37 = setattr(v36, 'g1_i', v35)
#     v38 = setattr(v36, 'g1_n', v34)
#     v39 = setattr(v36, 'state', 1)
#     goto return(v35)
# b9():
#     v41 = simple_call(<class:RuntimeError>, 'generator raised StopIteration')
#     goto raise(<class:RuntimeError>, v41)
# b10():
#     v42 = simple_call(<class:RuntimeError>, 'generator raised StopIteration')
#     goto raise(<class:RuntimeError>, v42)
# b11():
#     v43 = simple_call(<class:RuntimeError>, 'generator raised StopIteration')
#     goto raise(<class:RuntimeError>, v43)
# b12():
#     v44 = simple_call(<class:StopIteration>)
#     v45 = type(v44)
#     goto raise(v45, v44)
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
#     if v4 then b1(v0) else b3(v0, v1)
# b1(v5):
#     v6 = getattr(v5, 'g0_f')
#     v7 = getattr(v5, 'g0_items')
#     v8 = iter(v7)
#     try { normal => b7(v8, v6, v5), <class:StopIteration>(v9, v10) => b2() }
# b2():
#     v11 = simple_call(<class:RuntimeError>, 'generator raised StopIteration')
#     goto raise(<class:RuntimeError>, v11)
# b3(v12, v13):
#     v14 = eq(v13, 1)
#     v15 = bool(v14)
#     if v15 then b4(v12) else b5(v12, v13)
# b4(v16):
#     v17 = getattr(v16, 'g1_0')
#     v18 = getattr(v16, 'g1_f')
#     goto b7(v17, v18, v16)
# b5(v19, v20):
#     v21 = eq(v20, 2)
#     v22 = bool(v21)
#     if v22 then b6(v19) else b13()
# b6(v23):
#     v24 = getattr(v23, 'g2_0')
#     v25 = getattr(v23, 'g2_f')
#     goto b7(v24, v25, v23)
# b7(v26, v27, v28):
#     v29 = next(v26)
#     try { normal => b8(v26, v29, v27, v28), <class:StopIteration>(v30, v31) => b13() }
# b8(v32, v33, v34, v35):
#     v36 = simple_call(v34, v33)
#     try { normal => b9(v32, v34, v36, v35), <class:ValueError>(v37, v38) => b10(v32, v34, v35), <class:StopIteration>(v39, v40) => b12() }
# b9(v41, v42, v43, v44):
#     v45 = setattr(v44, 'g1_0', v41)
#     v46 = setattr(v44, 'g1_f', v42)
#     v47 = setattr(v44, 'state', 1)
#     goto return(v43)
# b10(v48, v49, v50):
#     v51 = setattr(v50, 'g2_0', v48)
#     v52 = setattr(v50, 'g2_f', v49)
#     v53 = setattr(v50, 'state', 2)
#     goto return(-1)
# b12():
#     v55 = simple_call(<class:RuntimeError>, 'generator raised StopIteration')
#     goto raise(<class:RuntimeError>, v55)
# b13():
#     v56 = simple_call(<class:StopIteration>)
#     v57 = type(v56)
#     goto raise(v57, v56)
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
#     if v4 then b1(v0) else b6(v1)
# b1(v5):
#     v6 = getattr(v5, 'g0_n')
#     v7 = bool(v6)
#     try { normal => b2(v7, v6, v5), <class:StopIteration>(v8, v9) => b5() }
# b2(v10, v11, v12):
#     if v10 then b7() else b3(v11, v12)
# b3(v13, v14):
#     v15 = setattr(v14, 'state', 1)
#     goto return(v13)
# b5():
#     v17 = simple_call(<class:RuntimeError>, 'generator raised StopIteration')
#     goto raise(<class:RuntimeError>, v17)
# b6(v18):
#     v19 = eq(v18, 1)
#     goto b7()
# b7():
#     v20 = simple_call(<class:StopIteration>)
#     v21 = type(v20)
#     goto raise(v21, v20)
