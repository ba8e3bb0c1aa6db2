//! `str` (bytes), `unicode`, `bytearray`: the tables of methods, the constructors, encodings.
use std::rc::Rc;

use super::text_algorithms::*;
use super::{
    comparison_methods, container_methods, method, mutable_methods, operator_methods, static_method,
};
use crate::live::text::codecs;
use crate::live::{Args, BuiltinFn, PyResult, Space, Value, types};
use crate::vocabulary::methods::{ByteArrayMethod, TextMethod};

/// How the methods of texts run.
fn text_method(m: TextMethod) -> BuiltinFn {
    /// A method that is written once for both kinds of code units.
    macro_rules! generic {
        ($method:ident, $f:ident) => {
            |space, args| {
                args.count_method(space, TextMethod::$method.row())?;
                match receiver(space, args)? {
                    Both::B(s) => $f(space, &s, args),
                    Both::U(s) => $f(space, &s, args),
                }
            }
        };
    }
    use TextMethod as M;
    match m {
        M::Find => generic!(Find, find),
        M::Rfind => generic!(Rfind, rfind_m),
        M::Index => generic!(Index, index),
        M::Rindex => generic!(Rindex, rindex),
        M::Count => generic!(Count, count),
        M::StartsWith => generic!(StartsWith, starts),
        M::EndsWith => generic!(EndsWith, ends),
        M::Replace => generic!(Replace, replace),
        M::Split => generic!(Split, split),
        M::Rsplit => generic!(Rsplit, rsplit),
        M::Splitlines => generic!(Splitlines, splitlines),
        M::Partition => generic!(Partition, partition),
        M::Rpartition => generic!(Rpartition, rpartition),
        M::Join => join,
        M::Strip => generic!(Strip, strip),
        M::Lstrip => generic!(Lstrip, lstrip),
        M::Rstrip => generic!(Rstrip, rstrip),
        M::RemovePrefix => generic!(RemovePrefix, removeprefix),
        M::RemoveSuffix => generic!(RemoveSuffix, removesuffix),
        M::Upper => generic!(Upper, upper),
        M::Lower => generic!(Lower, lower),
        M::Casefold => generic!(Casefold, lower),
        M::Swapcase => generic!(Swapcase, swapcase),
        M::Capitalize => generic!(Capitalize, capitalize),
        M::Title => generic!(Title, title),
        M::IsTitle => generic!(IsTitle, istitle),
        M::IsAlpha => generic!(IsAlpha, isalpha),
        M::IsDigit => generic!(IsDigit, isdigit),
        M::IsDecimal => generic!(IsDecimal, isdecimal),
        M::IsNumeric => generic!(IsNumeric, isnumeric),
        M::IsAlnum => generic!(IsAlnum, isalnum),
        M::IsSpace => generic!(IsSpace, isspace),
        M::IsPrintable => generic!(IsPrintable, isprintable),
        M::IsIdentifier => generic!(IsIdentifier, isidentifier),
        M::IsAscii => isascii,
        M::IsUpper => generic!(IsUpper, isupper),
        M::IsLower => generic!(IsLower, islower),
        M::Ljust => generic!(Ljust, ljust),
        M::Rjust => generic!(Rjust, rjust),
        M::Center => generic!(Center, center),
        M::Zfill => generic!(Zfill, zfill),
        M::ExpandTabs => generic!(ExpandTabs, expandtabs),
        M::Translate => translate,
        M::Hex => hex,
        M::Decode => decode,
        M::Encode => encode,
        M::Format => crate::live::text::format::format_method,
        M::FormatMap => format_map,
    }
}

/// How the methods run that bytearrays have beside those of texts.
fn bytearray_method(m: ByteArrayMethod) -> BuiltinFn {
    use ByteArrayMethod as M;
    match m {
        M::Append => bytearray_append,
        M::Extend => bytearray_extend,
        M::Insert => bytearray_insert,
        M::Pop => bytearray_pop,
    }
}

pub(super) fn install() {
    let t = types();
    for c in [&t.str, &t.unicode, &t.bytearray] {
        for &m in TextMethod::ALL {
            method(c, m.name(), text_method(m));
        }
        method(c, "__str__", |space, args| {
            Ok(space.str(&args.this())?.into_value())
        });
        method(c, "__repr__", |space, args| {
            Ok(space.repr(&args.this())?.into_value())
        });
        method(c, "__hash__", |space, args| {
            Ok(Value::Int(space.hash(&args.this())?))
        });
        method(c, "__format__", |space, args| {
            crate::live::text::format::format(space, &args.this(), args.arg(1))
        });
        method(c, "__getslice__", super::getslice);
        container_methods(c);
        comparison_methods(c);
        operator_methods!(c, Add, Mul, Mod);
        static_method(c, "__new__", super::new_plain);
    }
    static_method(&t.str, "maketrans", maketrans);
    let b = &t.bytearray;
    mutable_methods(b);
    for &m in ByteArrayMethod::ALL {
        method(b, m.name(), bytearray_method(m));
    }
}

