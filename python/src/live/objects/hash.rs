//! Hashes of built-in values, and equality of those that needs no Python code.
//!
//! Integers, floats and booleans that are equal hash alike; strings use Python 2.7's function, which RPython's
//! `compute_hash` exposes to programs.
use dashu_int::IBig;
use dashu_int::ops::Abs;

use crate::live::Value;

const MODULUS: u64 = (1 << 61) - 1;

/// Python 2.7's hash of a string of characters.
pub fn string_hash(chars: impl ExactSizeIterator<Item = u32>) -> i64 {
    let len = chars.len();
    if len == 0 {
        return 0;
    }
    let mut x: i64 = 0;
    for (i, c) in chars.enumerate() {
        let c = i64::from(c);
        if i == 0 {
            x = c << 7;
        }
        x = x.wrapping_mul(1_000_003) ^ c;
    }
    x ^= len as i64;
    if x == -1 { -2 } else { x }
}

/// The hash of an integer: the value modulo 2**61-1, with the sign kept.
pub fn int_hash(i: i64) -> i64 {
    // The division is slow, and mostly there is nothing to divide.
    let m = match i.unsigned_abs() {
        small if small < MODULUS => small as i64,
        large => (large % MODULUS) as i64,
    };
    match if i < 0 { -m } else { m } {
        -1 => -2,
        h => h,
    }
}

/// The hash of a big integer; agrees with [`int_hash`].
pub fn big_hash(i: &IBig) -> i64 {
    if let Ok(small) = i64::try_from(i) {
        return int_hash(small);
    }
    let m = i64::try_from(&(i.clone().abs() % IBig::from(MODULUS))).unwrap_or(0);
    match if *i < IBig::ZERO { -m } else { m } {
        -1 => -2,
        h => h,
    }
}

/// The hash of a float; agrees with [`int_hash`] on integral values.
pub fn float_hash(f: f64) -> i64 {
    if f.is_nan() {
        return 0;
    }
    if f.is_infinite() {
        return if f > 0.0 { 314_159 } else { -314_159 };
    }
    // CPython's scheme: the mantissa is reduced in pieces of 28 bits modulo 2**61-1.
    let (mut m, mut e) = frexp(f.abs());
    let mut x: u64 = 0;
    while m != 0.0 {
        x = ((x << 28) & MODULUS) | (x >> (61 - 28));
        m *= 268_435_456.0;
        e -= 28;
        let y = m as u64;
        m -= y as f64;
        x += y;
        if x >= MODULUS {
            x -= MODULUS;
        }
    }
    let e = e.rem_euclid(61) as u32;
    x = if e == 0 {
        x
    } else {
        ((x << e) & MODULUS) | (x >> (61 - e))
    };
    match if f < 0.0 { -(x as i64) } else { x as i64 } {
        -1 => -2,
        h => h,
    }
}

/// `math.frexp`: `f == m * 2**e` with 0.5 <= |m| < 1.
pub fn frexp(f: f64) -> (f64, i32) {
    if f == 0.0 || !f.is_finite() {
        return (f, 0);
    }
    let bits = f.to_bits();
    let exponent = ((bits >> 52) & 0x7ff) as i32;
    if exponent == 0 {
        let (m, e) = frexp(f * 18_014_398_509_481_984.0);
        return (m, e - 54);
    }
    let m = f64::from_bits((bits & !(0x7ff << 52)) | (1022 << 52));
    (m, exponent - 1022)
}

/// Mixes the hashes of a tuple's items (CPython 3.8's xxHash variant).
pub fn tuple_hash(hashes: impl ExactSizeIterator<Item = i64>) -> i64 {
    const P1: u64 = 11_400_714_785_074_694_791;
    const P2: u64 = 14_029_467_366_897_019_727;
    const P5: u64 = 2_870_177_450_012_600_261;
    let len = hashes.len() as u64;
    let mut acc = P5;
    for h in hashes {
        acc = acc.wrapping_add((h as u64).wrapping_mul(P2));
        acc = acc.rotate_left(31).wrapping_mul(P1);
    }
    acc = acc.wrapping_add(len ^ (P5 ^ 3_527_539));
    if acc == u64::MAX {
        return 1_546_275_796;
    }
    acc as i64
}

/// A hash from an object's identity.
pub fn identity_hash(v: &Value) -> i64 {
    let n = v.identity().number() as u64;
    match (n.rotate_right(4)) as i64 {
        -1 => -2,
        h => h,
    }
}

