//! `%` formatting.
use std::rc::Rc;

use abi::floattext::{ALT, format_float};
use dashu_int::IBig;
use dashu_int::ops::Abs;

use crate::live::methods::number_to_base;
use crate::live::operations::attr::n;
use crate::live::{PyResult, Space, Value};

/// Python 2's `str` of a float: 12 significant digits.
pub fn float_str_py2(f: f64) -> String {
    format_float(f, b'g', 12, abi::floattext::ADD_DOT_0)
}

/// One conversion of `%` formatting.
#[derive(Default)]
struct Directive {
    key: Option<Vec<u8>>,
    minus: bool,
    plus: bool,
    space: bool,
    zero: bool,
    alt: bool,
    width: usize,
    precision: Option<usize>,
    kind: u8,
}

impl Directive {
    /// What stands before a number that is negative or not.
    fn sign(&self, negative: bool) -> &'static str {
        if negative {
            "-"
        } else if self.plus {
            "+"
        } else if self.space {
            " "
        } else {
            ""
        }
    }
}

/// `format % values`
pub fn percent(space: &Space, format: &Value, values: &Value) -> PyResult {
    let wide_text = |out: &[u8]| -> PyResult {
        let points = super::codecs::decode(space, out, "utf-8", "replace")?;
        Ok(Value::code_points(points))
    };
    match format {
        Value::Unicode(u) => {
            // Work on UTF-8 and convert back; unicode arguments are encoded on the way.
            let text = utf8(space, &u.points)?;
            wide_text(&Formatter::run(space, &text, values, true)?.0)
        }
        Value::Str(s) => {
            let (out, wide) = Formatter::run(space, &s.bytes, values, false)?;
            if wide && space.py2() {
                return wide_text(&Formatter::run(space, &s.bytes, values, true)?.0);
            }
            Ok(Value::from_vec(out))
        }
        _ => Ok(Value::NotImplemented),
    }
}

fn utf8(space: &Space, points: &[u32]) -> PyResult<Vec<u8>> {
    super::codecs::encode(space, points, "utf-8", "surrogatepass")
}

/// `%` formatting under way.
struct Formatter<'a> {
    space: &'a Space,
    format: &'a [u8],
    /// Where in the format it is.
    at: usize,
    values: &'a Value,
    /// The values, if they are a tuple.
    tuple: Option<Rc<[Value]>>,
    /// How many of them were taken.
    taken: usize,
    used_mapping: bool,
    unicode: bool,
    out: Vec<u8>,
    /// Whether a value was unicode.
    wide: bool,
}

impl<'a> Formatter<'a> {
    /// The text, and whether a value was unicode.
    fn run(
        space: &'a Space,
        format: &'a [u8],
        values: &'a Value,
        unicode: bool,
    ) -> PyResult<(Vec<u8>, bool)> {
        let mut f = Formatter {
            space,
            format,
            at: 0,
            values,
            tuple: values.as_tuple(),
            taken: 0,
            used_mapping: false,
            unicode,
            out: Vec::with_capacity(format.len() + 16),
            wide: false,
        };
        while let Some(&c) = f.format.get(f.at) {
            f.at += 1;
            if c != b'%' {
                f.out.push(c);
                continue;
            }
            let d = f.directive()?;
            if d.kind == b'%' {
                f.out.push(b'%');
                continue;
            }
            let v = match &d.key {
                Some(key) => f.mapped(key)?,
                None => f.take()?,
            };
            f.convert(&d, &v)?;
        }
        if !f.all_used() {
            return Err(space.type_error("not all arguments converted during string formatting"));
        }
        Ok((f.out, f.wide))
    }
    /// The next value.
    fn take(&mut self) -> PyResult {
        let v = match &self.tuple {
            Some(t) => t.get(self.taken).cloned(),
            None if self.taken == 0 => Some(self.values.clone()),
            None => None,
        };
        self.taken += 1;
        v.ok_or_else(|| {
            self.space
                .type_error("not enough arguments for format string")
        })
    }
    fn all_used(&self) -> bool {
        self.used_mapping
            || match &self.tuple {
                Some(t) => self.taken >= t.len(),
                None => {
                    self.taken > 0
                        || match self.values {
                            Value::Dict(_) | Value::List(_) => true,
                            Value::Instance(i) => i.class().find(n().getitem).is_some(),
                            _ => false,
                        }
                }
            }
    }
    /// The value of a key.
    fn mapped(&mut self, key: &[u8]) -> PyResult {
        self.used_mapping = true;
        let atom = matches!(
            self.values,
            Value::Int(_) | Value::Float(_) | Value::None | Value::Bool(_) | Value::Str(_)
        );
        if self.tuple.is_some() || atom {
            return Err(self.space.type_error("format requires a mapping"));
        }
        let mut key = Value::bytes(key);
        if self.unicode
            && let Value::Dict(dict) = self.values
            && dict.get(self.space, &key)?.is_none()
        {
            key = Value::code_points(self.space.to_points(&key)?);
        }
        self.space.getitem(self.values, &key)
    }

