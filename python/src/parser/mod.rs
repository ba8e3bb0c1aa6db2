//! The parser: recursive descent with precedence climbing, one grammar with a switch for Python 2.7 and Python 3.
//!
//! *Why our own*: no existing parser reads both Pythons, and RPython programs in the field are Python 2.7 (print
//! statements, `except X, e`, tuple parameters, backticks, old octals).
//!
//! *Errors* are diagnostics with the precise place, what was expected, and help. After an error the parser continues
//! with the next statement, so several errors are reported per file (at most [`MAX_ERRORS`]). *Limits*: nesting deeper
//! than [`MAX_DEPTH`] and expressions higher than [`MAX_HEIGHT`] are refused, so no later walk over the tree overflows
//! the stack.
//!
//! ```
//! use python::{code::Mode, parser};
//! use ir::source;
//! let file = source::add_file(None, "t.py", "print 1, 2\n");
//! assert!(parser::parse_file(file, Mode::Py2).is_ok());
//! let errors = parser::parse_file(file, Mode::Py3).unwrap_err();
//! assert!(errors[0].help.as_ref().unwrap().contains("--python2"));
//! ```
use std::sync::Arc;

use ir::diag::Diagnostic;
use ir::name::Name;
use ir::source::{self, FileId, SourceFile, Span};
use rustc_hash::FxHashMap;
use unicode_normalization::UnicodeNormalization;

use crate::ast::{Expr, ExprKind, Module, Stmt, StmtKind};
use crate::code::{Future, Mode};

mod compound;
pub mod decode;
mod definition;
mod display;
mod expr;
mod fstring;
pub mod lexer;
mod literal;
pub mod mode;
mod pattern;
mod stmt;
mod token;

pub(crate) use literal::as_code_points;

use lexer::{Lexer, Tok, Token};

/// Greatest nesting of expressions inside each other.
pub const MAX_DEPTH: u32 = 100;
/// Greatest height of an expression tree (chains such as `a + b + ..` count).
pub const MAX_HEIGHT: u32 = 1000;
/// Errors reported per file.
pub const MAX_ERRORS: usize = 20;

/// An error was reported; the statement is given up.
#[derive(Debug)]
pub(crate) struct Reported;
type Parse<T> = Result<T, Reported>;

/// A construct that only Python 2.7 has, met in Python 3 mode.
pub(crate) fn python2_only(span: Span, what: &str, instead: &str) -> Diagnostic {
    Diagnostic::error("E0110", span, format!("{what} is Python 2 syntax"))
        .label("not Python 3")
        .help(format!("{instead}, or translate with --python2"))
}

/// Parses a file of the source map; all syntax errors that were found.
pub fn parse_file(file: FileId, mode: Mode) -> Result<Module, Vec<Diagnostic>> {
    parse_with(file, mode, Future::default())
}

/// Parses a file with `__future__` features already switched on (for `exec` in a module that has them).
pub fn parse_with(file: FileId, mode: Mode, future: Future) -> Result<Module, Vec<Diagnostic>> {
    let source = source::file(file);
    let mut p = Parser::new(&source, file, mode, future)?;
    let mut body = Vec::new();
    while p.kind() != Tok::End && p.diags.len() < MAX_ERRORS {
        p.statement(&mut body);
    }
    p.check_future_imports(&body);
    let future = p.future;
    p.finish(Module {
        file,
        mode,
        future,
        body,
    })
}

/// Parses the text of a file as one expression (`eval`).
pub fn parse_expression(file: FileId, mode: Mode, future: Future) -> Result<Expr, Vec<Diagnostic>> {
    let source = source::file(file);
    let mut p = Parser::new(&source, file, mode, future)?;
    while p.kind() == Tok::Indent {
        p.pos += 1;
    }
    let parsed = p.expressions(false);
    if parsed.is_ok() {
        while matches!(p.kind(), Tok::Newline | Tok::Dedent) {
            p.pos += 1;
        }
        if p.kind() != Tok::End {
            let _ = p.unexpected::<()>("the end of the expression");
        }
    }
    let Ok(e) = parsed else {
        return Err(p.sorted());
    };
    p.finish(e)
}

struct Parser<'a> {
    text: &'a str,
    file: FileId,
    mode: Mode,
    future: Future,
    latin1: bool,
    tokens: Vec<Token>,
    pos: usize,
    diags: Vec<Diagnostic>,
    depth: u32,
    /// Bound on the height of the expression being parsed.
    height: u32,
    /// Inside an f-string's field.
    field_depth: u32,
    names: FxHashMap<&'a str, Name>,
    /// Names used all the time.
    print: Name,
}