fn isascii(space: &Space, args: &Args) -> PyResult {
    Ok(Value::Bool(match receiver(space, args)? {
        Both::B(s) => s.is_ascii(),
        Both::U(s) => s.iter().all(|&c| c < 128),
    }))
}

fn join(space: &Space, args: &Args) -> PyResult {
    args.check_method(space, TextMethod::Join.row())?;
    let items = space.iterate_vec(args.arg(1))?;
    join_texts(space, &args.this(), &items)
}

fn decode(space: &Space, args: &Args) -> PyResult {
    let (encoding, errors) = codec_args(args, if space.py2() { "ascii" } else { "utf-8" });
    let this = args.this();
    let bytes = match &this {
        Value::Unicode(u) => codecs::encode(space, &u.points, "ascii", "strict")?,
        v => space.bytes_like(v).unwrap_or_default(),
    };
    if matches!(encoding.as_str(), "hex" | "hex_codec") {
        return hex_decode(space, &bytes);
    }
    if matches!(encoding.as_str(), "string-escape" | "string_escape") {
        return Ok(Value::from_vec(unescape(&bytes)));
    }
    Ok(Value::code_points(codecs::decode(
        space, &bytes, &encoding, &errors,
    )?))
}

fn encode(space: &Space, args: &Args) -> PyResult {
    let (encoding, errors) = codec_args(args, if space.py2() { "ascii" } else { "utf-8" });
    let this = args.this();
    if matches!(encoding.as_str(), "hex" | "hex_codec")
        && let Some(b) = space.bytes_like(&this)
    {
        return Ok(Value::string(
            b.iter().map(|b| format!("{b:02x}")).collect(),
        ));
    }
    if matches!(encoding.as_str(), "string-escape" | "string_escape")
        && let Some(b) = space.bytes_like(&this)
    {
        let r = crate::live::text::bytes_repr(&b);
        return Ok(Value::str(&r[1..r.len() - 1]));
    }
    // A byte string that is encoded as UTF-8 already (Python 3 sources) stays as it is.
    if let Value::Str(s) = &this
        && !space.py2()
        && codecs::is_utf8(&encoding)
    {
        return Ok(Value::Str(s.clone()));
    }
    let points = match &this {
        // Bytes of a Python 3 source that are no UTF-8 are characters below 256: '\xe9'.
        Value::Str(s) if !space.py2() && std::str::from_utf8(&s.bytes).is_err() => {
            s.bytes.iter().map(|&b| u32::from(b)).collect()
        }
        _ => space.to_points(&this)?,
    };
    Ok(Value::from_vec(codecs::encode(
        space, &points, &encoding, &errors,
    )?))
}

fn format_map(space: &Space, args: &Args) -> PyResult {
    let kw = match args.arg(1).as_dict() {
        Some(d) => d.names(),
        None => Vec::new(),
    };
    crate::live::text::format::format_method(
        space,
        &Args {
            pos: vec![args.arg(0).clone()],
            kw,
        },
    )
}

fn hex(space: &Space, args: &Args) -> PyResult {
    let b = space.bytes_like(&args.this()).unwrap_or_default();
    Ok(Value::string(
        b.iter().map(|b| format!("{b:02x}")).collect(),
    ))
}

fn bytearray_append(space: &Space, args: &Args) -> PyResult {
    if let Value::ByteArray(b) = args.this() {
        let v = byte_value(space, args.arg(1))?;
        b.borrow_mut().push(v);
    }
    Ok(Value::None)
}

fn bytearray_extend(space: &Space, args: &Args) -> PyResult {
    if let Value::ByteArray(b) = args.this() {
        let new = to_bytes(space, args.arg(1))?;
        b.borrow_mut().extend(new);
    }
    Ok(Value::None)
}

fn bytearray_insert(space: &Space, args: &Args) -> PyResult {
    args.check_method(space, ByteArrayMethod::Insert.row())?;
    if let Value::ByteArray(b) = args.this() {
        let i = space.int_value(args.arg(1))?;
        let v = byte_value(space, args.arg(2))?;
        let len = b.borrow().len() as i64;
        let i = if i < 0 { (i + len).max(0) } else { i.min(len) };
        b.borrow_mut().insert(i as usize, v);
    }
    Ok(Value::None)
}

