//! Statements, and recovery after an error at statement boundaries.
use ir::diag::Diagnostic;
use ir::name::Name;
use ir::source::Span;

use super::expr::{BITOR, describe};
use super::lexer::Tok;
use super::{Parse, Parser, python2_only};
use crate::ast::*;
use crate::code::BinOp;

fn augmented(kind: Tok) -> Option<BinOp> {
    Some(match kind {
        Tok::PlusEqual => BinOp::Add,
        Tok::MinusEqual => BinOp::Sub,
        Tok::StarEqual => BinOp::Mul,
        Tok::SlashEqual => BinOp::Div,
        Tok::DoubleSlashEqual => BinOp::FloorDiv,
        Tok::PercentEqual => BinOp::Mod,
        Tok::DoubleStarEqual => BinOp::Pow,
        Tok::LShiftEqual => BinOp::LShift,
        Tok::RShiftEqual => BinOp::RShift,
        Tok::AmperEqual => BinOp::And,
        Tok::BarEqual => BinOp::Or,
        Tok::CaretEqual => BinOp::Xor,
        Tok::AtEqual => BinOp::MatMul,
        _ => return None,
    })
}

impl Parser<'_> {
    /// One compound statement or one line of simple ones. After an error, skips to the next statement.
    pub(super) fn statement(&mut self, out: &mut Vec<Stmt>) {
        match self.kind() {
            Tok::Newline | Tok::Dedent => self.pos += 1,
            Tok::Indent => {
                let t = self.bump();
                let line = self.text[..t.start as usize]
                    .rfind('\n')
                    .map_or(0, |i| i + 1);
                let span = Span::new(self.file, line as u32, t.start);
                self.diags.push(
                    Diagnostic::error("E0104", span, "unexpected indent")
                        .label("deeper than the line before, which opens no block"),
                );
                while !matches!(self.kind(), Tok::Dedent | Tok::End) {
                    self.statement(out);
                }
                self.eat(Tok::Dedent);
            }
            _ => {
                let start = self.pos;
                if self.statement_inner(out).is_err() {
                    self.recover(start);
                }
            }
        }
    }

    fn recover(&mut self, start: usize) {
        // Progress, whatever went wrong.
        if self.pos == start && !matches!(self.kind(), Tok::Newline | Tok::Dedent) {
            self.bump();
        }
        while !matches!(
            self.kind(),
            Tok::Newline | Tok::End | Tok::Indent | Tok::Dedent
        ) {
            self.pos += 1;
        }
        self.eat(Tok::Newline);
        // The body of a broken header is still read for its errors.
        if self.eat(Tok::Indent) {
            let mut ignored = Vec::new();
            while !matches!(self.kind(), Tok::Dedent | Tok::End) {
                self.statement(&mut ignored);
            }
            self.eat(Tok::Dedent);
        }
    }

    fn statement_inner(&mut self, out: &mut Vec<Stmt>) -> Parse<()> {
        let start = self.token().start;
        let kind = match self.kind() {
            Tok::If => self.if_statement()?,
            Tok::While => {
                self.bump();
                let test = self.named_test()?;
                let body = self.block("`while`", start)?;
                let orelse = self.else_block()?;
                StmtKind::While(test, body, orelse)
            }
            Tok::For => self.for_statement(false)?,
            Tok::Try => self.try_statement()?,
            Tok::With => self.with_statement(false)?,
            Tok::Def => self.function(Vec::new(), false)?,
            Tok::Class => self.class(Vec::new())?,
            Tok::At => return self.decorated(out),
            Tok::Async => {
                self.bump();
                match self.kind() {
                    Tok::Def => self.function(Vec::new(), true)?,
                    Tok::For => self.for_statement(true)?,
                    Tok::With => self.with_statement(true)?,
                    _ => return self.unexpected("`def`, `for` or `with` after `async`"),
                }
            }
            Tok::Name if self.is_match_statement() => self.match_statement()?,
            _ => return self.simple_line(out),
        };
        let stmt = self.stmt(start, kind);
        out.push(stmt);
        Ok(())
    }

    pub(super) fn simple_line(&mut self, out: &mut Vec<Stmt>) -> Parse<()> {
        loop {
            let start = self.token().start;
            let kind = self.simple_statement()?;
            let stmt = self.stmt(start, kind);
            out.push(stmt);
            match self.kind() {
                Tok::Semicolon => {
                    self.bump();
                    if self.eat(Tok::Newline) {
                        return Ok(());
                    }
                }
                Tok::Newline => {
                    self.bump();
                    return Ok(());
                }
                Tok::End => return Ok(()),
                _ => return self.after_statement(out),
            }
        }
    }

    /// Something follows a complete simple statement: explain the common cases.
    fn after_statement(&mut self, out: &[Stmt]) -> Parse<()> {
        let last = out.last().map(|s| (&s.kind, s.span));
        if let Some((StmtKind::Expr(e), span)) = last
            && let ExprKind::Name(name) = e.kind
            && self.py3()
            && self.starts_expression()
        {
            if name == "print" {
                let d = python2_only(span, "the `print` statement", "write `print(..)`");
                return self.report(d);
            }
            if name == "exec" {
                let d = python2_only(span, "the `exec` statement", "write `exec(..)`");
                return self.report(d);
            }
        }
        if let Some((StmtKind::Raise(_), span)) = last
            && self.py3()
            && self.kind() == Tok::Comma
        {
            let d = python2_only(span, "`raise E, value`", "write `raise E(value)`");
            return self.report(d);
        }
        self.unexpected("the end of the statement or `,`")
    }

    fn simple_statement(&mut self) -> Parse<StmtKind> {
        let kind = match self.kind() {
            Tok::Pass => StmtKind::Pass,
            Tok::Break => StmtKind::Break,
            Tok::Continue => StmtKind::Continue,
            Tok::Return => {
                self.bump();
                let value = if self.at_end_of_statement() {
                    None
                } else {
                    Some(self.star_expressions()?)
                };
                return Ok(StmtKind::Return(value));
            }
            Tok::Raise => return self.raise_statement(),
            Tok::Global | Tok::Nonlocal => return self.scope_statement(),
            Tok::Del => return self.del_statement(),
            Tok::Assert => {
                self.bump();
                let test = self.test()?;
                let message = if self.eat(Tok::Comma) {
                    Some(self.test()?)
                } else {
                    None
                };
                return Ok(StmtKind::Assert(test, message));
            }
            Tok::Import => return self.import_statement(),
            Tok::From => return self.import_from_statement(),
            Tok::Print if !self.future.print_function => return self.print_statement(),
            Tok::Exec => return self.exec_statement(),
            _ => return self.expression_statement(),
        };
        self.bump();
        Ok(kind)
    }

    fn at_end_of_statement(&self) -> bool {
        matches!(self.kind(), Tok::Newline | Tok::Semicolon | Tok::End)
    }

    fn value(&mut self) -> Parse<Expr> {
        if self.kind() == Tok::Yield {
            return self.yield_expression();
        }
        self.star_expressions()
    }

    fn expression_statement(&mut self) -> Parse<StmtKind> {
        let first = self.token();
        let e = self.value()?;
        if self.kind() == Tok::Equal {
            let mut targets = Vec::with_capacity(1);
            let mut value = e;
            while self.kind() == Tok::Equal {
                self.check_target(&value, "assign to")?;
                self.bump();
                targets.push(std::mem::replace(&mut value, self.value()?));
            }
            return Ok(StmtKind::Assign(targets, value));
        }
        if let Some(op) = augmented(self.kind()) {
            self.single_target(&e, "augmented assignment")?;
            self.bump();
            let value = self.value()?;
            return Ok(StmtKind::AugAssign(e, op, value));
        }
        if self.kind() == Tok::Colon && self.py3() {
            self.single_target(&e, "an annotation")?;
            self.bump();
            let annotation = self.test()?;
            let value = if self.eat(Tok::Equal) {
                Some(self.value()?)
            } else {
                None
            };
            let simple = matches!(e.kind, ExprKind::Name(_)) && first.kind != Tok::LParen;
            return Ok(StmtKind::AnnAssign(Box::new(AnnAssign {
                target: e,
                annotation,
                value,
                simple,
            })));
        }
        Ok(StmtKind::Expr(e))
    }

    fn single_target(&mut self, e: &Expr, what: &str) -> Parse<()> {
        if matches!(
            e.kind,
            ExprKind::Name(_) | ExprKind::Attribute(..) | ExprKind::Subscript(_)
        ) {
            return Ok(());
        }
        let d = Diagnostic::error(
            "E0107",
            e.span,
            format!("{} cannot be the target of {what}", describe(&e.kind)),
        );
        self.report(d)
    }

    fn raise_statement(&mut self) -> Parse<StmtKind> {
        self.bump();
        let mut r = Raise {
            exc: None,
            value: None,
            traceback: None,
            cause: None,
        };
        if !self.at_end_of_statement() {
            r.exc = Some(self.test()?);
            if self.py3() {
                if self.eat(Tok::From) {
                    r.cause = Some(self.test()?);
                }
            } else if self.eat(Tok::Comma) {
                r.value = Some(self.test()?);
                if self.eat(Tok::Comma) {
                    r.traceback = Some(self.test()?);
                }
            }
        }
        Ok(StmtKind::Raise(Box::new(r)))
    }

    fn scope_statement(&mut self) -> Parse<StmtKind> {
        let global = self.bump().kind == Tok::Global;
        let mut names = vec![self.identifier("a name")?.0];
        while self.eat(Tok::Comma) {
            names.push(self.identifier("a name")?.0);
        }
        Ok(if global {
            StmtKind::Global(names)
        } else {
            StmtKind::Nonlocal(names)
        })
    }

    fn del_statement(&mut self) -> Parse<StmtKind> {
        self.bump();
        let mut targets = Vec::new();
        loop {
            let e = self.binary(BITOR)?;
            self.check_target(&e, "delete")?;
            targets.push(e);
            if !self.eat(Tok::Comma) || self.at_end_of_statement() {
                return Ok(StmtKind::Delete(targets));
            }
        }
    }

    fn print_statement(&mut self) -> Parse<StmtKind> {
        self.bump();
        let (mut dest, mut values, mut newline) = (None, Vec::new(), true);
        let mut more = !self.at_end_of_statement();
        if self.eat(Tok::RShift) {
            dest = Some(self.test()?);
            more = self.eat(Tok::Comma);
        }
        while more {
            values.push(self.test()?);
            more = self.eat(Tok::Comma);
            if more && self.at_end_of_statement() {
                newline = false;
                more = false;
            }
        }
        Ok(StmtKind::Print {
            dest,
            values,
            newline,
        })
    }

    fn exec_statement(&mut self) -> Parse<StmtKind> {
        self.bump();
        let code = self.binary(BITOR)?;
        let (mut globals, mut locals) = (None, None);
        if self.eat(Tok::In) {
            globals = Some(self.test()?);
            if self.eat(Tok::Comma) {
                locals = Some(self.test()?);
            }
        }
        Ok(StmtKind::Exec(code, globals, locals))
    }

    fn dotted_name(&mut self) -> Parse<(Name, Name)> {
        let (first, span) = self.identifier("a module name")?;
        if self.kind() != Tok::Dot {
            return Ok((first, first));
        }
        let mut text = first.as_str().to_owned();
        let _ = span;
        while self.eat(Tok::Dot) {
            let (part, _) = self.identifier("a module name")?;
            text.push('.');
            text.push_str(part.as_str());
        }
        Ok((Name::new(&text), first))
    }

    fn import_statement(&mut self) -> Parse<StmtKind> {
        self.bump();
        let mut aliases = Vec::new();
        loop {
            let start = self.token().start;
            let (name, _) = self.dotted_name()?;
            let asname = self.as_name()?;
            aliases.push(Alias {
                span: self.span_from(start),
                name,
                asname,
            });
            if !self.eat(Tok::Comma) {
                return Ok(StmtKind::Import(aliases));
            }
        }
    }

    fn as_name(&mut self) -> Parse<Option<Name>> {
        if !self.eat(Tok::As) {
            return Ok(None);
        }
        Ok(Some(self.identifier("a name")?.0))
    }

    fn import_from_statement(&mut self) -> Parse<StmtKind> {
        self.bump();
        let mut level = 0;
        loop {
            match self.kind() {
                Tok::Dot => level += 1,
                Tok::Ellipsis => level += 3,
                _ => break,
            }
            self.bump();
        }
        let module = if self.kind() == Tok::Import && level > 0 {
            None
        } else {
            Some(self.dotted_name()?.0)
        };
        self.expect(Tok::Import, "`import`")?;
        let mut names = Vec::new();
        if self.kind() == Tok::Star {
            let t = self.bump();
            names.push(Alias {
                span: self.span_of(t),
                name: Name::new("*"),
                asname: None,
            });
        } else {
            let parens = self.eat(Tok::LParen);
            loop {
                let start = self.token().start;
                let t = self.token();
                if module.is_some_and(|m| m == "__future__")
                    && level == 0
                    && t.kind != Tok::Error
                    && !self.future_feature(t)
                {
                    let text = self.text_of(t);
                    let d = Diagnostic::error(
                        "E0109",
                        self.span_of(t),
                        format!("`{text}` is not a feature of __future__"),
                    );
                    return self.report(d);
                }
                let (name, _) = self.identifier("a name to import")?;
                let asname = self.as_name()?;
                names.push(Alias {
                    span: self.span_from(start),
                    name,
                    asname,
                });
                if !self.eat(Tok::Comma) || parens && self.kind() == Tok::RParen {
                    break;
                }
            }
            if parens {
                self.expect(Tok::RParen, "`)` or `,`")?;
            }
        }
        Ok(StmtKind::ImportFrom {
            module,
            names,
            level,
        })
    }
}
