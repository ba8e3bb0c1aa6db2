//! Expressions, conditions, and stores.
use ir::source::Span;

use super::Compiler;
use super::function::CompKind;
use super::unit::Label;
use crate::ast::*;
use crate::code::*;

impl<'a> Compiler<'a> {
    /// The constant an expression is, if it is one that can be folded here. (Operators are left to the engine, but for
    /// the sign of a number and tuples.)
    pub(super) fn constant(&self, e: &Expr) -> Option<ConstValue> {
        Some(match &e.kind {
            ExprKind::None => ConstValue::None,
            ExprKind::True => ConstValue::Bool(true),
            ExprKind::False => ConstValue::Bool(false),
            ExprKind::Ellipsis => ConstValue::Ellipsis,
            ExprKind::Int(i) => ConstValue::Int(*i),
            ExprKind::Long(i) => ConstValue::Long((**i).clone()),
            ExprKind::Float(f) => ConstValue::Float(*f),
            ExprKind::Imaginary(f) => ConstValue::Imaginary(*f),
            ExprKind::Str(s) => ConstValue::Str(s.bytes.clone()),
            ExprKind::Unicode(s) => ConstValue::Unicode(s.clone()),
            ExprKind::Tuple(items) => ConstValue::Tuple(
                items
                    .iter()
                    .map(|e| self.constant(e))
                    .collect::<Option<Vec<_>>>()?
                    .into(),
            ),
            ExprKind::UnaryOp(UnaryOp::Neg, value) => match &value.kind {
                ExprKind::Int(i) => ConstValue::Int(i.checked_neg()?),
                ExprKind::Float(f) => ConstValue::Float(-*f),
                // -9223372036854775808 is an int although its digits alone are not.
                ExprKind::Long(i) => {
                    let n = -(**i).clone();
                    match i64::try_from(&n) {
                        Ok(n) if n == i64::MIN && !self.has_long_suffix(value) => {
                            ConstValue::Int(n)
                        }
                        _ => ConstValue::Long(n),
                    }
                }
                _ => return None,
            },
            _ => return None,
        })
    }

    fn has_long_suffix(&self, e: &Expr) -> bool {
        self.source.text[e.span.start as usize..e.span.end as usize].ends_with(['l', 'L'])
    }

    /// The truth of a constant expression, as far as the compiler decides `if` and `while` by it.
    fn truth(&self, e: &Expr) -> Option<bool> {
        Some(match &e.kind {
            ExprKind::None | ExprKind::False => false,
            ExprKind::True | ExprKind::Ellipsis => true,
            ExprKind::Int(i) => *i != 0,
            ExprKind::Float(f) => *f != 0.0,
            ExprKind::Str(s) => !s.bytes.is_empty(),
            ExprKind::UnaryOp(UnaryOp::Not, value) => !self.truth(value)?,
            _ => return None,
        })
    }

