//! String literals: concatenation of adjacent ones, and f-strings (with the rules of Python 3.11: a field holds no
//! backslash and not the quote that delimits the literal, so the whole f-string is one token).
use ir::diag::Diagnostic;
use ir::source::Span;

use super::lexer::{Lexer, Tok};
use super::literal::{self, Context, StrKind, StrToken};
use super::{Parse, Parser};
use crate::ast::*;
use crate::code::{Conversion, Mode};

/// Adjacent literals being joined.
#[derive(Default)]
struct Joined {
    parts: Vec<FStringPart>,
    text: Vec<u8>,
    byte_escapes: bool,
    text_start: u32,
    format: bool,
}

impl Joined {
    fn flush(&mut self, span: impl Fn(u32) -> Span) {
        if !self.text.is_empty() {
            let lit = StrLit {
                bytes: std::mem::take(&mut self.text).into(),
                is_bytes: false,
                byte_escapes: self.byte_escapes,
            };
            self.parts
                .push(FStringPart::Literal(lit, span(self.text_start)));
        }
        self.byte_escapes = false;
    }
}

impl Parser<'_> {
    /// One or more adjacent string literals.
    pub(super) fn strings(&mut self) -> Parse<Expr> {
        let start = self.token().start;
        let first = self.pos;
        let (mut bytes, mut plain, mut unicode, mut format) = (false, false, false, false);
        while self.kind() == Tok::Str {
            let t = self.bump();
            let text = self.text_of(t);
            let s = literal::string_token(text);
            match s.kind {
                StrKind::Bytes => bytes = true,
                StrKind::Plain => plain = true,
                StrKind::Unicode => unicode = true,
                StrKind::Format => format = true,
            }
            let ur = s.kind == StrKind::Unicode && s.raw;
            if ur && self.py3() {
                let d = super::python2_only(self.span_of(t), "a `ur''` literal", "write `u''`");
                return self.report(d);
            }
        }
        let span = self.span_from(start);
        if bytes && (plain || unicode || format) && self.py3() {
            let d = Diagnostic::error(
                "E0105",
                span,
                "bytes and other string literals cannot be mixed",
            );
            return self.report(d);
        }
        if format {
            return self.format_strings(first, start);
        }
        let cx = Context {
            mode: self.mode,
            latin1: self.latin1,
        };
        let unicode = unicode || plain && self.future.unicode_literals;
        if unicode {
            return self.unicode_strings(first, span, cx);
        }
        let mut out = Vec::with_capacity((span.end - span.start) as usize);
        let mut byte_escapes = false;
        for i in first..self.pos {
            let t = self.tokens[i];
            let text = self.text_of(t);
            let s = literal::string_token(text);
            match literal::bytes(&text[s.start..s.end], s.raw, bytes, cx, s.start, &mut out) {
                Ok(escapes) => byte_escapes |= escapes,
                Err(bad) => return self.bad_literal(t.start, bad),
            }
        }
        Ok(Expr {
            span,
            kind: ExprKind::Str(StrLit {
                bytes: out.into(),
                is_bytes: bytes,
                byte_escapes,
            }),
        })
    }

    fn unicode_strings(&mut self, first: usize, span: Span, cx: Context) -> Parse<Expr> {
        let mut out = Vec::new();
        for i in first..self.pos {
            let t = self.tokens[i];
            let text = self.text_of(t);
            let s = literal::string_token(text);
            let body = &text[s.start..s.end];
            // A `str` literal next to a unicode one is decoded: its bytes must be ASCII.
            let result = if s.kind == StrKind::Bytes
                || s.kind == StrKind::Plain && !self.future.unicode_literals && !self.py3()
            {
                let mut bytes = Vec::new();
                let decoded = literal::bytes(body, s.raw, false, cx, s.start, &mut bytes);
                if decoded.is_ok() && !bytes.is_ascii() {
                    let d = Diagnostic::error(
                        "E0105",
                        self.span_of(t),
                        "a byte string that is not ASCII cannot be joined to a unicode literal",
                    )
                    .help("give it the prefix `u`");
                    return self.report(d);
                }
                decoded.map(|_| out.extend(bytes.iter().map(|&b| u32::from(b))))
            } else {
                let raw_unicode = s.raw && s.kind == StrKind::Unicode;
                if s.raw && !raw_unicode {
                    out.extend(body.chars().map(|c| c as u32));
                    Ok(())
                } else {
                    literal::unicode(body, s.raw, cx, s.start, &mut out)
                }
            };
            if let Err(bad) = result {
                return self.bad_literal(t.start, bad);
            }
        }
        Ok(Expr {
            span,
            kind: ExprKind::Unicode(out.into()),
        })
    }

    fn format_strings(&mut self, first: usize, start: u32) -> Parse<Expr> {
        let file = self.file;
        let mut joined = Joined::default();
        for i in first..self.pos {
            let t = self.tokens[i];
            let text = self.text_of(t);
            let s = literal::string_token(text);
            if joined.text.is_empty() {
                joined.text_start = t.start;
            }
            if s.kind == StrKind::Format {
                joined.format = true;
                let (a, b) = (t.start as usize + s.start, t.start as usize + s.end);
                let end = self.format_part(a, b, s, 0, &mut joined)?;
                if end < b {
                    let span = Span::new(file, end as u32, end as u32 + 1);
                    let d = Diagnostic::error("E0105", span, "single `}` in an f-string")
                        .help("write `}}` for a brace");
                    return self.report(d);
                }
            } else {
                let body = &text[s.start..s.end];
                self.literal_text(body, s.raw, t.start as usize + s.start, &mut joined)?;
            }
        }
        let end = self.tokens[self.pos - 1].end;
        joined.flush(|from| Span::new(file, from, end));
        Ok(Expr {
            span: Span::new(file, start, end),
            kind: ExprKind::JoinedStr(joined.parts),
        })
    }

    fn literal_text(&mut self, body: &str, raw: bool, at: usize, joined: &mut Joined) -> Parse<()> {
        let cx = Context {
            mode: Mode::Py3,
            latin1: false,
        };
        match literal::bytes(body, raw, false, cx, 0, &mut joined.text) {
            Ok(escapes) => {
                joined.byte_escapes |= escapes;
                Ok(())
            }
            Err(bad) => self.bad_literal(at as u32, bad),
        }
    }

    /// Text and fields between two offsets of the file; in a format spec (`level` > 0) stops at the `}`. Returns where
    /// it stopped.
    fn format_part(
        &mut self,
        mut i: usize,
        end: usize,
        s: StrToken,
        level: u32,
        joined: &mut Joined,
    ) -> Parse<usize> {
        let text = self.text;
        let b = text.as_bytes();
        let mut from = i;
        while i < end {
            match b[i] {
                b'\\' if !s.raw && i + 1 < end => {
                    // `\N{..}`: the braces are part of the escape.
                    i += 2;
                    if b[i - 1] == b'N' && i < end && b[i] == b'{' {
                        while i < end && b[i] != b'}' {
                            i += 1;
                        }
                        i = (i + 1).min(end);
                    }
                    while !text.is_char_boundary(i) {
                        i += 1;
                    }
                }
                c @ (b'{' | b'}') if level == 0 && i + 1 < end && b[i + 1] == c => {
                    self.literal_text(&text[from..=i], s.raw, from, joined)?;
                    i += 2;
                    from = i;
                }
                b'{' => {
                    self.literal_text(&text[from..i], s.raw, from, joined)?;
                    i = self.format_field(i, end, s, level, joined)?;
                    joined.text_start = joined.text_start.max(i as u32);
                    from = i;
                }
                b'}' => break,
                _ => i += 1,
            }
        }
        self.literal_text(&text[from..i], s.raw, from, joined)?;
        Ok(i)
    }

    /// A field; `open` is the offset of its `{`. Returns the offset after its `}`.
    fn format_field(
        &mut self,
        open: usize,
        end: usize,
        s: StrToken,
        level: u32,
        joined: &mut Joined,
    ) -> Parse<usize> {
        let file = self.file;
        let text = self.text;
        let b = text.as_bytes();
        let open_span = Span::new(file, open as u32, open as u32 + 1);
        if level >= 2 {
            let d = Diagnostic::error("E0105", open_span, "f-string fields nested too deeply");
            return self.report(d);
        }
        let stop = field_end(b, open + 1, end);
        let (stop, mut equal) = match stop {
            Some(x) => x,
            None => {
                let d = Diagnostic::error("E0105", open_span, "f-string: `{` was never closed")
                    .help("write `{{` for a brace");
                return self.report(d);
            }
        };
        self.check_field_text(open, stop)?;
        let value = self.field_expression(open + 1, stop)?;
        let mut i = stop;
        let mut conversion = None;
        let mut debug_end = stop;
        if equal {
            i += 1;
            while i < end && b[i].is_ascii_whitespace() {
                i += 1;
            }
            debug_end = i;
        }
        if i < end && b[i] == b'!' {
            conversion = Some(self.conversion(i)?);
            i += 2;
        }
        let mut spec = None;
        if i < end && b[i] == b':' {
            let mut inner = Joined {
                text_start: i as u32 + 1,
                ..Joined::default()
            };
            i = self.format_part(i + 1, end, s, level + 1, &mut inner)?;
            inner.flush(|from| Span::new(file, from, i as u32));
            spec = Some(inner.parts);
        }
        if i >= end || b[i] != b'}' {
            let span = Span::new(file, open as u32, i as u32);
            let d = Diagnostic::error("E0105", span, "f-string: expected `}`");
            return self.report(d);
        }
        if equal {
            joined.text.extend_from_slice(&b[open + 1..debug_end]);
            if conversion.is_none() && spec.is_none() {
                conversion = Some(Conversion::Repr);
            }
            equal = false;
        }
        debug_assert!(!equal);
        joined.flush(|from| Span::new(file, from, open as u32));
        joined.parts.push(FStringPart::Field {
            span: Span::new(file, open as u32, i as u32 + 1),
            value: Box::new(value),
            conversion: conversion.unwrap_or(Conversion::None),
            spec,
        });
        Ok(i + 1)
    }

    /// The conversion whose `!` stands at `i`.
    fn conversion(&mut self, i: usize) -> Parse<Conversion> {
        Ok(match self.text.as_bytes().get(i + 1) {
            Some(b's') => Conversion::Str,
            Some(b'r') => Conversion::Repr,
            Some(b'a') => Conversion::Ascii,
            _ => {
                let span = Span::new(self.file, i as u32, i as u32 + 1);
                let d = Diagnostic::error("E0105", span, "invalid f-string conversion")
                    .help("one of `!s`, `!r`, `!a`");
                return self.report(d);
            }
        })
    }

    /// What the text of a field's expression, up to `stop`, may not be.
    fn check_field_text(&mut self, open: usize, stop: usize) -> Parse<()> {
        let (file, text) = (self.file, self.text);
        let expr_text = &text[open + 1..stop];
        if let Some(i) = expr_text.find('\\') {
            let at = (open + 1 + i) as u32;
            let span = Span::new(file, at, at + 1);
            let d = Diagnostic::error(
                "E0105",
                span,
                "an f-string field cannot contain a backslash",
            );
            return self.report(d);
        }
        if expr_text.trim().is_empty() {
            let span = Span::new(file, open as u32, stop as u32 + 1);
            let d = Diagnostic::error("E0105", span, "empty f-string field")
                .help("write `{{}}` for braces");
            return self.report(d);
        }
        Ok(())
    }

    /// Parses the expression of a field with tokens of its own.
    fn field_expression(&mut self, start: usize, end: usize) -> Parse<Expr> {
        if self.field_depth >= 8 {
            return self.too_deep();
        }
        let (tokens, diags) = Lexer::new(self.text, self.file, self.mode).run_field(start, end);
        self.diags.extend(diags);
        let outer = std::mem::replace(&mut self.tokens, tokens);
        let outer_pos = std::mem::replace(&mut self.pos, 0);
        self.field_depth += 1;
        let result = self.nested(|p| {
            let e = if p.kind() == Tok::Yield {
                p.yield_expression()?
            } else if p.kind() == Tok::Star {
                p.star_expressions()?
            } else {
                let first = p.named_test()?;
                if p.kind() == Tok::Comma {
                    p.pos = 0;
                    p.star_expressions()?
                } else {
                    first
                }
            };
            if p.kind() != Tok::End {
                return p.unexpected("the end of the f-string field");
            }
            Ok(e)
        });
        self.field_depth -= 1;
        self.tokens = outer;
        self.pos = outer_pos;
        result
    }
}

