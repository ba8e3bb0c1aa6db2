//! `int`, `long`, `bool`, `float`, `complex`.
use std::rc::Rc;

use dashu_int::IBig;
use dashu_int::ops::{Abs, BitTest, UnsignedAbs};

use super::{
    class_method, comparison_methods, getset, method, operator_methods, special, static_method,
};
use crate::code::UnaryOp;
use crate::live::numbers::{Num, big_from_float, big_to_float};
use crate::live::text::unicode::ascii_digits;
use crate::live::{Args, PyResult, Space, Value, types};

pub(super) fn install() {
    let t = types();
    for class in [&t.int, &t.float, &t.complex] {
        operator_methods!(class, Add, Sub, Mul, Div, TrueDiv, FloorDiv, Mod, Pow);
        comparison_methods(class);
        unary_methods(class);
    }
    operator_methods!(&t.int, LShift, RShift, And, Or, Xor);
    integers();
    special_methods();
    floats();
    complex_numbers();
}

/// Methods of integers.
fn integers() {
    let t = types();
    let i = &t.int;
    method(i, "__invert__", |space, args| {
        unary(space, UnaryOp::Invert, args)
    });
    for name in ["__int__", "__index__", "__trunc__", "__floor__", "__ceil__"] {
        method(i, name, |_, args| {
            Ok(match args.this() {
                Value::Bool(b) => Value::Int(i64::from(b)),
                v => v,
            })
        });
    }
    method(i, "__long__", |_, args| {
        Ok(Value::Long(Rc::new(
            args.this().as_big().unwrap_or_default(),
        )))
    });
    method(i, "bit_length", |_, args| {
        let b = args.this().as_big().unwrap_or_default();
        Ok(Value::Int(b.unsigned_abs().bit_len() as i64))
    });
    method(i, "conjugate", |_, args| Ok(args.this()));
    method(i, "to_bytes", |space, args| {
        let len = space
            .int_value(args.opt(1, "length").unwrap_or(&Value::Int(1)))?
            .max(0) as usize;
        let big_endian = args
            .opt(2, "byteorder")
            .and_then(Value::as_text)
            .is_none_or(|o| o == "big");
        let signed = match args.keyword("signed") {
            Some(v) => space.is_true(v)?,
            None => false,
        };
        let v = args.this().as_big().unwrap_or_default();
        let modulus = IBig::from(1) << (8 * len);
        let half = if signed {
            &modulus >> 1usize
        } else {
            modulus.clone()
        };
        let low = if signed { -half.clone() } else { IBig::ZERO };
        if v >= half || v < low {
            return Err(space.error(
                "OverflowError",
                if v < IBig::ZERO && !signed {
                    "can't convert negative int to unsigned"
                } else {
                    "int too big to convert"
                },
            ));
        }
        let mut rest = if v < IBig::ZERO { v + modulus } else { v };
        let mut out = Vec::with_capacity(len);
        for _ in 0..len {
            let byte = i64::try_from(&(&rest % IBig::from(256))).unwrap_or(0) as u8;
            out.push(byte);
            rest >>= 8usize;
        }
        if big_endian {
            out.reverse();
        }
        Ok(Value::from_vec(out))
    });
    class_method(i, "from_bytes", |space, args| {
        let Some(mut bytes) = args.opt(1, "bytes").and_then(|v| space.bytes_like(v)) else {
            return Err(space.type_error("from_bytes() needs bytes"));
        };
        let big_endian = args
            .opt(2, "byteorder")
            .and_then(Value::as_text)
            .is_none_or(|o| o == "big");
        if !big_endian {
            bytes.reverse();
        }
        let signed = match args.keyword("signed") {
            Some(v) => space.is_true(v)?,
            None => false,
        };
        let mut v = IBig::ZERO;
        for b in &bytes {
            v = (v << 8usize) + IBig::from(*b);
        }
        if signed && bytes.first().is_some_and(|b| b & 0x80 != 0) {
            v -= IBig::from(1) << (8 * bytes.len());
        }
        Ok(space.big(v))
    });
    getset(i, "real", |_, v| Ok(v.unwrapped()), None);
    getset(i, "numerator", |_, v| Ok(v.unwrapped()), None);
    getset(i, "imag", |_, _| Ok(Value::Int(0)), None);
    getset(i, "denominator", |_, _| Ok(Value::Int(1)), None);
}

