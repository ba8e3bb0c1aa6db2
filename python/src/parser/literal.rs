//! Values of number and string literals.
//!
//! `str` is a byte string in both modes: characters of the source text become UTF-8, `\xHH` and octal escapes become
//! one byte, and (in Python 3 mode) `\uHHHH` becomes the UTF-8 of that code point. `u''` literals are sequences of code
//! points.
use dashu_int::IBig;

use crate::ast::ExprKind;
use crate::code::Mode;

/// What is wrong with a literal: byte range relative to its start, message, help.
pub(super) struct Bad {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) message: String,
    pub(super) help: Option<&'static str>,
}

impl Bad {
    fn new(start: usize, end: usize, message: impl Into<String>) -> Bad {
        Bad {
            start,
            end,
            message: message.into(),
            help: None,
        }
    }
    fn help(mut self, help: &'static str) -> Bad {
        self.help = Some(help);
        self
    }
}

/// Decodes a number literal.
pub(super) fn number(text: &str, mode: Mode) -> Result<ExprKind, Bad> {
    let b = text.as_bytes();
    let all = |m: &str| Bad::new(0, text.len(), m);
    let py3 = mode == Mode::Py3;
    if b.contains(&b'_') {
        let ok = py3
            && b.iter().enumerate().all(|(i, &c)| {
                c != b'_'
                    || i > 0
                        && (b[i - 1].is_ascii_hexdigit() || i == 2 && b[0] == b'0')
                        && b.get(i + 1).is_some_and(|c| c.is_ascii_hexdigit())
            });
        if !ok {
            return Err(all("invalid `_` in a number literal").help(if py3 {
                "underscores stand between two digits"
            } else {
                "Python 2.7 has no underscores in numbers"
            }));
        }
        return number(&text.replace('_', ""), mode);
    }
    if b[0] == b'0'
        && b.len() > 1
        && b[1].is_ascii_alphabetic()
        && !matches!(b[1], b'e' | b'E' | b'j' | b'J' | b'l' | b'L')
    {
        let (radix, name) = match b[1] {
            b'x' | b'X' => (16, "hexadecimal"),
            b'o' | b'O' => (8, "octal"),
            _ => (2, "binary"),
        };
        let (digits, long) = long_suffix(&text[2..], mode)?;
        if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
            return Err(all(&format!("invalid {name} literal")));
        }
        return integer(digits, radix, long).ok_or_else(|| all("invalid number literal"));
    }
    match b[b.len() - 1] {
        b'j' | b'J' => {
            return text[..text.len() - 1]
                .parse()
                .map(ExprKind::Imaginary)
                .map_err(|_| all("invalid imaginary literal"));
        }
        _ if b.iter().any(|c| matches!(c, b'.' | b'e' | b'E')) => {
            return text
                .parse()
                .map(ExprKind::Float)
                .map_err(|_| all("invalid float literal"));
        }
        _ => {}
    }
    let (digits, long) = long_suffix(text, mode)?;
    if digits.len() > 1 && digits.starts_with('0') {
        if py3 {
            if digits.bytes().all(|c| c == b'0') {
                return Ok(ExprKind::Int(0));
            }
            return Err(all("leading zeros in a decimal literal")
                .help("an octal literal is `0o..`; Python 2.7's `0..` needs --python2"));
        }
        if !digits.bytes().all(|c| matches!(c, b'0'..=b'7')) {
            return Err(all("invalid octal literal"));
        }
        return integer(digits, 8, long).ok_or_else(|| all("invalid number literal"));
    }
    integer(digits, 10, long).ok_or_else(|| all("invalid number literal"))
}

fn long_suffix(text: &str, mode: Mode) -> Result<(&str, bool), Bad> {
    match text.strip_suffix(['l', 'L']) {
        Some(digits) if mode == Mode::Py2 => Ok((digits, true)),
        Some(_) => Err(Bad::new(0, text.len(), "long literals are Python 2 syntax")
            .help("drop the `L`, or translate with --python2")),
        None => Ok((text, false)),
    }
}

fn integer(digits: &str, radix: u32, long: bool) -> Option<ExprKind> {
    if !long && let Ok(i) = i64::from_str_radix(digits, radix) {
        return Some(ExprKind::Int(i));
    }
    IBig::from_str_radix(digits, radix)
        .ok()
        .map(|i| ExprKind::Long(Box::new(i)))
}

/// Kinds of string literal by prefix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StrKind {
    Plain,
    Bytes,
    Unicode,
    Format,
}

/// A string token taken apart.
#[derive(Clone, Copy)]
pub(super) struct StrToken {
    pub(super) kind: StrKind,
    pub(super) raw: bool,
    /// Range of the contents in the token.
    pub(super) start: usize,
    pub(super) end: usize,
}

