# r_singlefloat only stores: it is converted to compute.
# entry: f(float)
# run: f(0.5) => 1.0
from rpython.rlib.rarithmetic import r_singlefloat

def f(x):
    s = r_singlefloat(x)
    return float(s) * 2.0

#| graph single.f(v0: Float) -> Float
#| b0(v0: Float):
#|     goto b1(v0)
#| b1(v1: Float):
#|     v2: SingleFloat = cast_float_to_singlefloat(v1)
#|     v3: Float = cast_singlefloat_to_float(v2)
#|     v4: Float = float_mul(v3, 2.0)
#|     goto return(v4)
