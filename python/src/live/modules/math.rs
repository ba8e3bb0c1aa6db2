//! `math`.
use std::rc::Rc;

use dashu_int::IBig;

use super::functions;
use crate::code::Mode;
use crate::live::numbers::{Num, ldexp};
use crate::live::{Args, BuiltinFn, ModuleObj, PyErr, PyResult, Space, Value};

fn x(s: &Space, a: &Args, i: usize) -> PyResult<f64> {
    s.float_value(a.arg(i))
}
fn domain(s: &Space) -> PyErr {
    s.value_error("math domain error")
}
fn range(s: &Space) -> PyErr {
    s.error("OverflowError", "math range error")
}
/// Checks a result as CPython's `math_1` does: NaN from a number is a domain error, infinity from a finite one a range
/// error.
fn checked(s: &Space, args: &[f64], r: f64) -> PyResult {
    if r.is_nan() && !args.iter().any(|f| f.is_nan()) {
        return Err(domain(s));
    }
    if r.is_infinite() && args.iter().all(|f| f.is_finite()) {
        return Err(range(s));
    }
    Ok(Value::Float(r))
}
/// The same of a function that has poles: where it is infinite, a number is outside of its domain.
fn defined(s: &Space, v: f64, pole: bool, r: f64) -> PyResult {
    if pole && r.is_infinite() && v.is_finite() {
        return Err(domain(s));
    }
    checked(s, &[v], r)
}
/// Where the gamma function has its poles.
fn is_pole_of_gamma(v: f64) -> bool {
    v <= 0.0 && v.floor() == v
}
macro_rules! simple {
    ($name:literal, $f:expr) => {
        ($name, |s, a| {
            a.check(s, $name, 1, 1)?;
            let v = x(s, a, 0)?;
            let f: fn(f64) -> f64 = $f;
            checked(s, &[v], f(v))
        })
    };
}

fn log(s: &Space, a: &Args, base: f64) -> PyResult<f64> {
    // Big integers beyond the range of floats have logarithms, too.
    if let Some(Num::Big(b)) = Num::of(&a.this()) {
        if b <= IBig::ZERO {
            return Err(domain(s));
        }
        use dashu_int::ops::{BitTest, UnsignedAbs};
        let bits = b.clone().unsigned_abs().bit_len();
        if bits > 1000 {
            let shift = bits - 64;
            let top = (b >> shift).to_f64().value();
            return Ok((top.ln() + shift as f64 * std::f64::consts::LN_2) / base.ln());
        }
    }
    let v = x(s, a, 0)?;
    if v <= 0.0 {
        return Err(domain(s));
    }
    Ok(if base == std::f64::consts::E {
        v.ln()
    } else if base == 2.0 {
        v.log2()
    } else if base == 10.0 {
        v.log10()
    } else {
        v.ln() / base.ln()
    })
}

fn to_int(s: &Space, a: &Args, method: &str, f: fn(f64) -> f64) -> PyResult {
    if let Some(m) = s.user_special(a.arg(0), method.into())? {
        return s.call(&m, &[]);
    }
    if s.py2() && method != "__trunc__" {
        return Ok(Value::Float(f(x(s, a, 0)?)));
    }
    match a.this() {
        v @ (Value::Int(_) | Value::Long(_)) => Ok(v),
        _ => crate::live::methods::float_to_int(s, Value::Float(f(x(s, a, 0)?))),
    }
}

fn gcd(mut a: IBig, mut b: IBig) -> IBig {
    while b != IBig::ZERO {
        (a, b) = (b.clone(), a % b);
    }
    if a < IBig::ZERO { -a } else { a }
}

