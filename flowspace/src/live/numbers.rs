//! Arithmetic of built-in numbers.
use std::cmp::Ordering;

use dashu_int::IBig;

/// Compares a float with an integer exactly; `None` for NaN.
pub fn float_cmp_int(f: f64, i: i64) -> Option<Ordering> {
    if f.is_nan() {
        return None;
    }
    if f >= 9_223_372_036_854_775_808.0 {
        return Some(Ordering::Greater);
    }
    if f < -9_223_372_036_854_775_808.0 {
        return Some(Ordering::Less);
    }
    let t = f.trunc();
    Some(match (t as i64).cmp(&i) {
        Ordering::Equal => f.partial_cmp(&t)?,
        other => other,
    })
}

/// Compares a float with a big integer exactly; `None` for NaN.
pub fn float_cmp_big(f: f64, i: &IBig) -> Option<Ordering> {
    if f.is_nan() {
        return None;
    }
    if f.is_infinite() {
        return Some(if f > 0.0 {
            Ordering::Greater
        } else {
            Ordering::Less
        });
    }
    let t = f.trunc();
    let big = big_from_float(t)?;
    Some(match big.cmp(i) {
        Ordering::Equal => f.partial_cmp(&t)?,
        other => other,
    })
}

/// The integer part of a finite float.
pub fn big_from_float(f: f64) -> Option<IBig> {
    if !f.is_finite() {
        return None;
    }
    let f = f.trunc();
    if f == 0.0 {
        return Some(IBig::ZERO);
    }
    let bits = f.to_bits();
    let exponent = ((bits >> 52) & 0x7ff) as i64 - 1075;
    let mantissa = (bits & ((1 << 52) - 1)) | (1 << 52);
    let mut m = IBig::from(mantissa);
    if exponent >= 0 {
        m <<= exponent as usize;
    } else {
        m >>= (-exponent) as usize;
    }
    Some(if f < 0.0 { -m } else { m })
}
