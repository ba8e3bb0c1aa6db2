# Arithmetic of 128 bits is refused, with the place.
# entry: f(int)
from rpython.rlib.rarithmetic import r_longlonglong, intmask

def f(n):
    return intmask((r_longlonglong(n) * r_longlonglong(n)) >> 64)

#| unsupported[E0900]: not supported yet: operation `mul` on Int(Int128), Int(Int128)
#|  --> FILE:6:21
#|   |
#| 6 |     return intmask((r_longlonglong(n) * r_longlonglong(n)) >> 64)
#|   |                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
