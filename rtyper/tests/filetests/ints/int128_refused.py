# Arithmetic of 128 bits is refused, with the place.
# entry: f(int)
from rpython.rlib.rarithmetic import r_longlonglong, intmask

def f(n):
    return intmask((r_longlonglong(n) * r_longlonglong(n)) >> 64)

#| error[E0441]: an operation on integers of 128 bits
#|  --> FILE:6:21
#|   |
#| 6 |     return intmask((r_longlonglong(n) * r_longlonglong(n)) >> 64)
#|   |                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ r_longlonglong is for constants, and for what is converted to a word
#|   |
#|   = help: use rbigint, or r_ulonglong for each half