/// Special methods of all numbers.
fn special_methods() {
    let t = types();
    for class in [&t.int, &t.long, &t.bool_, &t.float, &t.complex] {
        static_method(class, "__new__", super::new_plain);
    }
}

/// Methods of floats.
fn floats() {
    let t = types();
    let f = &t.float;
    for name in ["__int__", "__trunc__"] {
        method(f, name, |space, args| float_to_int(space, args.this()));
    }
    method(f, "__float__", |_, args| Ok(args.this()));
    method(f, "is_integer", |_, args| {
        Ok(Value::Bool(
            matches!(args.this(), Value::Float(f) if f.is_finite() && f.fract() == 0.0),
        ))
    });
    method(f, "as_integer_ratio", |space, args| {
        let Value::Float(f) = args.this() else {
            return Err(space.type_error("a float is required"));
        };
        if !f.is_finite() {
            return Err(space.error("OverflowError", "cannot convert Infinity to integer ratio"));
        }
        let (m, e) = crate::live::objects::hash::frexp(f);
        let mut num = IBig::from((m * 9_007_199_254_740_992.0) as i64);
        let mut e = e - 53;
        while e < 0 && &num % IBig::from(2) == IBig::ZERO && num != IBig::ZERO {
            num >>= 1usize;
            e += 1;
        }
        let (num, den) = if num == IBig::ZERO {
            (num, IBig::from(1))
        } else if e >= 0 {
            (num << e as usize, IBig::from(1))
        } else {
            (num, IBig::from(1) << (-e) as usize)
        };
        Ok(Value::tuple(vec![
            Value::from_big(num),
            Value::from_big(den),
        ]))
    });
    method(f, "hex", |space, args| {
        let f = space.float_value(args.arg(0))?;
        Ok(Value::string(float_hex(f)))
    });
    class_method(f, "fromhex", |space, args| {
        let text = args.arg(1).as_text().unwrap_or_default();
        match float_from_hex(text.trim()) {
            Some(f) => Ok(Value::Float(f)),
            None => Err(space.value_error("invalid hexadecimal floating-point string")),
        }
    });
    method(f, "conjugate", |_, args| Ok(args.this()));
    getset(f, "real", |_, v| Ok(v.unwrapped()), None);
    getset(f, "imag", |_, _| Ok(Value::Float(0.0)), None);
}

/// Methods of complex numbers.
fn complex_numbers() {
    let t = types();
    let c = &t.complex;
    getset(
        c,
        "real",
        |_, v| {
            Ok(match v.unwrapped() {
                Value::Complex(c) => Value::Float(c.0),
                _ => Value::None,
            })
        },
        None,
    );
    getset(
        c,
        "imag",
        |_, v| {
            Ok(match v.unwrapped() {
                Value::Complex(c) => Value::Float(c.1),
                _ => Value::None,
            })
        },
        None,
    );
    method(c, "conjugate", |_, args| {
        Ok(match args.this() {
            Value::Complex(c) => Value::Complex(Rc::new((c.0, -c.1))),
            v => v,
        })
    });
}

fn unary(space: &Space, op: UnaryOp, args: &Args) -> PyResult {
    Ok(space
        .builtin_unary(op, &args.this())
        .unwrap_or(Value::NotImplemented))
}

