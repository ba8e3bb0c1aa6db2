//! The lexer: text to tokens with `NEWLINE`/`INDENT`/`DEDENT`, both modes.
//!
//! All tokens of a file are made at once (12 bytes each), so the parser can look ahead freely. Names and literals stay
//! ranges of the text; [`super::literal`] decodes them.
//!
//! *Errors*: a mistake is reported once, and an [`Tok::Error`] token stands in the stream so the parser stays silent
//! about it. A bracket left open is found exactly where a line starts with a keyword that no expression can contain
//! (`def`, `return`, ..): the bracket is reported and closed, and later errors are still found.
use ir::diag::Diagnostic;
use ir::source::{FileId, Span};

use crate::code::Mode;

pub use super::token::{Tok, Token};
use super::token::{is_mark, keyword2, keyword3};

/// Indentation deeper than this is refused, as CPython does.
const MAX_INDENT: usize = 100;
/// Brackets nested deeper than this are refused, as CPython does.
const MAX_BRACKETS: usize = 200;

pub(super) struct Lexer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    pos: usize,
    file: FileId,
    mode: Mode,
    tokens: Vec<Token>,
    pub(super) diags: Vec<Diagnostic>,
    /// Open brackets: character and position.
    brackets: Vec<(u8, u32)>,
    /// Columns with tabs to 8 and with tabs as 1 (to find inconsistent use).
    indents: Vec<(u32, u32)>,
    /// Inside an f-string field: newlines do not count.
    field: bool,
}

