# r_longlonglong can be made and masked only.
# entry: f(int)
# run: f(9223372036854775807) => 9223372036854775807
from rpython.rlib.rarithmetic import r_longlonglong, longlongmask

def f(n):
    return longlongmask(r_longlonglong(n))

#| graph int128.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Int128 = cast_primitive(v1)
#|     v3: Signed = cast_primitive(v2)
#|     goto return(v3)
