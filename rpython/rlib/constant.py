"""Numbers that the functions of floats and complex numbers need: limits of the format, and what follows from them."""
import math

from rpython.rlib.rfloat import DBL_MANT_DIG, DBL_MAX, DBL_MIN

M_LN2 = 0.6931471805599453
M_LN10 = 2.302585092994046

# Beyond this, intermediate results of complex functions could overflow where the result does not.
CM_LARGE_DOUBLE = DBL_MAX / 4.0
CM_SQRT_LARGE_DOUBLE = math.sqrt(CM_LARGE_DOUBLE)
CM_LOG_LARGE_DOUBLE = math.log(CM_LARGE_DOUBLE)
CM_SQRT_DBL_MIN = math.sqrt(DBL_MIN)

# An odd power of two that makes every subnormal number normal, and the power that undoes it behind a square root.
CM_SCALE_UP = DBL_MANT_DIG // 2 * 2 + 1
CM_SCALE_DOWN = -((CM_SCALE_UP + 1) // 2)
