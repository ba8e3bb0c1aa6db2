//! Expressions in brackets: tuples, displays, comprehensions, subscripts, arguments; and comma-separated lists.
use ir::diag::Diagnostic;
use ir::source::Span;

use super::expr::{BITOR, OR};
use super::lexer::Tok;
use super::{Parse, Parser, python2_only};
use crate::ast::*;
use crate::code::UnaryOp;

impl Parser<'_> {
    pub(super) fn backticks(&mut self) -> Parse<Expr> {
        let t = self.bump();
        let start = t.start;
        if self.py3() {
            let d = python2_only(self.span_of(t), "the backtick", "write `repr(..)`");
            return self.report(d);
        }
        self.nested(|p| {
            let value = p.expressions(false)?;
            p.expect(Tok::Backtick, "a closing backtick")?;
            Ok(p.expr(start, ExprKind::UnaryOp(UnaryOp::Repr, Box::new(value))))
        })
    }

    /// `(`: empty tuple, parentheses, tuple, generator expression or `yield`.
    pub(super) fn parenthesized(&mut self) -> Parse<Expr> {
        let start = self.bump().start;
        if self.eat(Tok::RParen) {
            return Ok(self.expr(start, ExprKind::Tuple(Vec::new())));
        }
        if self.kind() == Tok::Yield {
            let e = self.yield_expression()?;
            self.expect(Tok::RParen, "`)`")?;
            return Ok(e);
        }
        let first = self.star_or_named()?;
        if matches!(self.kind(), Tok::For | Tok::Async) {
            let c = self.comprehension(first, None)?;
            self.expect(Tok::RParen, "`)`")?;
            return Ok(self.expr(start, ExprKind::GeneratorExp(c)));
        }
        if self.kind() != Tok::Comma {
            self.expect(Tok::RParen, "`)` or `,`")?;
            if let ExprKind::Starred(_) = first.kind {
                return self.misplaced_star(first.span);
            }
            return Ok(first);
        }
        let items = self.items(first, Tok::RParen)?;
        self.expect(Tok::RParen, "`)` or `,`")?;
        Ok(self.expr(start, ExprKind::Tuple(items)))
    }

    pub(super) fn misplaced_star<T>(&mut self, span: Span) -> Parse<T> {
        let d = Diagnostic::error("E0101", span, "a starred expression is not allowed here")
            .help("for a tuple add a comma: `(*a,)`");
        self.report(d)
    }

    /// The rest of a comma-separated list after its first item, up to a closing token.
    pub(super) fn items(&mut self, first: Expr, close: Tok) -> Parse<Vec<Expr>> {
        let mut items = vec![first];
        while self.eat(Tok::Comma) {
            if self.kind() == close {
                break;
            }
            items.push(self.star_or_named()?);
        }
        Ok(items)
    }

    /// `*expr` (Python 3) or `named_test`.
    pub(super) fn star_or_named(&mut self) -> Parse<Expr> {
        if self.kind() == Tok::Star {
            return self.starred();
        }
        self.named_test()
    }

    pub(super) fn starred(&mut self) -> Parse<Expr> {
        let t = self.bump();
        if !self.py3() {
            let d = Diagnostic::error(
                "E0101",
                self.span_of(t),
                "a starred expression is Python 3 syntax",
            );
            return self.report(d);
        }
        self.nested(|p| {
            let value = p.binary(BITOR)?;
            Ok(p.expr(t.start, ExprKind::Starred(Box::new(value))))
        })
    }

    pub(super) fn list(&mut self) -> Parse<Expr> {
        let start = self.bump().start;
        if self.eat(Tok::RBracket) {
            return Ok(self.expr(start, ExprKind::List(Vec::new())));
        }
        let first = self.star_or_named()?;
        let kind = if matches!(self.kind(), Tok::For | Tok::Async) {
            ExprKind::ListComp(self.comprehension_in(first, None, !self.py3())?)
        } else {
            ExprKind::List(self.items(first, Tok::RBracket)?)
        };
        self.expect(Tok::RBracket, "`]` or `,`")?;
        Ok(self.expr(start, kind))
    }

    pub(super) fn braces(&mut self) -> Parse<Expr> {
        let start = self.bump().start;
        if self.eat(Tok::RBrace) {
            return Ok(self.expr(start, ExprKind::Dict(Vec::new())));
        }
        if self.kind() != Tok::DoubleStar {
            let first = self.star_or_named()?;
            if self.kind() != Tok::Colon {
                let kind = if matches!(self.kind(), Tok::For | Tok::Async) {
                    ExprKind::SetComp(self.comprehension(first, None)?)
                } else {
                    ExprKind::Set(self.items(first, Tok::RBrace)?)
                };
                self.expect(Tok::RBrace, "`}` or `,`")?;
                return Ok(self.expr(start, kind));
            }
            self.bump();
            let value = self.test()?;
            if matches!(self.kind(), Tok::For | Tok::Async) {
                let kind = ExprKind::DictComp(self.comprehension(value, Some(first))?);
                self.expect(Tok::RBrace, "`}`")?;
                return Ok(self.expr(start, kind));
            }
            return self.dict_items(start, vec![(Some(first), value)]);
        }
        let item = self.dict_item()?;
        self.dict_items(start, vec![item])
    }

    pub(super) fn dict_item(&mut self) -> Parse<(Option<Expr>, Expr)> {
        if self.kind() == Tok::DoubleStar {
            let t = self.bump();
            if !self.py3() {
                let d = Diagnostic::error(
                    "E0101",
                    self.span_of(t),
                    "`**` in a dict is Python 3 syntax",
                );
                return self.report(d);
            }
            return Ok((None, self.operand(BITOR)?));
        }
        let key = self.test()?;
        self.expect(Tok::Colon, "`:` after the key")?;
        Ok((Some(key), self.test()?))
    }

    pub(super) fn dict_items(
        &mut self,
        start: u32,
        mut items: Vec<(Option<Expr>, Expr)>,
    ) -> Parse<Expr> {
        while self.eat(Tok::Comma) {
            if self.kind() == Tok::RBrace {
                break;
            }
            items.push(self.dict_item()?);
        }
        self.expect(Tok::RBrace, "`}` or `,`")?;
        Ok(self.expr(start, ExprKind::Dict(items)))
    }

    pub(super) fn comprehension(
        &mut self,
        elt: Expr,
        key: Option<Expr>,
    ) -> Parse<Box<Comprehension>> {
        self.comprehension_in(elt, key, false)
    }

    /// The `for` clauses after the element. `old_list`: Python 2's list comprehensions allow `for x in a, b`.
    pub(super) fn comprehension_in(
        &mut self,
        elt: Expr,
        key: Option<Expr>,
        old_list: bool,
    ) -> Parse<Box<Comprehension>> {
        if let ExprKind::Starred(_) = elt.kind {
            let d = Diagnostic::error(
                "E0101",
                elt.span,
                "iterable unpacking cannot be used in a comprehension",
            );
            return self.report(d);
        }
        let mut clauses = Vec::new();
        loop {
            let is_async = self.kind() == Tok::Async && self.kind_at(1) == Tok::For;
            if is_async {
                self.bump();
            }
            if self.kind() != Tok::For {
                break;
            }
            self.bump();
            let target = self.targets()?;
            self.expect(Tok::In, "`in`")?;
            let iter = if old_list {
                self.old_list_iterable()?
            } else if self.py3() {
                self.operand(OR)?
            } else {
                self.condition()?
            };
            let mut ifs = Vec::new();
            while self.eat(Tok::If) {
                ifs.push(self.condition()?);
            }
            clauses.push(CompClause {
                target,
                iter,
                ifs,
                is_async,
            });
        }
        if clauses.is_empty() {
            return self.unexpected("`for`");
        }
        Ok(Box::new(Comprehension { elt, key, clauses }))
    }

    pub(super) fn old_list_iterable(&mut self) -> Parse<Expr> {
        let start = self.token().start;
        let first = self.condition()?;
        if self.kind() != Tok::Comma {
            return Ok(first);
        }
        let mut items = vec![first];
        while self.eat(Tok::Comma) {
            if !self.starts_expression() {
                break;
            }
            items.push(self.condition()?);
        }
        Ok(self.expr(start, ExprKind::Tuple(items)))
    }

    /// Targets of `for`: everything that binds tighter than `in`.
    pub(super) fn targets(&mut self) -> Parse<Expr> {
        let start = self.token().start;
        let one = |p: &mut Self| {
            if p.kind() == Tok::Star {
                p.starred()
            } else {
                p.operand(BITOR)
            }
        };
        let first = one(self)?;
        let target = if self.kind() == Tok::Comma {
            let mut items = vec![first];
            while self.eat(Tok::Comma) {
                if !self.starts_expression() && self.kind() != Tok::Star {
                    break;
                }
                items.push(one(self)?);
            }
            self.expr(start, ExprKind::Tuple(items))
        } else {
            first
        };
        self.check_target(&target, "assign to")?;
        Ok(target)
    }

    /// A list of expressions; a tuple if there is a comma. `stars`: `*a` may occur (Python 3).
    pub(super) fn expressions(&mut self, stars: bool) -> Parse<Expr> {
        let start = self.token().start;
        let one = |p: &mut Self| {
            if p.kind() == Tok::Star && stars {
                p.starred()
            } else {
                p.test()
            }
        };
        let first = one(self)?;
        if self.kind() != Tok::Comma {
            return Ok(first);
        }
        let mut items = vec![first];
        while self.eat(Tok::Comma) {
            let star = stars && self.kind() == Tok::Star;
            if !star && !self.starts_expression() {
                break;
            }
            items.push(one(self)?);
        }
        Ok(self.expr(start, ExprKind::Tuple(items)))
    }

    /// Like [`Parser::expressions`], but a lone starred expression is an error.
    pub(super) fn star_expressions(&mut self) -> Parse<Expr> {
        let stars = self.py3();
        let e = self.expressions(stars)?;
        if let ExprKind::Starred(_) = e.kind {
            return self.misplaced_star(e.span);
        }
        Ok(e)
    }

    /// `yield`, `yield value`, `yield from value`; the current token is `yield`.
    pub(super) fn yield_expression(&mut self) -> Parse<Expr> {
        let start = self.bump().start;
        self.nested(|p| {
            if p.kind() == Tok::From && p.py3() {
                p.bump();
                let value = p.test()?;
                return Ok(p.expr(start, ExprKind::YieldFrom(Box::new(value))));
            }
            let value = if p.starts_expression() || p.kind() == Tok::Star {
                Some(Box::new(p.star_expressions()?))
            } else {
                None
            };
            Ok(p.expr(start, ExprKind::Yield(value)))
        })
    }

    pub(super) fn subscript(&mut self) -> Parse<Expr> {
        let start = self.token().start;
        let first = self.subscript_item()?;
        if self.kind() != Tok::Comma {
            if let ExprKind::Starred(_) = first.kind {
                return Ok(self.expr(start, ExprKind::Tuple(vec![first])));
            }
            return Ok(first);
        }
        let mut items = vec![first];
        while self.eat(Tok::Comma) {
            if self.kind() == Tok::RBracket {
                break;
            }
            items.push(self.subscript_item()?);
        }
        Ok(self.expr(start, ExprKind::Tuple(items)))
    }

    pub(super) fn subscript_item(&mut self) -> Parse<Expr> {
        let start = self.token().start;
        if self.kind() == Tok::Ellipsis {
            self.bump();
            return Ok(self.expr(start, ExprKind::Ellipsis));
        }
        let lower = if self.kind() == Tok::Colon {
            None
        } else {
            let e = self.star_or_named()?;
            if self.kind() != Tok::Colon {
                return Ok(e);
            }
            Some(e)
        };
        self.expect(Tok::Colon, "`:`")?;
        let bound = |p: &mut Self| {
            if matches!(p.kind(), Tok::Colon | Tok::Comma | Tok::RBracket) {
                Ok(None)
            } else {
                p.test().map(Some)
            }
        };
        let upper = bound(self)?;
        let step = if self.eat(Tok::Colon) {
            Some(bound(self)?)
        } else {
            None
        };
        let slice = Slice { lower, upper, step };
        Ok(self.expr(start, ExprKind::Slice(Box::new(slice))))
    }

    /// Arguments of a call or bases of a class, after `(`; takes the `)`.
    pub(super) fn arguments(&mut self) -> Parse<(Vec<Expr>, Vec<Keyword>)> {
        let open = self.tokens[self.pos - 1].start;
        let (mut args, mut keywords) = (Vec::new(), Vec::<Keyword>::new());
        while self.kind() != Tok::RParen {
            let t = self.token();
            match t.kind {
                Tok::Star => {
                    if let Some(k) = keywords.iter().find(|k| k.name.is_none()) {
                        let note = k.span;
                        let d = Diagnostic::error(
                            "E0113",
                            self.span_of(t),
                            "`*` argument follows `**` argument",
                        )
                        .note(note, "the `**` argument");
                        return self.report(d);
                    }
                    self.bump();
                    let value = self.test()?;
                    let e = self.expr(t.start, ExprKind::Starred(Box::new(value)));
                    args.push(e);
                }
                Tok::DoubleStar => {
                    self.bump();
                    let value = self.test()?;
                    keywords.push(Keyword {
                        span: self.span_from(t.start),
                        name: None,
                        value,
                    });
                }
                _ if self.kind_at(1) == Tok::Equal
                    && (t.kind == Tok::Name
                        || t.kind == Tok::Print && self.future.print_function) =>
                {
                    self.pos += 2;
                    let name = self.name_of(t);
                    let value = self.test()?;
                    if let Some(k) = keywords.iter().find(|k| k.name == Some(name)) {
                        let note = k.span;
                        let d = Diagnostic::error(
                            "E0113",
                            self.span_of(t),
                            format!("keyword argument `{name}` repeated"),
                        )
                        .note(note, "first given here");
                        return self.report(d);
                    }
                    keywords.push(Keyword {
                        span: self.span_from(t.start),
                        name: Some(name),
                        value,
                    });
                }
                _ => self.positional_argument(open, &mut args, &keywords)?,
            }
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RParen, "`)` or `,`")?;
        Ok((args, keywords))
    }

    pub(super) fn positional_argument(
        &mut self,
        open: u32,
        args: &mut Vec<Expr>,
        keywords: &[Keyword],
    ) -> Parse<()> {
        let start = self.token().start;
        let mut e = self.named_test()?;
        if matches!(self.kind(), Tok::For | Tok::Async) {
            let c = self.comprehension(e, None)?;
            let sole = args.is_empty()
                && keywords.is_empty()
                && (self.kind() == Tok::RParen
                    || self.kind() == Tok::Comma && self.kind_at(1) == Tok::RParen && !self.py3());
            e = self.expr(if sole { open } else { start }, ExprKind::GeneratorExp(c));
            if !sole {
                let d = Diagnostic::error(
                    "E0101",
                    e.span,
                    "generator expression must be parenthesized",
                )
                .label("not the only argument");
                return self.report(d);
            }
        }
        if self.kind() == Tok::Equal {
            let d = Diagnostic::error("E0101", e.span, "only a name can be given by keyword")
                .label("followed by `=`")
                .help("comparison is written `==`");
            return self.report(d);
        }
        if let Some(k) = keywords.last() {
            let what = if k.name.is_some() {
                "positional argument follows keyword argument"
            } else {
                "positional argument follows `**` argument"
            };
            let d = Diagnostic::error("E0113", e.span, what).note(k.span, "keyword argument");
            return self.report(d);
        }
        if !self.py3()
            && let Some(s) = args.iter().find(|a| matches!(a.kind, ExprKind::Starred(_)))
        {
            let d = Diagnostic::error("E0113", e.span, "positional argument follows `*` argument")
                .note(s.span, "the `*` argument");
            return self.report(d);
        }
        args.push(e);
        Ok(())
    }
}
