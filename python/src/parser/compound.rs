//! Compound statements: blocks, `if`, `for`, `try`, `with`.
use ir::diag::Diagnostic;
use ir::source::Span;

use super::expr::BITOR;
use super::lexer::Tok;
use super::{Parse, Parser, python2_only};
use crate::ast::*;

impl Parser<'_> {
    pub(super) fn colon(&mut self, what: &str) -> Parse<()> {
        if self.eat(Tok::Colon) {
            return Ok(());
        }
        let at_line_end = self.kind() == Tok::Newline;
        let result = self.unexpected(&format!("`:` after {what}"));
        // A forgotten colon at the end of the line: the block is still a block.
        if at_line_end { Ok(()) } else { result }
    }

    /// `: block`; `what` and `start` name the header.
    pub(super) fn block(&mut self, what: &str, start: u32) -> Parse<Vec<Stmt>> {
        // Blocks and expressions nest within the same limit: both cost stack.
        self.depth += 1;
        let body = self.block_inner(what, start);
        self.depth -= 1;
        body
    }

    pub(super) fn block_inner(&mut self, what: &str, start: u32) -> Parse<Vec<Stmt>> {
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
                    | Tok::Async
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

    pub(super) fn else_block(&mut self) -> Parse<Vec<Stmt>> {
        if self.kind() != Tok::Else {
            return Ok(Vec::new());
        }
        let start = self.bump().start;
        self.block("`else`", start)
    }

    pub(super) fn if_statement(&mut self) -> Parse<StmtKind> {
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

    pub(super) fn for_statement(&mut self, is_async: bool) -> Parse<StmtKind> {
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

    pub(super) fn try_statement(&mut self) -> Parse<StmtKind> {
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

    pub(super) fn except_clause(&mut self, star: &mut bool) -> Parse<ExceptHandler> {
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

    pub(super) fn with_statement(&mut self, is_async: bool) -> Parse<StmtKind> {
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
    pub(super) fn parenthesized_items(&mut self) -> Option<Vec<(Expr, Option<Expr>)>> {
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

    pub(super) fn with_items(&mut self, parens: bool) -> Parse<Vec<(Expr, Option<Expr>)>> {
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
}