const FUNCTIONS: &[(&str, BuiltinFn)] = &[
    simple!("sin", f64::sin),
    simple!("cos", f64::cos),
    simple!("tan", f64::tan),
    simple!("asin", f64::asin),
    simple!("acos", f64::acos),
    simple!("atan", f64::atan),
    simple!("sinh", f64::sinh),
    simple!("cosh", f64::cosh),
    simple!("tanh", f64::tanh),
    // Those of the C library, as translated: the ones of `std` give other last digits.
    // SAFETY: a pure function of a float.
    simple!("asinh", |v| unsafe { asinh(v) }),
    // SAFETY: as above.
    simple!("acosh", |v| unsafe { acosh(v) }),
    ("atanh", |s, a| {
        a.check(s, "atanh", 1, 1)?;
        let v = x(s, a, 0)?;
        // SAFETY: as above.
        defined(s, v, true, unsafe { atanh(v) })
    }),
    simple!("exp", f64::exp),
    simple!("expm1", f64::exp_m1),
    ("log1p", |s, a| {
        a.check(s, "log1p", 1, 1)?;
        let v = x(s, a, 0)?;
        defined(s, v, true, v.ln_1p())
    }),
    simple!("sqrt", f64::sqrt),
    simple!("fabs", f64::abs),
    simple!("degrees", f64::to_degrees),
    simple!("radians", f64::to_radians),
    ("log", |s, a| {
        a.check(s, "log", 1, 2)?;
        let base = match a.pos.get(1) {
            Some(b) => s.float_value(b)?,
            None => std::f64::consts::E,
        };
        if base <= 0.0 || base == 1.0 {
            return Err(if base == 1.0 {
                s.error("ZeroDivisionError", "float division by zero")
            } else {
                domain(s)
            });
        }
        let natural = log(s, a, std::f64::consts::E)?;
        // A quotient, as in CPython: `log(1e300, 10)` is not exactly 300.
        Ok(Value::Float(match a.pos.get(1) {
            Some(_) => natural / base.ln(),
            None => natural,
        }))
    }),
    ("log2", |s, a| Ok(Value::Float(log(s, a, 2.0)?))),
    ("log10", |s, a| Ok(Value::Float(log(s, a, 10.0)?))),
    ("pow", |s, a| {
        a.check(s, "pow", 2, 2)?;
        let (p, q) = (x(s, a, 0)?, x(s, a, 1)?);
        // Python 2.7, and 3 up to 3.10, refuse an infinite exponent, too.
        if p == 0.0 && q < 0.0 && (q.is_finite() || s.mode() == Mode::Py2) {
            return Err(domain(s));
        }
        checked(s, &[p, q], p.powf(q))
    }),
    ("atan2", |s, a| {
        Ok(Value::Float(x(s, a, 0)?.atan2(x(s, a, 1)?)))
    }),
    ("hypot", |s, a| {
        let (p, q) = (x(s, a, 0)?, x(s, a, 1)?);
        checked(s, &[p, q], p.hypot(q))
    }),
    ("copysign", |s, a| {
        Ok(Value::Float(x(s, a, 0)?.copysign(x(s, a, 1)?)))
    }),
    ("fmod", |s, a| {
        let (p, q) = (x(s, a, 0)?, x(s, a, 1)?);
        if (p.is_infinite() || q == 0.0) && !q.is_nan() && !p.is_nan() {
            return Err(domain(s));
        }
        Ok(Value::Float(p % q))
    }),
    ("modf", |s, a| {
        let v = x(s, a, 0)?;
        let whole = v.trunc();
        let fraction = if v.is_infinite() {
            0.0f64.copysign(v)
        } else {
            (v - whole).copysign(v)
        };
        Ok(Value::tuple(vec![
            Value::Float(fraction),
            Value::Float(whole),
        ]))
    }),
    ("frexp", |s, a| {
        let (m, e) = crate::live::objects::hash::frexp(x(s, a, 0)?);
        Ok(Value::tuple(vec![
            Value::Float(m),
            Value::Int(i64::from(e)),
        ]))
    }),
    ("ldexp", |s, a| {
        let m = x(s, a, 0)?;
        let e = s.int_value(a.arg(1))?.clamp(-10_000, 10_000);
        let r = ldexp(m, e);
        if r.is_infinite() && m.is_finite() {
            return Err(range(s));
        }
        Ok(Value::Float(r))
    }),
    ("floor", |s, a| to_int(s, a, "__floor__", f64::floor)),
    ("ceil", |s, a| to_int(s, a, "__ceil__", f64::ceil)),
    ("trunc", |s, a| to_int(s, a, "__trunc__", f64::trunc)),
    ("isnan", |s, a| Ok(Value::Bool(x(s, a, 0)?.is_nan()))),
    ("isinf", |s, a| Ok(Value::Bool(x(s, a, 0)?.is_infinite()))),
    ("isfinite", |s, a| Ok(Value::Bool(x(s, a, 0)?.is_finite()))),
    ("fsum", |s, a| {
        // Shewchuk's exact partial sums.
        let mut partials: Vec<f64> = Vec::new();
        for v in s.iterate_vec(a.arg(0))? {
            let mut v = s.float_value(&v)?;
            let mut kept = Vec::new();
            for &p in &partials {
                let (hi, lo) = if v.abs() < p.abs() { (p, v) } else { (v, p) };
                let sum = hi + lo;
                let rest = lo - (sum - hi);
                if rest != 0.0 {
                    kept.push(rest);
                }
                v = sum;
            }
            kept.push(v);
            partials = kept;
        }
        Ok(Value::Float(partials.iter().rev().sum()))
    }),
    ("factorial", |s, a| {
        let n = s.int_value(a.arg(0))?;
        if n < 0 {
            return Err(s.value_error("factorial() not defined for negative values"));
        }
        let mut acc = IBig::from(1);
        for i in 2..=n {
            acc *= IBig::from(i);
        }
        Ok(Value::from_big(acc))
    }),
    ("gcd", |s, a| {
        let mut acc = IBig::ZERO;
        for v in &a.pos {
            let v = s.index(v)?;
            acc = gcd(acc, v.as_big().unwrap_or_default());
        }
        Ok(Value::from_big(acc))
    }),
    ("isqrt", |s, a| {
        let v = s.index(a.arg(0))?.as_big().unwrap_or_default();
        if v < IBig::ZERO {
            return Err(s.value_error("isqrt() argument must be nonnegative"));
        }
        if v == IBig::ZERO {
            return Ok(Value::Int(0));
        }
        // Newton's method from above.
        use dashu_int::ops::{BitTest, UnsignedAbs};
        let mut r = IBig::from(1) << v.clone().unsigned_abs().bit_len().div_ceil(2);
        loop {
            let next = (&r + &v / &r) >> 1usize;
            if next >= r {
                return Ok(Value::from_big(r));
            }
            r = next;
        }
    }),
    ("gamma", |s, a| {
        let v = x(s, a, 0)?;
        // SAFETY: a pure function of a float.
        defined(s, v, is_pole_of_gamma(v), unsafe { tgamma(v) })
    }),
    ("lgamma", |s, a| {
        let v = x(s, a, 0)?;
        // SAFETY: as above; the sign it stores in a C global is not read.
        defined(s, v, is_pole_of_gamma(v), unsafe { lgamma(v) })
    }),
    ("erf", |s, a| {
        // SAFETY: a pure function of a float.
        Ok(Value::Float(unsafe { erf(x(s, a, 0)?) }))
    }),
    ("erfc", |s, a| {
        // SAFETY: a pure function of a float.
        Ok(Value::Float(unsafe { erfc(x(s, a, 0)?) }))
    }),
];

unsafe extern "C" {
    fn asinh(x: f64) -> f64;
    fn acosh(x: f64) -> f64;
    fn atanh(x: f64) -> f64;
    fn tgamma(x: f64) -> f64;
    fn lgamma(x: f64) -> f64;
    fn erf(x: f64) -> f64;
    fn erfc(x: f64) -> f64;
}

/// Fills the module.
pub fn init(_: &Space, m: &Rc<ModuleObj>) {
    functions(m, "math", FUNCTIONS);
    m.set("pi", Value::Float(std::f64::consts::PI));
    m.set("e", Value::Float(std::f64::consts::E));
    m.set("tau", Value::Float(std::f64::consts::TAU));
    m.set("inf", Value::Float(f64::INFINITY));
    m.set("nan", Value::Float(f64::NAN));
}