    /// Whether the next byte is this one, which is skipped.
    fn eat(&mut self, c: u8) -> bool {
        let found = self.format.get(self.at) == Some(&c);
        self.at += usize::from(found);
        found
    }
    /// A number in the format, or `*`, for which the next value stands.
    fn number(&mut self) -> PyResult<i64> {
        if self.eat(b'*') {
            let v = self.take()?;
            return self.space.int_value(&v);
        }
        let mut n = 0i64;
        while let Some(digit @ b'0'..=b'9') = self.format.get(self.at) {
            n = n.saturating_mul(10).saturating_add(i64::from(digit - b'0'));
            self.at += 1;
        }
        Ok(n)
    }
    /// What stands behind `%`.
    fn directive(&mut self) -> PyResult<Directive> {
        let mut d = Directive::default();
        if self.eat(b'(') {
            d.key = Some(self.key()?);
        }
        while let Some(&f) = self.format.get(self.at) {
            match f {
                b'-' => d.minus = true,
                b'+' => d.plus = true,
                b' ' => d.space = true,
                b'0' => d.zero = true,
                b'#' => d.alt = true,
                _ => break,
            }
            self.at += 1;
        }
        let width = self.number()?;
        d.minus |= width < 0;
        d.width = width.unsigned_abs() as usize;
        if self.eat(b'.') {
            d.precision = Some(self.number()?.max(0) as usize);
        }
        while matches!(self.format.get(self.at), Some(b'l' | b'h' | b'L')) {
            self.at += 1;
        }
        let Some(&kind) = self.format.get(self.at) else {
            return Err(self.space.value_error("incomplete format"));
        };
        self.at += 1;
        d.kind = kind;
        if d.width > 1 << 31 || d.precision.is_some_and(|p| p > 1 << 31) {
            return Err(self.space.value_error("width too big"));
        }
        let size = d.width.saturating_add(d.precision.unwrap_or(0));
        self.space.reserve(size)?;
        Ok(d)
    }
    /// The key of a mapping, behind its parenthesis.
    fn key(&mut self) -> PyResult<Vec<u8>> {
        let start = self.at;
        let mut depth = 1;
        while let Some(&c) = self.format.get(self.at) {
            self.at += 1;
            match c {
                b'(' => depth += 1,
                b')' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Ok(self.format[start..self.at - 1].to_vec());
            }
        }
        Err(self.space.value_error("incomplete format key"))
    }

