//! `str.format`, `format()` and f-string fields.
use abi::floattext::{ALT, format_float};
use dashu_int::IBig;
use dashu_int::ops::Abs;
use ir::name::Name;

use crate::live::methods::number_to_base;
use crate::live::operations::attr::n;
use crate::live::{Args, PyResult, Space, Value};

/// A parsed format specification: `[[fill]align][sign][z][#][0][width][grouping][.precision][type]`.
struct Spec {
    fill: char,
    align: Option<char>,
    sign: char,
    alt: bool,
    width: usize,
    group: Option<char>,
    precision: Option<usize>,
    kind: Option<char>,
}

fn parse_spec(space: &Space, text: &str) -> PyResult<Spec> {
    let chars: Vec<char> = text.chars().collect();
    let is_align = |c: char| matches!(c, '<' | '>' | '=' | '^');
    let mut i = 0;
    let mut s = Spec {
        fill: ' ',
        align: None,
        sign: '-',
        alt: false,
        width: 0,
        group: None,
        precision: None,
        kind: None,
    };
    if chars.len() > 1 && is_align(chars[1]) {
        s.fill = chars[0];
        s.align = Some(chars[1]);
        i = 2;
    } else if chars.first().is_some_and(|&c| is_align(c)) {
        s.align = Some(chars[0]);
        i = 1;
    }
    if let Some(&c @ ('+' | '-' | ' ')) = chars.get(i) {
        s.sign = c;
        i += 1;
    }
    if chars.get(i) == Some(&'#') {
        s.alt = true;
        i += 1;
    }
    if chars.get(i) == Some(&'0') {
        if s.align.is_none() {
            s.fill = '0';
            s.align = Some('=');
        }
        i += 1;
    }
    while let Some(d) = chars.get(i).and_then(|c| c.to_digit(10)) {
        s.width = s.width.saturating_mul(10).saturating_add(d as usize);
        i += 1;
    }
    if let Some(&c @ (',' | '_')) = chars.get(i) {
        s.group = Some(c);
        i += 1;
    }
    if chars.get(i) == Some(&'.') {
        i += 1;
        let start = i;
        let mut p = 0usize;
        while let Some(d) = chars.get(i).and_then(|c| c.to_digit(10)) {
            p = p.saturating_mul(10).saturating_add(d as usize);
            i += 1;
        }
        if i == start {
            return Err(space.value_error("Format specifier missing precision"));
        }
        s.precision = Some(p);
    }
    if let Some(&c) = chars.get(i) {
        s.kind = Some(c);
        i += 1;
    }
    if i < chars.len() || s.width > 1 << 31 {
        return Err(space.value_error(if space.py2() {
            "Invalid conversion specification".to_string()
        } else {
            "Invalid format specifier".to_string()
        }));
    }
    Ok(s)
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
    let s = parse_spec(space, &text)?;
    match &inner {
        Value::Int(_) | Value::Long(_) | Value::Bool(_) => format_int(space, &s, v, &inner),
        Value::Float(f) => match s.kind {
            None | Some('e' | 'E' | 'f' | 'F' | 'g' | 'G' | '%' | 'n') => {
                format_number_float(space, &s, *f)
            }
            Some(c) => Err(unknown_code(space, c, v)),
        },
        Value::Str(_) | Value::Unicode(_) => format_text(space, &s, v, &inner),
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
            Ok(Value::string(aligned(&s, "", &body, '<')))
        }
    }
}

/// An integer or boolean (`inner`: without subclass) in a form that is no string.
fn format_int(space: &Space, s: &Spec, v: &Value, inner: &Value) -> PyResult {
    match s.kind {
        Some('e' | 'E' | 'f' | 'F' | 'g' | 'G' | '%') => {
            return format_number_float(space, s, space.float_value(inner)?);
        }
        Some('s') => return Err(unknown_code(space, 's', v)),
        _ => {}
    }
    if let (Value::Bool(_), None) = (inner, s.kind)
        && s.width == 0
    {
        return Ok(space.str(inner)?.into_value());
    }
    let i = inner.as_big().unwrap_or_default();
    let (base, prefix) = match s.kind {
        None | Some('d' | 'n') => (10, ""),
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
            return Ok(Value::string(aligned(s, "", &body, '<')));
        }
        Some(c) => return Err(unknown_code(space, c, v)),
    };
    if s.precision.is_some() {
        return Err(space.value_error("Precision not allowed in integer format specifier"));
    }
    let mut digits = number_to_base(&i.clone().abs(), base);
    if s.kind == Some('X') {
        digits = digits.to_uppercase();
    }
    let sign = sign_text(s, i < IBig::ZERO);
    let prefix = if s.alt { prefix } else { "" };
    let every = if base == 10 { 3 } else { 4 };
    Ok(Value::string(number(
        s,
        &format!("{sign}{prefix}"),
        &digits,
        "",
        every,
    )))
}