impl<'a> Parser<'a> {
    fn new(
        source: &'a Arc<SourceFile>,
        file: FileId,
        mode: Mode,
        future: Future,
    ) -> Result<Parser<'a>, Vec<Diagnostic>> {
        let text: &str = &source.text;
        if let Some(i) = memchr::memchr(0, text.as_bytes()) {
            let span = Span::new(file, i as u32, i as u32 + 1);
            return Err(vec![
                Diagnostic::error("E0111", span, "source contains a NUL byte")
                    .help("this does not look like a Python source file"),
            ]);
        }
        if text.len() >= u32::MAX as usize {
            let d = Diagnostic::error("E0111", Span::NONE, "source file of 4 GiB or more");
            return Err(vec![d]);
        }
        if mode == Mode::Py2
            && !text.is_ascii()
            && let Some(name) = decode::declares_other(text)
        {
            let what = format!("source encoding `{name}` in Python 2");
            let span = Span::new(file, 0, 0);
            return Err(vec![Diagnostic::unsupported(span, what).help(
                "string literals have the bytes of the file: convert it to utf-8",
            )]);
        }
        let (tokens, diags) = Lexer::new(text, file, mode).run();
        let mut parser = Parser {
            text,
            file,
            mode,
            future,
            latin1: mode == Mode::Py2 && decode::declares_latin1(text),
            tokens,
            pos: 0,
            diags,
            depth: 0,
            height: 0,
            field_depth: 0,
            names: FxHashMap::default(),
            print: Name::new("print"),
        };
        if memchr::memmem::find(text.as_bytes(), b"__future__").is_some() {
            parser.find_features();
        }
        Ok(parser)
    }

    /// Switches `__future__` features on before parsing, as they also apply to the docstring above the import.
    fn find_features(&mut self) {
        for i in 0..self.tokens.len().saturating_sub(3) {
            let t = &self.tokens[i..];
            if t[0].kind != Tok::From
                || t[2].kind != Tok::Import
                || self.text_of(t[1]) != "__future__"
            {
                continue;
            }
            let names: Vec<Token> = t[3..]
                .iter()
                .take_while(|t| !matches!(t.kind, Tok::Newline | Tok::Semicolon))
                .copied()
                .collect();
            for t in names {
                self.future_feature(t);
            }
        }
    }

    /// `from __future__` stands below the docstring and above everything else.
    fn check_future_imports(&mut self, body: &[Stmt]) {
        let is_future = |s: &Stmt| matches!(&s.kind, StmtKind::ImportFrom { module: Some(m), level: 0, .. } if *m == "__future__");
        let is_docstring = |s: &Stmt| matches!(&s.kind, StmtKind::Expr(e) if matches!(e.kind, ExprKind::Str(_) | ExprKind::Unicode(_)));
        let first = body
            .iter()
            .enumerate()
            .position(|(i, s)| !(is_future(s) || i == 0 && is_docstring(s)));
        let Some(first) = first else { return };
        for s in body[first..].iter().filter(|s| is_future(s)) {
            let above = body[first].span;
            self.diags.push(
                Diagnostic::error(
                    "E0109",
                    s.span,
                    "`from __future__` must be at the beginning of the file",
                )
                .note(
                    Span::new(above.file, above.start, above.start + 1),
                    "below this statement",
                ),
            );
        }
    }

    /// Switches a feature on; false if there is none of that name.
    fn future_feature(&mut self, t: Token) -> bool {
        let py3 = self.py3();
        match self.text_of(t) {
            "division" => self.future.division = true,
            "absolute_import" => self.future.absolute_import = true,
            "print_function" => self.future.print_function = true,
            // In Python 3 mode a plain literal stays a byte string: there is one object model.
            "unicode_literals" => self.future.unicode_literals = !py3,
            "annotations" if py3 => self.future.annotations = true,
            "nested_scopes" | "generators" | "with_statement" => {}
            "barry_as_FLUFL" | "generator_stop" if py3 => {}
            _ => return false,
        }
        true
    }

    fn sorted(mut self) -> Vec<Diagnostic> {
        self.diags
            .sort_by_key(|d| (d.span.start, d.span.end, d.message.clone()));
        self.diags
            .dedup_by(|a, b| a.span == b.span && a.message == b.message);
        self.diags.truncate(MAX_ERRORS);
        self.diags
    }

    fn finish<T>(self, value: T) -> Result<T, Vec<Diagnostic>> {
        if self.diags.is_empty() {
            Ok(value)
        } else {
            Err(self.sorted())
        }
    }

    fn py3(&self) -> bool {
        self.mode == Mode::Py3
    }
    #[inline]
    fn token(&self) -> Token {
        self.tokens[self.pos]
    }
    #[inline]
    fn kind(&self) -> Tok {
        self.tokens[self.pos].kind
    }
    fn kind_at(&self, ahead: usize) -> Tok {
        self.tokens
            .get(self.pos + ahead)
            .map_or(Tok::End, |t| t.kind)
    }
    #[inline]
    fn bump(&mut self) -> Token {
        let t = self.tokens[self.pos];
        if t.kind != Tok::End {
            self.pos += 1;
        }
        t
    }
    #[inline]
    fn eat(&mut self, kind: Tok) -> bool {
        let found = self.kind() == kind;
        if found {
            self.pos += 1;
        }
        found
    }
    fn span_of(&self, t: Token) -> Span {
        Span::new(self.file, t.start, t.end)
    }
    /// From a start offset to the end of the last token taken.
    #[inline]
    fn span_from(&self, start: u32) -> Span {
        let mut end = start;
        for t in self.tokens[..self.pos].iter().rev() {
            if !matches!(t.kind, Tok::Newline | Tok::Indent | Tok::Dedent) {
                end = t.end;
                break;
            }
        }
        Span::new(self.file, start, end.max(start))
    }
    fn text_of(&self, t: Token) -> &'a str {
        &self.text[t.start as usize..t.end as usize]
    }
    fn name_of(&mut self, t: Token) -> Name {
        let text = self.text_of(t);
        if let Some(&n) = self.names.get(text) {
            return n;
        }
        // Identifiers are compared in the normal form NFKC (Python reference, 2.3).
        let n = if text.is_ascii() {
            Name::new(text)
        } else {
            Name::new(&text.nfkc().collect::<String>())
        };
        self.names.insert(text, n);
        n
    }

    fn report<T>(&mut self, d: Diagnostic) -> Parse<T> {
        self.diags.push(d);
        Err(Reported)
    }

    /// The current token is not what the grammar wants here.
    fn unexpected<T>(&mut self, expected: &str) -> Parse<T> {
        let t = self.token();
        if t.kind == Tok::Error {
            return Err(Reported);
        }
        let span = self.span_of(t);
        let found = match t.kind {
            Tok::Newline => "end of line".to_owned(),
            Tok::End if self.field_depth > 0 => "the end of the f-string field".to_owned(),
            Tok::End => "end of file".to_owned(),
            Tok::Indent => "an indented line".to_owned(),
            Tok::Dedent => "the end of the block".to_owned(),
            _ => format!("`{}`", self.text_of(t).lines().next().unwrap_or("")),
        };
        let mut d = Diagnostic::error("E0101", span, format!("expected {expected}, found {found}"))
            .label(format!("expected {expected}"));
        // Two expressions in a row: most often a comma is missing.
        if matches!(
            self.tokens.get(self.pos.wrapping_sub(1)).map(|t| t.kind),
            Some(Tok::Name)
        ) && matches!(t.kind, Tok::Name | Tok::Str | Tok::Number)
            && expected.contains("`,`")
        {
            d = d.help("is a comma missing?");
        }
        if t.kind == Tok::Equal && expected.contains("`:`") {
            d = d.help("comparison is written `==`");
        }
        self.report(d)
    }

    fn expect(&mut self, kind: Tok, what: &str) -> Parse<Token> {
        if self.kind() == kind {
            return Ok(self.bump());
        }
        self.unexpected(what)
    }

    /// A name; a keyword gets an explanation.
    fn identifier(&mut self, what: &str) -> Parse<(Name, Span)> {
        let t = self.token();
        if t.kind == Tok::Name || t.kind == Tok::Print && self.future.print_function {
            self.pos += 1;
            return Ok((self.name_of(t), self.span_of(t)));
        }
        if (Tok::And..=Tok::Yield).contains(&t.kind) {
            let text = self.text_of(t);
            let d = Diagnostic::error(
                "E0101",
                self.span_of(t),
                format!("expected {what}, found the keyword `{text}`"),
            )
            .label("a keyword cannot be a name");
            return self.report(d);
        }
        self.unexpected(what)
    }

    /// Runs a part that nests: counts the depth and bounds the height of what it returns.
    fn nested<T>(&mut self, f: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth >= MAX_DEPTH {
            return self.too_deep();
        }
        self.depth += 1;
        let outer = std::mem::replace(&mut self.height, 0);
        let result = f(self);
        self.depth -= 1;
        self.height = outer.max(self.height + 1);
        if result.is_ok() && self.height > MAX_HEIGHT {
            return self.too_deep();
        }
        result
    }

    fn too_deep<T>(&mut self) -> Parse<T> {
        let span = self.span_of(self.token());
        self.report(
            Diagnostic::error("E0112", span, "expression nested too deeply")
                .help("give parts of it names"),
        )
    }

    fn expr(&self, start: u32, kind: ExprKind) -> Expr {
        Expr {
            span: self.span_from(start),
            kind,
        }
    }

    fn stmt(&self, start: u32, kind: StmtKind) -> Stmt {
        Stmt {
            span: self.span_from(start),
            kind,
        }
    }
}
