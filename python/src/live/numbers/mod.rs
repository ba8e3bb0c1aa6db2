//! Arithmetic of built-in numbers.
use std::cmp::Ordering;

use dashu_int::IBig;
use dashu_int::ops::{Abs, BitTest, UnsignedAbs};

use crate::code::BinOp;
use crate::live::Value;

pub(super) mod rounding;

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

/// Why an arithmetic operation failed.
pub enum NumError {
    /// `ZeroDivisionError` with this message.
    Zero(&'static str),
    /// `OverflowError`
    Overflow(&'static str),
    /// `ValueError`
    Value(&'static str),
    /// `MemoryError`
    Memory,
}

/// A number on the arithmetic tower.
pub enum Num {
    /// 64-bit.
    Int(i64),
    /// Larger (or a Python 2 `long`).
    Big(IBig),
    /// `float`
    Float(f64),
    /// `complex`
    Complex(f64, f64),
}

impl Num {
    /// The number of bits of an integer without its sign; `None` for others.
    pub fn bit_length(&self) -> Option<usize> {
        match self {
            Num::Int(i) => Some(64 - i.unsigned_abs().leading_zeros() as usize),
            Num::Big(b) => Some(b.clone().unsigned_abs().bit_len()),
            _ => None,
        }
    }
    /// An integer as a count: 0 if it is negative.
    pub fn as_count(&self) -> usize {
        match self {
            Num::Int(i) => usize::try_from(*i).unwrap_or(0),
            Num::Big(b) if *b > IBig::ZERO => usize::try_from(b).unwrap_or(usize::MAX),
            _ => 0,
        }
    }
}

impl Num {
    /// The number a value is, if it is a built-in one.
    pub fn of(v: &Value) -> Option<Num> {
        Some(match v {
            Value::Int(i) => Num::Int(*i),
            Value::Bool(b) => Num::Int(i64::from(*b)),
            Value::Float(f) => Num::Float(*f),
            Value::Long(l) => Num::Big((**l).clone()),
            Value::Complex(c) => Num::Complex(c.0, c.1),
            _ => return None,
        })
    }
}

/// Floor division of 64-bit integers; `None` on overflow.
pub fn floordiv(a: i64, b: i64) -> Option<i64> {
    let q = a.checked_div(b)?;
    Some(if a % b != 0 && ((a < 0) != (b < 0)) {
        q - 1
    } else {
        q
    })
}
/// Modulo with the sign of the divisor (`b != 0`).
pub fn floormod(a: i64, b: i64) -> i64 {
    if b == -1 {
        return 0;
    }
    let r = a % b;
    if r != 0 && ((r < 0) != (b < 0)) {
        r + b
    } else {
        r
    }
}
/// Floor division and modulo of big integers (`b != 0`).
pub fn big_divmod(a: &IBig, b: &IBig) -> (IBig, IBig) {
    let q = a / b;
    let r = a - &q * b;
    if r != IBig::ZERO && ((r < IBig::ZERO) != (*b < IBig::ZERO)) {
        (q - IBig::from(1), r + b)
    } else {
        (q, r)
    }
}
/// Python's `divmod` of floats (`b != 0`).
pub fn float_divmod(a: f64, b: f64) -> (f64, f64) {
    let mut m = a % b;
    let mut d = (a - m) / b;
    if m != 0.0 {
        if (b < 0.0) != (m < 0.0) {
            m += b;
            d -= 1.0;
        }
    } else {
        m = 0.0f64.copysign(b);
    }
    let q = if d != 0.0 {
        let f = d.floor();
        if d - f > 0.5 { f + 1.0 } else { f }
    } else {
        0.0f64.copysign(a / b)
    };
    (q, m)
}

/// The nearest float of a big integer (ties to even); `None` if too large.
pub fn big_to_float(i: &IBig) -> Option<f64> {
    let f = i.to_f64().value();
    f.is_finite().then_some(f)
}

/// The exact quotient of two integers as the nearest float.
pub fn big_true_div(a: &IBig, b: &IBig) -> Option<f64> {
    if *a == IBig::ZERO {
        return Some(if *b < IBig::ZERO { -0.0 } else { 0.0 });
    }
    let negative = (*a < IBig::ZERO) != (*b < IBig::ZERO);
    let (a, b) = (a.clone().abs(), b.clone().abs());
    // Scale so that the quotient has at least 55 bits, keep a sticky bit, let the conversion round once.
    let bits = |x: &IBig| x.clone().unsigned_abs().bit_len() as i64;
    let shift = (66 - (bits(&a) - bits(&b))).max(-(1 << 40));
    // Results below the normal range must be rounded at their own last bit.
    let (n, d) = if shift >= 0 {
        (a << shift as usize, b)
    } else {
        (a, b << (-shift) as usize)
    };
    let q = &n / &d;
    let sticky = &n % &d != IBig::ZERO;
    let q = (q << 1usize) + IBig::from(u8::from(sticky));
    let exponent = -(shift + 1);
    let qbits = bits(&q);
    let lowest = (exponent + qbits - 53).max(-1074);
    let drop = lowest - exponent;
    let m = if drop > 0 {
        let unit = IBig::from(1) << drop as usize;
        let (hi, lo) = (&q / &unit, &q % &unit);
        let half = &unit >> 1usize;
        let up = match lo.cmp(&half) {
            Ordering::Greater => true,
            Ordering::Equal => &hi % IBig::from(2) != IBig::ZERO,
            Ordering::Less => false,
        };
        if up { hi + IBig::from(1) } else { hi }
    } else {
        q
    };
    let scale = if drop > 0 { lowest } else { exponent };
    let f = ldexp(m.to_f64().value(), scale);
    if !f.is_finite() {
        return None;
    }
    Some(if negative { -f } else { f })
}

/// `m * 2**e` without intermediate overflow.
pub fn ldexp(mut m: f64, mut e: i64) -> f64 {
    while e > 1000 && m.is_finite() && m != 0.0 {
        m *= f64::powi(2.0, 1000);
        e -= 1000;
    }
    while e < -1000 && m != 0.0 {
        m *= f64::powi(2.0, -1000);
        e += 1000;
    }
    m * f64::powi(2.0, e.clamp(-1000, 1000) as i32)
}

/// A binary operation of the tower. `Ok(None)`: the operator is not defined for these kinds.
pub fn arith(op: BinOp, a: Num, b: Num) -> Result<Option<Num>, NumError> {
    use Num::*;
    Ok(Some(match (a, b) {
        (Int(x), Int(y)) => match int_op(op, x, y)? {
            Some(n) => n,
            None => return big_op(op, IBig::from(x), IBig::from(y)).map(|r| r.map(normal)),
        },
        (Int(x), Big(y)) => return big_op(op, IBig::from(x), y),
        (Big(x), Int(y)) => return big_op(op, x, IBig::from(y)),
        (Big(x), Big(y)) => return big_op(op, x, y),
        (Complex(x, xi), y) => return complex_op(op, (x, xi), to_complex(&y)?),
        (x, Complex(y, yi)) => return complex_op(op, to_complex(&x)?, (y, yi)),
        (x, y) => {
            if matches!(
                op,
                BinOp::LShift | BinOp::RShift | BinOp::And | BinOp::Or | BinOp::Xor
            ) {
                return Ok(None);
            }
            return float_op(op, to_float(&x)?, to_float(&y)?);
        }
    }))
}

fn normal(n: Num) -> Num {
    match n {
        Num::Big(b) => match i64::try_from(&b) {
            Ok(i) => Num::Int(i),
            Err(_) => Num::Big(b),
        },
        n => n,
    }
}
fn to_float(n: &Num) -> Result<f64, NumError> {
    match n {
        Num::Int(i) => Ok(*i as f64),
        Num::Big(b) => {
            big_to_float(b).ok_or(NumError::Overflow("int too large to convert to float"))
        }
        Num::Float(f) => Ok(*f),
        Num::Complex(..) => Ok(0.0),
    }
}
fn to_complex(n: &Num) -> Result<(f64, f64), NumError> {
    match n {
        Num::Complex(a, b) => Ok((*a, *b)),
        other => Ok((to_float(other)?, 0.0)),
    }
}

fn int_op(op: BinOp, x: i64, y: i64) -> Result<Option<Num>, NumError> {
    let r = match op {
        BinOp::Add => x.checked_add(y),
        BinOp::Sub => x.checked_sub(y),
        BinOp::Mul => x.checked_mul(y),
        BinOp::And => Some(x & y),
        BinOp::Or => Some(x | y),
        BinOp::Xor => Some(x ^ y),
        BinOp::Div | BinOp::FloorDiv => {
            if y == 0 {
                return Err(NumError::Zero("integer division or modulo by zero"));
            }
            floordiv(x, y)
        }
        BinOp::Mod => {
            if y == 0 {
                return Err(NumError::Zero("integer modulo by zero"));
            }
            Some(floormod(x, y))
        }
        BinOp::TrueDiv => {
            if y == 0 {
                return Err(NumError::Zero("division by zero"));
            }
            const EXACT: u64 = 1 << 53;
            if x.unsigned_abs() <= EXACT && y.unsigned_abs() <= EXACT {
                return Ok(Some(Num::Float(x as f64 / y as f64)));
            }
            None
        }
        BinOp::LShift => {
            if y < 0 {
                return Err(NumError::Value("negative shift count"));
            }
            if x == 0 {
                Some(0)
            } else if y < 63 && (x << y) >> y == x {
                Some(x << y)
            } else {
                None
            }
        }
        BinOp::RShift => {
            if y < 0 {
                return Err(NumError::Value("negative shift count"));
            }
            Some(x >> y.min(63))
        }
        BinOp::Pow => {
            if y < 0 {
                return float_op(op, x as f64, y as f64);
            }
            let mut base = x;
            let mut e = y;
            let mut acc: i64 = 1;
            loop {
                if e & 1 == 1 {
                    match acc.checked_mul(base) {
                        Some(v) => acc = v,
                        None => return Ok(None),
                    }
                }
                e >>= 1;
                if e == 0 {
                    break Some(acc);
                }
                match base.checked_mul(base) {
                    Some(v) => base = v,
                    None => return Ok(None),
                }
            }
        }
        BinOp::MatMul => None,
    };
    Ok(r.map(Num::Int))
}

fn big_op(op: BinOp, x: IBig, y: IBig) -> Result<Option<Num>, NumError> {
    let zero = y == IBig::ZERO;
    let shift = |y: &IBig| -> Result<usize, NumError> {
        if *y < IBig::ZERO {
            return Err(NumError::Value("negative shift count"));
        }
        match usize::try_from(y) {
            Ok(n) if n < 1 << 36 => Ok(n),
            _ => Err(NumError::Overflow("shift count too large")),
        }
    };
    Ok(Some(Num::Big(match op {
        BinOp::Add => x + y,
        BinOp::Sub => x - y,
        BinOp::Mul => x * y,
        BinOp::And => x & y,
        BinOp::Or => x | y,
        BinOp::Xor => x ^ y,
        BinOp::Div | BinOp::FloorDiv => {
            if zero {
                return Err(NumError::Zero("integer division or modulo by zero"));
            }
            big_divmod(&x, &y).0
        }
        BinOp::Mod => {
            if zero {
                return Err(NumError::Zero("integer modulo by zero"));
            }
            big_divmod(&x, &y).1
        }
        BinOp::TrueDiv => {
            if zero {
                return Err(NumError::Zero("division by zero"));
            }
            return match big_true_div(&x, &y) {
                Some(f) => Ok(Some(Num::Float(f))),
                None => Err(NumError::Overflow(
                    "integer division result too large for a float",
                )),
            };
        }
        BinOp::LShift => {
            if x == IBig::ZERO {
                x
            } else {
                x << shift(&y)?
            }
        }
        BinOp::RShift => match shift(&y) {
            Ok(n) => x >> n,
            Err(NumError::Overflow(_)) => {
                if x < IBig::ZERO {
                    IBig::from(-1)
                } else {
                    IBig::ZERO
                }
            }
            Err(e) => return Err(e),
        },
        BinOp::Pow => {
            if y < IBig::ZERO {
                let (x, y) = (to_float(&Num::Big(x))?, to_float(&Num::Big(y))?);
                return float_op(op, x, y);
            }
            if x == IBig::from(1) || x == IBig::ZERO {
                return Ok(Some(Num::Big(if zero { IBig::from(1) } else { x })));
            }
            match usize::try_from(&y) {
                Ok(e) if e < 1 << 32 => x.pow(e),
                _ if x == IBig::from(-1) => {
                    if &y % IBig::from(2) == IBig::ZERO {
                        IBig::from(1)
                    } else {
                        x
                    }
                }
                _ => return Err(NumError::Memory),
            }
        }
        BinOp::MatMul => return Ok(None),
    })))
}

fn float_op(op: BinOp, x: f64, y: f64) -> Result<Option<Num>, NumError> {
    Ok(Some(Num::Float(match op {
        BinOp::Add => x + y,
        BinOp::Sub => x - y,
        BinOp::Mul => x * y,
        BinOp::Div | BinOp::TrueDiv => {
            if y == 0.0 {
                return Err(NumError::Zero("float division by zero"));
            }
            x / y
        }
        BinOp::FloorDiv => {
            if y == 0.0 {
                return Err(NumError::Zero("float floor division by zero"));
            }
            float_divmod(x, y).0
        }
        BinOp::Mod => {
            if y == 0.0 {
                return Err(NumError::Zero("float modulo"));
            }
            float_divmod(x, y).1
        }
        BinOp::Pow => {
            if x == 0.0 && y < 0.0 {
                return Err(NumError::Zero("0.0 cannot be raised to a negative power"));
            }
            if x < 0.0 && x.is_finite() && y.is_finite() && y.fract() != 0.0 {
                // Python 3 gives a complex number here; RPython has none.
                return Err(NumError::Value(
                    "negative number cannot be raised to a fractional power",
                ));
            }
            let r = x.powf(y);
            if r.is_infinite() && x.is_finite() && y.is_finite() {
                return Err(NumError::Overflow("(34, 'Numerical result out of range')"));
            }
            r
        }
        _ => return Ok(None),
    })))
}

fn complex_op(op: BinOp, (a, b): (f64, f64), (c, d): (f64, f64)) -> Result<Option<Num>, NumError> {
    Ok(Some(match op {
        BinOp::Add => Num::Complex(a + c, b + d),
        BinOp::Sub => Num::Complex(a - c, b - d),
        BinOp::Mul => Num::Complex(a * c - b * d, a * d + b * c),
        BinOp::Div | BinOp::TrueDiv => {
            let n = c * c + d * d;
            if n == 0.0 {
                return Err(NumError::Zero("complex division by zero"));
            }
            Num::Complex((a * c + b * d) / n, (b * c - a * d) / n)
        }
        BinOp::Pow => {
            let (r, theta) = (a.hypot(b), b.atan2(a));
            if r == 0.0 {
                return Ok(Some(Num::Complex(if c == 0.0 { 1.0 } else { 0.0 }, 0.0)));
            }
            let len = r.powf(c) * (-d * theta).exp();
            let angle = theta * c + d * r.ln();
            Num::Complex(len * angle.cos(), len * angle.sin())
        }
        _ => return Ok(None),
    }))
}
