//! `str.format`, `format()` and f-string fields.
use abi::floattext::{ALT, format_float};
use dashu_int::IBig;
use dashu_int::ops::Abs;
use ir::name::Name;

use crate::live::methods::number_to_base;
use crate::live::operations::attr::n;
use crate::live::{Args, PyResult, Space, Value};

/// A parsed format specification: `[[fill]align][sign][#][0][width][grouping][.precision][type]`.
pub struct FormatSpec {
    /// What pads, if it is given.
    fill: Option<char>,
    /// `<`, `>`, `^` or `=`
    align: Option<char>,
    /// `-`, `+` or a space, if it is given.
    sign: Option<char>,
    /// `#`
    pub alt: bool,
    /// A zero in front of the width.
    zero: bool,
    /// The least width.
    pub width: usize,
    /// What separates groups of digits.
    pub group: Option<char>,
    /// The number of digits, or of characters.
    pub precision: Option<usize>,
    /// The type: one character at the end.
    pub kind: Option<char>,
}

/// What a format specification is applied to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Formatted {
    Text,
    Integer,
    Float,
}

/// The types that show an integer as a float.
const FLOAT_KINDS: &[char] = &['e', 'E', 'f', 'F', 'g', 'G', '%'];

impl FormatSpec {
    /// Parses the text of a specification.
    pub fn parse(text: &str, py2: bool) -> Result<FormatSpec, String> {
        let chars: Vec<char> = text.chars().collect();
        let is_align = |c: char| matches!(c, '<' | '>' | '=' | '^');
        let mut i = 0;
        let mut s = FormatSpec {
            fill: None,
            align: None,
            sign: None,
            alt: false,
            zero: false,
            width: 0,
            group: None,
            precision: None,
            kind: None,
        };
        if chars.len() > 1 && is_align(chars[1]) {
            s.fill = Some(chars[0]);
            s.align = Some(chars[1]);
            i = 2;
        } else if chars.first().is_some_and(|&c| is_align(c)) {
            s.align = Some(chars[0]);
            i = 1;
        }
        if let Some(&c @ ('+' | '-' | ' ')) = chars.get(i) {
            s.sign = Some(c);
            i += 1;
        }
        if chars.get(i) == Some(&'#') {
            s.alt = true;
            i += 1;
        }
        if s.fill.is_none() && chars.get(i) == Some(&'0') {
            s.zero = true;
            i += 1;
        }
        let number = |i: &mut usize| {
            let mut n = 0usize;
            while let Some(d) = chars.get(*i).and_then(|c| c.to_digit(10)) {
                n = n.saturating_mul(10).saturating_add(d as usize);
                *i += 1;
            }
            n
        };
        s.width = number(&mut i);
        if let Some(&c @ (',' | '_')) = chars.get(i) {
            s.group = Some(c);
            i += 1;
        }
        if chars.get(i) == Some(&'.') {
            i += 1;
            let start = i;
            let p = number(&mut i);
            if i == start {
                return Err("Format specifier missing precision".into());
            }
            s.precision = Some(p);
        }
        if let Some(&c) = chars.get(i) {
            s.kind = Some(c);
            i += 1;
        }
        let limit = 1 << 31;
        if i < chars.len() || s.width >= limit || s.precision.is_some_and(|p| p >= limit) {
            return Err(if py2 {
                "Invalid conversion specification".into()
            } else {
                "Invalid format specifier".into()
            });
        }
        Ok(s)
    }

