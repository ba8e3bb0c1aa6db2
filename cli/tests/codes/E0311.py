class Config(object):
    flag = False

    def _freeze_(self):
        return True

config = Config()

def missing(n):
    import no_such_module
    return no_such_module.function(n)

def missing_name(n):
    if n > 3:
        from os.path import no_such_name
        n = no_such_name(n)
    return n

def missing_in_package(n):
    if not config.flag:
        import os.no_such_module as found
        return found.f(n)
    return n

def behind_a_constant(n):
    if not config.flag:
        return n
    import no_such_module_either
    return no_such_module_either.function(n)

def optional(n):
    try:
        import no_such_module_at_all
    except ImportError:
        return n
    return no_such_module_at_all.function(n)

# Nothing calls it.
def not_reached(n):
    import no_such_module
    return no_such_module.function(n)

def entry_point(argv):
    n = len(argv)
    n += missing(n) + missing_name(n) + missing_in_package(n)
    return n + behind_a_constant(n) + optional(n)

#| error[E0311]: cannot import `no_such_module`
#|   --> FILE:10:12
#|    |
#| 10 |     import no_such_module
#|    |            ^^^^^^^^^^^^^^ ModuleNotFoundError: No module named 'no_such_module'
#|    |
#|    = help: if the module is optional, test a constant before the import
#|
#| error[E0311]: cannot import `no_such_name`
#|   --> FILE:15:29
#|    |
#| 15 |         from os.path import no_such_name
#|    |                             ^^^^^^^^^^^^ ImportError: cannot import name 'no_such_name' from 'os.path' (unknown location)
#|    |
#|    = help: if the module is optional, test a constant before the import
#|
#| error[E0311]: cannot import `os.no_such_module`
#|   --> FILE:21:16
#|    |
#| 21 |         import os.no_such_module as found
#|    |                ^^^^^^^^^^^^^^^^^^^^^^^^^^ ModuleNotFoundError: No module named 'os.no_such_module'
#|    |
#|    = help: if the module is optional, test a constant before the import
#|
#| genext: stopped because of 3 errors
