class _Driver(object):
    def _freeze_(self):
        return True

    def jit_merge_point(self):
        pass


_driver = _Driver()


# Nobody reads `a`: one loop.
def never_read(m, f):
    with m:
        a = f(1)
    while f(2):
        f(3)


# Behind a suppressed exception the read raises.
def read_behind(m, f):
    with m:
        a = f(1)
    return a


# `a` is not live in the loop: there is one.
def dead_in_a_loop(m, f):
    with m:
        a = f(1)
    if f(2):
        f(a)
    while f(3):
        f(4)
    a = f(5)
    return a


# An exception that is suppressed in a later turn leaves the value of the turn before.
def kept_of_an_earlier_turn(m, f):
    while f(1):
        with m:
            a = f(2)
        f(a)


# The loop of a portal is made once, and a read behind a suppressed exception is refused if the program gets there.
def portal(m, f):
    while f(1):
        _driver.jit_merge_point()
        with m:
            a = f(2)
        f(a)
# ==> flow
# graph unassigned.never_read(v0, v1)
# b0(v0, v1):
#     v2 = getattr(v0, '__exit__')
#     v3 = getattr(v0, '__enter__')
#     v4 = simple_call(v3)
#     v5 = simple_call(v1, 1)
#     try { normal => b1(v2, v1), <class:BaseException>(v6, v7) => b2(v7, v6, v2, v1) }
# b1(v8, v9):
#     v10 = simple_call(v8, None, None, None)
#     goto b3(v9)
# b2(v11, v12, v13, v14):
#     v15 = simple_call(v13, v12, v11, <Traceback>)
#     v16 = bool(v15)
#     if v16 then b3(v14) else raise(v12, v11)
# b3(v17):
#     v18 = simple_call(v17, 2)
#     v19 = bool(v18)
#     if v19 then b4(v17) else return(None)
# b4(v20):
#     v21 = simple_call(v20, 3)
#     goto b3(v20)
# graph unassigned.read_behind(v0, v1)
# b0(v0, v1):
#     v2 = getattr(v0, '__exit__')
#     v3 = getattr(v0, '__enter__')
#     v4 = simple_call(v3)
#     v5 = simple_call(v1, 1)
#     try { normal => b1(v5, v2), <class:BaseException>(v6, v7) => b3(v7, v6, v2) }
# b1(v8, v9):
#     v10 = simple_call(v9, None, None, None)
#     goto return(v8)
# b3(v12, v13, v14):
#     v15 = simple_call(v14, v13, v12, <Traceback>)
#     v16 = bool(v15)
#     if v16 then b4() else raise(v13, v12)
# b4():
#     v17 = simple_call(<class:UnboundLocalError>)
#     goto raise(<class:UnboundLocalError>, v17)
# graph unassigned.dead_in_a_loop(v0, v1)
# b0(v0, v1):
#     v2 = getattr(v0, '__exit__')
#     v3 = getattr(v0, '__enter__')
#     v4 = simple_call(v3)
#     v5 = simple_call(v1, 1)
#     try { normal => b1(v1, v2, v5), <class:BaseException>(v6, v7) => b3(v7, v6, v2, v1) }
# b1(v8, v9, v10):
#     v11 = simple_call(v9, None, None, None)
#     v12 = simple_call(v8, 2)
#     v13 = bool(v12)
#     if v13 then b2(v10, v8) else b6(v8)
# b2(v14, v15):
#     v16 = simple_call(v15, v14)
#     goto b6(v15)
# b3(v17, v18, v19, v20):
#     v21 = simple_call(v19, v18, v17, <Traceback>)
#     v22 = bool(v21)
#     if v22 then b4(v20) else raise(v18, v17)
# b4(v23):
#     v24 = simple_call(v23, 2)
#     v25 = bool(v24)
#     if v25 then b5() else b6(v23)
# b5():
#     v26 = simple_call(<class:UnboundLocalError>)
#     goto raise(<class:UnboundLocalError>, v26)
# b6(v27):
#     v28 = simple_call(v27, 3)
#     v29 = bool(v28)
#     if v29 then b7(v27) else b8(v27)
# b7(v30):
#     v31 = simple_call(v30, 4)
#     goto b6(v30)
# b8(v32):
#     v33 = simple_call(v32, 5)
#     goto return(v33)
# graph unassigned.kept_of_an_earlier_turn(v0, v1)
# b0(v0, v1):
#     v2 = simple_call(v1, 1)
#     v3 = bool(v2)
#     if v3 then b1(v1, v0) else return(None)
# b1(v4, v5):
#     v6 = getattr(v5, '__exit__')
#     v7 = getattr(v5, '__enter__')
#     v8 = simple_call(v7)
#     v9 = simple_call(v4, 2)
#     try { normal => b2(v9, v6, v4, v5), <class:BaseException>(v10, v11) => b6(v11, v10, v6) }
# b2(v12, v13, v14, v15):
#     v16 = simple_call(v13, None, None, None)
#     goto b3(v14, v12, v15)
# b3(v17, v18, v19):
#     v20 = simple_call(v17, v18)
#     v21 = simple_call(v17, 1)
#     v22 = bool(v21)
#     if v22 then b4(v17, v18, v19) else return(None)
# b4(v23, v24, v25):
#     v26 = getattr(v25, '__exit__')
#     v27 = getattr(v25, '__enter__')
#     v28 = simple_call(v27)
#     v29 = simple_call(v23, 2)
#     try { normal => b2(v29, v26, v23, v25), <class:BaseException>(v30, v31) => b5(v31, v30, v23, v24, v25, v26) }
# b5(v32, v33, v34, v35, v36, v37):
#     v38 = simple_call(v37, v33, v32, <Traceback>)
#     v39 = bool(v38)
#     if v39 then b3(v34, v35, v36) else raise(v33, v32)
# b6(v40, v41, v42):
#     v43 = simple_call(v42, v41, v40, <Traceback>)
#     v44 = bool(v43)
#     if v44 then b7() else raise(v41, v40)
# b7():
#     v45 = simple_call(<class:UnboundLocalError>)
#     goto raise(<class:UnboundLocalError>, v45)
# graph unassigned.portal(v0, v1)
# b0(v0, v1):
#     goto b1(v1, v0)
# b1(v2, v3):
#     v4 = simple_call(v2, 1)
#     v5 = bool(v4)
#     if v5 then b2(v2, v3) else return(None)
# b2(v6, v7):
#     v8 = simple_call(<method:function:_Driver.jit_merge_point>)
#     v9 = getattr(v7, '__exit__')
#     v10 = getattr(v7, '__enter__')
#     v11 = simple_call(v10)
#     v12 = simple_call(v6, 2)
#     try { normal => b3(v12, v6, v9, v7), <class:BaseException>(v13, v14) => b4(v14, v13, v9) }
# b3(v15, v16, v17, v18):
#     v19 = simple_call(v17, None, None, None)
#     v20 = simple_call(v16, v15)
#     goto b1(v16, v18)
# b4(v21, v22, v23):
#     v24 = simple_call(v23, v22, v21, <Traceback>)
#     v25 = bool(v24)
#     if v25 then b5() else raise(v22, v21)
# b5():
#     v26 = simple_call(<_refused>)
#     v27 = simple_call(<class:UnboundLocalError>)
#     goto raise(<class:UnboundLocalError>, v27)
