//! Expressions: precedence climbing over the binary operators, trailers, displays, calls, lambdas.
use super::lexer::Tok;
use super::{MAX_HEIGHT, Parse, Parser, Reported, literal, python2_only};
use crate::ast::*;
use crate::code::{BinOp, CompareOp, UnaryOp};
use crate::diag::Diagnostic;
use crate::source::Span;

// Binding powers, weakest first (Python reference, 6.17 operator precedence).
const OR: u8 = 1;
const AND: u8 = 2;
const NOT: u8 = 3;
const COMPARE: u8 = 4;
/// Everything that binds tighter than comparisons: also the grammar of assignment targets.
pub(super) const BITOR: u8 = 5;

fn binary_operator(kind: Tok) -> Option<(u8, BinOp)> {
    Some(match kind {
        Tok::Bar => (5, BinOp::Or),
        Tok::Caret => (6, BinOp::Xor),
        Tok::Amper => (7, BinOp::And),
        Tok::LShift => (8, BinOp::LShift),
        Tok::RShift => (8, BinOp::RShift),
        Tok::Plus => (9, BinOp::Add),
        Tok::Minus => (9, BinOp::Sub),
        Tok::Star => (10, BinOp::Mul),
        Tok::Slash => (10, BinOp::Div),
        Tok::DoubleSlash => (10, BinOp::FloorDiv),
        Tok::Percent => (10, BinOp::Mod),
        Tok::At => (10, BinOp::MatMul),
        _ => return None,
    })
}

