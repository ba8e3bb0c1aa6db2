def describe(x):
    "NOT_RPYTHON: for the prompt only"
    return repr(x)

def entry_point(argv):
    return len(describe(argv))

#| error[E0407]: `E0407.describe` is not RPython
#|  --> FILE:6:16
#|   |
#| 1 | def describe(x):
#|   |     -------- its docstring or `_not_rpython_` says so
#| ...
#| 6 |     return len(describe(argv))
#|   |                ^^^^^^^^^^^^^^
#|   |
#|   = help: call it while the module is imported, or write a version of it for translated code
#|
#| genext: stopped because of an error
