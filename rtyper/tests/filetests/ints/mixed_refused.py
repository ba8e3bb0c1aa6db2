# Signed and unsigned numbers are not mixed.
# entry: f(int)
from rpython.rlib.rarithmetic import r_uint

def f(n):
    return r_uint(n) + n

#| error[E0410]: an r_uint and an integer do not mix
#|  --> FILE:6:12
#|   |
#| 6 |     return r_uint(n) + n
#|   |            ---------^^^^
#|   |            |
#|   |            RPython cannot prove that they are of the same signedness
#|   |            an r_uint comes from here
#|   |
#|   = help: convert one side: r_uint(x) or intmask(x)