    /// Whether values of this sort can be formatted so. `type_name` is the type's in messages.
    pub fn check(&self, what: Formatted, type_name: &str, py2: bool) -> Result<(), String> {
        if let Some(g) = self.group {
            let kind = self.kind.unwrap_or(match what {
                Formatted::Text => 's',
                _ => 'd',
            });
            let decimal = kind == 'd' || FLOAT_KINDS.contains(&kind);
            let grouped = decimal || g == '_' && "boxX".contains(kind);
            if !grouped {
                return Err(format!("Cannot specify '{g}' with '{kind}'."));
            }
        }
        let known = match (what, self.kind) {
            (_, None) => true,
            (Formatted::Text, Some(c)) => c == 's',
            (Formatted::Integer, Some(c)) => "bcdnoxX".contains(c) || FLOAT_KINDS.contains(&c),
            (Formatted::Float, Some(c)) => c == 'n' || FLOAT_KINDS.contains(&c),
        };
        if let (false, Some(c)) = (known, self.kind) {
            return Err(format!(
                "Unknown format code '{c}' for object of type '{type_name}'"
            ));
        }
        let as_integer = what == Formatted::Integer && !self.is_float_kind();
        let text = match what {
            Formatted::Text => {
                let inside = self.align == Some('=') || py2 && self.zero && self.align.is_none();
                if self.sign == Some(' ') && !py2 {
                    "Space not allowed in string format specifier"
                } else if self.sign.is_some() {
                    "Sign not allowed in string format specifier"
                } else if self.alt {
                    "Alternate form (#) not allowed in string format specifier"
                } else if inside {
                    "'=' alignment not allowed in string format specifier"
                } else {
                    return Ok(());
                }
            }
            _ if as_integer && self.precision.is_some() => {
                "Precision not allowed in integer format specifier"
            }
            _ if self.kind == Some('c') && self.sign.is_some() => {
                "Sign not allowed with integer format specifier 'c'"
            }
            _ if self.kind == Some('c') && self.alt => {
                "Alternate form (#) not allowed with integer format specifier 'c'"
            }
            _ => return Ok(()),
        };
        Err(text.into())
    }

    /// Whether numbers are shown as floats.
    pub fn is_float_kind(&self) -> bool {
        self.kind.is_some_and(|c| FLOAT_KINDS.contains(&c))
    }

    /// What pads.
    pub fn fill(&self) -> char {
        self.fill.unwrap_or(if self.zero { '0' } else { ' ' })
    }

    /// Where a number stands in its width: `=` pads behind the sign.
    pub fn align_of_number(&self) -> char {
        self.align.unwrap_or(if self.zero { '=' } else { '>' })
    }

    /// Where a text stands in its width.
    pub fn align_of_text(&self) -> char {
        self.align.unwrap_or('<')
    }

    /// What stands in front of a number that is not negative.
    pub fn sign_of_positive(&self) -> Option<char> {
        self.sign.filter(|&c| c != '-')
    }

    /// The number of digits in a group.
    pub fn group_size(&self) -> usize {
        match self.kind {
            Some('b' | 'o' | 'x' | 'X') => 4,
            _ => 3,
        }
    }
}

/// `format(v, spec)`
pub fn format(space: &Space, v: &Value, spec: &Value) -> PyResult {
    if let Value::Instance(_) = v
        && let Some(f) = space.user_special(v, n().format)?
    {
        return space.call(&f, std::slice::from_ref(spec));
    }
    format_builtin(space, v, spec)
}

/// `format` of built-in values, and `object.__format__`.
pub fn format_builtin(space: &Space, v: &Value, spec: &Value) -> PyResult {
    let Some(text) = spec.as_text() else {
        return Err(space.type_error(format!(
            "format() argument 2 must be str, not {}",
            spec.type_name()
        )));
    };
    if text.is_empty() {
        return Ok(match v {
            Value::Unicode(_) => v.clone(),
            _ => space.str(v)?.into_value(),
        });
    }
    let inner = v.unwrapped();
    let s = FormatSpec::parse(&text, space.py2()).map_err(|e| space.value_error(e))?;
    let what = match &inner {
        Value::Int(_) | Value::Long(_) | Value::Bool(_) => Some(Formatted::Integer),
        Value::Float(_) => Some(Formatted::Float),
        Value::Str(_) | Value::Unicode(_) => Some(Formatted::Text),
        _ => None,
    };
    if let Some(what) = what {
        let checked = s.check(what, &v.type_name(), space.py2());
        checked.map_err(|e| space.value_error(e))?;
    }
    match &inner {
        Value::Int(_) | Value::Long(_) | Value::Bool(_) => format_int(space, &s, &inner),
        Value::Float(f) => Ok(format_number_float(space, &s, *f)),
        Value::Str(_) | Value::Unicode(_) => Ok(format_text(&s, &inner)),
        Value::Complex(_) | Value::None | Value::List(_) | Value::Tuple(_) | Value::Dict(_)
            if !space.py2() =>
        {
            Err(space.type_error(format!(
                "unsupported format string passed to {}.__format__",
                v.type_name()
            )))
        }
        Value::Instance(_) if !space.py2() => Err(space.type_error(format!(
            "unsupported format string passed to {}.__format__",
            v.type_name()
        ))),
        _ => {
            let body = space.str(v)?.to_text();
            Ok(Value::string(aligned(&s, "", &body, s.align_of_text())))
        }
    }
}

