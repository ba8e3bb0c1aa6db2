# entry: entry(argv)
class W(object):
    def __init__(self):
        self.value = 1

def first(w):
    return w.vlue

def second(n):
    return len(n)

def third(w):
    w.value.x = 3
    return w.other

def entry(argv):
    w = W()
    a = first(w)
    b = second(len(argv))
    c = third(w)
    return a + b + c

#| error[E0451]: instances of `W` have no attribute `vlue`
#|  --> FILE:7:12
#|   |
#| 2 | class W(object):
#|   |       - class `W`
#| ...
#| 7 |     return w.vlue
#|   |            ^^^^^^ nothing sets it
#|   |
#|   = help: there is `value`
#|
#| error[E0455]: an integer has no len()
#|   --> FILE:10:12
#|    |
#| 10 |     return len(n)
#|    |            ^^^^^^
#| ...
#| 19 |     b = second(len(argv))
#|    |         -----------------
#|    |         |      |
#|    |         |      an integer comes from here
#|    |         an integer is passed as `n` here
#|    |
#|    = help: only strings, lists, dictionaries, tuples and objects with __len__ have a length
#|
#| error[E0451]: the integer 1 has no attributes that can be set
#|   --> FILE:13:5
#|    |
#|  4 |         self.value = 1
#|    |         ---------- attribute `value` is set to the integer 1 here
#| ...
#| 13 |     w.value.x = 3
#|    |     -------^^
#|    |     |
#|    |     the integer 1 comes from here
#|    |
#|    = help: is this the object that was meant? Attributes must be set on the class or its instances somewhere
#|
#| error[E0451]: instances of `W` have no attribute `other`
#|   --> FILE:14:12
#|    |
#|  2 | class W(object):
#|    |       - class `W`
#| ...
#| 14 |     return w.other
#|    |            ^^^^^^^ nothing sets it
#|    |
#|    = help: set it in `__init__`, or give the class a default of the attribute's type
