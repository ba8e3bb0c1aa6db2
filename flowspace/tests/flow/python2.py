# genext: python2
def old_raise(x):
    if x:
        raise ValueError, "text"
    raise ValueError, x


def old_except(f):
    try:
        f()
    except ValueError, e:
        return e
    return None


def tuple_parameter((a, b), c):
    return a + b + c


def classic_division(a, b):
    return a / b


def printing(x):
    print x, 1
    print


def backquotes(x):
    return `x`


def forever_true(x):
    while True:
        if x:
            return 1
        x = x + 1
# ==> flow
# graph python2.old_raise(v0)
# b0(v0):
#     v1 = bool(v0)
#     if v1 then b1() else b2(v0)
# b1():
#     v2 = simple_call(<class:ValueError>, 'text')
#     goto raise(<class:ValueError>, v2)
# b2(v3):
#     v4 = is_(v3, None)
#     v5 = bool(v4)
#     if v5 then b3() else b4(v3)
# b3():
#     v6 = simple_call(<class:ValueError>)
#     goto raise(<class:ValueError>, v6)
# b4(v7):
#     v8 = type(v7)
#     v9 = issubtype(v8, <class:ValueError>)
#     v10 = bool(v9)
#     if v10 then b5(v7) else b6(v7)
# b5(v11):
#     v12 = type(v11)
#     goto raise(v12, v11)
# b6(v13):
#     v14 = simple_call(<class:ValueError>, v13)
#     goto raise(<class:ValueError>, v14)
# graph python2.old_except(v0)
# b0(v0):
#     v1 = simple_call(v0)
#     try { normal => return(None), <class:ValueError>(v2, v3) => return(v3) }
# graph python2.tuple_parameter(v0, v1)
# b0(v0, v1):
#     v2 = len(v0)
#     v3 = eq(v2, 2)
#     v4 = bool(v3)
#     if v4 then b1(v1, v0) else b3()
# b1(v5, v6):
#     v7 = getitem(v6, 0)
#     v8 = getitem(v6, 1)
#     v9 = add(v7, v8)
#     v10 = add(v9, v5)
#     goto return(v10)
# b3():
#     v12 = simple_call(<class:ValueError>)
#     goto raise(<class:ValueError>, v12)
# graph python2.classic_division(v0, v1)
# b0(v0, v1):
#     v2 = div(v0, v1)
#     goto return(v2)
# graph python2.printing(v0)
# b0(v0):
#     v1 = str(v0)
#     v2 = simple_call(<function:print_item>, v1)
#     v3 = simple_call(<function:print_item>, '1')
#     v4 = simple_call(<function:print_newline>)
#     v5 = simple_call(<function:print_newline>)
#     goto return(None)
# graph python2.backquotes(v0)
# b0(v0):
#     v1 = repr(v0)
#     goto return(v1)
# graph python2.forever_true(v0)
# b0(v0):
#     goto b1(v0)
# b1(v1):
#     v2 = bool(v1)
#     if v2 then return(1) else b3(v1)
# b3(v4):
#     v5 = add(v4, 1)
#     goto b1(v5)