/// An integer or boolean, without subclass, in a form that is no string.
fn format_int(space: &Space, s: &FormatSpec, inner: &Value) -> PyResult {
    if s.is_float_kind() {
        return Ok(format_number_float(space, s, space.float_value(inner)?));
    }
    let i = inner.as_big().unwrap_or_default();
    let (base, prefix) = match s.kind {
        Some('x') => (16, "0x"),
        Some('X') => (16, "0X"),
        Some('o') => (8, "0o"),
        Some('b') => (2, "0b"),
        Some('c') => {
            let Some(c) = i64::try_from(&i).ok().and_then(|i| u32::try_from(i).ok()) else {
                return Err(space.error("OverflowError", "%c arg not in range(0x110000)"));
            };
            let body = if c < 128 {
                (c as u8 as char).to_string()
            } else {
                char::from_u32(c).map(String::from).unwrap_or_default()
            };
            let align = match s.align_of_number() {
                '>' => s.align.unwrap_or('<'),
                align => align,
            };
            return Ok(Value::string(aligned(s, "", &body, align)));
        }
        _ => (10, ""),
    };
    let mut digits = number_to_base(&i.clone().abs(), base);
    if s.kind == Some('X') {
        digits = digits.to_uppercase();
    }
    let sign = sign_text(s, i < IBig::ZERO);
    let prefix = if s.alt { prefix } else { "" };
    let lead = format!("{sign}{prefix}");
    Ok(Value::string(number(s, &lead, &digits, "")))
}

/// A string, without subclass, cut to the precision and aligned.
fn format_text(s: &FormatSpec, inner: &Value) -> Value {
    let body = match inner {
        // Widths count bytes of a byte string in Python 2, characters otherwise.
        Value::Str(b) if std::str::from_utf8(&b.bytes).is_err() => {
            let mut out = b.bytes.to_vec();
            if let Some(p) = s.precision {
                out.truncate(p);
            }
            while out.len() < s.width {
                out.push(s.fill() as u8);
            }
            return Value::from_vec(out);
        }
        _ => inner.as_text().unwrap_or_default(),
    };
    let body: String = match s.precision {
        Some(p) => body.chars().take(p).collect(),
        None => body,
    };
    let text = aligned(s, "", &body, s.align_of_text());
    match inner {
        Value::Unicode(_) => Value::unicode(&text),
        _ => Value::string(text),
    }
}

fn sign_text(s: &FormatSpec, negative: bool) -> String {
    let sign = if negative {
        Some('-')
    } else {
        s.sign_of_positive()
    };
    sign.map(String::from).unwrap_or_default()
}

