MISSING = Ellipsis

def missing():
    return MISSING

def entry_point(argv):
    x = missing()
    return 0

#| error[E0423]: Ellipsis is used at run time
#|  --> FILE:4:5
#|   |
#| 4 |     return MISSING
#|   |     ^^^^^^^^^^^^^^
#|   |
#|   = help: RPython has no Ellipsis: use None or an object of your own as a marker
#|
#| genext: stopped because of an error
