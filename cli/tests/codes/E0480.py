def entry_point(argv):
    l = map(len, argv)
    return l[0]

#| error[E0480]: `map` is not available in RPython
#|  --> FILE:2:9
#|   |
#| 2 |     l = map(len, argv)
#|   |         ^^^^^^^^^^^^^^ used at run time
#|   |
#|   = help: see docs/rpython.md for what translated code may call, or do it while the module is imported
#|
#| genext: stopped because of an error
