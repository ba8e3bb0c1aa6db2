# The two give the same graph.
def merge_late_1(n):
    if n < 0:
        n = 0
    return n + 1


def merge_late_2(n):
    if n < 0:
        return 1
    else:
        return n + 1


def and_or(a, b, c):
    return a and b or c


def negate(a):
    return not a


def chained(a, b, c):
    return a < b < c


def not_in(a, b):
    if a not in b:
        return 1
    return 2


def short_tuple(c):
    return c in ('+', '-', None)


def elif_chain(op):
    if op == 'a':
        r = 1
    elif op == 'b':
        r = 2
    else:
        r = 3
    return r


def test_twice(x):
    if not x:
        y = 1
    else:
        y = 2
    if not x:
        return y
    return y + 5


def conditional(x):
    return 1 if x is None else x.value
# ==> flow
# graph branches.merge_late_1(v0)
# b0(v0):
#     v1 = lt(v0, 0)
#     v2 = bool(v1)
#     if v2 then return(1) else b1(v0)
# b1(v3):
#     v4 = add(v3, 1)
#     goto return(v4)
# graph branches.merge_late_2(v0)
# b0(v0):
#     v1 = lt(v0, 0)
#     v2 = bool(v1)
#     if v2 then return(1) else b1(v0)
# b1(v3):
#     v4 = add(v3, 1)
#     goto return(v4)
# graph branches.and_or(v0, v1, v2)
# b0(v0, v1, v2):
#     v3 = bool(v0)
#     if v3 then b1(v2, v1) else return(v2)
# b1(v4, v5):
#     v6 = bool(v5)
#     if v6 then return(v5) else return(v4)
# graph branches.negate(v0)
# b0(v0):
#     v1 = bool(v0)
#     if v1 then return(False) else return(True)
# graph branches.chained(v0, v1, v2)
# b0(v0, v1, v2):
#     v3 = lt(v0, v1)
#     v4 = bool(v3)
#     if v4 then b1(v2, v1) else return(v3)
# b1(v5, v6):
#     v7 = lt(v6, v5)
#     goto return(v7)
# graph branches.not_in(v0, v1)
# b0(v0, v1):
#     v2 = contains(v1, v0)
#     v3 = bool(v2)
#     if v3 then return(2) else return(1)
# graph branches.short_tuple(v0)
# b0(v0):
#     v1 = eq(v0, '+')
#     v2 = bool(v1)
#     if v2 then return(True) else b1(v0)
# b1(v3):
#     v4 = eq(v3, '-')
#     v5 = bool(v4)
#     if v5 then return(True) else b2(v3)
# b2(v6):
#     v7 = is_(v6, None)
#     v8 = bool(v7)
#     if v8 then return(True) else return(False)
# graph branches.elif_chain(v0)
# b0(v0):
#     v1 = eq(v0, 'a')
#     v2 = bool(v1)
#     if v2 then return(1) else b1(v0)
# b1(v3):
#     v4 = eq(v3, 'b')
#     v5 = bool(v4)
#     if v5 then return(2) else return(3)
# graph branches.test_twice(v0)
# b0(v0):
#     v1 = bool(v0)
#     if v1 then b1(2, v0) else b2(1, v0)
# b1(v2, v3):
#     v4 = bool(v3)
#     if v4 then b3(v2) else return(v2)
# b2(v5, v6):
#     v7 = bool(v6)
#     if v7 then b3(v5) else return(v5)
# b3(v8):
#     v9 = add(v8, 5)
#     goto return(v9)
# graph branches.conditional(v0)
# b0(v0):
#     v1 = is_(v0, None)
#     v2 = bool(v1)
#     if v2 then return(1) else b1(v0)
# b1(v3):
#     v4 = getattr(v3, 'value')
#     goto return(v4)
