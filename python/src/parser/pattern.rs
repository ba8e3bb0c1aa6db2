//! `match` statements (Python 3.10): soft keywords, cases and patterns.
//!
//! `match` and `case` are names everywhere else. A line that begins with the name `match` and ends with a colon behind
//! which an indented `case` follows can be nothing but this statement, so that no attempt has to be taken back:
//!
//! ```text
//! match command.split():                  subject
//!     case ["go", direction]: ...         sequence of a value and a capture
//!     case Point(x=0) | None if ok: ...   class, singleton; guard
//! ```
use ir::diag::Diagnostic;
use ir::name::Name;

use super::lexer::Tok;
use super::{Parse, Parser};
use crate::ast::*;
use crate::code::{BinOp, UnaryOp};

impl Parser<'_> {
    fn at_soft_keyword(&self, word: &str) -> bool {
        self.kind() == Tok::Name && self.text_of(self.token()) == word
    }

    /// Whether a `match` statement begins here.
    pub(super) fn is_match_statement(&self) -> bool {
        if !self.py3() || !self.at_soft_keyword("match") {
            return false;
        }
        let rest = &self.tokens[self.pos..];
        let line = rest
            .iter()
            .position(|t| matches!(t.kind, Tok::Newline | Tok::End));
        line.is_some_and(|n| {
            n > 2
                && rest[n - 1].kind == Tok::Colon
                && self.kind_at(n + 1) == Tok::Indent
                && rest
                    .get(n + 2)
                    .is_some_and(|t| t.kind == Tok::Name && self.text_of(*t) == "case")
        })
    }

    /// The statement; the current token is `match`.
    pub(super) fn match_statement(&mut self) -> Parse<StmtKind> {
        self.bump();
        let start = self.token().start;
        let first = self.star_or_named()?;
        let subject = if self.kind() == Tok::Comma {
            let items = self.items(first, Tok::Colon)?;
            self.expr(start, ExprKind::Tuple(items))
        } else if let ExprKind::Starred(_) = first.kind {
            return self.misplaced_star(first.span);
        } else {
            first
        };
        self.colon("`match`")?;
        self.expect(Tok::Newline, "the cases on lines of their own")?;
        self.expect(Tok::Indent, "indented cases")?;
        let mut cases = Vec::new();
        while self.at_soft_keyword("case") {
            // Blocks and expressions nest within the same limit.
            self.depth += 1;
            let case = self.case();
            self.depth -= 1;
            cases.push(case?);
        }
        if self.kind() != Tok::End && !self.eat(Tok::Dedent) {
            return self.unexpected("`case`");
        }
        Ok(StmtKind::Match(Box::new(Match { subject, cases })))
    }

    fn case(&mut self) -> Parse<MatchCase> {
        let start = self.bump().start;
        let at = self.token().start;
        let first = self.starred_pattern()?;
        let pattern = if self.kind() == Tok::Comma {
            let items = self.more_patterns(first, Tok::Colon)?;
            self.pattern_at(at, PatternKind::Sequence(items))
        } else if let PatternKind::Star(_) = first.kind {
            return self.misplaced_star(first.span);
        } else {
            first
        };
        let guard = if self.eat(Tok::If) {
            Some(self.named_test()?)
        } else {
            None
        };
        let body = self.block("`case`", start)?;
        Ok(MatchCase {
            pattern,
            guard,
            body,
        })
    }

    fn pattern_at(&self, start: u32, kind: PatternKind) -> Pattern {
        Pattern {
            span: self.span_from(start),
            kind,
        }
    }

    /// The rest of a sequence after its first pattern; stops in front of the closing token (in a header: the colon or
    /// the guard).
    fn more_patterns(&mut self, first: Pattern, close: Tok) -> Parse<Vec<Pattern>> {
        let mut star = matches!(first.kind, PatternKind::Star(_)).then_some(first.span);
        let mut items = vec![first];
        while self.eat(Tok::Comma) {
            if self.kind() == close || close == Tok::Colon && self.kind() == Tok::If {
                break;
            }
            let item = self.starred_pattern()?;
            if let PatternKind::Star(_) = item.kind {
                if let Some(before) = star {
                    let d = Diagnostic::error(
                        "E0101",
                        item.span,
                        "two starred patterns in one sequence",
                    )
                    .note(before, "the first one");
                    return self.report(d);
                }
                star = Some(item.span);
            }
            items.push(item);
        }
        Ok(items)
    }

    /// `*name`, `*_` or a pattern.
    fn starred_pattern(&mut self) -> Parse<Pattern> {
        if self.kind() != Tok::Star {
            return self.pattern();
        }
        let start = self.bump().start;
        let (name, _) = self.identifier("a name or `_`")?;
        let name = (name != "_").then_some(name);
        Ok(self.pattern_at(start, PatternKind::Star(name)))
    }

    /// `a | b as name`
    fn pattern(&mut self) -> Parse<Pattern> {
        self.nested(|p| {
            let start = p.token().start;
            let first = p.closed_pattern()?;
            let mut pattern = if p.kind() == Tok::Bar {
                let mut choices = vec![first];
                while p.eat(Tok::Bar) {
                    choices.push(p.closed_pattern()?);
                }
                p.pattern_at(start, PatternKind::Or(choices))
            } else {
                first
            };
            if p.eat(Tok::As) {
                let name = p.capture()?;
                pattern = p.pattern_at(start, PatternKind::As(Some(Box::new(pattern)), Some(name)));
            }
            Ok(pattern)
        })
    }

    /// A name that is bound, not the wildcard.
    fn capture(&mut self) -> Parse<Name> {
        let (name, span) = self.identifier("a name")?;
        if name == "_" {
            let d = Diagnostic::error("E0107", span, "`_` matches anything and cannot be bound");
            return self.report(d);
        }
        Ok(name)
    }

    fn closed_pattern(&mut self) -> Parse<Pattern> {
        let start = self.token().start;
        let kind = match self.kind() {
            Tok::None | Tok::True | Tok::False => PatternKind::Singleton(self.literal_pattern()?),
            Tok::Number | Tok::Str | Tok::Minus => PatternKind::Value(self.literal_pattern()?),
            Tok::Name => return self.named_pattern(),
            Tok::LParen => return self.nested(Self::group_pattern),
            Tok::LBracket => {
                self.bump();
                let items = self.nested(|p| {
                    if p.kind() == Tok::RBracket {
                        return Ok(Vec::new());
                    }
                    let first = p.starred_pattern()?;
                    p.more_patterns(first, Tok::RBracket)
                })?;
                self.expect(Tok::RBracket, "`]` or `,`")?;
                PatternKind::Sequence(items)
            }
            Tok::LBrace => return self.nested(Self::mapping_pattern),
            _ => return self.unexpected("a pattern"),
        };
        Ok(self.pattern_at(start, kind))
    }

    /// A number with its sign, a complex number, strings, or a singleton.
    fn literal_pattern(&mut self) -> Parse<Expr> {
        let start = self.token().start;
        let negative = self.eat(Tok::Minus);
        if negative && self.kind() != Tok::Number {
            return self.unexpected("a number");
        }
        let mut value = self.atom()?;
        let is_number = |e: &Expr| {
            matches!(
                e.kind,
                ExprKind::Int(_) | ExprKind::Long(_) | ExprKind::Float(_) | ExprKind::Imaginary(_)
            )
        };
        if negative {
            value = self.expr(start, ExprKind::UnaryOp(UnaryOp::Neg, Box::new(value)));
        } else if !is_number(&value) {
            return Ok(value);
        }
        let op = match self.kind() {
            Tok::Plus => BinOp::Add,
            Tok::Minus => BinOp::Sub,
            _ => return Ok(value),
        };
        self.bump();
        let imaginary = self.atom()?;
        if !matches!(imaginary.kind, ExprKind::Imaginary(_)) {
            let d = Diagnostic::error(
                "E0101",
                imaginary.span,
                "expected the imaginary part of a complex number",
            );
            return self.report(d);
        }
        Ok(self.expr(start, ExprKind::BinOp(Box::new((value, imaginary)), op)))
    }

    /// `a.b.c`
    fn dotted(&mut self) -> Parse<Expr> {
        let start = self.token().start;
        let (name, _) = self.identifier("a name")?;
        let mut e = self.expr(start, ExprKind::Name(name));
        while self.eat(Tok::Dot) {
            let (attribute, _) = self.identifier("an attribute name")?;
            e = self.expr(start, ExprKind::Attribute(Box::new(e), attribute));
        }
        Ok(e)
    }

    /// A capture, the wildcard, a value `a.b`, or a class pattern.
    fn named_pattern(&mut self) -> Parse<Pattern> {
        let start = self.token().start;
        let e = self.dotted()?;
        if self.kind() == Tok::LParen {
            return self.nested(|p| p.class_pattern(start, e));
        }
        let kind = match e.kind {
            ExprKind::Name(name) => PatternKind::As(None, (name != "_").then_some(name)),
            _ => PatternKind::Value(e),
        };
        Ok(self.pattern_at(start, kind))
    }

    fn class_pattern(&mut self, start: u32, class: Expr) -> Parse<Pattern> {
        self.bump();
        let (mut patterns, mut keywords) = (Vec::new(), Vec::new());
        while self.kind() != Tok::RParen {
            if self.kind() == Tok::Name && self.kind_at(1) == Tok::Equal {
                let (name, _) = self.identifier("an attribute name")?;
                self.bump();
                keywords.push((name, self.pattern()?));
            } else {
                let pattern = self.pattern()?;
                if !keywords.is_empty() {
                    let d = Diagnostic::error(
                        "E0113",
                        pattern.span,
                        "a positional pattern follows a keyword pattern",
                    );
                    return self.report(d);
                }
                patterns.push(pattern);
            }
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RParen, "`)` or `,`")?;
        Ok(self.pattern_at(
            start,
            PatternKind::Class {
                class,
                patterns,
                keywords,
            },
        ))
    }

    /// `(pattern)` is the pattern, `(pattern,)` and `()` are sequences.
    fn group_pattern(&mut self) -> Parse<Pattern> {
        let start = self.bump().start;
        if self.eat(Tok::RParen) {
            return Ok(self.pattern_at(start, PatternKind::Sequence(Vec::new())));
        }
        let first = self.starred_pattern()?;
        if self.kind() != Tok::Comma {
            self.expect(Tok::RParen, "`)` or `,`")?;
            if let PatternKind::Star(_) = first.kind {
                return self.misplaced_star(first.span);
            }
            return Ok(first);
        }
        let items = self.more_patterns(first, Tok::RParen)?;
        self.expect(Tok::RParen, "`)` or `,`")?;
        Ok(self.pattern_at(start, PatternKind::Sequence(items)))
    }

    /// `{key: pattern, **rest}`
    fn mapping_pattern(&mut self) -> Parse<Pattern> {
        let start = self.bump().start;
        let (mut items, mut rest) = (Vec::new(), None);
        while self.kind() != Tok::RBrace {
            if self.kind() == Tok::DoubleStar {
                self.bump();
                rest = Some(self.capture()?);
                self.eat(Tok::Comma);
                break;
            }
            let key = match self.kind() {
                Tok::Name => {
                    let key = self.dotted()?;
                    if let ExprKind::Name(_) = key.kind {
                        let d = Diagnostic::error(
                            "E0101",
                            key.span,
                            "a key of a mapping pattern is a literal or a dotted name",
                        );
                        return self.report(d);
                    }
                    key
                }
                Tok::Number | Tok::Str | Tok::Minus | Tok::None | Tok::True | Tok::False => {
                    self.literal_pattern()?
                }
                _ => return self.unexpected("a key or `**`"),
            };
            self.expect(Tok::Colon, "`:` after the key")?;
            items.push((key, self.pattern()?));
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RBrace, "`}` or `,`")?;
        Ok(self.pattern_at(start, PatternKind::Mapping { items, rest }))
    }
}
