from rpython.rlib.objectmodel import r_dict

def eq(a, b):
    return 'yes'

def hash_of(s):
    return len(s)

def entry_point(argv):
    d = r_dict(eq, hash_of)
    d[argv[0]] = 1
    return len(d)

#| error[E0461]: the key_eq function of an r_dict returns a string
#|   --> FILE:10:9
#|    |
#|  3 | def eq(a, b):
#|    |     -- this is the function
#|  4 |     return 'yes'
#|    |            ----- a string comes from here
#| ...
#| 10 |     d = r_dict(eq, hash_of)
#|    |         ^^^^^^^^^^^^^^^^^^^ it must return a boolean
#|    |
#|    = help: key_eq(a, b) returns a boolean, key_hash(a) an integer
#|
#| error[E0461]: the key_eq function of an r_dict returns a string
#|   --> FILE:11:5
#|    |
#|  3 | def eq(a, b):
#|    |     -- this is the function
#|  4 |     return 'yes'
#|    |            ----- a string comes from here
#| ...
#| 11 |     d[argv[0]] = 1
#|    |     ^^^^^^^^^^ it must return a boolean
#|    |
#|    = help: key_eq(a, b) returns a boolean, key_hash(a) an integer
#|
#| genext: stopped because of 2 errors