fn bytearray_pop(space: &Space, args: &Args) -> PyResult {
    args.check_method(space, ByteArrayMethod::Pop.row())?;
    let Value::ByteArray(b) = args.this() else {
        return Ok(Value::None);
    };
    let len = b.borrow().len();
    let i = super::lists::pop_index(space, args, len, "bytearray")?;
    Ok(Value::Int(i64::from(b.borrow_mut().remove(i))))
}

/// An item of a bytearray: a number, or a string of one byte.
fn byte_value(space: &Space, v: &Value) -> PyResult<u8> {
    let v = match v.unwrapped() {
        Value::Str(s) if s.bytes.len() == 1 => i64::from(s.bytes[0]),
        v => space.int_value(&v)?,
    };
    u8::try_from(v).map_err(|_| space.value_error("byte must be in range(0, 256)"))
}

fn codec_args(args: &Args, default: &str) -> (String, String) {
    let text =
        |v: Option<&Value>, d: &str| v.and_then(Value::as_text).unwrap_or_else(|| d.to_string());
    (
        text(args.opt(1, "encoding"), default),
        text(args.opt(2, "errors"), "strict"),
    )
}

fn hex_decode(space: &Space, bytes: &[u8]) -> PyResult {
    let mut out = Vec::new();
    for pair in bytes.chunks(2) {
        let digit = |b: u8| (b as char).to_digit(16);
        match pair {
            [a, b] => match (digit(*a), digit(*b)) {
                (Some(x), Some(y)) => out.push((x * 16 + y) as u8),
                _ => return Err(space.type_error("Non-hexadecimal digit found")),
            },
            _ => return Err(space.type_error("Odd-length string")),
        }
    }
    Ok(Value::from_vec(out))
}

/// Python 2's `string-escape`.
fn unescape(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut i = 0;
    while i < bytes.len() {
        if bytes[i] != b'\\' || i + 1 >= bytes.len() {
            out.push(bytes[i]);
            i += 1;
            continue;
        }
        i += 1;
        let c = bytes[i];
        i += 1;
        match c {
            b'n' => out.push(b'\n'),
            b't' => out.push(b'\t'),
            b'r' => out.push(b'\r'),
            b'a' => out.push(7),
            b'b' => out.push(8),
            b'f' => out.push(12),
            b'v' => out.push(11),
            b'x' => {
                let text = bytes
                    .get(i..i + 2)
                    .and_then(|h| std::str::from_utf8(h).ok());
                if let Some(v) = text.and_then(|t| u8::from_str_radix(t, 16).ok()) {
                    out.push(v);
                    i += 2;
                }
            }
            b'0'..=b'7' => {
                let mut v = u32::from(c - b'0');
                let mut n = 1;
                while n < 3 && i < bytes.len() && (b'0'..=b'7').contains(&bytes[i]) {
                    v = v * 8 + u32::from(bytes[i] - b'0');
                    i += 1;
                    n += 1;
                }
                out.push(v as u8);
            }
            b'\n' => {}
            b'\\' | b'\'' | b'"' => out.push(c),
            other => out.extend([b'\\', other]),
        }
    }
    out
}

fn maketrans(space: &Space, args: &Args) -> PyResult {
    args.check(space, "maketrans", 1, 3)?;
    if args.pos.len() == 1 {
        return Ok(args.arg(0).clone());
    }
    let from = space.bytes_like(args.arg(0)).unwrap_or_default();
    let to = space.bytes_like(args.arg(1)).unwrap_or_default();
    if from.len() != to.len() {
        return Err(space.value_error("maketrans arguments must have same length"));
    }
    let mut table: Vec<u8> = (0..=255).collect();
    for (a, b) in from.iter().zip(&to) {
        table[*a as usize] = *b;
    }
    Ok(Value::from_vec(table))
}

