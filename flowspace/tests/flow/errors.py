state = None


def undefined_local(n):
    if n:
        x = 1
    return x


def unknown_global(n):
    return lenght(n) + undefind_local(n)


def assign_global(n):
    global state
    state = n


def two_errors(n):
    if n:
        return spam(n)
    else:
        return eggs(n)


def for_ever():
    i = 0
    while True:
        i = 1 - i


def keywords(f, d):
    return f(**d)


def takes_keywords(**kw):
    return 1


def closure(n):
    def g():
        return n
    return g


def local_class(n):
    class C:
        pass
    return C


def sets(a):
    return {a, 1}


def uses_locals():
    return locals()


def always_raises():
    return 1 // 0


def catches_assertion(f):
    try:
        f()
    except AssertionError:
        return 1
    return 2


def delete_attribute(x):
    del x.y


def reraise_outside():
    raise


def import_missing():
    import no_such_module
    return no_such_module
# ==> flow
# graph errors.undefined_local(v0)
# b0(v0):
#     v1 = bool(v0)
#     if v1 then return(1) else b2()
# b2():
#     v3 = simple_call(<_refused>)
#     v4 = simple_call(<class:UnboundLocalError>)
#     goto raise(<class:UnboundLocalError>, v4)
# error[E0302]: global name `lenght` is not defined
#   --> errors.py:11:12
#    |
# 11 |     return lenght(n) + undefind_local(n)
#    |            ^^^^^^ not found in the module or among the builtins
# error[E0302]: global name `undefind_local` is not defined
#   --> errors.py:11:24
#    |
# 11 |     return lenght(n) + undefind_local(n)
#    |                        ^^^^^^^^^^^^^^ not found in the module or among the builtins
#    |
#    = help: a global with a similar name exists: `undefined_local`
# error[E0308]: the global variable `state` is assigned in translated code
#   --> errors.py:16:5
#    |
# 16 |     state = n
#    |     ^^^^^ globals are constants in RPython
#    |
#    = help: keep the state in an attribute of a prebuilt instance: `state.x = ...`
# error[E0302]: global name `spam` is not defined
#   --> errors.py:21:16
#    |
# 21 |         return spam(n)
#    |                ^^^^ not found in the module or among the builtins
# error[E0302]: global name `eggs` is not defined
#   --> errors.py:23:16
#    |
# 23 |         return eggs(n)
#    |                ^^^^ not found in the module or among the builtins
# error[E0305]: evaluating `for_ever` on constants does not end
#   --> errors.py:28:11
#    |
# 26 | def for_ever():
#    |     -------- in this function
# 27 |     i = 0
# 28 |     while True:
#    |           ^^^^ this loop depends on constants only and goes on for ever
#    |
#    = help: let the loop test something that is known at run time only
# error[E0303]: passing `**` arguments is not RPython
#   --> errors.py:33:12
#    |
# 33 |     return f(**d)
#    |            ^^^^^^
# error[E0303]: a function with `**` parameters is not RPython
#   --> errors.py:36:5
#    |
# 36 | def takes_keywords(**kw):
#    |     ^^^^^^^^^^^^^^
# error[E0309]: a nested function captures the variable `n`
#   --> errors.py:41:5
#    |
# 41 | /     def g():
# 42 | |         return n
#    | |________________^ closures over run-time values are not RPython
#    |
#    = help: pass the value as an argument, or keep it in an attribute of an instance
# error[E0303]: defining a class inside a function is not RPython
#   --> errors.py:47:11
#    |
# 47 |     class C:
#    |           ^
#    |
#    = help: define the class in the module
# error[E0303]: a set is not RPython
#   --> errors.py:53:12
#    |
# 53 |     return {a, 1}
#    |            ^^^^^^
#    |
#    = help: use a dict with None values
# error[E0303]: calling `locals()` is not RPython
#   --> errors.py:57:12
#    |
# 57 |     return locals()
#    |            ^^^^^^^^
# error[E0304]: this operation always raises an exception
#   --> errors.py:61:12
#    |
# 61 |     return 1 // 0
#    |            ^^^^^^ ZeroDivisionError: integer division or modulo by zero, for `floordiv(1, 0)`
# error[E0307]: catching AssertionError is not RPython
#   --> errors.py:67:12
#    |
# 67 |     except AssertionError:
#    |            ^^^^^^^^^^^^^^
#    |
#    = help: failed assertions and missing methods are bugs of the program: they end it
# error[E0303]: deleting an attribute is not RPython
#   --> errors.py:73:9
#    |
# 73 |     del x.y
#    |         ^^^
#    |
#    = help: set it to None
# error[E0303]: `raise` outside of an `except` block is not RPython
#   --> errors.py:77:5
#    |
# 77 |     raise
#    |     ^^^^^
# graph errors.import_missing()
# b0():
#     v0 = simple_call(<_refused>)
#     goto return(<_erroneous>)
