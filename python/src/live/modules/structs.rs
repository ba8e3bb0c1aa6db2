//! `struct`: packing values into bytes.
use std::rc::Rc;

use dashu_int::IBig;

use super::functions;
use crate::live::numbers::big_from_float;
use crate::live::{Args, ModuleObj, PyErr, PyResult, Space, Value};

/// One item of a format: code, count, size, alignment.
struct Item {
    code: u8,
    count: usize,
    size: usize,
    align: usize,
}

fn error(s: &Space, text: impl AsRef<str>) -> PyErr {
    match s.import("struct") {
        Ok(m) => match m.get("error") {
            Some(Value::Class(c)) => s.raised(s.exception_of(c, vec![Value::str(text.as_ref())])),
            _ => s.value_error(text),
        },
        Err(e) => e,
    }
}

fn parse(s: &Space, format: &str) -> PyResult<(bool, Vec<Item>)> {
    let mut chars = format.bytes().peekable();
    let mut native = true;
    let mut big = false;
    match chars.peek() {
        Some(b'@') => {
            chars.next();
        }
        Some(b'=' | b'<') => {
            native = false;
            chars.next();
        }
        Some(b'>' | b'!') => {
            native = false;
            big = true;
            chars.next();
        }
        _ => {}
    }
    let mut items = Vec::new();
    while let Some(c) = chars.next() {
        if c.is_ascii_whitespace() {
            continue;
        }
        let mut code = c;
        let mut count = 1usize;
        if c.is_ascii_digit() {
            count = usize::from(c - b'0');
            loop {
                match chars.next() {
                    Some(d @ b'0'..=b'9') => {
                        count = count
                            .saturating_mul(10)
                            .saturating_add(usize::from(d - b'0'));
                    }
                    Some(d) => {
                        code = d;
                        break;
                    }
                    None => return Err(error(s, "repeat count given without format specifier")),
                }
            }
        }
        let size = match code {
            b'x' | b'c' | b'b' | b'B' | b'?' | b's' | b'p' => 1,
            b'h' | b'H' | b'e' => 2,
            b'i' | b'I' | b'f' => 4,
            b'l' | b'L' => {
                if native {
                    8
                } else {
                    4
                }
            }
            b'q' | b'Q' | b'd' => 8,
            b'n' | b'N' | b'P' if native => 8,
            _ => return Err(error(s, "bad char in struct format")),
        };
        let align = if native { size } else { 1 };
        items.push(Item {
            code,
            count,
            size,
            align,
        });
    }
    Ok((big, items))
}

fn pad(at: usize, align: usize) -> usize {
    at.next_multiple_of(align)
}

fn size_of(items: &[Item]) -> usize {
    items
        .iter()
        .fold(0, |at, i| pad(at, i.align) + i.count * i.size)
}

fn format_text(s: &Space, v: &Value) -> PyResult<String> {
    v.as_text()
        .ok_or_else(|| s.type_error("Struct() argument 1 must be string"))
}

fn pack(s: &Space, format: &str, values: &[Value]) -> PyResult<Vec<u8>> {
    let (big, items) = parse(s, format)?;
    let mut out: Vec<u8> = Vec::with_capacity(size_of(&items));
    let mut values = values.iter();
    let wanted: usize = items
        .iter()
        .map(|i| match i.code {
            b'x' => 0,
            b's' | b'p' => 1,
            _ => i.count,
        })
        .sum();
    if values.len() != wanted {
        return Err(error(
            s,
            format!(
                "pack expected {wanted} items for packing (got {})",
                values.len()
            ),
        ));
    }
    for item in items {
        out.resize(pad(out.len(), item.align), 0);
        match item.code {
            b'x' => out.resize(out.len() + item.count, 0),
            b's' | b'p' => {
                let Some(bytes) = values.next().and_then(|v| s.bytes_like(v)) else {
                    return Err(error(s, "argument for 's' must be a bytes object"));
                };
                let start = out.len();
                if item.code == b'p' && item.count > 0 {
                    out.push(bytes.len().min(item.count - 1).min(255) as u8);
                }
                let room = item.count - (out.len() - start).min(item.count);
                out.extend(bytes.iter().take(room));
                out.resize(start + item.count, 0);
            }
            _ => {
                for v in values.by_ref().take(item.count) {
                    pack_one(s, &item, big, v, &mut out)?;
                }
            }
        }
    }
    Ok(out)
}

