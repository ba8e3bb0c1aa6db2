# The hash of a string is kept in the string.
# entry: f(str)
# run: f('') => 0
from rpython.rlib.objectmodel import compute_hash

def f(s):
    return compute_hash(s) * len(s)

#| graph hash.f(v0: Ptr(rpy_string)) -> Signed
#| b0(v0: Ptr(rpy_string)):
#|     goto b1(v0)
#| b1(v1: Ptr(rpy_string)):
#|     v2: Signed = direct_call[rpython.rtyper.lltypesystem.rstr.ll_strhash](v1)
#|     v3: Signed = getinteriorsize[rpy_string](v1)
#|     v4: Signed = int_mul(v2, v3)
#|     goto return(v4)
