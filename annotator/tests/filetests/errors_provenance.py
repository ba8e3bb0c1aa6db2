# entry: entry(argv)
class Word(object):
    def __init__(self, text):
        self.size = len(text)
        self.text = text

def size(w):
    return w.size

def label(w):
    return w.text

def show(x):
    return x + 'cm'

def both(w):
    return show(size(w))

def third(items):
    return items[2]

def make(n):
    items = []
    items.append(n)
    return items

def keep(table, key):
    table[key] = label
    return table[key]

def entry(argv):
    w = Word(argv[0])
    both(w)
    third(make(len(argv))).upper()
    d = {}
    d['a'] = 1
    d['b'] = argv[1]
    r = label(w) if len(argv) > 3 else size(w)
    for x in size(w):
        pass
    w.size = None
    t = "%d" % label(w)
    n = len(t) + 7
    return n + len(argv[label(w)]) + len(r)

#| error[E0441]: `+` is not possible on an integer and a string
#|   --> FILE:14:12
#|    |
#|  4 |         self.size = len(text)
#|    |         --------- attribute `size` is set to an integer here
#| ...
#|  8 |     return w.size
#|    |            ------ returned by `size`
#| ...
#| 14 |     return x + 'cm'
#|    |            ^^^^^^^^
#| ...
#| 17 |     return show(size(w))
#|    |            -------------
#|    |            |    |
#|    |            |    an integer comes from here
#|    |            an integer is passed as `x` here
#|    |
#|    = help: convert the number: str(n) + s
#|
#| error[E0451]: an integer has no attribute `upper`
#|   --> FILE:34:5
#|    |
#| 20 |     return items[2]
#|    |            -------- returned by `third`
#| ...
#| 24 |     items.append(n)
#|    |     --------------- an integer is put into the list here
#| ...
#| 34 |     third(make(len(argv))).upper()
#|    |     ----------------------^^^^^^
#|    |     |
#|    |     an integer comes from here
#|    |
#|    = help: numbers have no methods: is this the object that was meant?
#|
#| error[E0411]: dictionary values do not go together: the integer 1 and a string meet
#|   --> FILE:37:5
#|    |
#| 36 |     d['a'] = 1
#|    |     ------ the integer 1 was put in here
#| 37 |     d['b'] = argv[1]
#|    |     ^^^^^^ a string is put in here
#|    |
#|    = help: the values of a dictionary are of one type: use objects of a common class
#|
#| error[E0411]: variable `r`: a string and an integer meet
#|   --> FILE:38:40
#|    |
#|  4 |         self.size = len(text)
#|    |         --------- attribute `size` is set to an integer here
#|  5 |         self.text = text
#|    |         --------- attribute `text` is set to a string here
#| ...
#|  8 |     return w.size
#|    |            ------ returned by `size`
#| ...
#| 11 |     return w.text
#|    |            ------ returned by `label`
#| ...
#| 38 |     r = label(w) if len(argv) > 3 else size(w)
#|    |         --------                       ^^^^^^^ an integer comes from here
#|    |         |
#|    |         a string comes from here
#|    |
#|    = help: a variable is of one type wherever its values meet: use another variable, or convert with str() or int()
#|
#| error[E0460]: an integer cannot be iterated over
#|   --> FILE:39:14
#|    |
#|  4 |         self.size = len(text)
#|    |         --------- attribute `size` is set to an integer here
#| ...
#|  8 |     return w.size
#|    |            ------ returned by `size`
#| ...
#| 39 |     for x in size(w):
#|    |              ^^^^^^^ an integer comes from here
#|    |
#|    = help: loop over its values with range(n)
#|
#| error[E0411]: values of attribute `size` of class `Word` do not go together: an integer and None meet
#|   --> FILE:41:5
#|    |
#|  4 |         self.size = len(text)
#|    |         --------- an integer was put in here
#| ...
#| 41 |     w.size = None
#|    |     ^^^^^^ None is put in here
#|    |
#|    = help: a number cannot be None in RPython; use a special value such as -1, or an object
#|
#| error[E0445]: `%d` with a string
#|   --> FILE:42:9
#|    |
#|  5 |         self.text = text
#|    |         --------- attribute `text` is set to a string here
#| ...
#| 11 |     return w.text
#|    |            ------ returned by `label`
#| ...
#| 42 |     t = "%d" % label(w)
#|    |         ^^^^^^^--------
#|    |                |
#|    |                a string comes from here
#|    |
#|    = help: use %s for texts, int(x) for floats
#|
#| error[E0456]: the index is a string
#|   --> FILE:44:20
#|    |
#|  5 |         self.text = text
#|    |         --------- attribute `text` is set to a string here
#| ...
#| 11 |     return w.text
#|    |            ------ returned by `label`
#| ...
#| 44 |     return n + len(argv[label(w)]) + len(r)
#|    |                    ^^^^^--------^
#|    |                    |    |
#|    |                    |    a string comes from here
#|    |                    it must be an integer
#|    |
#|    = help: lists are indexed with integers: is a dictionary meant?
