//! Expressions: precedence climbing over the binary operators, trailers, displays, calls, lambdas.
use ir::diag::Diagnostic;
use ir::source::Span;

use super::lexer::Tok;
use super::{MAX_HEIGHT, Parse, Parser, Reported, literal};
use crate::ast::*;
use crate::code::{BinOp, CompareOp, UnaryOp};

// Binding powers, weakest first (Python reference, 6.17 operator precedence).
pub(super) const OR: u8 = 1;
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
    pub(super) fn condition(&mut self) -> Parse<Expr> {
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
    pub(super) fn operand(&mut self, min: u8) -> Parse<Expr> {
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

    pub(super) fn atom(&mut self) -> Parse<Expr> {
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
        let mut d = Diagnostic::error("E0105", span, bad.message);
        d.help = bad.help.map(str::to_owned);
        self.report(d)
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
