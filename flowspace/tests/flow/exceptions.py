class MyError(Exception):
    pass


def getitem(d, k):
    try:
        return d[k]
    except KeyError:
        return None


def unguarded(d, k):
    return d[k]


def two_clauses(f, k):
    try:
        x = f(k)
    except KeyError:
        x = 1
    except (ValueError, MyError) as e:
        x = e
    return x


def bare(f):
    try:
        f()
    except:
        return 1
    return 2


def finally_(f):
    try:
        f(1)
    finally:
        f(2)


def raise_class(x):
    if x:
        raise MyError
    raise MyError("text", x)


def raise_instance(e):
    raise e


def reraise(f):
    try:
        f()
    except MyError:
        f.note()
        raise


def local_raise(x):
    try:
        if x:
            raise MyError
    except MyError:
        return 1
    return 2


def division(a, b):
    try:
        return a // b
    except ZeroDivisionError:
        return 0


def loop_with_handler(items, f):
    for x in items:
        try:
            f(x)
        except MyError:
            break
    return 1


def handler_around_loop(items):
    try:
        for x in items:
            pass
    except MyError:
        return 1
    return 2


def assertion(x):
    assert x is not None, "message"
    return x.value


def with_(manager):
    with manager as x:
        x.work()
    return 1
# The index is checked although only `finally` sees the error, and the item is not used.
def finally_checks(items, i):
    x = 0
    try:
        items[i]
    finally:
        x = 1
    return x


# ==> flow
# graph exceptions.getitem(v0, v1)
# b0(v0, v1):
#     v2 = getitem(v0, v1)
#     try { normal => return(v2), <class:IndexError>(v3, v4) => raise(<class:IndexError>, v4), <class:KeyError>(v5, v6) => return(None) }
# graph exceptions.unguarded(v0, v1)
# b0(v0, v1):
#     v2 = getitem(v0, v1)
#     goto return(v2)
# graph exceptions.two_clauses(v0, v1)
# b0(v0, v1):
#     v2 = simple_call(v0, v1)
#     try { normal => return(v2), <class:KeyError>(v3, v4) => return(1), <class:ValueError>(v5, v6) => return(v6), <class:MyError>(v7, v8) => return(v8) }
# graph exceptions.bare(v0)
# b0(v0):
#     v1 = simple_call(v0)
#     try { normal => return(2), <class:BaseException>(v2, v3) => return(1) }
# graph exceptions.finally_(v0)
# b0(v0):
#     v1 = simple_call(v0, 1)
#     try { normal => b1(v0), <class:BaseException>(v2, v3) => b3(v3, v2, v0) }
# b1(v4):
#     v5 = simple_call(v4, 2)
#     goto return(None)
# b3(v7, v8, v9):
#     v10 = simple_call(v9, 2)
#     goto raise(v8, v7)
# graph exceptions.raise_class(v0)
# b0(v0):
#     v1 = bool(v0)
#     if v1 then b1() else b2(v0)
# b1():
#     v2 = simple_call(<class:MyError>)
#     goto raise(<class:MyError>, v2)
# b2(v3):
#     v4 = simple_call(<class:MyError>, 'text', v3)
#     v5 = type(v4)
#     goto raise(v5, v4)
# graph exceptions.raise_instance(v0)
# b0(v0):
#     v1 = isinstance(v0, <class:type>)
#     v2 = bool(v1)
#     if v2 then b1(v0) else b2(v0)
# b1(v3):
#     v4 = simple_call(v3)
#     v5 = type(v4)
#     goto raise(v5, v4)
# b2(v6):
#     v7 = type(v6)
#     goto raise(v7, v6)
# graph exceptions.reraise(v0)
# b0(v0):
#     v1 = simple_call(v0)
#     try { normal => return(None), <class:MyError>(v2, v3) => b2(v3, v2, v0) }
# b2(v5, v6, v7):
#     v8 = getattr(v7, 'note')
#     v9 = simple_call(v8)
#     goto raise(v6, v5)
# graph exceptions.local_raise(v0)
# b0(v0):
#     v1 = bool(v0)
#     try { normal => b1(v1), <class:MyError>(v2, v3) => return(1) }
# b1(v4):
#     if v4 then b2() else return(2)
# b2():
#     v5 = simple_call(<class:MyError>)
#     try { normal => b3(v5), <class:MyError>(v6, v7) => return(1) }
# b3(v8):
#     v9 = type(v8)
#     v10 = issubtype(v9, <class:MyError>)
#     if v10 then return(1) else raise(v9, v8)
# graph exceptions.division(v0, v1)
# b0(v0, v1):
#     v2 = floordiv(v0, v1)
#     try { normal => return(v2), <class:ZeroDivisionError>(v3, v4) => return(0) }
# graph exceptions.loop_with_handler(v0, v1)
# b0(v0, v1):
#     v2 = iter(v0)
#     goto b1(v2, v1)
# b1(v3, v4):
#     v5 = next(v3)
#     try { normal => b2(v3, v5, v4), <class:StopIteration>(v6, v7) => return(1) }
# b2(v8, v9, v10):
#     v11 = simple_call(v10, v9)
#     try { normal => b1(v8, v10), <class:MyError>(v12, v13) => return(1) }
# graph exceptions.handler_around_loop(v0)
# b0(v0):
#     v1 = iter(v0)
#     try { normal => b1(v1), <class:MyError>(v2, v3) => return(1) }
# b1(v4):
#     v5 = next(v4)
#     try { normal => b1(v4), <class:StopIteration>(v6, v7) => return(2), <class:MyError>(v8, v9) => return(1) }
# graph exceptions.assertion(v0)
# b0(v0):
#     v1 = is_(v0, None)
#     v2 = bool(v1)
#     if v2 then b1() else b3(v0)
# b1():
#     v3 = simple_call(<class:AssertionError>, 'message')
#     v4 = type(v3)
#     goto raise(v4, v3)
# b3(v7):
#     v8 = getattr(v7, 'value')
#     goto return(v8)
# graph exceptions.with_(v0)
# b0(v0):
#     v1 = getattr(v0, '__exit__')
#     v2 = getattr(v0, '__enter__')
#     v3 = simple_call(v2)
#     v4 = getattr(v3, 'work')
#     try { normal => b1(v4, v1), <class:BaseException>(v5, v6) => b3(v6, v5, v1) }
# b1(v7, v8):
#     v9 = simple_call(v7)
#     try { normal => b2(v8), <class:BaseException>(v10, v11) => b3(v11, v10, v8) }
# b2(v12):
#     v13 = simple_call(v12, None, None, None)
#     goto return(1)
# b3(v14, v15, v16):
#     v17 = simple_call(v16, v15, v14, <Traceback>)
#     v18 = bool(v17)
#     if v18 then return(1) else raise(v15, v14)
# graph exceptions.finally_checks(v0, v1)
# b0(v0, v1):
#     v2 = getitem(v0, v1)
#     try { normal => return(1), <class:IndexError>(v3, v4) => raise(<class:IndexError>, v4), <class:KeyError>(v5, v6) => raise(<class:KeyError>, v6) }