fn translate(space: &Space, args: &Args) -> PyResult {
    args.count_method(space, TextMethod::Translate.row())?;
    let this = args.this();
    let table = args.arg(1);
    if let Value::Str(s) = &this
        && (table.is_none() || matches!(table.unwrapped(), Value::Str(_)))
    {
        let map = space.bytes_like(table);
        if map.as_ref().is_some_and(|m| m.len() != 256) {
            return Err(space.value_error("translation table must be 256 characters long"));
        }
        let delete = args
            .opt(2, "delete")
            .and_then(|d| space.bytes_like(d))
            .unwrap_or_default();
        let out = s
            .bytes
            .iter()
            .filter(|b| !delete.contains(b))
            .map(|&b| map.as_ref().map_or(b, |m| m[b as usize]))
            .collect();
        return Ok(Value::from_vec(out));
    }
    let wide = matches!(this, Value::Unicode(_));
    let mut out = Vec::new();
    for c in space.to_points(&this)? {
        let r = space.getitem(table, &Value::Int(i64::from(c)));
        match r {
            Ok(Value::None) => {}
            Ok(Value::Int(i)) => out.push(i as u32),
            Ok(v) => out.extend(space.to_points(&v)?),
            Err(e) if space.is_exception(&e, "LookupError") => out.push(c),
            Err(e) => return Err(e),
        }
    }
    if wide {
        Ok(Value::code_points(out))
    } else {
        Ok(Value::from_vec(codecs::encode(
            space, &out, "utf-8", "strict",
        )?))
    }
}

/// `str(...)`; in Python 3 modules also `bytes(...)`.
pub(super) fn str_new(space: &Space, args: &Args) -> PyResult {
    args.count(space, "str", 0, 3)?;
    let Some(v) = args.opt(0, "object") else {
        return Ok(Value::bytes(b""));
    };
    if args.pos.len() + args.kw.len() > 1 {
        // `str(bytes, encoding)`: byte strings are text already.
        return match space.bytes_like(v) {
            Some(b) => Ok(Value::from_vec(b)),
            None => {
                let points = space.to_points(v)?;
                let (encoding, errors) = codec_args(args, "utf-8");
                Ok(Value::from_vec(codecs::encode(
                    space, &points, &encoding, &errors,
                )?))
            }
        };
    }
    match v {
        Value::Str(_) => Ok(v.clone()),
        Value::ByteArray(b) if space.py2() => Ok(Value::bytes(&b.borrow())),
        _ => Ok(space.str(v)?.into_value()),
    }
}

/// `unicode(...)`
pub(super) fn unicode_new(space: &Space, args: &Args) -> PyResult {
    args.count(space, "unicode", 0, 3)?;
    let Some(v) = args.opt(0, "string") else {
        return Ok(Value::code_points(vec![]));
    };
    match v.unwrapped() {
        Value::Unicode(u) => Ok(Value::Unicode(u)),
        Value::Str(_) | Value::ByteArray(_)
            if args.pos.len() + args.kw.len() > 1 || !matches!(v, Value::Instance(_)) =>
        {
            let (encoding, errors) = codec_args(args, if space.py2() { "ascii" } else { "utf-8" });
            let bytes = space.bytes_like(v).unwrap_or_default();
            Ok(Value::code_points(codecs::decode(
                space, &bytes, &encoding, &errors,
            )?))
        }
        _ => {
            if let Some(f) = space.special(v, super::special().unicode)? {
                let r = space.call(&f, &[])?;
                return Ok(Value::code_points(space.to_points(&r)?));
            }
            let text = space.str(v)?;
            Ok(Value::code_points(codecs::decode(
                space,
                &text.0,
                if space.py2() { "ascii" } else { "utf-8" },
                "strict",
            )?))
        }
    }
}

/// Bytes from what `bytes(...)` and `bytearray(...)` take.
pub(super) fn to_bytes(space: &Space, v: &Value) -> PyResult<Vec<u8>> {
    match v.unwrapped() {
        Value::Str(s) => Ok(s.bytes.to_vec()),
        Value::ByteArray(b) => Ok(b.borrow().clone()),
        Value::Unicode(u) => codecs::encode(space, &u.points, "utf-8", "strict"),
        Value::Int(n) => {
            if n < 0 {
                return Err(space.value_error("negative count"));
            }
            space.reserve(n as usize)?;
            Ok(vec![0; n as usize])
        }
        _ => {
            let mut out = Vec::new();
            for x in space.iterate_vec(v)? {
                let i = match &x {
                    Value::Str(s) if s.bytes.len() == 1 => i64::from(s.bytes[0]),
                    x => space.int_value(x)?,
                };
                out.push(
                    u8::try_from(i)
                        .map_err(|_| space.value_error("bytes must be in range(0, 256)"))?,
                );
            }
            Ok(out)
        }
    }
}

/// `bytearray(...)`
pub(super) fn bytearray_new(space: &Space, args: &Args) -> PyResult {
    args.count(space, "bytearray", 0, 3)?;
    let bytes = match args.pos.first() {
        Some(v) => to_bytes(space, v)?,
        None => Vec::new(),
    };
    Ok(Value::ByteArray(Rc::new(bytes.into())))
}