const IDENT_START: u8 = 1;
const IDENT: u8 = 2;
const CLASS: [u8; 256] = {
    let mut t = [0; 256];
    let mut i = 0;
    while i < 256 {
        let c = i as u8;
        if c.is_ascii_alphabetic() || c == b'_' || c >= 0x80 {
            t[i] = IDENT_START | IDENT;
        } else if c.is_ascii_digit() {
            t[i] = IDENT;
        }
        i += 1;
    }
    t
};

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str, file: FileId, mode: Mode) -> Lexer<'a> {
        Lexer {
            text,
            bytes: text.as_bytes(),
            pos: 0,
            file,
            mode,
            tokens: Vec::with_capacity(text.len() / 4 + 8),
            diags: Vec::new(),
            brackets: Vec::new(),
            indents: vec![(0, 0)],
            field: false,
        }
    }

    /// Tokens of the whole text.
    pub(super) fn run(mut self) -> (Vec<Token>, Vec<Diagnostic>) {
        if self.text.starts_with('\u{feff}') {
            self.pos = 3;
        }
        loop {
            self.indentation();
            if !self.line() {
                break;
            }
        }
        let end = self.bytes.len();
        if let Some(&(c, at)) = self.brackets.last() {
            self.unclosed(c, at);
            self.push(Tok::Error, end);
        }
        if self
            .tokens
            .last()
            .is_some_and(|t| !matches!(t.kind, Tok::Newline | Tok::Dedent))
        {
            self.push(Tok::Newline, end);
        }
        while self.indents.len() > 1 {
            self.indents.pop();
            self.push(Tok::Dedent, end);
        }
        self.push(Tok::End, end);
        (self.tokens, self.diags)
    }

    /// Tokens of the expression in an f-string field.
    pub(super) fn run_field(mut self, start: usize, end: usize) -> (Vec<Token>, Vec<Diagnostic>) {
        self.tokens = Vec::with_capacity(8);
        self.bytes = &self.bytes[..end];
        self.pos = start;
        self.field = true;
        while self.line() {}
        if let Some(&(c, at)) = self.brackets.last() {
            self.unclosed(c, at);
            self.push(Tok::Error, end);
        }
        self.push(Tok::End, end);
        (self.tokens, self.diags)
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.file, start as u32, end as u32)
    }

    fn push(&mut self, kind: Tok, start: usize) {
        self.tokens.push(Token {
            kind,
            start: start as u32,
            end: self.pos as u32,
        });
    }

    fn error(&mut self, d: Diagnostic) {
        self.diags.push(d);
    }

    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.pos + ahead).copied().unwrap_or(0)
    }

    fn unclosed(&mut self, c: u8, at: u32) {
        let span = Span::new(self.file, at, at + 1);
        self.error(
            Diagnostic::error("E0102", span, format!("`{}` was never closed", c as char))
                .label("opened here"),
        );
    }

    /// The indentation of the next line that has tokens, in columns with tabs of 8 and of 1; blank lines and comments
    /// are skipped. `None` at the end of the text.
    fn measure_indentation(&mut self) -> Option<(u32, u32)> {
        let (mut col, mut alt);
        loop {
            (col, alt) = (0u32, 0u32);
            loop {
                match self.peek(0) {
                    b' ' => {
                        col += 1;
                        alt += 1;
                    }
                    b'\t' => {
                        col = col / 8 * 8 + 8;
                        alt += 1;
                    }
                    0x0c => (col, alt) = (0, 0),
                    // A continued line: its indentation is that of the first one.
                    b'\\' if self.peek(1) == b'\n' && self.pos + 2 < self.bytes.len() => {
                        self.pos += 1;
                    }
                    _ => break,
                }
                self.pos += 1;
            }
            match self.peek(0) {
                b'#' => {
                    self.pos = memchr::memchr(b'\n', &self.bytes[self.pos..])
                        .map_or(self.bytes.len(), |i| self.pos + i + 1);
                }
                b'\n' | b'\r' => self.pos += 1,
                _ => break,
            }
            if self.pos >= self.bytes.len() {
                return None;
            }
        }
        if self.pos >= self.bytes.len() {
            return None;
        }
        Some((col, alt))
    }

    /// Compares the indentation of the next line with that of the blocks around.
    fn indentation(&mut self) {
        let Some((col, alt)) = self.measure_indentation() else {
            return;
        };
        let line = self.pos;
        let (top, top_alt) = self.indents[self.indents.len() - 1];
        let mut inconsistent = false;
        if col > top {
            inconsistent = alt <= top_alt;
            if self.indents.len() >= MAX_INDENT {
                let span = self.span(line, line);
                self.error(Diagnostic::error(
                    "E0112",
                    span,
                    "too many levels of indentation",
                ));
                // Not an INDENT: the parser sees the line at the outer level.
                return;
            }
            self.indents.push((col, alt));
            self.push(Tok::Indent, line);
        } else if col < top {
            while self.indents.last().is_some_and(|i| i.0 > col) {
                self.indents.pop();
                self.push(Tok::Dedent, line);
            }
            let (outer, outer_alt) = self.indents[self.indents.len() - 1];
            if outer != col {
                let start = line - self.text[..line].rfind('\n').map_or(line, |i| line - i - 1);
                let span = self.span(start, line);
                self.error(
                    Diagnostic::error(
                        "E0104",
                        span,
                        "unindent does not match any outer indentation level",
                    )
                    .label(format!("indented by {col} columns"))
                    .help(format!(
                        "the enclosing block is indented by {outer} columns"
                    )),
                );
            } else {
                inconsistent = alt != outer_alt;
            }
        } else {
            inconsistent = alt != top_alt;
        }
        if inconsistent && self.mode == Mode::Py3 {
            let start = self.text[..line].rfind('\n').map_or(0, |i| i + 1);
            let span = self.span(start, line);
            self.error(
                Diagnostic::error(
                    "E0104",
                    span,
                    "inconsistent use of tabs and spaces in indentation",
                )
                .label("depends on the width of a tab")
                .help("indent with spaces only"),
            );
        }
    }

    /// Lexes up to and including the end of a logical line; false at the end of the text.
    fn line(&mut self) -> bool {
        // Whether the next token is the first of its line, inside brackets.
        let mut first = false;
        loop {
            let start = self.pos;
            let Some(&c) = self.bytes.get(start) else {
                return false;
            };
            match c {
                b' ' | b'\t' | 0x0c => self.pos += 1,
                b'\n' | b'\r' => {
                    self.pos += 1;
                    if self.brackets.is_empty() && !self.field {
                        let after_newline = self
                            .tokens
                            .last()
                            .is_none_or(|t| matches!(t.kind, Tok::Newline));
                        if !after_newline {
                            // Where the line ends; the character itself would make diagnostics span two lines.
                            self.tokens.push(Token {
                                kind: Tok::Newline,
                                start: start as u32,
                                end: start as u32,
                            });
                        }
                        return true;
                    }
                    first = true;
                }
                b'#' => {
                    self.pos = memchr::memchr(b'\n', &self.bytes[start..])
                        .map_or(self.bytes.len(), |i| start + i);
                }
                b'\\' => self.backslash(),
                _ if CLASS[c as usize] & IDENT_START != 0 => {
                    let before = self.tokens.len();
                    self.identifier();
                    if first
                        && !self.brackets.is_empty()
                        && self.tokens[before..]
                            .iter()
                            .any(|t| t.kind.starts_statement_only())
                    {
                        self.resynchronise(start, before);
                        return true;
                    }
                    first = false;
                }
                b'0'..=b'9' => {
                    self.number();
                    first = false;
                }
                b'.' if self.peek(1).is_ascii_digit() => {
                    self.number();
                    first = false;
                }
                b'"' | b'\'' => {
                    self.string(start);
                    first = false;
                }
                _ => {
                    self.operator(c);
                    first = false;
                }
            }
        }
    }

    /// A statement keyword at the start of a line inside brackets: the bracket was never closed.
    fn resynchronise(&mut self, start: usize, before: usize) {
        let &(c, at) = self.brackets.last().expect("called inside brackets");
        self.unclosed(c, at);
        self.brackets.clear();
        self.tokens.truncate(before);
        let line = self.text[..start].rfind(['\n', '\r']).map_or(0, |i| i + 1);
        self.pos = line;
        self.push(Tok::Error, line);
        self.push(Tok::Newline, line);
    }

    fn backslash(&mut self) {
        let start = self.pos;
        self.pos += 1;
        if self.peek(0) == b'\r' {
            self.pos += 1;
        }
        if self.peek(0) == b'\n' {
            self.pos += 1;
            if self.pos >= self.bytes.len() && !self.field {
                let span = self.span(start, start + 1);
                self.error(Diagnostic::error(
                    "E0101",
                    span,
                    "unexpected end of file after `\\`",
                ));
                self.push(Tok::Error, start);
            }
            return;
        }
        let span = self.span(start, start + 1);
        self.error(
            Diagnostic::error(
                "E0106",
                span,
                "unexpected character after line continuation character",
            )
            .label("must be the last character of the line"),
        );
        self.pos =
            memchr::memchr(b'\n', &self.bytes[start..]).map_or(self.bytes.len(), |i| start + i);
        self.push(Tok::Error, start);
    }

    fn identifier(&mut self) {
        let start = self.pos;
        // String prefixes.
        let mut n = 0;
        while n < 3
            && matches!(
                self.peek(n),
                b'u' | b'U' | b'b' | b'B' | b'r' | b'R' | b'f' | b'F'
            )
        {
            n += 1;
        }
        if n > 0 && n < 3 && matches!(self.peek(n), b'"' | b'\'') && self.is_prefix(start, n) {
            self.pos += n;
            self.string(start);
            return;
        }
        let mut ascii = true;
        while let Some(&c) = self.bytes.get(self.pos) {
            if CLASS[c as usize] & IDENT == 0 {
                break;
            }
            ascii &= c < 0x80;
            self.pos += 1;
        }
        if !ascii && !self.unicode_identifier(start) {
            return;
        }
        let kind = match self.mode {
            Mode::Py3 => keyword3(&self.bytes[start..self.pos]),
            Mode::Py2 => keyword2(&self.bytes[start..self.pos]),
        };
        self.push(kind, start);
    }

    fn is_prefix(&self, start: usize, n: usize) -> bool {
        let p = [
            self.bytes[start].to_ascii_lowercase(),
            if n > 1 {
                self.bytes[start + 1].to_ascii_lowercase()
            } else {
                0
            },
        ];
        match &p {
            [b'u' | b'b' | b'r', 0] | [b'b', b'r'] => true,
            // `ur''` is lexed in Python 3 too, to say what is wrong with it.
            [b'u', b'r'] => true,
            [b'f', 0] | [b'f', b'r'] | [b'r', b'f'] | [b'r', b'b'] => self.mode == Mode::Py3,
            _ => false,
        }
    }

    /// Checks the characters of an identifier that is not ASCII; reports the first bad one.
    fn unicode_identifier(&mut self, start: usize) -> bool {
        let mut bad = None;
        for (i, c) in self.text[start..self.pos].char_indices() {
            let ok = c.is_ascii()
                || self.mode == Mode::Py3
                    && (c.is_alphabetic()
                        || i > 0 && (c.is_numeric() || is_mark(c))
                        || matches!(c, '\u{2118}' | '\u{212e}' | '\u{309b}' | '\u{309c}'));
            if !ok {
                bad = Some((i, c));
                break;
            }
        }
        let Some((i, c)) = bad else { return true };
        let at = start + i;
        let span = self.span(at, at + c.len_utf8());
        let mut d = Diagnostic::error(
            "E0106",
            span,
            format!(
                "invalid character `{}` (U+{:04X})",
                c.escape_debug(),
                c as u32
            ),
        );
        d = match c {
            '\u{2018}' | '\u{2019}' | '\u{201c}' | '\u{201d}' => {
                d.help("use the plain quotes \" or '")
            }
            '\u{a0}' => d.help("this is a no-break space; use a plain one"),
            _ if self.mode == Mode::Py2 => d.help("identifiers are ASCII in Python 2.7"),
            _ => d,
        };
        self.error(d);
        self.pos = at + c.len_utf8();
        self.push(Tok::Error, start);
        false
    }

    fn number(&mut self) {
        let start = self.pos;
        if self.peek(0) == b'0' && matches!(self.peek(1), b'x' | b'X' | b'o' | b'O' | b'b' | b'B') {
            self.pos += 2;
            while self.peek(0).is_ascii_alphanumeric() || self.peek(0) == b'_' {
                // `0x1for` and the like: a keyword may follow a number.
                if !self.peek(0).is_ascii_hexdigit() && self.keyword_follows() {
                    break;
                }
                self.pos += 1;
            }
            self.push(Tok::Number, start);
            return;
        }
        self.digits();
        if self.peek(0) == b'.' {
            self.pos += 1;
            self.digits();
        }
        if matches!(self.peek(0), b'e' | b'E') {
            let sign = usize::from(matches!(self.peek(1), b'+' | b'-'));
            if self.peek(1 + sign).is_ascii_digit() {
                self.pos += 1 + sign;
                self.digits();
            }
        }
        if matches!(self.peek(0), b'j' | b'J' | b'l' | b'L') {
            self.pos += 1;
        }
        if CLASS[self.peek(0) as usize] & IDENT != 0 && !self.keyword_follows() {
            while CLASS[self.peek(0) as usize] & IDENT != 0 {
                self.pos += 1;
            }
            let span = self.span(start, self.pos);
            self.error(
                Diagnostic::error("E0105", span, "invalid number literal")
                    .label("a number may not be followed by a letter"),
            );
            self.push(Tok::Error, start);
            return;
        }
        self.push(Tok::Number, start);
    }

    fn digits(&mut self) {
        while self.peek(0).is_ascii_digit() || self.peek(0) == b'_' {
            self.pos += 1;
        }
    }

    /// Whether one of the keywords that may directly follow a number (`1if x else 2`) is here.
    fn keyword_follows(&self) -> bool {
        let rest = &self.bytes[self.pos..];
        ["and", "else", "for", "if", "in", "is", "not", "or"]
            .iter()
            .any(|k| {
                rest.starts_with(k.as_bytes())
                    && rest
                        .get(k.len())
                        .is_none_or(|&c| CLASS[c as usize] & IDENT == 0)
            })
    }

    /// A string whose prefix (if any) starts at `start`; `pos` is at the quote.
    fn string(&mut self, start: usize) {
        let quote = self.bytes[self.pos];
        let triple = self.peek(1) == quote && self.peek(2) == quote;
        self.pos += if triple { 3 } else { 1 };
        loop {
            let rest = &self.bytes[self.pos..];
            let found = if triple {
                memchr::memchr2(quote, b'\\', rest)
            } else {
                memchr::memchr3(quote, b'\\', b'\n', rest)
            };
            let Some(i) = found else {
                self.pos = self.bytes.len();
                break;
            };
            self.pos += i;
            match self.bytes[self.pos] {
                b'\\' => {
                    self.pos += 1;
                    // The escaped character, which may be a `\r\n`.
                    if self.peek(0) == b'\r' && self.peek(1) == b'\n' {
                        self.pos += 1;
                    }
                    if self.pos < self.bytes.len() {
                        self.pos += 1;
                    }
                }
                b'\n' => break,
                _ if !triple => {
                    self.pos += 1;
                    self.push(Tok::Str, start);
                    return;
                }
                _ => {
                    if self.peek(1) == quote && self.peek(2) == quote {
                        self.pos += 3;
                        self.push(Tok::Str, start);
                        return;
                    }
                    self.pos += 1;
                }
            }
        }
        // The bytes after a backslash may be in the middle of a character.
        while !self.text.is_char_boundary(self.pos) {
            self.pos += 1;
        }
        let span = if triple {
            self.span(start, start + 3)
        } else {
            self.span(start, self.pos)
        };
        let what = if triple {
            "unterminated triple-quoted string literal"
        } else {
            "unterminated string literal"
        };
        let close = if triple {
            String::from_utf8(vec![quote; 3]).expect("quotes are ASCII")
        } else {
            (quote as char).to_string()
        };
        let label = if triple {
            "starts here".to_owned()
        } else {
            format!("no `{close}` before the end of the line")
        };
        self.error(Diagnostic::error("E0103", span, what).label(label));
        self.push(Tok::Error, start);
    }

    fn operator(&mut self, c: u8) {
        use Tok::*;
        let start = self.pos;
        let (c1, c2) = (self.peek(1), self.peek(2));
        let (kind, len) = match (c, c1, c2) {
            (b'*', b'*', b'=') => (DoubleStarEqual, 3),
            (b'/', b'/', b'=') => (DoubleSlashEqual, 3),
            (b'<', b'<', b'=') => (LShiftEqual, 3),
            (b'>', b'>', b'=') => (RShiftEqual, 3),
            (b'.', b'.', b'.') => (Ellipsis, 3),
            (b'*', b'*', _) => (DoubleStar, 2),
            (b'/', b'/', _) => (DoubleSlash, 2),
            (b'<', b'<', _) => (LShift, 2),
            (b'>', b'>', _) => (RShift, 2),
            (b'<', b'=', _) => (LessEqual, 2),
            (b'>', b'=', _) => (GreaterEqual, 2),
            (b'=', b'=', _) => (EqEqual, 2),
            (b'!', b'=', _) | (b'<', b'>', _) => (NotEqual, 2),
            (b'-', b'>', _) => (Arrow, 2),
            (b':', b'=', _) if self.mode == Mode::Py3 => (ColonEqual, 2),
            (b'+', b'=', _) => (PlusEqual, 2),
            (b'-', b'=', _) => (MinusEqual, 2),
            (b'*', b'=', _) => (StarEqual, 2),
            (b'/', b'=', _) => (SlashEqual, 2),
            (b'%', b'=', _) => (PercentEqual, 2),
            (b'@', b'=', _) => (AtEqual, 2),
            (b'&', b'=', _) => (AmperEqual, 2),
            (b'|', b'=', _) => (BarEqual, 2),
            (b'^', b'=', _) => (CaretEqual, 2),
            (b'(', ..) => (LParen, 1),
            (b')', ..) => (RParen, 1),
            (b'[', ..) => (LBracket, 1),
            (b']', ..) => (RBracket, 1),
            (b'{', ..) => (LBrace, 1),
            (b'}', ..) => (RBrace, 1),
            (b',', ..) => (Comma, 1),
            (b':', ..) => (Colon, 1),
            (b';', ..) => (Semicolon, 1),
            (b'.', ..) => (Dot, 1),
            (b'=', ..) => (Equal, 1),
            (b'+', ..) => (Plus, 1),
            (b'-', ..) => (Minus, 1),
            (b'*', ..) => (Star, 1),
            (b'/', ..) => (Slash, 1),
            (b'%', ..) => (Percent, 1),
            (b'@', ..) => (At, 1),
            (b'&', ..) => (Amper, 1),
            (b'|', ..) => (Bar, 1),
            (b'^', ..) => (Caret, 1),
            (b'~', ..) => (Tilde, 1),
            (b'<', ..) => (Less, 1),
            (b'>', ..) => (Greater, 1),
            (b'`', ..) => (Backtick, 1),
            _ => {
                self.pos += 1;
                let span = self.span(start, start + 1);
                let shown = (c as char).escape_debug();
                self.error(Diagnostic::error(
                    "E0106",
                    span,
                    format!("invalid character `{shown}`"),
                ));
                self.push(Error, start);
                return;
            }
        };
        self.pos += len;
        match kind {
            LParen | LBracket | LBrace => {
                if self.brackets.len() == MAX_BRACKETS {
                    let span = self.span(start, start + 1);
                    self.error(Diagnostic::error("E0112", span, "too many nested brackets"));
                    // One report; the parser's own limit stops it here.
                }
                self.brackets.push((c, start as u32));
            }
            RParen | RBracket | RBrace => return self.close(kind, c, start),
            NotEqual if c == b'<' && self.mode == Mode::Py3 => {
                let span = self.span(start, start + 2);
                self.error(super::python2_only(span, "`<>`", "write `!=`"));
            }
            _ => {}
        }
        self.push(kind, start);
    }

    fn close(&mut self, kind: Tok, c: u8, start: usize) {
        let span = self.span(start, start + 1);
        let Some(&(open, at)) = self.brackets.last() else {
            self.error(Diagnostic::error(
                "E0102",
                span,
                format!("unmatched `{}`", c as char),
            ));
            return self.push(Tok::Error, start);
        };
        let wanted = match open {
            b'(' => b')',
            b'[' => b']',
            _ => b'}',
        };
        if c == wanted {
            self.brackets.pop();
            return self.push(kind, start);
        }
        self.error(
            Diagnostic::error(
                "E0102",
                span,
                format!(
                    "closing `{}` does not match opening `{}`",
                    c as char, open as char
                ),
            )
            .label(format!("expected `{}`", wanted as char))
            .note(Span::new(self.file, at, at + 1), "opened here"),
        );
        // Close whatever it closes, if anything.
        let opener = match c {
            b')' => b'(',
            b']' => b'[',
            _ => b'{',
        };
        match self.brackets.iter().rposition(|b| b.0 == opener) {
            Some(i) => self.brackets.truncate(i),
            None => {
                self.brackets.pop();
            }
        }
        self.push(Tok::Error, start);
    }
}