fn unary_methods(class: &crate::live::ClassRef) {
    method(class, "__neg__", |space, args| {
        unary(space, UnaryOp::Neg, args)
    });
    method(class, "__pos__", |space, args| {
        unary(space, UnaryOp::Pos, args)
    });
    method(class, "__abs__", |space, args| abs(space, &args.this()));
    for name in ["__bool__", "__nonzero__"] {
        method(class, name, |space, args| {
            Ok(Value::Bool(space.is_true(&args.this())?))
        });
    }
    method(class, "__hash__", |space, args| {
        Ok(Value::Int(space.hash(&args.this())?))
    });
    method(class, "__float__", |space, args| {
        Ok(Value::Float(space.float_value(&args.this())?))
    });
    method(class, "__repr__", |space, args| {
        Ok(space.repr(&args.this())?.into_value())
    });
    method(class, "__str__", |space, args| {
        Ok(space.str(&args.this())?.into_value())
    });
    method(class, "__format__", |space, args| {
        args.check(space, "__format__", 2, 2)?;
        crate::live::text::format::format(space, &args.this(), args.arg(1))
    });
    method(class, "__divmod__", |space, args| {
        crate::live::builtins::divmod(space, &args.this(), &args.arg(1).unwrapped())
    });
    method(class, "__rdivmod__", |space, args| {
        crate::live::builtins::divmod(space, &args.arg(1).unwrapped(), &args.this())
    });
    method(class, "__round__", |space, args| {
        crate::live::builtins::round(space, &args.this(), args.pos.get(1))
    });
}

/// `abs` of a built-in number.
pub fn abs(space: &Space, v: &Value) -> PyResult {
    Ok(match Num::of(v) {
        Some(Num::Int(i)) => match i.checked_abs() {
            Some(i) => Value::Int(i),
            None => space.big(IBig::from(i).abs()),
        },
        Some(Num::Big(b)) => space.big(b.abs()),
        Some(Num::Float(f)) => Value::Float(f.abs()),
        Some(Num::Complex(a, b)) => Value::Float(a.hypot(b)),
        None => {
            return Err(
                space.type_error(format!("bad operand type for abs(): '{}'", v.type_name()))
            );
        }
    })
}

/// `int(f)` of a float.
pub fn float_to_int(space: &Space, v: Value) -> PyResult {
    let Value::Float(f) = v else { return Ok(v) };
    match big_from_float(f) {
        Some(b) => Ok(Value::from_big(b)),
        None if f.is_nan() => Err(space.value_error("cannot convert float NaN to integer")),
        None => Err(space.error("OverflowError", "cannot convert float infinity to integer")),
    }
}

/// The number that a text spells.
fn parsed_int(space: &Space, v: &Value, text: &[u8], base: Option<&Value>, long: bool) -> PyResult {
    let name = if long { "long" } else { "int" };
    let base = match base {
        Some(b) => space.int_value(b)?,
        None => 10,
    };
    if base != 0 && !(2..=36).contains(&base) {
        return Err(space.value_error("int() base must be >= 2 and <= 36, or 0"));
    }
    match int_from_text(text, base as u32, long, space.py2()) {
        Some(b) => Ok(if long {
            Value::Long(Rc::new(b))
        } else {
            Value::from_big(b)
        }),
        None => Err(space.value_error(format!(
            "invalid literal for {name}() with base {base}: {}",
            space.repr_text(v)
        ))),
    }
}

