def halves(n):
    return n // 2, n - n // 2

def names(n):
    a, b, c = halves(n)
    return a + b + c

def loop(n):
    for x, y in [(n, n, 1), (2, n, n)]:
        n += x + y
    return n

def nested(n):
    p, (q, r) = n, (n, n, n)
    return p + q + r

def starred(n):
    first, second, third, *rest = (n, n)
    return first

SIZE = (640, 480)

def constant(n):
    width, height, depth = SIZE
    return width

def entry_point(argv):
    n = len(argv)
    if n == 1:
        print(names(n))
    elif n == 2:
        print(loop(n))
    elif n == 3:
        print(nested(n))
    elif n == 4:
        print(starred(n))
    else:
        print(constant(n))
    return 0

#| error[E0463]: a tuple of 2 items is unpacked into 3 names
#|  --> FILE:5:5
#|   |
#| 2 |     return n // 2, n - n // 2
#|   |            ------------------ returned by `halves`
#| ...
#| 5 |     a, b, c = halves(n)
#|   |     ^^^^^^^   --------- a 2-tuple (an integer; an integer) comes from here
#|   |     |
#|   |     3 expected, the tuple has 2
#|   |
#|   = help: this always raises ValueError: give as many names as the tuple has items
#|
#| error[E0463]: a tuple of 3 items is unpacked into 2 names
#|  --> FILE:9:9
#|   |
#| 9 |     for x, y in [(n, n, 1), (2, n, n)]:
#|   |         ^^^^    ---------------------- a 3-tuple (an integer; an integer; an integer) comes from here
#|   |         |
#|   |         2 expected, the tuple has 3
#|   |
#|   = help: this always raises ValueError: give as many names as the tuple has items
#|
#| error[E0463]: a tuple of 3 items is unpacked into 2 names
#|   --> FILE:14:8
#|    |
#| 14 |     p, (q, r) = n, (n, n, n)
#|    |        ^^^^^^      --------- a 3-tuple (an integer; an integer; an integer) comes from here
#|    |        |
#|    |        2 expected, the tuple has 3
#|    |
#|    = help: this always raises ValueError: give as many names as the tuple has items
#|
#| error[E0463]: a tuple of 2 items is unpacked into at least 3 names
#|   --> FILE:18:5
#|    |
#| 18 |     first, second, third, *rest = (n, n)
#|    |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^   ------ a 2-tuple (an integer; an integer) comes from here
#|    |     |
#|    |     at least 3 expected, the tuple has 2
#|    |
#|    = help: this always raises ValueError: give as many names as the tuple has items
#|
#| error[E0463]: a tuple of 2 items is unpacked into 3 names
#|   --> FILE:24:5
#|    |
#| 24 |     width, height, depth = SIZE
#|    |     ^^^^^^^^^^^^^^^^^^^^ 3 expected, the tuple has 2
#|    |
#|    = help: this always raises ValueError: give as many names as the tuple has items
#|
#| genext: stopped because of 5 errors