    /// Pushes the value of an expression.
    pub(super) fn expr(&mut self, e: &'a Expr) {
        let span = e.span;
        match &e.kind {
            ExprKind::Name(name) => self.load_name(*name, span),
            ExprKind::None
            | ExprKind::True
            | ExprKind::False
            | ExprKind::Ellipsis
            | ExprKind::Int(_)
            | ExprKind::Long(_)
            | ExprKind::Float(_)
            | ExprKind::Imaginary(_)
            | ExprKind::Str(_)
            | ExprKind::Unicode(_) => {
                if let Some(c) = self.constant(e) {
                    self.unit.load_const(c, span);
                }
            }
            ExprKind::JoinedStr(parts) => self.joined_str(parts, span),
            ExprKind::Tuple(items) => {
                if let Some(c) = self.constant(e) {
                    self.unit.load_const(c, span);
                } else if has_star(items) {
                    self.list_of(items, span);
                    self.unit.emit(Instr::ListToTuple, span);
                } else {
                    items.iter().for_each(|e| self.expr(e));
                    self.unit.emit(Instr::BuildTuple(items.len() as u32), span);
                }
            }
            ExprKind::List(items) => self.list_of(items, span),
            ExprKind::Set(items) => self.set_of(items, span),
            ExprKind::Dict(items) => self.dict_of(items, span),
            ExprKind::Attribute(value, name) => {
                self.expr(value);
                let name = self.mangle(*name);
                self.unit.emit(Instr::LoadAttr(name), span);
            }
            ExprKind::Subscript(pair) => {
                self.expr(&pair.0);
                self.expr(&pair.1);
                self.unit.emit(Instr::BinarySubscr, span);
            }
            ExprKind::Slice(s) => self.slice(s, span),
            ExprKind::Call(c) => self.call(c, span),
            ExprKind::BinOp(..) => self.binary(e),
            ExprKind::UnaryOp(op, value) => {
                if let Some(c) = self.constant(e) {
                    self.unit.load_const(c, span);
                    return;
                }
                self.expr(value);
                self.unit.emit(Instr::Unary(*op), span);
            }
            ExprKind::And(values) => self.and_or(values, Instr::JumpIfFalseOrPop, span),
            ExprKind::Or(values) => self.and_or(values, Instr::JumpIfTrueOrPop, span),
            ExprKind::Compare(left, rest) => self.compare(left, rest, span),
            ExprKind::IfExp(parts) => {
                let (orelse, end) = (self.unit.label(), self.unit.label());
                self.condition(&parts.0, orelse, false);
                self.expr(&parts.1);
                self.unit.jump(Instr::Jump, end, span);
                self.unit.place(orelse);
                self.expr(&parts.2);
                self.unit.place(end);
            }
            ExprKind::Lambda(l) => self.lambda(l, span),
            ExprKind::ListComp(c) => self.comprehension(c, CompKind::List, span),
            ExprKind::SetComp(c) => self.comprehension(c, CompKind::Set, span),
            ExprKind::DictComp(c) => self.comprehension(c, CompKind::Dict, span),
            ExprKind::GeneratorExp(c) => self.comprehension(c, CompKind::Generator, span),
            ExprKind::Yield(_) | ExprKind::YieldFrom(_) => self.yields(e),
            ExprKind::Await(_) => {
                self.unsupported(span, "`await`");
                self.load_none(span);
            }
            ExprKind::Starred(_) => {
                self.error(span, "a starred expression is not allowed here");
                self.load_none(span);
            }
            ExprKind::NamedExpr(pair) => {
                self.expr(&pair.1);
                self.unit.emit(Instr::Dup, span);
                self.store(&pair.0);
            }
        }
    }

    /// A chain of left-associative operators, without recursion on the left.
    fn binary(&mut self, e: &'a Expr) {
        let mut chain = Vec::new();
        let mut left = e;
        while let ExprKind::BinOp(pair, op) = &left.kind {
            chain.push((&pair.1, *op, left.span));
            left = &pair.0;
        }
        self.expr(left);
        for (right, op, span) in chain.into_iter().rev() {
            self.expr(right);
            let op = self.division(op);
            self.unit.emit(Instr::Binary(op), span);
        }
    }

    /// `/` of the mode.
    pub(super) fn division(&self, op: BinOp) -> BinOp {
        if op == BinOp::Div && self.unit.code.true_division {
            BinOp::TrueDiv
        } else {
            op
        }
    }

    fn slice(&mut self, s: &'a Slice, span: Span) {
        for bound in [&s.lower, &s.upper] {
            match bound {
                Some(e) => self.expr(e),
                None => self.load_none(span),
            }
        }
        match &s.step {
            None => self.unit.emit(Instr::BuildSlice(2), span),
            Some(step) => {
                match step {
                    Some(e) => self.expr(e),
                    None => self.load_none(span),
                }
                self.unit.emit(Instr::BuildSlice(3), span);
            }
        }
    }