/// Where the expression of a field ends (at `}`, `:`, `!` or a debug `=`), and whether at a debug `=`.
fn field_end(b: &[u8], mut i: usize, end: usize) -> Option<(usize, bool)> {
    let mut nesting = 0u32;
    while i < end {
        match b[i] {
            q @ (b'"' | b'\'') => {
                let n = if i + 2 < end && b[i + 1] == q && b[i + 2] == q {
                    3
                } else {
                    1
                };
                i += n;
                loop {
                    if i >= end {
                        return None;
                    }
                    if b[i] == q && (n == 1 || i + 2 < end && b[i + 1] == q && b[i + 2] == q) {
                        i += n;
                        break;
                    }
                    i += 1;
                }
                continue;
            }
            b'(' | b'[' | b'{' => nesting += 1,
            b')' | b']' => nesting = nesting.saturating_sub(1),
            b'}' if nesting > 0 => nesting -= 1,
            b'}' => return Some((i, false)),
            b':' if nesting == 0 => return Some((i, false)),
            b'!' if nesting == 0 && b.get(i + 1) != Some(&b'=') => return Some((i, false)),
            b'!' | b'<' | b'>' | b'=' if nesting == 0 && b.get(i + 1) == Some(&b'=') => i += 1,
            b'=' if nesting == 0 => return Some((i, true)),
            _ => {}
        }
        i += 1;
    }
    None
}
