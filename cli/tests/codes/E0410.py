from rpython.rlib.rarithmetic import r_uint

class Counter(object):
    def __init__(self, n):
        self.unsigned = r_uint(n)
        self.signed = n - 10

def signed(c):
    return c.signed

def entry_point(argv):
    c = Counter(len(argv))
    return int(signed(c) < c.unsigned)

#| error[E0410]: an integer and an r_uint are compared
#|   --> FILE:13:16
#|    |
#|  5 |         self.unsigned = r_uint(n)
#|    |         ------------- attribute `unsigned` is set to an r_uint here
#|  6 |         self.signed = n - 10
#|    |         ----------- attribute `signed` is set to an integer here
#| ...
#|  9 |     return c.signed
#|    |            -------- returned by `signed`
#| ...
#| 13 |     return int(signed(c) < c.unsigned)
#|    |                ---------^^^----------
#|    |                |           |
#|    |                |           an r_uint comes from here
#|    |                RPython cannot prove that they are of the same signedness
#|    |                an integer comes from here
#|    |
#|    = help: convert one side: r_uint(x) or intmask(x)
#|
#| genext: stopped because of an error
