def literals(x):
    return x in [1, 2, 5] or x not in [7]


def caught(x):
    try:
        if x in ['a', 'bc']:
            return 1
        return int(x)
    except ValueError:
        return 2


# The list is used again.
def seen(x):
    l = [1, 2]
    if x in l:
        return l
    return None


# The types differ, which is an error of lists.
def mixed(x):
    return x in [1, 'a']


def variable(x, y):
    return x in [1, y]


def empty(x):
    return x in []
# ==> flow
# graph membership.literals(v0)
# b0(v0):
#     v1 = contains((1,2,5), v0)
#     v2 = bool(v1)
#     if v2 then return(v1) else b1(v0)
# b1(v3):
#     v4 = contains((7,), v3)
#     v5 = bool(v4)
#     if v5 then return(False) else return(True)
# graph membership.caught(v0)
# b0(v0):
#     v1 = newlist('a', 'bc')
#     try { normal => b1(v0), <class:ValueError>(v2, v3) => return(2) }
# b1(v4):
#     v5 = contains(('a','bc'), v4)
#     try { normal => b2(v5, v4), <class:ValueError>(v6, v7) => return(2) }
# b2(v8, v9):
#     v10 = bool(v8)
#     try { normal => b3(v10, v9), <class:ValueError>(v11, v12) => return(2) }
# b3(v13, v14):
#     if v13 then return(1) else b4(v14)
# b4(v15):
#     v16 = simple_call(<class:int>, v15)
#     try { normal => return(v16), <class:ValueError>(v17, v18) => return(2) }
# graph membership.seen(v0)
# b0(v0):
#     v1 = newlist(1, 2)
#     v2 = contains(v1, v0)
#     v3 = bool(v2)
#     if v3 then return(v1) else return(None)
# graph membership.mixed(v0)
# b0(v0):
#     v1 = newlist(1, 'a')
#     v2 = contains(v1, v0)
#     goto return(v2)
# graph membership.variable(v0, v1)
# b0(v0, v1):
#     v2 = newlist(1, v1)
#     v3 = contains(v2, v0)
#     goto return(v3)
# graph membership.empty(v0)
# b0(v0):
#     v1 = newlist()
#     v2 = contains(v1, v0)
#     goto return(v2)
