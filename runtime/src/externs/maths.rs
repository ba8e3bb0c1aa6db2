//! Functions of the C library's mathematics, with its results; domain errors are the callers' business.
use super::table;

macro_rules! unary {
    ($($name:ident = $f:path;)*) => { $(extern "C" fn $name(x: f64) -> f64 { $f(x) })* };
}
macro_rules! from_libc {
    ($($name:ident = $f:ident($($a:ident: $t:ty),*);)*) => {
        // The mathematics library is always linked (std needs it); these symbols are standard C.
        mod c {
            unsafe extern "C" { $(pub(super) safe fn $f($($a: $t),*) -> f64;)* }
        }
        $(extern "C" fn $name($($a: $t),*) -> f64 { c::$f($($a),*) })*
    };
}

unary! {
    gx_math_sqrt = f64::sqrt;
    gx_math_fabs = f64::abs;
    gx_math_floor = f64::floor;
    gx_math_ceil = f64::ceil;
}
from_libc! {
    gx_math_sin = sin(x: f64);
    gx_math_cos = cos(x: f64);
    gx_math_tan = tan(x: f64);
    gx_math_asin = asin(x: f64);
    gx_math_acos = acos(x: f64);
    gx_math_atan = atan(x: f64);
    gx_math_sinh = sinh(x: f64);
    gx_math_cosh = cosh(x: f64);
    gx_math_tanh = tanh(x: f64);
    gx_math_asinh = asinh(x: f64);
    gx_math_acosh = acosh(x: f64);
    gx_math_atanh = atanh(x: f64);
    gx_math_exp = exp(x: f64);
    gx_math_expm1 = expm1(x: f64);
    gx_math_log = log(x: f64);
    gx_math_log10 = log10(x: f64);
    gx_math_log1p = log1p(x: f64);
    gx_math_log2 = log2(x: f64);
    gx_math_erf = erf(x: f64);
    gx_math_erfc = erfc(x: f64);
    gx_math_gamma = tgamma(x: f64);
    gx_math_lgamma = lgamma(x: f64);
    gx_math_pow = pow(x: f64, y: f64);
    gx_math_fmod = fmod(x: f64, y: f64);
    gx_math_atan2 = atan2(x: f64, y: f64);
    gx_math_hypot = hypot(x: f64, y: f64);
    gx_math_copysign = copysign(x: f64, y: f64);
}

/// `x * 2**e`, without the detour over an overflowing power.
extern "C" fn gx_math_ldexp(x: f64, e: i64) -> f64 {
    unsafe extern "C" {
        safe fn scalbn(x: f64, n: i32) -> f64;
    }
    scalbn(x, e.clamp(-5000, 5000) as i32)
}

fn frexp(x: f64) -> (f64, i64) {
    if x == 0.0 || !x.is_finite() {
        return (x, 0);
    }
    let bits = x.to_bits();
    let exponent = (bits >> 52 & 0x7ff) as i64;
    if exponent == 0 {
        // Subnormal: scale up first.
        let (m, e) = frexp(x * (1u64 << 54) as f64);
        return (m, e - 54);
    }
    (
        f64::from_bits(bits & !(0x7ff << 52) | 1022 << 52),
        exponent - 1022,
    )
}

extern "C" fn gx_math_frexp_m(x: f64) -> f64 {
    frexp(x).0
}
extern "C" fn gx_math_frexp_e(x: f64) -> i64 {
    frexp(x).1
}

table!(
    gx_math_sqrt,
    gx_math_fabs,
    gx_math_floor,
    gx_math_ceil,
    gx_math_sin,
    gx_math_cos,
    gx_math_tan,
    gx_math_asin,
    gx_math_acos,
    gx_math_atan,
    gx_math_sinh,
    gx_math_cosh,
    gx_math_tanh,
    gx_math_asinh,
    gx_math_acosh,
    gx_math_atanh,
    gx_math_exp,
    gx_math_expm1,
    gx_math_log,
    gx_math_log10,
    gx_math_log1p,
    gx_math_log2,
    gx_math_erf,
    gx_math_erfc,
    gx_math_gamma,
    gx_math_lgamma,
    gx_math_pow,
    gx_math_fmod,
    gx_math_atan2,
    gx_math_hypot,
    gx_math_copysign,
    gx_math_ldexp,
    gx_math_frexp_m,
    gx_math_frexp_e,
);

#[cfg(test)]
mod tests {
    use super::{frexp, gx_math_ldexp};
    #[test]
    fn frexp_and_ldexp_are_inverse() {
        for x in [1.0, -0.75, 3e300, 5e-324, 0.1, 1e-310] {
            let (m, e) = frexp(x);
            assert!((0.5..1.0).contains(&m.abs()), "{x}: {m}");
            assert_eq!(gx_math_ldexp(m, e), x);
        }
    }
}
