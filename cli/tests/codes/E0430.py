class Left(object):
    pass

class Right(object):
    pass

class Both(Left, Right):
    pass

def entry_point(argv):
    b = Both()
    return 0

#| error[E0430]: class `Both` has two bases: `Left` and `Right`
#|  --> FILE:7:7
#|   |
#| 1 | class Left(object):
#|   |       ---- the first base class
#| ...
#| 4 | class Right(object):
#|   |       ----- the second base class
#| ...
#| 7 | class Both(Left, Right):
#|   |       ^^^^
#|   |
#|   = help: RPython has single inheritance; set `_mixin_ = True` in classes that are only mixed in
#|
#| genext: stopped because of an error
