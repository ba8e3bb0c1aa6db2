//! `divmod`, `pow` with a modulus, `round`.
use dashu_int::IBig;
use dashu_int::ops::{BitTest, UnsignedAbs};

use crate::code::BinOp;
use crate::live::numbers::Num;
use crate::live::{PyResult, Space, Value};

/// `divmod(x, y)` of built-in numbers.
pub fn divmod(s: &Space, x: &Value, y: &Value) -> PyResult {
    if Num::of(x).is_none() || Num::of(y).is_none() {
        return Ok(Value::NotImplemented);
    }
    if let (Some(Num::Float(_)), _) | (_, Some(Num::Float(_))) = (Num::of(x), Num::of(y)) {
        let (a, b) = (s.float_value(x)?, s.float_value(y)?);
        if b == 0.0 {
            return Err(s.error("ZeroDivisionError", "float divmod()"));
        }
        let (q, r) = crate::live::numbers::float_divmod(a, b);
        return Ok(Value::tuple(vec![Value::Float(q), Value::Float(r)]));
    }
    let q = s
        .builtin_binary(BinOp::FloorDiv, x, y)?
        .unwrap_or(Value::NotImplemented);
    let r = s
        .builtin_binary(BinOp::Mod, x, y)?
        .unwrap_or(Value::NotImplemented);
    Ok(Value::tuple(vec![q, r]))
}

pub(in crate::live) fn pow_mod(s: &Space, x: &Value, y: &Value, m: &Value) -> PyResult {
    let (Some(b), Some(e), Some(m)) = (x.as_big(), y.as_big(), m.as_big()) else {
        return Err(
            s.type_error("pow() 3rd argument not allowed unless all arguments are integers")
        );
    };
    if m == IBig::ZERO {
        return Err(s.value_error("pow() 3rd argument cannot be 0"));
    }
    let reduce = |v: IBig| crate::live::numbers::big_divmod(&v, &m).1;
    let mut base = reduce(b);
    let mut e = e;
    if e < IBig::ZERO {
        // The modular inverse, by Euclid's algorithm.
        let (mut r0, mut r1) = (m.clone(), base.clone());
        let (mut t0, mut t1) = (IBig::ZERO, IBig::from(1));
        while r1 != IBig::ZERO {
            let (q, r) = crate::live::numbers::big_divmod(&r0, &r1);
            (r0, r1) = (r1, r);
            let t = t0 - &q * &t1;
            (t0, t1) = (t1, t);
        }
        if r0 != IBig::from(1) && r0 != IBig::from(-1) {
            return Err(s.value_error("base is not invertible for the given modulus"));
        }
        base = reduce(t0 * r0);
        e = -e;
    }
    let mut acc = reduce(IBig::from(1));
    while e > IBig::ZERO {
        if &e % IBig::from(2) == IBig::from(1) {
            acc = reduce(acc * &base);
        }
        base = reduce(base.clone() * &base);
        e >>= 1usize;
    }
    Ok(Value::from_big(acc))
}

/// `round(v, digits)`
pub fn round(s: &Space, v: &Value, digits: Option<&Value>) -> PyResult {
    let digits = match digits {
        None | Some(Value::None) => None,
        Some(d) => Some(s.int_value(d)?),
    };
    if s.py2() {
        let f = s.float_value(v)?;
        let d = digits.unwrap_or(0);
        if !f.is_finite() {
            return Ok(Value::Float(f));
        }
        // Half away from zero, decided on the exact decimal expansion.
        return Ok(Value::Float(round_half_away(f, d)));
    }
    match v {
        Value::Float(f) => match digits {
            None => {
                if !f.is_finite() {
                    return crate::live::methods::float_to_int(s, v.clone());
                }
                crate::live::methods::float_to_int(s, Value::Float(f.round_ties_even()))
            }
            Some(d) => Ok(Value::Float(round_half_even(*f, d))),
        },
        Value::Int(_) | Value::Long(_) | Value::Bool(_) => {
            let big = v.as_big().unwrap_or_default();
            let bits = big.clone().unsigned_abs().bit_len() as u64;
            match digits {
                // A unit beyond twice the number, which has fewer than `bits / 3 + 1` digits.
                Some(d) if d < 0 && d.unsigned_abs() > bits / 3 + 2 => Ok(Value::Int(0)),
                Some(d) if d < 0 => {
                    let unit = IBig::from(10).pow(d.unsigned_abs() as usize);
                    let (q, r) = crate::live::numbers::big_divmod(&big, &unit);
                    let twice = r * IBig::from(2);
                    let up = twice > unit || (twice == unit && &q % IBig::from(2) != IBig::ZERO);
                    Ok(Value::from_big(
                        (if up { q + IBig::from(1) } else { q }) * unit,
                    ))
                }
                _ => Ok(Value::from_big(big)),
            }
        }
        other => Err(s.type_error(format!(
            "type {} doesn't define __round__ method",
            other.type_name()
        ))),
    }
}

pub(in crate::live) fn round_half_even(f: f64, digits: i64) -> f64 {
    if !f.is_finite() || digits > 330 {
        return f;
    }
    if digits >= 0 {
        // Formatting is exact and rounds halves to even on the exact value.
        return format!("{f:.*}", digits as usize).parse().unwrap_or(f);
    }
    let unit = 10f64.powi(digits.max(-400).unsigned_abs() as i32);
    if !unit.is_finite() {
        return 0.0f64.copysign(f);
    }
    (f / unit).round_ties_even() * unit
}

pub(in crate::live) fn round_half_away(f: f64, digits: i64) -> f64 {
    if digits > 330 {
        return f;
    }
    if digits < 0 {
        let unit = 10f64.powi(digits.max(-400).unsigned_abs() as i32);
        return if unit.is_finite() {
            (f / unit).round() * unit
        } else {
            0.0f64.copysign(f)
        };
    }
    // An exact tie: one digit more ends in 5 and nothing follows.
    let exact = format!("{:.*}", 340, f.abs());
    let point = exact.find('.').unwrap_or(exact.len());
    let cut = point + 1 + digits as usize;
    let tie =
        exact.as_bytes().get(cut) == Some(&b'5') && exact[cut + 1..].bytes().all(|b| b == b'0');
    if tie {
        let bumped = format!("{}6", &exact[..cut]);
        let up: f64 = bumped.parse().unwrap_or(f.abs());
        let s = format!("{up:.*}", digits as usize);
        return s.parse::<f64>().unwrap_or(f.abs()).copysign(f);
    }
    format!("{f:.*}", digits as usize).parse().unwrap_or(f)
}