/// A string (`inner`: without subclass), cut to the precision and aligned.
fn format_text(space: &Space, s: &Spec, v: &Value, inner: &Value) -> PyResult {
    match s.kind {
        None | Some('s') => {}
        Some(c) => return Err(unknown_code(space, c, v)),
    }
    if s.align == Some('=') {
        return Err(space.value_error("'=' alignment not allowed in string format specifier"));
    }
    let body = match inner {
        // Widths count bytes of a byte string in Python 2, characters otherwise.
        Value::Str(b) if std::str::from_utf8(&b.bytes).is_err() => {
            let mut out = b.bytes.to_vec();
            if let Some(p) = s.precision {
                out.truncate(p);
            }
            while out.len() < s.width {
                out.push(s.fill as u8);
            }
            return Ok(Value::from_vec(out));
        }
        _ => inner.as_text().unwrap_or_default(),
    };
    let body: String = match s.precision {
        Some(p) => body.chars().take(p).collect(),
        None => body,
    };
    let text = aligned(s, "", &body, '<');
    Ok(match inner {
        Value::Unicode(_) => Value::unicode(&text),
        _ => Value::string(text),
    })
}

fn unknown_code(space: &Space, c: char, v: &Value) -> crate::live::PyErr {
    space.value_error(format!(
        "Unknown format code '{c}' for object of type '{}'",
        v.type_name()
    ))
}

fn sign_text(s: &Spec, negative: bool) -> &'static str {
    match (negative, s.sign) {
        (true, _) => "-",
        (false, '+') => "+",
        (false, ' ') => " ",
        _ => "",
    }
}

fn format_number_float(space: &Space, s: &Spec, f: f64) -> PyResult {
    let flags = if s.alt { ALT } else { 0 };
    let magnitude = f.abs();
    let mut suffix = "";
    let text = match s.kind {
        None => match s.precision {
            // Like `g`, but with at least one digit past the point.
            Some(p) => format_float(magnitude, b'g', p, flags | abi::floattext::ADD_DOT_0),
            None => crate::live::text::float_repr(magnitude),
        },
        Some('%') => {
            suffix = "%";
            format_float(magnitude * 100.0, b'f', s.precision.unwrap_or(6), flags)
        }
        Some('n') => format_float(magnitude, b'g', s.precision.unwrap_or(6), flags),
        Some(c) => format_float(magnitude, c as u8, s.precision.unwrap_or(6), flags),
    };
    let _ = space;
    let sign = sign_text(s, f.is_sign_negative() && !f.is_nan());
    let whole = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    let tail = format!("{}{suffix}", &text[whole..]);
    Ok(Value::string(number(s, sign, &text[..whole], &tail, 3)))
}

/// Groups digits and pads a number; zeros of `=` padding are grouped, too.
fn number(s: &Spec, lead: &str, digits: &str, tail: &str, every: usize) -> String {
    let grouped = |digits: &str| -> String {
        match s.group {
            Some(g) => {
                let mut out = String::new();
                for (i, c) in digits.chars().enumerate() {
                    if i > 0 && (digits.len() - i).is_multiple_of(every) {
                        out.push(g);
                    }
                    out.push(c);
                }
                out
            }
            None => digits.to_string(),
        }
    };
    let mut body = grouped(digits);
    if s.align == Some('=') {
        let mut zeros = digits.to_string();
        let fixed = lead.chars().count() + tail.chars().count();
        if s.fill == '0' {
            while grouped(&zeros).len() + fixed < s.width {
                zeros.insert(0, '0');
            }
            return format!("{lead}{}{tail}", grouped(&zeros));
        }
        while body.chars().count() + fixed < s.width {
            body.insert(0, s.fill);
        }
        return format!("{lead}{body}{tail}");
    }
    aligned(s, lead, &format!("{body}{tail}"), '>')
}

fn aligned(s: &Spec, lead: &str, body: &str, default: char) -> String {
    let len = lead.chars().count() + body.chars().count();
    let pad = s.width.saturating_sub(len);
    let fill = |n: usize| -> String { std::iter::repeat_n(s.fill, n).collect() };
    match s.align.unwrap_or(default) {
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