    fn and_or(&mut self, values: &'a [Expr], jump: fn(Pc) -> Instr, span: Span) {
        let end = self.unit.label();
        for (i, v) in values.iter().enumerate() {
            self.expr(v);
            if i + 1 < values.len() {
                self.unit.jump(jump, end, span);
            }
        }
        self.unit.place(end);
    }

    fn compare(&mut self, left: &'a Expr, rest: &'a [(CompareOp, Expr)], span: Span) {
        self.expr(left);
        if let [(op, right)] = rest {
            self.expr(right);
            self.unit.emit(Instr::Compare(*op), span);
            return;
        }
        let (cleanup, end) = (self.unit.label(), self.unit.label());
        for (i, (op, right)) in rest.iter().enumerate() {
            self.expr(right);
            if i + 1 < rest.len() {
                self.unit.emit(Instr::Dup, span);
                self.unit.emit(Instr::Rot3, span);
                self.unit.emit(Instr::Compare(*op), span);
                self.unit.jump(Instr::JumpIfFalseOrPop, cleanup, span);
            } else {
                self.unit.emit(Instr::Compare(*op), span);
            }
        }
        self.unit.jump(Instr::Jump, end, span);
        self.unit.place(cleanup);
        self.unit.emit(Instr::Rot2, span);
        self.unit.emit(Instr::Pop, span);
        self.unit.place(end);
    }

    /// Jumps to a label if the truth of the expression is `when`; falls through otherwise.
    pub(super) fn condition(&mut self, e: &'a Expr, to: Label, when: bool) {
        if let Some(truth) = self.truth(e) {
            if truth == when {
                self.unit.jump(Instr::Jump, to, e.span);
            }
            return;
        }
        match &e.kind {
            ExprKind::UnaryOp(UnaryOp::Not, value) => self.condition(value, to, !when),
            ExprKind::And(values) => self.short_circuit(values, to, when, false),
            ExprKind::Or(values) => self.short_circuit(values, to, when, true),
            ExprKind::Compare(left, rest) if rest.len() > 1 => {
                self.compare_condition(left, rest, to, when, e.span);
            }
            ExprKind::IfExp(parts) => {
                let (orelse, end) = (self.unit.label(), self.unit.label());
                self.condition(&parts.0, orelse, false);
                self.condition(&parts.1, to, when);
                self.unit.jump(Instr::Jump, end, e.span);
                self.unit.place(orelse);
                self.condition(&parts.2, to, when);
                self.unit.place(end);
            }
            _ => {
                self.expr(e);
                let jump = if when {
                    Instr::PopJumpIfTrue
                } else {
                    Instr::PopJumpIfFalse
                };
                self.unit.jump(jump, to, e.span);
            }
        }
    }

    /// `and` (`decides` false) or `or` (`decides` true): an operand of that truth decides.
    fn short_circuit(&mut self, values: &'a [Expr], to: Label, when: bool, decides: bool) {
        let Some((last, first)) = values.split_last() else {
            return;
        };
        if when == decides {
            first.iter().for_each(|v| self.condition(v, to, when));
            self.condition(last, to, when);
        } else {
            let end = self.unit.label();
            first.iter().for_each(|v| self.condition(v, end, decides));
            self.condition(last, to, when);
            self.unit.place(end);
        }
    }

