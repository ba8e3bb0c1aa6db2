# entry: entry(argv)
def f(x):
    return x.foo

def g(x, y):
    return x + y

def opt(n):
    r = None
    if n:
        r = 12
    return r

class A(object):
    def __init__(self):
        self.value = 1

def entry(argv):
    l = [1, 2]
    l.append('a')
    n = len(argv)
    f(n)
    g(n)
    opt(n)
    len(n)
    n()
    l.appendd(3)
    a = A()
    n = a.valu
    b = bytearray('ab')
    b[0] = argv[0][0]
    return 0

#| error[E0451]: an integer has no attribute `foo`
#|   --> FILE:3:12
#|    |
#|  3 |     return x.foo
#|    |            ^^^^^
#| ...
#| 21 |     n = len(argv)
#|    |         --------- an integer comes from here
#| 22 |     f(n)
#|    |     ---- an integer is passed as `x` here
#|    |
#|    = help: numbers have no methods: is this the object that was meant?
#|
#| error[E0411]: the results of `errors_basic.opt` do not go together: the integer 12 and None meet
#|   --> FILE:12:5
#|    |
#|  9 |     r = None
#|    |         ---- None comes from here
#| 10 |     if n:
#| 11 |         r = 12
#|    |             -- the integer 12 comes from here
#| 12 |     return r
#|    |     ^^^^^^^^ they meet here
#|    |
#|    = help: a number cannot be None in RPython; use a special value such as -1, or an object
#|
#| error[E0414]: list items do not go together: an integer and a character meet
#|   --> FILE:20:5
#|    |
#| 19 |     l = [1, 2]
#|    |         ------ the integer 1 was put in here
#| 20 |     l.append('a')
#|    |     ^^^^^^^^^^^^^ a character is put in here
#|    |
#|    = help: a list holds one type of items: use a tuple for a fixed number of different ones, or objects of a common class
#|
#| error[E0403]: missing argument `y`
#|   --> FILE:23:5
#|    |
#|  5 | def g(x, y):
#|    |     - the function is `errors_basic.g(x, y)`
#| ...
#| 23 |     g(n)
#|    |     ^^^^ in this call
#|    |
#|    = help: pass it, or give the parameter a default
#|
#| error[E0455]: an integer has no len()
#|   --> FILE:25:5
#|    |
#| 21 |     n = len(argv)
#|    |         --------- an integer comes from here
#| ...
#| 25 |     len(n)
#|    |     ^^^^^^
#|    |
#|    = help: only strings, lists, dictionaries, tuples and objects with __len__ have a length
#|
#| error[E0404]: an integer is called
#|   --> FILE:26:5
#|    |
#| 21 |     n = len(argv)
#|    |         --------- an integer comes from here
#| ...
#| 26 |     n()
#|    |     ^^^ it cannot be called
#|    |
#|    = help: only functions, methods, classes and instances with __call__ can be called
#|
#| error[E0451]: instances of `A` have no attribute `valu`
#|   --> FILE:29:9
#|    |
#| 14 | class A(object):
#|    |       - class `A`
#| ...
#| 29 |     n = a.valu
#|    |         ^^^^^^ nothing sets it
#|    |
#|    = help: there is `value`
#|
#| error[E0456]: a character becomes a byte of a bytearray
#|   --> FILE:31:5
#|    |
#| 31 |     b[0] = argv[0][0]
#|    |     ^^^^   ---------- a character comes from here
#|    |     |
#|    |     a byte is an integer
#|    |
#|    = help: use its code: b[i] = ord(c)
