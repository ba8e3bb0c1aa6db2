//! Definitions: functions, classes, decorators, parameter lists.
use ir::diag::Diagnostic;
use ir::name::Name;
use ir::source::Span;

use super::expr::BITOR;
use super::lexer::Tok;
use super::{Parse, Parser, python2_only};
use crate::ast::*;

impl Parser<'_> {
    pub(super) fn decorated(&mut self, out: &mut Vec<Stmt>) -> Parse<()> {
        let mut decorators = Vec::new();
        while self.eat(Tok::At) {
            let d = self.named_test()?;
            if !self.py3() && !is_dotted_name(&d) {
                let d = Diagnostic::error(
                    "E0101",
                    d.span,
                    "a decorator is a dotted name, perhaps called",
                )
                .help("bind the expression to a name first");
                return self.report(d);
            }
            decorators.push(d);
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

    pub(super) fn function(&mut self, decorators: Vec<Expr>, is_async: bool) -> Parse<StmtKind> {
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

    pub(super) fn annotation_in_py2<T>(&mut self) -> Parse<T> {
        let d = Diagnostic::error(
            "E0101",
            self.span_of(self.token()),
            "annotations are Python 3 syntax",
        )
        .help("this file is read as Python 2.7; translate with --python3 if it is not");
        self.report(d)
    }

    pub(super) fn class(&mut self, decorators: Vec<Expr>) -> Parse<StmtKind> {
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

    pub(super) fn declare(
        &mut self,
        name: Name,
        span: Span,
        seen: &mut Vec<(Name, Span)>,
    ) -> Parse<()> {
        if let Some((_, first)) = seen.iter().find(|s| s.0 == name) {
            let d = Diagnostic::error("E0113", span, format!("duplicate parameter `{name}`"))
                .note(*first, "first here");
            return self.report(d);
        }
        seen.push((name, span));
        Ok(())
    }

    pub(super) fn parameter(
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
    pub(super) fn tuple_parameter(
        &mut self,
        index: usize,
        seen: &mut Vec<(Name, Span)>,
    ) -> Parse<Param> {
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

    pub(super) fn parameter_pattern(&mut self, seen: &mut Vec<(Name, Span)>) -> Parse<Expr> {
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

/// Python 2.7's decorators: `a.b.c` or `a.b.c(..)`.
fn is_dotted_name(e: &Expr) -> bool {
    let mut e = match &e.kind {
        ExprKind::Call(c) => &c.func,
        _ => e,
    };
    while let ExprKind::Attribute(value, _) = &e.kind {
        e = value;
    }
    matches!(e.kind, ExprKind::Name(_))
}