/// Takes a string token apart (the lexer guarantees its form).
pub(super) fn string_token(text: &str) -> StrToken {
    let b = text.as_bytes();
    let mut t = StrToken {
        kind: StrKind::Plain,
        raw: false,
        start: 0,
        end: 0,
    };
    let mut i = 0;
    while i < b.len() {
        match b[i] {
            b'r' | b'R' => t.raw = true,
            b'b' | b'B' => t.kind = StrKind::Bytes,
            b'u' | b'U' => t.kind = StrKind::Unicode,
            b'f' | b'F' => t.kind = StrKind::Format,
            _ => break,
        }
        i += 1;
    }
    let q = b[i];
    let quotes = if b.len() >= i + 6 && b[i + 1] == q && b[i + 2] == q {
        3
    } else {
        1
    };
    t.start = i + quotes;
    t.end = b.len() - quotes;
    t
}

/// Where a literal stands.
#[derive(Clone, Copy)]
pub(super) struct Context {
    pub(super) mode: Mode,
    /// The file is latin-1 and Python 2.7: `str` literals hold its bytes.
    pub(super) latin1: bool,
}

/// What a backslash and the characters behind it stand for.
enum Escape {
    /// A line continuation.
    Nothing,
    Byte(u8),
    Char(u32),
    /// Not an escape: the backslash stands for itself.
    Keep,
}

/// Reads the escape after the backslash at `i`; returns it and the position after it.
fn escape(body: &str, i: usize, wide: bool, base: usize) -> Result<(Escape, usize), Bad> {
    let b = body.as_bytes();
    let Some(&c) = b.get(i + 1) else {
        return Ok((Escape::Keep, i + 1));
    };
    let simple = |c| Ok((Escape::Byte(c), i + 2));
    match c {
        b'\n' => Ok((Escape::Nothing, i + 2)),
        b'\r' if b.get(i + 2) == Some(&b'\n') => Ok((Escape::Nothing, i + 3)),
        b'\\' | b'\'' | b'"' => simple(c),
        b'a' => simple(7),
        b'b' => simple(8),
        b'f' => simple(12),
        b'n' => simple(10),
        b'r' => simple(13),
        b't' => simple(9),
        b'v' => simple(11),
        b'0'..=b'7' => {
            let mut v = 0u32;
            let mut j = i + 1;
            while j < b.len() && j < i + 4 && matches!(b[j], b'0'..=b'7') {
                v = v * 8 + u32::from(b[j] - b'0');
                j += 1;
            }
            if v > 255 {
                return Ok((
                    if wide {
                        Escape::Char(v)
                    } else {
                        Escape::Byte(v as u8)
                    },
                    j,
                ));
            }
            Ok((Escape::Byte(v as u8), j))
        }
        b'x' => hex(body, i, 2, base).map(|v| (Escape::Byte(v as u8), i + 4)),
        b'u' if wide => hex(body, i, 4, base).map(|v| (Escape::Char(v), i + 6)),
        b'U' if wide => {
            let v = hex(body, i, 8, base)?;
            if v > 0x10ffff {
                return Err(Bad::new(base + i, base + i + 10, "code point above 10FFFF"));
            }
            Ok((Escape::Char(v), i + 10))
        }
        b'N' if wide => {
            let end = body[i..].find('}').map_or(body.len(), |n| i + n + 1);
            if let Some(name) = body[i + 2..end]
                .strip_prefix('{')
                .and_then(|n| n.strip_suffix('}'))
                && let Some(c) = unicode_names2::character(name)
            {
                return Ok((Escape::Char(c as u32), end));
            }
            let what = if b.get(i + 2) == Some(&b'{') {
                "no character has this name"
            } else {
                "malformed `\\N` escape"
            };
            Err(Bad::new(base + i, base + end, what))
        }
        _ => Ok((Escape::Keep, i + 1)),
    }
}

fn hex(body: &str, i: usize, digits: usize, base: usize) -> Result<u32, Bad> {
    match body.as_bytes().get(i + 2..i + 2 + digits) {
        Some(d) if d.iter().all(u8::is_ascii_hexdigit) => Ok(d.iter().fold(0u32, |v, &c| {
            (v << 4) | (c as char).to_digit(16).unwrap_or(0)
        })),
        _ => {
            let c = body.as_bytes()[i + 1] as char;
            Err(Bad::new(
                base + i,
                base + i + 2,
                format!("truncated `\\{c}` escape"),
            )
            .help(match digits {
                2 => "`\\x` takes two hexadecimal digits; write `\\\\x` or a raw string for a backslash",
                4 => "`\\u` takes four hexadecimal digits; write `\\\\u` or a raw string for a backslash",
                _ => "`\\U` takes eight hexadecimal digits; write `\\\\U` or a raw string for a backslash",
            }))
        }
    }
}