fn pack_one(s: &Space, item: &Item, big: bool, v: &Value, out: &mut Vec<u8>) -> PyResult<()> {
    let mut push = |bytes: &[u8]| {
        if big {
            out.extend(bytes.iter().rev());
        } else {
            out.extend_from_slice(bytes);
        }
    };
    match item.code {
        b'c' => match s.bytes_like(v) {
            Some(b) if b.len() == 1 => push(&b),
            _ => return Err(error(s, "char format requires a bytes object of length 1")),
        },
        b'?' => push(&[u8::from(s.is_true(v)?)]),
        b'd' => push(
            &s.float_value(v)
                .map_err(|_| error(s, "required argument is not a float"))?
                .to_le_bytes(),
        ),
        b'f' => {
            let f = s
                .float_value(v)
                .map_err(|_| error(s, "required argument is not a float"))?;
            let single = f as f32;
            if single.is_infinite() && f.is_finite() {
                return Err(s.error("OverflowError", "float too large to pack with f format"));
            }
            push(&single.to_le_bytes());
        }
        _ => {
            let n = match v.unwrapped() {
                Value::Float(f) if s.py2() => big_from_float(f).unwrap_or_default(),
                _ => match s.index(v) {
                    Ok(i) => i.as_big().unwrap_or_default(),
                    Err(_) => return Err(error(s, "required argument is not an integer")),
                },
            };
            let signed = item.code.is_ascii_lowercase();
            let modulus = IBig::from(1) << (8 * item.size);
            let (low, high) = if signed {
                (-(&modulus >> 1usize), &modulus >> 1usize)
            } else {
                (IBig::ZERO, modulus.clone())
            };
            if n < low || n >= high {
                return Err(error(
                    s,
                    format!(
                        "'{}' format requires {low} <= number <= {}",
                        item.code as char,
                        high - IBig::from(1)
                    ),
                ));
            }
            let bits = if n < IBig::ZERO { n + modulus } else { n };
            let word = u64::try_from(&bits).unwrap_or(0);
            push(&word.to_le_bytes()[..item.size]);
        }
    }
    Ok(())
}

fn unpack(s: &Space, format: &str, bytes: &[u8]) -> PyResult {
    let (big, items) = parse(s, format)?;
    let size = size_of(&items);
    if bytes.len() != size {
        return Err(error(
            s,
            format!("unpack requires a buffer of {size} bytes"),
        ));
    }
    let mut out = Vec::new();
    let mut at = 0;
    for item in items {
        at = pad(at, item.align);
        match item.code {
            b'x' => at += item.count,
            b's' => {
                out.push(Value::bytes(&bytes[at..at + item.count]));
                at += item.count;
            }
            b'p' => {
                let part = &bytes[at..at + item.count];
                let n = part
                    .first()
                    .map_or(0, |&n| usize::from(n).min(item.count - 1));
                out.push(Value::bytes(part.get(1..1 + n).unwrap_or(&[])));
                at += item.count;
            }
            _ => {
                for _ in 0..item.count {
                    let mut raw = [0u8; 8];
                    raw[..item.size].copy_from_slice(&bytes[at..at + item.size]);
                    if big {
                        raw[..item.size].reverse();
                    }
                    at += item.size;
                    let word = u64::from_le_bytes(raw);
                    out.push(match item.code {
                        b'c' => Value::bytes(&[raw[0]]),
                        b'?' => Value::Bool(raw[0] != 0),
                        b'd' => Value::Float(f64::from_bits(word)),
                        b'f' => Value::Float(f64::from(f32::from_bits(word as u32))),
                        code if code.is_ascii_lowercase() => {
                            let shift = 64 - 8 * item.size;
                            Value::Int(((word << shift) as i64) >> shift)
                        }
                        _ => Value::from_big(IBig::from(word)),
                    });
                }
            }
        }
    }
    Ok(Value::tuple(out))
}

fn buffer(s: &Space, v: &Value) -> PyResult<Vec<u8>> {
    s.bytes_like(v).ok_or_else(|| {
        s.type_error(format!(
            "a bytes-like object is required, not '{}'",
            v.type_name()
        ))
    })
}

/// Fills the module.
pub fn init(s: &Space, m: &Rc<ModuleObj>) {
    functions(
        m,
        "struct",
        &[
            ("pack", |s, a| {
                let format = format_text(s, a.arg(0))?;
                Ok(Value::from_vec(pack(s, &format, &a.pos[1..])?))
            }),
            ("unpack", |s, a: &Args| {
                a.check(s, "unpack", 2, 2)?;
                let format = format_text(s, a.arg(0))?;
                unpack(s, &format, &buffer(s, a.arg(1))?)
            }),
            ("unpack_from", |s, a| {
                let format = format_text(s, a.arg(0))?;
                let bytes = buffer(s, a.arg(1))?;
                let offset = match a.opt(2, "offset") {
                    Some(v) => s.int_value(v)?.max(0) as usize,
                    None => 0,
                };
                let size = size_of(&parse(s, &format)?.1);
                match bytes.get(offset..offset + size) {
                    Some(part) => unpack(s, &format, part),
                    None => Err(error(
                        s,
                        format!("unpack_from requires a buffer of at least {size} bytes"),
                    )),
                }
            }),
            ("calcsize", |s, a| {
                let format = format_text(s, a.arg(0))?;
                Ok(Value::Int(size_of(&parse(s, &format)?.1) as i64))
            }),
        ],
    );
    let dict = Value::dict();
    if let Ok(class) = s.new_class(
        None,
        &Value::str("error"),
        &Value::tuple(vec![Value::Class(
            crate::live::types().exc("Exception").clone(),
        )]),
        &dict,
        &[],
    ) {
        if let Value::Class(c) = &class {
            c.set_attr("__module__".into(), Value::str("struct"));
        }
        m.set("error", class);
    }
}