    /// Writes a value.
    fn convert(&mut self, d: &Directive, v: &Value) -> PyResult<()> {
        match d.kind {
            b's' | b'r' | b'a' | b'b' => {
                let text = self.text(d, v)?;
                self.pad_text(d, &text);
            }
            b'c' => {
                let text = self.character(v)?;
                self.pad_text(d, &text);
            }
            b'd' | b'i' | b'u' | b'x' | b'X' | b'o' => self.integer(d, v)?,
            b'e' | b'E' | b'f' | b'F' | b'g' | b'G' => self.float(d, v)?,
            other => {
                let at = self.at - 1;
                return Err(self.space.value_error(format!(
                    "unsupported format character '{}' ({other:#x}) at index {at}",
                    other as char
                )));
            }
        }
        Ok(())
    }
    /// `%s` and its like.
    fn text(&mut self, d: &Directive, v: &Value) -> PyResult<Vec<u8>> {
        let mut text = match (d.kind, v.unwrapped()) {
            (b's', Value::Unicode(u)) => {
                self.wide = true;
                utf8(self.space, &u.points)?
            }
            (b'r' | b'a', _) => self.space.repr(v)?.0,
            _ => self.space.str(v)?.0,
        };
        if let Some(p) = d.precision {
            text = match std::str::from_utf8(&text) {
                Ok(t) if self.wide => t.chars().take(p).collect::<String>().into_bytes(),
                _ => {
                    text.truncate(p);
                    text
                }
            };
        }
        Ok(text)
    }
    /// `%c`
    fn character(&mut self, v: &Value) -> PyResult<Vec<u8>> {
        let space = self.space;
        match v.unwrapped() {
            Value::Str(s) if s.bytes.len() == 1 => Ok(s.bytes.to_vec()),
            Value::Unicode(u) if u.points.len() == 1 => {
                self.wide = true;
                utf8(space, &u.points)
            }
            Value::Str(_) | Value::Unicode(_) => Err(space.type_error("%c requires int or char")),
            other => {
                let i = space
                    .index(&other)
                    .and_then(|x| space.int_value(&x))
                    .map_err(|_| space.type_error("%c requires int or char"))?;
                if self.unicode {
                    return match u32::try_from(i) {
                        Ok(point) if point < 0x11_0000 => utf8(space, &[point]),
                        _ => Err(space.error("OverflowError", "%c arg not in range(0x110000)")),
                    };
                }
                match u8::try_from(i) {
                    Ok(b) => Ok(vec![b]),
                    Err(_) => Err(space.error("OverflowError", "%c arg not in range(256)")),
                }
            }
        }
    }
    /// `%d`, `%x` and their like.
    fn integer(&mut self, d: &Directive, v: &Value) -> PyResult<()> {
        let i = integer(self.space, d.kind, v)?;
        let py2 = self.space.py2();
        let (base, prefix) = match d.kind {
            b'x' => (16, "0x"),
            b'X' => (16, "0X"),
            b'o' => (8, if py2 { "0" } else { "0o" }),
            _ => (10, ""),
        };
        let mut digits = number_to_base(&i.clone().abs(), base);
        if d.kind == b'X' {
            digits = digits.to_uppercase();
        }
        if let Some(p) = d.precision {
            while digits.len() < p {
                digits.insert(0, '0');
            }
            // Python 2 leaves it to C, which writes no digit of zero if none is asked for; of a `long` it writes one.
            let long = !matches!(v, Value::Int(_) | Value::Bool(_) | Value::Float(_));
            if p == 0 && i == IBig::ZERO && py2 && !long {
                digits.clear();
            }
        }
        // Python 2 marks octal numbers with one zero.
        let marked = prefix == "0" && digits.starts_with('0');
        let prefix = if d.alt && !marked { prefix } else { "" };
        self.pad_number(d, d.sign(i < IBig::ZERO), prefix, &digits);
        Ok(())
    }
    /// `%f`, `%g` and their like.
    fn float(&mut self, d: &Directive, v: &Value) -> PyResult<()> {
        let space = self.space;
        let f = space.float_value(v).map_err(|e| {
            if space.is_exception(&e, "TypeError") {
                space.type_error(if space.py2() {
                    "float argument required, not ".to_string() + &v.type_name()
                } else {
                    format!("must be real number, not {}", v.type_name())
                })
            } else {
                e
            }
        })?;
        let flags = if d.alt { ALT } else { 0 };
        let text = format_float(f.abs(), d.kind, d.precision.unwrap_or(6), flags);
        let negative = f.is_sign_negative() && !f.is_nan();
        self.pad_number(d, d.sign(negative), "", &text);
        Ok(())
    }
    fn pad_text(&mut self, d: &Directive, text: &[u8]) {
        let len = if self.wide {
            String::from_utf8_lossy(text).chars().count()
        } else {
            text.len()
        };
        let pad = std::iter::repeat_n(b' ', d.width.saturating_sub(len));
        if d.minus {
            self.out.extend_from_slice(text);
            self.out.extend(pad);
        } else {
            self.out.extend(pad);
            self.out.extend_from_slice(text);
        }
    }
    fn pad_number(&mut self, d: &Directive, sign: &str, prefix: &str, digits: &str) {
        let len = sign.len() + prefix.len() + digits.len();
        let pad = d.width.saturating_sub(len);
        let (spaces, zeros, behind) = match (d.minus, d.zero) {
            (true, _) => (0, 0, pad),
            (false, true) => (0, pad, 0),
            (false, false) => (pad, 0, 0),
        };
        self.out.extend(std::iter::repeat_n(b' ', spaces));
        self.out.extend(sign.bytes().chain(prefix.bytes()));
        self.out.extend(std::iter::repeat_n(b'0', zeros));
        self.out.extend(digits.bytes());
        self.out.extend(std::iter::repeat_n(b' ', behind));
    }
}

/// The integer that a value stands for.
fn integer(space: &Space, kind: u8, v: &Value) -> PyResult<IBig> {
    let inner = v.unwrapped();
    if let Some(b) = inner.as_big() {
        return Ok(b);
    }
    if let Value::Float(_) = inner
        && matches!(kind, b'd' | b'i' | b'u')
    {
        let i = crate::live::methods::float_to_int(space, inner)?;
        return Ok(i.as_big().unwrap_or_default());
    }
    let special = if matches!(kind, b'd' | b'i' | b'u') {
        n().int
    } else {
        n().index
    };
    if let Some(f) = space.special(v, special)?
        && !matches!(v, Value::Str(_) | Value::Unicode(_))
    {
        let r = space.call(&f, &[])?;
        if let Some(b) = r.as_big() {
            return Ok(b);
        }
    }
    Err(space.type_error(if space.py2() {
        format!(
            "%{} format: a number is required, not {}",
            kind as char,
            v.type_name()
        )
    } else {
        let what = if matches!(kind, b'd' | b'i' | b'u') {
            "a real number"
        } else {
            "an integer"
        };
        format!(
            "%{} format: {what} is required, not {}",
            kind as char,
            v.type_name()
        )
    }))
}