/// `int(...)`, `long(...)`
pub(super) fn int_new(space: &Space, args: &Args, long: bool) -> PyResult {
    let name = if long { "long" } else { "int" };
    args.count(space, name, 0, 2)?;
    let Some(v) = args.opt(0, "x") else {
        return Ok(if long {
            Value::Long(Rc::new(IBig::ZERO))
        } else {
            Value::Int(0)
        });
    };
    let finish = |v: Value| -> Value {
        match (&v, long) {
            (Value::Int(i), true) => Value::Long(Rc::new(IBig::from(*i))),
            (Value::Bool(b), true) => Value::Long(Rc::new(IBig::from(u8::from(*b)))),
            (Value::Bool(b), false) => Value::Int(i64::from(*b)),
            (Value::Long(l), false) => Value::from_big((**l).clone()),
            _ => v,
        }
    };
    let base = args.opt(1, "base");
    let text = match v.unwrapped() {
        Value::Str(s) => Some(s.bytes.to_vec()),
        Value::Unicode(u) => Some(ascii_digits(&u.points)),
        Value::ByteArray(b) => Some(b.borrow().clone()),
        _ => None,
    };
    if let Some(text) = text {
        return Ok(finish(parsed_int(space, v, &text, base, long)?));
    }
    if base.is_some() {
        return Err(space.type_error("int() can't convert non-string with explicit base"));
    }
    for method in if long {
        [
            special().long,
            special().int,
            special().index,
            special().trunc,
        ]
    } else {
        [
            special().int,
            special().long,
            special().index,
            special().trunc,
        ]
    } {
        if let Some(f) = space.user_special(v, method)? {
            let r = space.call(&f, &[])?;
            let inner = r.unwrapped();
            if inner.as_big().is_none() {
                return Err(
                    space.type_error(format!("__int__ returned non-int (type {})", r.type_name()))
                );
            }
            return Ok(finish(inner));
        }
    }
    match v.unwrapped() {
        n @ (Value::Int(_) | Value::Long(_) | Value::Bool(_)) => Ok(finish(n)),
        f @ Value::Float(_) => Ok(finish(float_to_int(space, f)?)),
        _ => {
            if let Some(f) = space.special(v, special().int)? {
                let r = space.call(&f, &[])?;
                return Ok(finish(r));
            }
            Err(space.type_error(if space.py2() {
                format!("int() argument must be a string or a number, not '{}'", v.type_name())
            } else {
                format!(
                    "int() argument must be a string, a bytes-like object or a real number, not '{}'",
                    v.type_name()
                )
            }))
        }
    }
}

/// Parses an integer literal as `int(text, base)` does. Python 2 allows spaces behind the sign.
pub fn int_from_text(text: &[u8], base: u32, long: bool, py2: bool) -> Option<IBig> {
    let text = std::str::from_utf8(text).ok()?;
    let text = text.trim_matches([' ', '\t', '\n', '\r', '\x0b', '\x0c']);
    let (negative, mut digits) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    if py2 {
        digits = digits.trim_start_matches([' ', '\t', '\n', '\r', '\x0b', '\x0c']);
    }
    if long && base <= 21 {
        digits = digits.strip_suffix(['L', 'l']).unwrap_or(digits);
    }
    let lower = digits.to_ascii_lowercase();
    let mut base = base;
    let prefix = |p: &str| lower.starts_with(p);
    if (base == 16 || base == 0) && prefix("0x") {
        base = 16;
        digits = &digits[2..];
    } else if (base == 8 || base == 0) && prefix("0o") {
        base = 8;
        digits = &digits[2..];
    } else if (base == 2 || base == 0) && prefix("0b") {
        base = 2;
        digits = &digits[2..];
    } else if base == 0 {
        let octal = lower.starts_with('0') && lower.bytes().any(|b| b != b'0' && b != b'_');
        if octal && !py2 {
            return None;
        }
        base = if lower.len() > 1 && lower.starts_with('0') && lower.bytes().any(|b| b != b'0') {
            8
        } else {
            10
        };
    }
    // Python 3 has single underscores between digits, and one behind the prefix of the base.
    let prefixed = digits.len() < lower.len();
    let body = match digits.strip_prefix('_') {
        Some(rest) if prefixed => rest,
        _ => digits,
    };
    if digits.contains('_')
        && (py2 || body.starts_with('_') || body.ends_with('_') || body.contains("__"))
    {
        return None;
    }
    let digits: String = body.chars().filter(|&c| c != '_').collect();
    if digits.is_empty() || !digits.chars().all(|c| c.is_digit(base)) {
        return None;
    }
    let v = IBig::from_str_radix(&digits, base).ok()?;
    Some(if negative { -v } else { v })
}

/// The digits of an integer in a base, without prefix.
pub fn number_to_base(v: &IBig, base: u8) -> String {
    v.in_radix(base).to_string()
}