/// Appends UTF-8 of a code point; a surrogate gets its three-byte form.
fn push_utf8(out: &mut Vec<u8>, c: u32) {
    match char::from_u32(c) {
        Some(c) => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        None => out.extend([
            0xe0 | (c >> 12) as u8,
            0x80 | (c >> 6 & 0x3f) as u8,
            0x80 | (c & 0x3f) as u8,
        ]),
    }
}

/// Decodes contents into bytes. `base` is the offset of `body` for errors; returns whether a byte of 128 or more was
/// escaped.
pub(super) fn bytes(
    body: &str,
    raw: bool,
    is_bytes: bool,
    cx: Context,
    base: usize,
    out: &mut Vec<u8>,
) -> Result<bool, Bad> {
    if is_bytes
        && cx.mode == Mode::Py3
        && let Some((i, c)) = body.char_indices().find(|(_, c)| !c.is_ascii())
    {
        return Err(Bad::new(
            base + i,
            base + i + c.len_utf8(),
            "bytes can only contain ASCII literal characters",
        ));
    }
    let mut byte_escapes = false;
    let text = |s: &str, out: &mut Vec<u8>| {
        if cx.latin1 {
            out.extend(
                s.chars()
                    .map(|c| if (c as u32) < 256 { c as u8 } else { b'?' }),
            );
        } else {
            out.extend_from_slice(s.as_bytes());
        }
    };
    if raw {
        text(body, out);
        return Ok(false);
    }
    let wide = cx.mode == Mode::Py3 && !is_bytes;
    let mut i = 0;
    while let Some(n) = memchr::memchr(b'\\', &body.as_bytes()[i..]) {
        text(&body[i..i + n], out);
        let (e, next) = escape(body, i + n, wide, base)?;
        match e {
            Escape::Nothing => {}
            Escape::Byte(c) => {
                byte_escapes |= c >= 0x80;
                out.push(c);
            }
            Escape::Char(c) => push_utf8(out, c),
            Escape::Keep => out.push(b'\\'),
        }
        i = next;
    }
    text(&body[i..], out);
    Ok(byte_escapes)
}

/// Decodes contents into code points (`u''`). In a raw one Python 2.7 still decodes `\uHHHH`.
pub(super) fn unicode(
    body: &str,
    raw: bool,
    cx: Context,
    base: usize,
    out: &mut Vec<u32>,
) -> Result<(), Bad> {
    let b = body.as_bytes();
    let mut i = 0;
    let mut copied = 0;
    let copy = |from: usize, to: usize, out: &mut Vec<u32>| {
        out.extend(body[from..to].chars().map(|c| c as u32));
    };
    while i < b.len() {
        if b[i] != b'\\' {
            i += 1;
            continue;
        }
        if raw {
            let run = b[i..].iter().take_while(|&&c| c == b'\\').count();
            let last = i + run - 1;
            if run % 2 == 1 && cx.mode == Mode::Py2 && matches!(b.get(last + 1), Some(b'u' | b'U'))
            {
                copy(copied, last, out);
                let digits = if b[last + 1] == b'u' { 4 } else { 8 };
                out.push(hex(body, last, digits, base)?);
                i = last + 2 + digits;
                copied = i;
            } else {
                i += run;
            }
            continue;
        }
        copy(copied, i, out);
        let (e, next) = escape(body, i, true, base)?;
        match e {
            Escape::Nothing => {}
            Escape::Byte(c) => out.push(u32::from(c)),
            Escape::Char(c) => out.push(c),
            Escape::Keep => out.push(u32::from(b'\\')),
        }
        i = next;
        copied = next;
    }
    copy(copied, b.len(), out);
    Ok(())
}

/// The code points of a `str` literal's tokens as CPython 3 sees them (for comparing with its `ast`).
pub(crate) fn as_code_points(tokens: &str) -> Vec<u32> {
    let mut out = Vec::new();
    let cx = Context {
        mode: Mode::Py3,
        latin1: false,
    };
    let file = ir::source::FileId(0);
    let (toks, _) = super::lexer::Lexer::new(tokens, file, Mode::Py3).run_field(0, tokens.len());
    for t in toks {
        if t.kind == super::lexer::Tok::Str {
            let text = &tokens[t.start as usize..t.end as usize];
            let s = string_token(text);
            // Errors were reported when the literal was parsed.
            let body = &text[s.start..s.end];
            let _ = unicode(body, s.raw, cx, 0, &mut out);
        }
    }
    out
}
