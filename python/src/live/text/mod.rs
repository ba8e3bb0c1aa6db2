//! Text forms: `repr` of floats and strings.

pub use ::abi::floattext::{ADD_DOT_0, ALT, float_repr, shortest_digits};

pub mod codecs;
pub mod digits;
pub mod format;
pub mod percent;
pub mod repr;
pub mod unicode;

/// `repr` of a byte string.
pub fn bytes_repr(s: &[u8]) -> String {
    let quote = if s.contains(&b'\'') && !s.contains(&b'"') {
        b'"'
    } else {
        b'\''
    };
    let mut out = String::with_capacity(s.len() + 2);
    out.push(quote as char);
    for &b in s {
        match b {
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\t' => out.push_str("\\t"),
            b'\r' => out.push_str("\\r"),
            b if b == quote => {
                out.push('\\');
                out.push(b as char);
            }
            0x20..=0x7e => out.push(b as char),
            _ => out.push_str(&format!("\\x{b:02x}")),
        }
    }
    out.push(quote as char);
    out
}

/// `repr` of a byte string in Python 3 modules: printable UTF-8 stays readable.
pub fn text_repr(s: &[u8]) -> String {
    if s.is_ascii() {
        return bytes_repr(s);
    }
    match std::str::from_utf8(s) {
        Ok(t) => {
            let points: Vec<u32> = t.chars().map(u32::from).collect();
            unicode_repr(&points, false)
        }
        Err(_) => bytes_repr(s),
    }
}

/// `repr` of a unicode string; with the `u` prefix and ASCII only for Python 2.
pub fn unicode_repr(points: &[u32], py2: bool) -> String {
    let has = |c: char| points.contains(&u32::from(c));
    let quote = if has('\'') && !has('"') { '"' } else { '\'' };
    let mut out = String::new();
    if py2 {
        out.push('u');
    }
    out.push(quote);
    for &p in points {
        match char::from_u32(p) {
            Some('\\') => out.push_str("\\\\"),
            Some('\n') => out.push_str("\\n"),
            Some('\t') => out.push_str("\\t"),
            Some('\r') => out.push_str("\\r"),
            Some(c) if c == quote => {
                out.push('\\');
                out.push(c);
            }
            Some(c) if (' '..='~').contains(&c) => out.push(c),
            Some(c) if !py2 && p > 0xa0 && !c.is_control() && p != 0xad => out.push(c),
            _ if p <= 0xff => out.push_str(&format!("\\x{p:02x}")),
            _ if p <= 0xffff => out.push_str(&format!("\\u{p:04x}")),
            _ => out.push_str(&format!("\\U{p:08x}")),
        }
    }
    out.push(quote);
    out
}

/// `repr` of a complex number.
pub fn complex_repr(re: f64, im: f64) -> String {
    let part = |f: f64| {
        let s = float_repr(f);
        match s.strip_suffix(".0") {
            Some(t) => t.to_string(),
            None => s,
        }
    };
    if re == 0.0 && re.is_sign_positive() {
        return format!("{}j", part(im));
    }
    let sign = if im.is_sign_negative() { "" } else { "+" };
    format!("({}{sign}{}j)", part(re), part(im))
}

/// The first place of a pattern.
pub fn find<T: PartialEq>(text: &[T], pattern: &[T]) -> Option<usize> {
    find_from(text, pattern, 0)
}
/// The first place of a pattern at or after a position.
pub fn find_from<T: PartialEq>(text: &[T], pattern: &[T], from: usize) -> Option<usize> {
    if pattern.is_empty() {
        return (from <= text.len()).then_some(from);
    }
    if from + pattern.len() > text.len() {
        return None;
    }
    (from..=text.len() - pattern.len())
        .find(|&i| text[i] == pattern[0] && text[i..i + pattern.len()] == *pattern)
}
/// The last place of a pattern.
pub fn rfind<T: PartialEq>(text: &[T], pattern: &[T]) -> Option<usize> {
    if pattern.len() > text.len() {
        return None;
    }
    (0..=text.len() - pattern.len())
        .rev()
        .find(|&i| text[i..i + pattern.len()] == *pattern)
}
