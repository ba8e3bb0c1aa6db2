KEYWORDS = set(['if', 'else'])

def is_keyword(s):
    return s in KEYWORDS

def entry_point(argv):
    return int(is_keyword(argv[0]))

#| error[E0422]: a prebuilt set is used at run time
#|  --> FILE:4:12
#|   |
#| 4 |     return s in KEYWORDS
#|   |            ^^^^^^^^^^^^^
#|   |
#|   = help: RPython has no sets: use a dictionary with None or True as values
#|
#| genext: stopped because of an error
