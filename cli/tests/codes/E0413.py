from rpython.rlib.objectmodel import r_dict

def eq(a, b):
    return a == b

def hash_of(s):
    return len(s)

def by_length():
    return r_dict(eq, hash_of)

def entry_point(argv):
    d = by_length()
    d['a'] = 1
    e = {}
    e['b'] = 2
    f = d if len(argv) > 1 else e
    return len(f)

#| error[E0413]: an r_dict meets an ordinary dictionary
#|   --> FILE:17:14
#|    |
#| 10 |     return r_dict(eq, hash_of)
#|    |            ------------------- one is made here
#| ...
#| 15 |     e = {}
#|    |         -- the other is made here
#| 16 |     e['b'] = 2
#| 17 |     f = d if len(argv) > 1 else e
#|    |              ^^^^^^^^^^^^^ they meet here
#|    |
#|    = help: a variable holds r_dicts or ordinary dictionaries, never both: make both with r_dict()
#|
#| genext: stopped because of an error