fn format_number_float(space: &Space, s: &FormatSpec, f: f64) -> Value {
    let flags = if s.alt { ALT } else { 0 };
    let magnitude = f.abs();
    let mut suffix = "";
    let text = match s.kind {
        None => match s.precision {
            // Like `g`, but with at least one digit past the point.
            Some(p) => format_float(magnitude, b'g', p, flags | abi::floattext::ADD_DOT_0),
            None if space.py2() => {
                format_float(magnitude, b'g', 12, flags | abi::floattext::ADD_DOT_0)
            }
            None => format_float(magnitude, b'r', 0, flags | abi::floattext::ADD_DOT_0),
        },
        Some('%') => {
            suffix = "%";
            format_float(magnitude * 100.0, b'f', s.precision.unwrap_or(6), flags)
        }
        Some('n') => format_float(magnitude, b'g', s.precision.unwrap_or(6), flags),
        Some(c) => format_float(magnitude, c as u8, s.precision.unwrap_or(6), flags),
    };
    let sign = sign_text(s, f.is_sign_negative() && !f.is_nan());
    let whole = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    let tail = format!("{}{suffix}", &text[whole..]);
    Value::string(number(s, &sign, &text[..whole], &tail))
}

/// Groups digits and pads a number; zeros of `=` padding are grouped, too.
fn number(s: &FormatSpec, lead: &str, digits: &str, tail: &str) -> String {
    let finite = !digits.is_empty();
    let grouped = |digits: &str| -> String {
        // Infinities have no digits.
        let Some(g) = s.group.filter(|_| finite) else {
            return digits.to_string();
        };
        let mut out = String::new();
        for (i, c) in digits.chars().enumerate() {
            if i > 0 && (digits.len() - i).is_multiple_of(s.group_size()) {
                out.push(g);
            }
            out.push(c);
        }
        out
    };
    let inside = s.align_of_number() == '=';
    let mut digits = digits.to_string();
    if inside && s.fill() == '0' {
        let fixed = lead.chars().count() + tail.chars().count();
        while grouped(&digits).len() + fixed < s.width {
            digits.insert(0, '0');
        }
    }
    let body = format!("{}{tail}", grouped(&digits));
    aligned(s, lead, &body, s.align_of_number())
}

fn aligned(s: &FormatSpec, lead: &str, body: &str, align: char) -> String {
    let len = lead.chars().count() + body.chars().count();
    let pad = s.width.saturating_sub(len);
    let fill = |n: usize| -> String { std::iter::repeat_n(s.fill(), n).collect() };
    match align {
        '<' => format!("{lead}{body}{}", fill(pad)),
        '^' => format!("{}{lead}{body}{}", fill(pad / 2), fill(pad - pad / 2)),
        '=' => format!("{lead}{}{body}", fill(pad)),
        _ => format!("{}{lead}{body}", fill(pad)),
    }
}

/// `str.format`
pub fn format_method(space: &Space, args: &Args) -> PyResult {
    let this = args.this();
    let wide = matches!(this, Value::Unicode(_));
    let text = match &this {
        Value::Str(s) => s.bytes.to_vec(),
        Value::Unicode(u) => {
            crate::live::text::codecs::encode(space, &u.points, "utf-8", "surrogatepass")?
        }
        v => {
            return Err(space.type_error(format!("format() needs a string, not {}", v.type_name())));
        }
    };
    let mut auto = 0;
    let out = expand(space, &text, args, &mut auto, 2)?;
    Ok(if wide {
        Value::code_points(crate::live::text::codecs::decode(
            space, &out, "utf-8", "replace",
        )?)
    } else {
        Value::from_vec(out)
    })
}

fn expand(
    space: &Space,
    text: &[u8],
    args: &Args,
    auto: &mut usize,
    depth: u32,
) -> PyResult<Vec<u8>> {
    let mut out = Vec::new();
    let mut i = 0;
    while i < text.len() {
        match text[i] {
            b'{' if text.get(i + 1) == Some(&b'{') => {
                out.push(b'{');
                i += 2;
            }
            b'}' if text.get(i + 1) == Some(&b'}') => {
                out.push(b'}');
                i += 2;
            }
            b'}' => return Err(space.value_error("Single '}' encountered in format string")),
            b'{' if depth == 0 => {
                return Err(space.value_error("Max string recursion exceeded"));
            }
            b'{' => {
                let start = i + 1;
                let mut level = 1;
                i += 1;
                while i < text.len() && level > 0 {
                    match text[i] {
                        b'{' => level += 1,
                        b'}' => level -= 1,
                        _ => {}
                    }
                    i += 1;
                }
                if level > 0 {
                    return Err(space.value_error("Single '{' encountered in format string"));
                }
                let field = &text[start..i - 1];
                out.extend(expand_field(space, field, args, auto, depth)?);
            }
            c => {
                out.push(c);
                i += 1;
            }
        }
    }
    Ok(out)
}