/// The hash of a value if no Python code is needed; `None` means that the space must be asked.
pub fn quick_hash(v: &Value) -> Option<i64> {
    Some(match v {
        Value::Str(s) => s.hash(),
        Value::Int(i) => int_hash(*i),
        Value::Unicode(s) => s.hash(),
        Value::Bool(b) => i64::from(*b),
        Value::Long(l) => big_hash(l),
        Value::Float(f) => float_hash(*f),
        Value::Tuple(t) => {
            let mut hashes = Vec::with_capacity(t.len());
            for x in t.iter() {
                hashes.push(quick_hash(x)?);
            }
            tuple_hash(hashes.into_iter())
        }
        Value::Complex(c) => float_hash(c.0).wrapping_add(float_hash(c.1).wrapping_mul(1_000_003)),
        Value::None
        | Value::NotImplemented
        | Value::Ellipsis
        | Value::Function(_)
        | Value::Builtin(_)
        | Value::Module(_)
        | Value::Generator(_)
        | Value::Iter(_)
        | Value::Code(_)
        | Value::Cell(_)
        | Value::StaticMethod(_)
        | Value::ClassMethod(_)
        | Value::Property(_)
        | Value::Member(_)
        | Value::GetSet(_)
        | Value::Super(_) => identity_hash(v),
        Value::Class(c) if !c.has_custom_metaclass() => identity_hash(v),
        _ => return None,
    })
}

/// Equality of two values if no Python code is needed; `None` means that the space must be asked. Identical objects are
/// equal.
pub fn quick_eq(a: &Value, b: &Value) -> Option<bool> {
    Some(match (a, b) {
        (Value::Str(x), Value::Str(y)) => std::rc::Rc::ptr_eq(x, y) || x.bytes == y.bytes,
        (Value::Int(x), Value::Int(y)) => x == y,
        (Value::Unicode(x), Value::Unicode(y)) => x.points == y.points,
        (Value::Str(x), Value::Unicode(y)) | (Value::Unicode(y), Value::Str(x)) => {
            str_eq_unicode(&x.bytes, &y.points)
        }
        (Value::Bool(x), Value::Bool(y)) => x == y,
        (Value::Bool(x), Value::Int(y)) | (Value::Int(y), Value::Bool(x)) => i64::from(*x) == *y,
        (Value::Long(x), Value::Long(y)) => x == y,
        (Value::Bool(x), Value::Long(y)) | (Value::Long(y), Value::Bool(x)) => {
            **y == IBig::from(u8::from(*x))
        }
        (Value::Long(x), Value::Int(y)) | (Value::Int(y), Value::Long(x)) => **x == IBig::from(*y),
        (Value::Float(x), Value::Float(y)) => x == y,
        (Value::Float(x), Value::Int(y)) | (Value::Int(y), Value::Float(x)) => {
            crate::live::numbers::float_cmp_int(*x, *y) == Some(std::cmp::Ordering::Equal)
        }
        (Value::Float(x), Value::Long(y)) | (Value::Long(y), Value::Float(x)) => {
            crate::live::numbers::float_cmp_big(*x, y) == Some(std::cmp::Ordering::Equal)
        }
        (Value::Float(x), Value::Bool(y)) | (Value::Bool(y), Value::Float(x)) => {
            *x == f64::from(u8::from(*y))
        }
        (Value::None, Value::None) => true,
        (Value::Tuple(x), Value::Tuple(y)) => {
            if std::rc::Rc::ptr_eq(x, y) {
                return Some(true);
            }
            if x.len() != y.len() {
                return Some(false);
            }
            for (p, q) in x.iter().zip(y.iter()) {
                if p.is(q) {
                    continue;
                }
                if !quick_eq(p, q)? {
                    return Some(false);
                }
            }
            true
        }
        _ => {
            if a.identity() == b.identity() && !matches!(a, Value::Instance(_) | Value::Native(_)) {
                return Some(true);
            }
            if std::mem::discriminant(a) != std::mem::discriminant(b)
                && is_simple(a)
                && is_simple(b)
            {
                return Some(false);
            }
            if is_atom(a) && is_atom(b) {
                return Some(false);
            }
            return None;
        }
    })
}

/// Values of different simple kinds are never equal (the numeric and string mixtures are decided before).
fn is_simple(v: &Value) -> bool {
    matches!(
        v,
        Value::None
            | Value::NotImplemented
            | Value::Ellipsis
            | Value::Bool(_)
            | Value::Int(_)
            | Value::Long(_)
            | Value::Float(_)
            | Value::Str(_)
            | Value::Unicode(_)
            | Value::Tuple(_)
            | Value::Function(_)
            | Value::Builtin(_)
            | Value::Module(_)
            | Value::List(_)
            | Value::Dict(_)
            | Value::Code(_)
            | Value::Property(_)
    ) || matches!(v, Value::Class(c) if !c.has_custom_metaclass())
}

/// Values compared by identity alone.
fn is_atom(v: &Value) -> bool {
    matches!(
        v,
        Value::NotImplemented
            | Value::Ellipsis
            | Value::Function(_)
            | Value::Builtin(_)
            | Value::Module(_)
            | Value::Property(_)
            | Value::Generator(_)
    ) || matches!(v, Value::Class(c) if !c.has_custom_metaclass())
}

/// Whether a byte string and a unicode string hold the same text (bytes are decoded as UTF-8).
pub fn str_eq_unicode(bytes: &[u8], points: &[u32]) -> bool {
    if bytes.is_ascii() {
        return bytes.len() == points.len()
            && bytes.iter().zip(points).all(|(&b, &c)| u32::from(b) == c);
    }
    match std::str::from_utf8(bytes) {
        Ok(t) => t.chars().map(u32::from).eq(points.iter().copied()),
        Err(_) => false,
    }
}
