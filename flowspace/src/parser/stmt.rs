//! Statements, and recovery after an error at statement boundaries.
use super::expr::{BITOR, describe};
use super::lexer::Tok;
use super::{Parse, Parser, python2_only};
use crate::ast::*;
use crate::code::BinOp;
use crate::diag::Diagnostic;
use crate::name::Name;
use crate::source::Span;

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
            Tok::Name if self.is_match_statement() => {
                self.skip_match_statement();
                return Ok(());
            }
            _ => return self.simple_line(out),
        };
        let stmt = self.stmt(start, kind);
        out.push(stmt);
        Ok(())
    }

    /// `match subject:` at the start of a line (Python 3.10), which is recognized to say that it is not supported.
    fn is_match_statement(&self) -> bool {
        let t = self.token();
        if !self.py3() || self.text_of(t) != "match" {
            return false;
        }
        let follows = matches!(
            self.kind_at(1),
            Tok::Name
                | Tok::Number
                | Tok::Str
                | Tok::LParen
                | Tok::LBracket
                | Tok::LBrace
                | Tok::Star
                | Tok::Minus
        );
        let line = self.tokens[self.pos..]
            .iter()
            .position(|t| matches!(t.kind, Tok::Newline | Tok::End));
        match line {
            Some(n) if follows && n > 1 => {
                self.kind_at(n - 1) == Tok::Colon
                    && self.kind_at(n + 1) == Tok::Indent
                    && self
                        .tokens
                        .get(self.pos + n + 2)
                        .is_some_and(|t| self.text_of(*t) == "case")
            }
            _ => false,
        }
    }

    /// Reports a `match` statement and skips it with its cases.
    fn skip_match_statement(&mut self) {
        let span = self.span_of(self.token());
        self.diags
            .push(Diagnostic::unsupported(span, "the `match` statement"));
        while !matches!(self.kind(), Tok::Newline | Tok::End) {
            self.pos += 1;
        }
        self.eat(Tok::Newline);
        let mut nesting = 0;
        loop {
            match self.kind() {
                Tok::Indent => nesting += 1,
                Tok::Dedent => nesting -= 1,
                Tok::End => return,
                _ => {}
            }
            self.pos += 1;
            if nesting == 0 {
                return;
            }
        }
    }

    fn simple_line(&mut self, out: &mut Vec<Stmt>) -> Parse<()> {
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

    fn colon(&mut self, what: &str) -> Parse<()> {
        if self.eat(Tok::Colon) {
            return Ok(());
        }
        let at_line_end = self.kind() == Tok::Newline;
        let result = self.unexpected(&format!("`:` after {what}"));
        // A forgotten colon at the end of the line: the block is still a block.
        if at_line_end { Ok(()) } else { result }
    }

    /// `: block`; `what` and `start` name the header.
    fn block(&mut self, what: &str, start: u32) -> Parse<Vec<Stmt>> {
        // Blocks and expressions nest within the same limit: both cost stack.
        self.depth += 1;
        let body = self.block_inner(what, start);
        self.depth -= 1;
        body
    }

    fn block_inner(&mut self, what: &str, start: u32) -> Parse<Vec<Stmt>> {
        self.colon(what)?;
        let mut body = Vec::new();
        if !self.eat(Tok::Newline) {
            if matches!(
                self.kind(),
                Tok::If
                    | Tok::While
                    | Tok::For
                    | Tok::Try
                    | Tok::With
                    | Tok::Def
                    | Tok::Class
                    | Tok::At
            ) {
                return self.unexpected("a simple statement on the same line");
            }
            self.simple_line(&mut body)?;
            return Ok(body);
        }
        if !self.eat(Tok::Indent) {
            let t = self.token();
            if t.kind != Tok::Error {
                let header = Span::new(self.file, start, start + 1);
                self.diags.push(
                    Diagnostic::error(
                        "E0104",
                        Span::new(self.file, t.start, t.end.max(t.start)),
                        format!("expected an indented block after {what}"),
                    )
                    .label("not indented")
                    .note(header, "the block belongs to this")
                    .help("an empty block is written `pass`"),
                );
            }
            return Ok(body);
        }
        while !matches!(self.kind(), Tok::Dedent | Tok::End) {
            self.statement(&mut body);
        }
        self.eat(Tok::Dedent);
        Ok(body)
    }

    fn else_block(&mut self) -> Parse<Vec<Stmt>> {
        if self.kind() != Tok::Else {
            return Ok(Vec::new());
        }
        let start = self.bump().start;
        self.block("`else`", start)
    }

    fn if_statement(&mut self) -> Parse<StmtKind> {
        let mut branches = Vec::with_capacity(1);
        loop {
            let t = self.bump();
            let test = self.named_test()?;
            let what = if t.kind == Tok::If { "`if`" } else { "`elif`" };
            branches.push((test, self.block(what, t.start)?));
            if self.kind() != Tok::Elif {
                break;
            }
        }
        let orelse = self.else_block()?;
        Ok(StmtKind::If(branches, orelse))
    }

    fn for_statement(&mut self, is_async: bool) -> Parse<StmtKind> {
        let start = self.bump().start;
        let target = self.targets()?;
        self.expect(Tok::In, "`in`")?;
        let iter = self.star_expressions()?;
        let body = self.block("`for`", start)?;
        let orelse = self.else_block()?;
        Ok(StmtKind::For(Box::new(For {
            target,
            iter,
            body,
            orelse,
            is_async,
        })))
    }

    fn try_statement(&mut self) -> Parse<StmtKind> {
        let start = self.bump().start;
        let body = self.block("`try`", start)?;
        let mut t = Try {
            body,
            handlers: Vec::new(),
            orelse: Vec::new(),
            finalbody: Vec::new(),
            star: false,
        };
        while self.kind() == Tok::Except {
            let handler = self.except_clause(&mut t.star)?;
            t.handlers.push(handler);
        }
        if let Some(i) = t.handlers.iter().position(|h| h.ty.is_none())
            && i + 1 < t.handlers.len()
        {
            let span = t.handlers[i].span;
            let next = t.handlers[i + 1].span;
            let d = Diagnostic::error("E0109", span, "an `except:` that catches all must be last")
                .note(next, "never reached");
            self.diags.push(d);
        }
        if !t.handlers.is_empty() {
            t.orelse = self.else_block()?;
        }
        if self.kind() == Tok::Finally {
            let start = self.bump().start;
            t.finalbody = self.block("`finally`", start)?;
        } else if t.handlers.is_empty() {
            return self.unexpected("`except` or `finally`");
        }
        Ok(StmtKind::Try(Box::new(t)))
    }

    fn except_clause(&mut self, star: &mut bool) -> Parse<ExceptHandler> {
        let start = self.bump().start;
        if self.kind() == Tok::Star && self.py3() {
            self.bump();
            *star = true;
        }
        let (mut ty, mut target) = (None, None);
        if self.kind() != Tok::Colon {
            ty = Some(self.test()?);
            if self.eat(Tok::As) {
                if self.py3() {
                    let at = self.token().start;
                    let (name, _) = self.identifier("a name")?;
                    target = Some(self.expr(at, ExprKind::Name(name)));
                } else {
                    let e = self.test()?;
                    self.check_target(&e, "assign to")?;
                    target = Some(e);
                }
            } else if self.kind() == Tok::Comma {
                if self.py3() {
                    let span = self.span_from(start);
                    let d = python2_only(
                        span,
                        "`except E, name`",
                        "write `except E as name` or `except (A, B)`",
                    );
                    return self.report(d);
                }
                self.bump();
                let e = self.test()?;
                self.check_target(&e, "assign to")?;
                target = Some(e);
            }
        }
        let header = self.span_from(start);
        let body = self.block("`except`", start)?;
        Ok(ExceptHandler {
            span: header,
            ty,
            target,
            body,
        })
    }

    fn with_statement(&mut self, is_async: bool) -> Parse<StmtKind> {
        let start = self.bump().start;
        let items = match self.parenthesized_items() {
            Some(items) => items,
            None => self.with_items(false)?,
        };
        let body = self.block("`with`", start)?;
        Ok(StmtKind::With {
            items,
            body,
            is_async,
        })
    }

    /// `with (a as b, c as d):` — tried first, as in Python's grammar.
    fn parenthesized_items(&mut self) -> Option<Vec<(Expr, Option<Expr>)>> {
        if !self.py3() || self.kind() != Tok::LParen {
            return None;
        }
        let mut nesting = 0;
        let close = self.tokens[self.pos..].iter().position(|t| {
            match t.kind {
                Tok::LParen | Tok::LBracket | Tok::LBrace => nesting += 1,
                Tok::RParen | Tok::RBracket | Tok::RBrace => nesting -= 1,
                _ => {}
            }
            nesting == 0
        })?;
        if self.kind_at(close + 1) != Tok::Colon {
            return None;
        }
        let (pos, errors, height) = (self.pos, self.diags.len(), self.height);
        self.bump();
        if let Ok(items) = self.with_items(true)
            && self.eat(Tok::RParen)
            && self.kind() == Tok::Colon
        {
            return Some(items);
        }
        self.pos = pos;
        self.height = height;
        self.diags.truncate(errors);
        None
    }

    fn with_items(&mut self, parens: bool) -> Parse<Vec<(Expr, Option<Expr>)>> {
        let mut items = Vec::new();
        loop {
            let manager = self.test()?;
            let target = if self.eat(Tok::As) {
                let e = if self.py3() {
                    self.binary(BITOR)?
                } else {
                    self.test()?
                };
                self.check_target(&e, "assign to")?;
                Some(e)
            } else {
                None
            };
            items.push((manager, target));
            if !self.eat(Tok::Comma) || parens && self.kind() == Tok::RParen {
                return Ok(items);
            }
        }
    }

    fn decorated(&mut self, out: &mut Vec<Stmt>) -> Parse<()> {
        let mut decorators = Vec::new();
        while self.eat(Tok::At) {
            decorators.push(self.named_test()?);
            self.expect(Tok::Newline, "the end of the line after a decorator")?;
        }
        let start = self.token().start;
        let kind = match self.kind() {
            Tok::Def => self.function(decorators, false)?,
            Tok::Class => self.class(decorators)?,
            Tok::Async if self.kind_at(1) == Tok::Def => {
                self.bump();
                self.function(decorators, true)?
            }
            _ => return self.unexpected("`def` or `class` after a decorator"),
        };
        let stmt = self.stmt(start, kind);
        out.push(stmt);
        Ok(())
    }

    fn function(&mut self, decorators: Vec<Expr>, is_async: bool) -> Parse<StmtKind> {
        let start = self.bump().start;
        let (name, name_span) = self.identifier("a function name")?;
        self.expect(Tok::LParen, "`(`")?;
        let params = self.parameters(Tok::RParen, true)?;
        self.expect(Tok::RParen, "`)` or `,`")?;
        let mut returns = None;
        if self.kind() == Tok::Arrow {
            if !self.py3() {
                return self.annotation_in_py2();
            }
            self.bump();
            returns = Some(self.expressions(false)?);
        }
        let body = self.block("the function header", start)?;
        Ok(StmtKind::FunctionDef(Box::new(FunctionDef {
            name,
            name_span,
            decorators,
            params,
            returns,
            body,
            is_async,
        })))
    }

    fn annotation_in_py2<T>(&mut self) -> Parse<T> {
        let d = Diagnostic::error(
            "E0101",
            self.span_of(self.token()),
            "annotations are Python 3 syntax",
        )
        .help("this file is read as Python 2.7; translate with --python3 if it is not");
        self.report(d)
    }

    fn class(&mut self, decorators: Vec<Expr>) -> Parse<StmtKind> {
        let start = self.bump().start;
        let (name, name_span) = self.identifier("a class name")?;
        let (mut bases, mut keywords) = (Vec::new(), Vec::new());
        if self.eat(Tok::LParen) {
            (bases, keywords) = self.arguments()?;
        }
        if let Some(k) = keywords.first()
            && !self.py3()
        {
            let d = Diagnostic::error("E0101", k.span, "class keywords are Python 3 syntax")
                .help("write `__metaclass__ = M` in the class body");
            self.diags.push(d);
        }
        let body = self.block("the class header", start)?;
        Ok(StmtKind::ClassDef(Box::new(ClassDef {
            name,
            name_span,
            decorators,
            bases,
            keywords,
            body,
        })))
    }

    /// Parameters up to (not including) `close`.
    pub(super) fn parameters(&mut self, close: Tok, annotations: bool) -> Parse<Params> {
        let mut p = Params::default();
        let mut seen: Vec<(Name, Span)> = Vec::new();
        let mut keyword_only = false;
        let mut star: Option<Span> = None;
        while self.kind() != close {
            let t = self.token();
            let span = self.span_of(t);
            if let Some(kwarg) = &p.kwarg {
                let d =
                    Diagnostic::error("E0113", span, "nothing may follow `**` in a parameter list")
                        .note(kwarg.span, "the `**` parameter");
                return self.report(d);
            }
            match t.kind {
                Tok::Star => {
                    if let Some(first) = star {
                        let d =
                            Diagnostic::error("E0113", span, "only one `*` in a parameter list")
                                .note(first, "the first one");
                        return self.report(d);
                    }
                    self.bump();
                    star = Some(span);
                    if self.py3() && self.kind() == Tok::Comma {
                        keyword_only = true;
                    } else if self.kind() == close {
                        return self.unexpected("a name after `*`");
                    } else {
                        let param = self.parameter(annotations, true, &mut seen)?;
                        p.vararg = Some(param);
                        keyword_only = true;
                    }
                }
                Tok::DoubleStar => {
                    self.bump();
                    let param = self.parameter(annotations, false, &mut seen)?;
                    p.kwarg = Some(param);
                }
                Tok::Slash if self.py3() => {
                    self.bump();
                    if p.args.is_empty() || p.posonly > 0 || keyword_only {
                        let d =
                            Diagnostic::error("E0113", span, "misplaced `/` in a parameter list");
                        return self.report(d);
                    }
                    p.posonly = p.args.len();
                }
                _ => {
                    let mut param = if t.kind == Tok::LParen {
                        self.tuple_parameter(p.args.len(), &mut seen)?
                    } else {
                        self.parameter(annotations, false, &mut seen)?
                    };
                    if self.eat(Tok::Equal) {
                        param.default = Some(self.test()?);
                    } else if !keyword_only
                        && let Some(before) = p.args.last().filter(|a| a.default.is_some())
                    {
                        let d = Diagnostic::error(
                            "E0113",
                            param.span,
                            "parameter without a default follows one with a default",
                        )
                        .note(before.span, "has a default");
                        return self.report(d);
                    }
                    if keyword_only {
                        if !self.py3() {
                            let d = Diagnostic::error(
                                "E0113",
                                param.span,
                                "keyword-only parameters are Python 3 syntax",
                            );
                            return self.report(d);
                        }
                        p.kwonly.push(param);
                    } else {
                        p.args.push(param);
                    }
                }
            }
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        if let Some(span) = star
            && p.vararg.is_none()
            && p.kwonly.is_empty()
        {
            let d = Diagnostic::error("E0113", span, "a name must follow a bare `*`");
            return self.report(d);
        }
        Ok(p)
    }

    fn declare(&mut self, name: Name, span: Span, seen: &mut Vec<(Name, Span)>) -> Parse<()> {
        if let Some((_, first)) = seen.iter().find(|s| s.0 == name) {
            let d = Diagnostic::error("E0113", span, format!("duplicate parameter `{name}`"))
                .note(*first, "first here");
            return self.report(d);
        }
        seen.push((name, span));
        Ok(())
    }

    fn parameter(
        &mut self,
        annotations: bool,
        star: bool,
        seen: &mut Vec<(Name, Span)>,
    ) -> Parse<Param> {
        let (name, span) = self.identifier("a parameter name")?;
        self.declare(name, span, seen)?;
        let mut annotation = None;
        if annotations && self.kind() == Tok::Colon {
            if !self.py3() {
                return self.annotation_in_py2();
            }
            self.bump();
            annotation = Some(if star && self.kind() == Tok::Star {
                let start = self.bump().start;
                let value = self.binary(BITOR)?;
                self.expr(start, ExprKind::Starred(Box::new(value)))
            } else {
                self.test()?
            });
        }
        Ok(Param {
            span,
            name,
            annotation,
            default: None,
            pattern: None,
        })
    }

    /// Python 2's `(a, b)` in a parameter list.
    fn tuple_parameter(&mut self, index: usize, seen: &mut Vec<(Name, Span)>) -> Parse<Param> {
        let start = self.token().start;
        if self.py3() {
            let d = python2_only(
                self.span_of(self.token()),
                "a tuple parameter",
                "unpack in the body",
            );
            return self.report(d);
        }
        let pattern = self.parameter_pattern(seen)?;
        let span = self.span_from(start);
        // `(a)` is just `a`.
        let (name, pattern) = match pattern.kind {
            ExprKind::Name(name) => (name, None),
            _ => (Name::new(&format!(".{index}")), Some(pattern)),
        };
        Ok(Param {
            span,
            name,
            annotation: None,
            default: None,
            pattern,
        })
    }

    fn parameter_pattern(&mut self, seen: &mut Vec<(Name, Span)>) -> Parse<Expr> {
        let start = self.token().start;
        if !self.eat(Tok::LParen) {
            let (name, span) = self.identifier("a parameter name")?;
            self.declare(name, span, seen)?;
            return Ok(self.expr(start, ExprKind::Name(name)));
        }
        self.nested(|p| {
            let first = p.parameter_pattern(seen)?;
            if p.eat(Tok::RParen) {
                return Ok(first);
            }
            let mut items = vec![first];
            while p.eat(Tok::Comma) {
                if p.kind() == Tok::RParen {
                    break;
                }
                items.push(p.parameter_pattern(seen)?);
            }
            p.expect(Tok::RParen, "`)` or `,`")?;
            Ok(p.expr(start, ExprKind::Tuple(items)))
        })
    }
}