    fn compare_condition(
        &mut self,
        left: &'a Expr,
        rest: &'a [(CompareOp, Expr)],
        to: Label,
        when: bool,
        span: Span,
    ) {
        let (cleanup, end) = (self.unit.label(), self.unit.label());
        self.expr(left);
        for (i, (op, right)) in rest.iter().enumerate() {
            self.expr(right);
            if i + 1 < rest.len() {
                self.unit.emit(Instr::Dup, span);
                self.unit.emit(Instr::Rot3, span);
                self.unit.emit(Instr::Compare(*op), span);
                self.unit.jump(Instr::PopJumpIfFalse, cleanup, span);
            } else {
                self.unit.emit(Instr::Compare(*op), span);
            }
        }
        let jump = if when {
            Instr::PopJumpIfTrue
        } else {
            Instr::PopJumpIfFalse
        };
        self.unit.jump(jump, to, span);
        self.unit.jump(Instr::Jump, end, span);
        self.unit.place(cleanup);
        self.unit.emit(Instr::Pop, span);
        if !when {
            self.unit.jump(Instr::Jump, to, span);
        }
        self.unit.place(end);
    }

    fn joined_str(&mut self, parts: &'a [FStringPart], span: Span) {
        for p in parts {
            match p {
                FStringPart::Literal(s, span) => self
                    .unit
                    .load_const(ConstValue::Str(s.bytes.clone()), *span),
                FStringPart::Field {
                    span,
                    value,
                    conversion,
                    spec,
                } => {
                    self.expr(value);
                    if let Some(spec) = spec {
                        self.joined_str(spec, *span);
                    }
                    self.unit.emit(
                        Instr::FormatValue {
                            conversion: *conversion,
                            spec: spec.is_some(),
                        },
                        *span,
                    );
                }
            }
        }
        match parts {
            [] => self.load_str("", span),
            [_] => {}
            _ => self.unit.emit(Instr::BuildString(parts.len() as u32), span),
        }
    }

    /// Pops the value on the stack into a target.
    pub(super) fn store(&mut self, target: &'a Expr) {
        let span = target.span;
        match &target.kind {
            ExprKind::Name(name) => self.store_name(*name, span),
            ExprKind::Attribute(value, name) => {
                self.expr(value);
                let name = self.mangle(*name);
                self.unit.emit(Instr::StoreAttr(name), span);
            }
            ExprKind::Subscript(pair) => {
                self.expr(&pair.0);
                self.expr(&pair.1);
                self.unit.emit(Instr::StoreSubscr, span);
            }
            ExprKind::Tuple(items) | ExprKind::List(items) => {
                let star = items
                    .iter()
                    .position(|e| matches!(e.kind, ExprKind::Starred(_)));
                match star {
                    None => self
                        .unit
                        .emit(Instr::UnpackSequence(items.len() as u32), span),
                    Some(i) => {
                        let after = items.len() - i - 1;
                        if i > 255 || after > 255 {
                            self.unsupported(span, "unpacking more than 255 items around a `*`");
                        }
                        self.unit.emit(
                            Instr::UnpackEx {
                                before: i as u16,
                                after: after as u16,
                            },
                            span,
                        );
                    }
                }
                for item in items {
                    match &item.kind {
                        ExprKind::Starred(inner) => self.store(inner),
                        _ => self.store(item),
                    }
                }
            }
            _ => {
                // The parser refuses other targets.
                self.error(span, "cannot assign to this expression");
                self.unit.emit(Instr::Pop, span);
            }
        }
    }

    pub(super) fn delete(&mut self, target: &'a Expr) {
        let span = target.span;
        match &target.kind {
            ExprKind::Name(name) => self.delete_name(*name, span),
            ExprKind::Attribute(value, name) => {
                self.expr(value);
                let name = self.mangle(*name);
                self.unit.emit(Instr::DeleteAttr(name), span);
            }
            ExprKind::Subscript(pair) => {
                self.expr(&pair.0);
                self.expr(&pair.1);
                self.unit.emit(Instr::DeleteSubscr, span);
            }
            ExprKind::Tuple(items) | ExprKind::List(items) => {
                items.iter().for_each(|e| self.delete(e));
            }
            _ => self.error(span, "cannot delete this expression"),
        }
    }
}

fn has_star(items: &[Expr]) -> bool {
    items.iter().any(|e| matches!(e.kind, ExprKind::Starred(_)))
}