impl Parser<'_> {
    /// Whether the current token can start an expression.
    pub(super) fn starts_expression(&self) -> bool {
        use Tok::*;
        match self.kind() {
            Name | Number | Str | LParen | LBracket | LBrace | Minus | Plus | Tilde | Not
            | Lambda | Yield | Await | None | True | False | Ellipsis | Error => true,
            Backtick => true,
            Print => self.future.print_function,
            _ => false,
        }
    }

    /// `test`: a lambda, a conditional expression or less.
    pub(super) fn test(&mut self) -> Parse<Expr> {
        self.nested(|p| {
            if p.kind() == Tok::Lambda {
                return p.lambda(true);
            }
            let start = p.token().start;
            let body = p.binary(OR)?;
            if p.kind() != Tok::If {
                return Ok(body);
            }
            p.bump();
            let test = p.operand(OR)?;
            if p.kind() != Tok::Else {
                return p.unexpected("`else` of the conditional expression");
            }
            p.bump();
            let orelse = p.test()?;
            Ok(p.expr(start, ExprKind::IfExp(Box::new((test, body, orelse)))))
        })
    }

    /// `test` or `name := test`.
    pub(super) fn named_test(&mut self) -> Parse<Expr> {
        let start = self.token().start;
        let target = self.test()?;
        if self.kind() != Tok::ColonEqual {
            return Ok(target);
        }
        let t = self.bump();
        if !matches!(target.kind, ExprKind::Name(_)) {
            let d = Diagnostic::error(
                "E0107",
                target.span,
                format!("cannot use `:=` with {}", describe(&target.kind)),
            )
            .label("must be a name")
            .note(self.span_of(t), "assigned here");
            return self.report(d);
        }
        let value = self.test()?;
        Ok(self.expr(start, ExprKind::NamedExpr(Box::new((target, value)))))
    }

    /// The condition of a comprehension: no conditional expression (its `if` would be the next condition).
    fn condition(&mut self) -> Parse<Expr> {
        self.nested(|p| {
            if p.kind() == Tok::Lambda {
                return p.lambda(false);
            }
            let start = p.token().start;
            let target = p.binary(OR)?;
            if p.kind() == Tok::ColonEqual && matches!(target.kind, ExprKind::Name(_)) {
                p.bump();
                let value = p.binary(OR)?;
                return Ok(p.expr(start, ExprKind::NamedExpr(Box::new((target, value)))));
            }
            Ok(target)
        })
    }

    /// A binary expression as an operand: its height does not add to its siblings'.
    fn operand(&mut self, min: u8) -> Parse<Expr> {
        let outer = std::mem::replace(&mut self.height, 0);
        let result = self.binary(min);
        self.height = self.height.max(outer);
        result
    }

    fn grow(&mut self) -> Parse<()> {
        self.height += 1;
        if self.height > MAX_HEIGHT {
            return self.too_deep();
        }
        Ok(())
    }

    /// Operators that bind at least as tight as `min`.
    pub(super) fn binary(&mut self, min: u8) -> Parse<Expr> {
        let start = self.token().start;
        let mut left = if self.kind() == Tok::Not && min <= NOT {
            self.nested(|p| {
                p.bump();
                let value = p.binary(NOT)?;
                Ok(p.expr(start, ExprKind::UnaryOp(UnaryOp::Not, Box::new(value))))
            })?
        } else {
            self.unary()?
        };
        loop {
            let kind = self.kind();
            if let Some((power, op)) = binary_operator(kind) {
                if power < min {
                    return Ok(left);
                }
                if kind == Tok::At && !self.py3() {
                    let d = Diagnostic::error(
                        "E0101",
                        self.span_of(self.token()),
                        "`@` is Python 3 syntax",
                    );
                    return self.report(d);
                }
                self.bump();
                let right = self.operand(power + 1)?;
                self.grow()?;
                left = self.expr(start, ExprKind::BinOp(Box::new((left, right)), op));
                continue;
            }
            match kind {
                Tok::Or if min <= OR => {
                    let mut values = vec![left];
                    while self.eat(Tok::Or) {
                        values.push(self.operand(AND)?);
                    }
                    self.grow()?;
                    left = self.expr(start, ExprKind::Or(values));
                }
                Tok::And if min <= AND => {
                    let mut values = vec![left];
                    while self.eat(Tok::And) {
                        values.push(self.operand(NOT)?);
                    }
                    self.grow()?;
                    left = self.expr(start, ExprKind::And(values));
                }
                _ if min <= COMPARE => {
                    let mut rest = Vec::new();
                    while let Some(op) = self.comparison() {
                        rest.push((op, self.operand(BITOR)?));
                    }
                    if rest.is_empty() {
                        return Ok(left);
                    }
                    self.grow()?;
                    left = self.expr(start, ExprKind::Compare(Box::new(left), rest));
                }
                _ => return Ok(left),
            }
        }
    }

    /// Takes a comparison operator, if there is one.
    fn comparison(&mut self) -> Option<CompareOp> {
        let op = match self.kind() {
            Tok::Less => CompareOp::Lt,
            Tok::LessEqual => CompareOp::Le,
            Tok::EqEqual => CompareOp::Eq,
            Tok::NotEqual => CompareOp::Ne,
            Tok::Greater => CompareOp::Gt,
            Tok::GreaterEqual => CompareOp::Ge,
            Tok::In => CompareOp::In,
            Tok::Not if self.kind_at(1) == Tok::In => {
                self.bump();
                CompareOp::NotIn
            }
            Tok::Is if self.kind_at(1) == Tok::Not => {
                self.bump();
                CompareOp::IsNot
            }
            Tok::Is => CompareOp::Is,
            _ => return None,
        };
        self.bump();
        Some(op)
    }

    fn unary(&mut self) -> Parse<Expr> {
        let op = match self.kind() {
            Tok::Minus => UnaryOp::Neg,
            Tok::Plus => UnaryOp::Pos,
            Tok::Tilde => UnaryOp::Invert,
            _ => return self.power(),
        };
        self.nested(|p| {
            let start = p.bump().start;
            let value = p.unary()?;
            Ok(p.expr(start, ExprKind::UnaryOp(op, Box::new(value))))
        })
    }

    fn power(&mut self) -> Parse<Expr> {
        let start = self.token().start;
        let base = if self.kind() == Tok::Await {
            self.nested(|p| {
                p.bump();
                let value = p.primary()?;
                Ok(p.expr(start, ExprKind::Await(Box::new(value))))
            })?
        } else {
            self.primary()?
        };
        if self.kind() != Tok::DoubleStar {
            return Ok(base);
        }
        self.nested(|p| {
            p.bump();
            let exponent = p.unary()?;
            Ok(p.expr(
                start,
                ExprKind::BinOp(Box::new((base, exponent)), BinOp::Pow),
            ))
        })
    }

    /// An atom with its trailers.
    fn primary(&mut self) -> Parse<Expr> {
        let start = self.token().start;
        let mut e = self.atom()?;
        loop {
            let kind = match self.kind() {
                Tok::Dot => {
                    self.bump();
                    let (name, _) = self.identifier("an attribute name")?;
                    ExprKind::Attribute(Box::new(e), name)
                }
                Tok::LParen => {
                    self.bump();
                    let (args, keywords) = self.arguments()?;
                    ExprKind::Call(Box::new(Call {
                        func: e,
                        args,
                        keywords,
                    }))
                }
                Tok::LBracket => {
                    self.bump();
                    let index = self.subscript()?;
                    self.expect(Tok::RBracket, "`]` or `,`")?;
                    ExprKind::Subscript(Box::new((e, index)))
                }
                _ => return Ok(e),
            };
            self.grow()?;
            e = self.expr(start, kind);
        }
    }

    fn atom(&mut self) -> Parse<Expr> {
        let t = self.token();
        let start = t.start;
        let kind = match t.kind {
            Tok::Name => {
                self.pos += 1;
                ExprKind::Name(self.name_of(t))
            }
            Tok::Number => {
                self.pos += 1;
                match literal::number(self.text_of(t), self.mode) {
                    Ok(kind) => kind,
                    Err(bad) => return self.bad_literal(start, bad),
                }
            }
            Tok::Str => return self.strings(),
            Tok::None => {
                self.pos += 1;
                ExprKind::None
            }
            Tok::True => {
                self.pos += 1;
                ExprKind::True
            }
            Tok::False => {
                self.pos += 1;
                ExprKind::False
            }
            Tok::Ellipsis if self.py3() => {
                self.pos += 1;
                ExprKind::Ellipsis
            }
            Tok::LParen => return self.parenthesized(),
            Tok::LBracket => return self.list(),
            Tok::LBrace => return self.braces(),
            Tok::Print if self.future.print_function => {
                self.pos += 1;
                ExprKind::Name(self.print)
            }
            Tok::Backtick => return self.backticks(),
            _ => return self.unexpected("an expression"),
        };
        Ok(Expr {
            span: self.span_of(t),
            kind,
        })
    }

    pub(super) fn bad_literal<T>(&mut self, start: u32, bad: literal::Bad) -> Parse<T> {
        let span = Span::new(self.file, start + bad.start as u32, start + bad.end as u32);
        let mut d = if bad.unsupported {
            Diagnostic::unsupported(span, bad.message)
        } else {
            Diagnostic::error("E0105", span, bad.message)
        };
        d.help = bad.help.map(str::to_owned);
        self.report(d)
    }

    fn backticks(&mut self) -> Parse<Expr> {
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
    fn parenthesized(&mut self) -> Parse<Expr> {
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

    fn misplaced_star<T>(&mut self, span: Span) -> Parse<T> {
        let d = Diagnostic::error("E0101", span, "a starred expression is not allowed here")
            .help("for a tuple add a comma: `(*a,)`");
        self.report(d)
    }

    /// The rest of a comma-separated list after its first item, up to a closing token.
    fn items(&mut self, first: Expr, close: Tok) -> Parse<Vec<Expr>> {
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
    fn star_or_named(&mut self) -> Parse<Expr> {
        if self.kind() == Tok::Star {
            return self.starred();
        }
        self.named_test()
    }

    fn starred(&mut self) -> Parse<Expr> {
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

    fn list(&mut self) -> Parse<Expr> {
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

    fn braces(&mut self) -> Parse<Expr> {
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

    fn dict_item(&mut self) -> Parse<(Option<Expr>, Expr)> {
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

    fn dict_items(&mut self, start: u32, mut items: Vec<(Option<Expr>, Expr)>) -> Parse<Expr> {
        while self.eat(Tok::Comma) {
            if self.kind() == Tok::RBrace {
                break;
            }
            items.push(self.dict_item()?);
        }
        self.expect(Tok::RBrace, "`}` or `,`")?;
        Ok(self.expr(start, ExprKind::Dict(items)))
    }

    fn comprehension(&mut self, elt: Expr, key: Option<Expr>) -> Parse<Box<Comprehension>> {
        self.comprehension_in(elt, key, false)
    }

    /// The `for` clauses after the element. `old_list`: Python 2's list comprehensions allow `for x in a, b`.
    fn comprehension_in(
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

    fn old_list_iterable(&mut self) -> Parse<Expr> {
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

    fn subscript(&mut self) -> Parse<Expr> {
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

    fn subscript_item(&mut self) -> Parse<Expr> {
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

    fn positional_argument(
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

    fn lambda(&mut self, conditional: bool) -> Parse<Expr> {
        let start = self.bump().start;
        let params = self.parameters(Tok::Colon, false)?;
        self.expect(Tok::Colon, "`:` of the lambda")?;
        let body = if conditional {
            self.test()?
        } else {
            self.condition()?
        };
        Ok(self.expr(start, ExprKind::Lambda(Box::new(Lambda { params, body }))))
    }

    /// Refuses what cannot be assigned to or deleted.
    pub(super) fn check_target(&mut self, e: &Expr, verb: &str) -> Parse<()> {
        let bad = match &e.kind {
            ExprKind::Name(_) | ExprKind::Attribute(..) => return Ok(()),
            ExprKind::Subscript(_) => return Ok(()),
            ExprKind::Tuple(items) | ExprKind::List(items) => {
                // `() = x` is Python 3 only.
                if items.is_empty() && !self.py3() && matches!(e.kind, ExprKind::Tuple(_)) {
                    let d = Diagnostic::error("E0107", e.span, format!("cannot {verb} `()`"));
                    return self.report(d);
                }
                let mut star: Option<Span> = None;
                for item in items {
                    let inner = match &item.kind {
                        ExprKind::Starred(inner) if verb == "assign to" => {
                            if let Some(first) = star {
                                let d = Diagnostic::error(
                                    "E0107",
                                    item.span,
                                    "two starred targets in one assignment",
                                )
                                .note(first, "the first one");
                                return self.report(d);
                            }
                            star = Some(item.span);
                            inner
                        }
                        _ => item,
                    };
                    self.check_target(inner, verb)?;
                }
                return Ok(());
            }
            other => describe(other),
        };
        let mut d = Diagnostic::error("E0107", e.span, format!("cannot {verb} {bad}"))
            .label("not a place that can be bound");
        if matches!(e.kind, ExprKind::Compare(..))
            || verb == "assign to" && self.kind() == Tok::Equal
        {
            d = d.help("comparison is written `==`");
        }
        let _: Result<(), Reported> = self.report(d);
        Err(Reported)
    }
}

/// An expression in words, for messages.
pub(super) fn describe(kind: &ExprKind) -> &'static str {
    match kind {
        ExprKind::Name(_) => "a name",
        ExprKind::None => "None",
        ExprKind::True => "True",
        ExprKind::False => "False",
        ExprKind::Ellipsis => "an ellipsis",
        ExprKind::Int(_) | ExprKind::Long(_) | ExprKind::Float(_) | ExprKind::Imaginary(_) => {
            "a number"
        }
        ExprKind::Str(_) | ExprKind::Unicode(_) => "a string",
        ExprKind::JoinedStr(_) => "an f-string",
        ExprKind::Tuple(_) => "a tuple",
        ExprKind::List(_) => "a list",
        ExprKind::Set(_) => "a set",
        ExprKind::Dict(_) => "a dict",
        ExprKind::Attribute(..) => "an attribute",
        ExprKind::Subscript(_) => "a subscript",
        ExprKind::Slice(_) => "a slice",
        ExprKind::Call(_) => "a call",
        ExprKind::BinOp(..) | ExprKind::UnaryOp(..) | ExprKind::And(_) | ExprKind::Or(_) => {
            "an operation"
        }
        ExprKind::Compare(..) => "a comparison",
        ExprKind::IfExp(_) => "a conditional expression",
        ExprKind::Lambda(_) => "a lambda",
        ExprKind::ListComp(_) => "a list comprehension",
        ExprKind::SetComp(_) => "a set comprehension",
        ExprKind::DictComp(_) => "a dict comprehension",
        ExprKind::GeneratorExp(_) => "a generator expression",
        ExprKind::Yield(_) | ExprKind::YieldFrom(_) => "a yield expression",
        ExprKind::Await(_) => "an await expression",
        ExprKind::Starred(_) => "a starred expression",
        ExprKind::NamedExpr(_) => "an assignment expression",
    }
}