/// `float(...)`
pub(super) fn float_new(space: &Space, args: &Args) -> PyResult {
    args.check(space, "float", 0, 1)?;
    let Some(v) = args.pos.first() else {
        return Ok(Value::Float(0.0));
    };
    if let Some(f) = space.user_special(v, special().float)? {
        return match space.call(&f, &[])?.unwrapped() {
            Value::Float(f) => Ok(Value::Float(f)),
            other => Err(space.type_error(format!(
                "__float__ returned non-float (type {})",
                other.type_name()
            ))),
        };
    }
    let inner = v.unwrapped();
    let text = match &inner {
        Value::Str(s) => Some(s.bytes.to_vec()),
        Value::Unicode(u) => Some(u.to_text().into_bytes()),
        _ => None,
    };
    if let Some(text) = text {
        let cleaned: Vec<u8> = if space.py2() {
            text.clone()
        } else {
            abi::floattext::without_underscores(&text)
        };
        return match abi::floattext::parse_float(&cleaned) {
            Some(f) => Ok(Value::Float(f)),
            None => Err(space.value_error(if space.py2() {
                format!(
                    "could not convert string to float: {}",
                    String::from_utf8_lossy(&text)
                )
            } else {
                format!("could not convert string to float: {}", space.repr_text(v))
            })),
        };
    }
    match Num::of(&inner) {
        Some(Num::Int(i)) => Ok(Value::Float(i as f64)),
        Some(Num::Float(f)) => Ok(Value::Float(f)),
        Some(Num::Big(b)) => match big_to_float(&b) {
            Some(f) => Ok(Value::Float(f)),
            None => Err(space.error("OverflowError", "int too large to convert to float")),
        },
        _ => {
            if let Some(f) = space.special(v, special().float)? {
                return space.call(&f, &[]);
            }
            Err(space.type_error(format!(
                "float() argument must be a string or a {}number, not '{}'",
                if space.py2() { "" } else { "real " },
                v.type_name()
            )))
        }
    }
}

/// `complex(...)`
pub(super) fn complex_new(space: &Space, args: &Args) -> PyResult {
    args.count(space, "complex", 0, 2)?;
    let part = |v: Option<&Value>| -> PyResult<(f64, f64)> {
        match v.map(Value::unwrapped) {
            None => Ok((0.0, 0.0)),
            Some(Value::Complex(c)) => Ok(*c),
            Some(v) => Ok((space.float_value(&v)?, 0.0)),
        }
    };
    let (a, b) = part(args.opt(0, "real"))?;
    let (c, d) = part(args.opt(1, "imag"))?;
    Ok(Value::Complex(Rc::new((a - d, b + c))))
}

/// `float.hex`
fn float_hex(f: f64) -> String {
    if !f.is_finite() {
        return crate::live::text::float_repr(f);
    }
    let sign = if f.is_sign_negative() { "-" } else { "" };
    let bits = f.to_bits();
    let mantissa = bits & ((1 << 52) - 1);
    let exponent = ((bits >> 52) & 0x7ff) as i64;
    if f == 0.0 {
        return format!("{sign}0x0.0p+0");
    }
    let (lead, e) = if exponent == 0 {
        (0, -1022)
    } else {
        (1, exponent - 1023)
    };
    format!("{sign}0x{lead}.{mantissa:013x}p{e:+}")
}

/// `float.fromhex`
fn float_from_hex(text: &str) -> Option<f64> {
    let (negative, rest) = match text.strip_prefix('-') {
        Some(r) => (true, r),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let lower = rest.to_ascii_lowercase();
    if let "inf" | "infinity" | "nan" = lower.as_str() {
        let f: f64 = lower.parse().ok()?;
        return Some(if negative { -f } else { f });
    }
    let body = lower.strip_prefix("0x").unwrap_or(&lower);
    let (mantissa, exponent) = match body.split_once('p') {
        Some((m, e)) => (m, e.parse::<i64>().ok()?),
        None => (body, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    if digits.is_empty() {
        return None;
    }
    let m = IBig::from_str_radix(&digits, 16).ok()?;
    let e = exponent - 4 * fraction.len() as i64;
    let f = if e >= 0 {
        big_to_float(&(m << e as usize)).unwrap_or(f64::INFINITY)
    } else {
        crate::live::numbers::big_true_div(&m, &(IBig::from(1) << (-e) as usize)).unwrap_or(0.0)
    };
    Some(if negative { -f } else { f })
}