/// The text of a field, without its braces.
fn expand_field(
    space: &Space,
    field: &[u8],
    args: &Args,
    auto: &mut usize,
    depth: u32,
) -> PyResult<Vec<u8>> {
    // `name!conversion:spec`; brackets may hold anything.
    let mut cut = field.len();
    let mut bracket = false;
    for (k, &c) in field.iter().enumerate() {
        match c {
            b'[' => bracket = true,
            b']' => bracket = false,
            b'!' | b':' if !bracket => {
                cut = k;
                break;
            }
            _ => {}
        }
    }
    let (name, mut rest) = field.split_at(cut);
    let mut conversion = 0;
    if rest.first() == Some(&b'!') {
        conversion = rest.get(1).copied().unwrap_or(0);
        rest = rest.get(2..).unwrap_or(&[]);
        if !matches!(conversion, b's' | b'r' | b'a') {
            return Err(space.value_error("unknown conversion specifier in format string"));
        }
    }
    let spec = rest.strip_prefix(b":").unwrap_or(rest);
    let v = lookup(space, name, args, auto)?;
    let spec = expand(space, spec, args, auto, depth.saturating_sub(1))?;
    let v = match conversion {
        b's' => space.str(&v)?.into_value(),
        b'r' | b'a' => space.repr(&v)?.into_value(),
        _ => v,
    };
    let r = format(space, &v, &Value::from_vec(spec))?;
    match r.unwrapped() {
        Value::Unicode(u) => {
            crate::live::text::codecs::encode(space, &u.points, "utf-8", "surrogatepass")
        }
        r => Ok(space.bytes_like(&r).unwrap_or_default()),
    }
}

fn lookup(space: &Space, field: &[u8], args: &Args, auto: &mut usize) -> PyResult {
    let field = String::from_utf8_lossy(field).into_owned();
    let end = field.find(['.', '[']).unwrap_or(field.len());
    let (first, mut rest) = field.split_at(end);
    let index = if first.is_empty() {
        *auto += 1;
        Some(*auto - 1)
    } else {
        first.parse::<usize>().ok()
    };
    let mut v = match index {
        Some(i) => match args.pos.get(i + 1) {
            Some(v) => v.clone(),
            None => {
                return Err(space.error(
                    "IndexError",
                    if space.py2() {
                        "tuple index out of range".to_string()
                    } else {
                        format!("Replacement index {i} out of range for positional args tuple")
                    },
                ));
            }
        },
        None => match args.keyword(first) {
            Some(v) => v.clone(),
            None => return Err(space.key_error(&Value::str(first))),
        },
    };
    while !rest.is_empty() {
        if let Some(r) = rest.strip_prefix('.') {
            let end = r.find(['.', '[']).unwrap_or(r.len());
            v = space.getattr(&v, Name::new(&r[..end]))?;
            rest = &r[end..];
        } else if let Some(r) = rest.strip_prefix('[') {
            let Some(end) = r.find(']') else {
                return Err(space.value_error("Missing ']' in format string"));
            };
            let key = match r[..end].parse::<i64>() {
                Ok(i) => Value::Int(i),
                Err(_) => Value::str(&r[..end]),
            };
            v = space.getitem(&v, &key)?;
            rest = &r[end + 1..];
        } else {
            return Err(
                space.value_error("Only '.' or '[' may follow ']' in format field specifier")
            );
        }
    }
    Ok(v)
}
