//! Canonical text of expressions; see [`super::dump`].
use std::fmt::Write;

use super::dump::{Ctx, Dumper, Part};
use super::*;

fn load(e: &Expr) -> Part<'_> {
    Part::Expr(e, Ctx::Load)
}

impl Dumper {
    fn ctx(&mut self, cx: Ctx) {
        self.put(match cx {
            Ctx::Load => ",ctx=Load())",
            Ctx::Store => ",ctx=Store())",
            Ctx::Del => ",ctx=Del())",
        });
    }

    pub(super) fn binop(&mut self, op: BinOp) {
        self.put(match op {
            BinOp::Add => "Add()",
            BinOp::Sub => "Sub()",
            BinOp::Mul => "Mult()",
            BinOp::MatMul => "MatMult()",
            BinOp::Div | BinOp::TrueDiv => "Div()",
            BinOp::FloorDiv => "FloorDiv()",
            BinOp::Mod => "Mod()",
            BinOp::Pow => "Pow()",
            BinOp::LShift => "LShift()",
            BinOp::RShift => "RShift()",
            BinOp::And => "BitAnd()",
            BinOp::Or => "BitOr()",
            BinOp::Xor => "BitXor()",
        });
    }

    fn json(&mut self, chars: impl Iterator<Item = u32>) {
        self.put("\"");
        for c in chars {
            match c {
                0x22 => self.put("\\\""),
                0x5c => self.put("\\\\"),
                0x0a => self.put("\\n"),
                0x0d => self.put("\\r"),
                0x09 => self.put("\\t"),
                0x08 => self.put("\\b"),
                0x0c => self.put("\\f"),
                0x20..=0x7e => self.out.push(char::from(c as u8)),
                0..=0xffff => {
                    let _ = write!(self.out, "\\u{c:04x}");
                }
                _ => {
                    let c = c - 0x10000;
                    let _ = write!(
                        self.out,
                        "\\u{:04x}\\u{:04x}",
                        0xd800 + (c >> 10),
                        0xdc00 + (c & 0x3ff)
                    );
                }
            }
        }
        self.put("\"");
    }

    fn bytes(&mut self, s: &[u8]) {
        self.put("b");
        self.json(s.iter().map(|&b| u32::from(b)));
    }

    fn string(&mut self, s: &StrLit, span: Span) {
        if !self.py3 || s.is_bytes {
            self.bytes(&s.bytes);
        } else if s.byte_escapes || std::str::from_utf8(&s.bytes).is_err() {
            let text = &self.source.text[span.start as usize..span.end as usize];
            let chars = crate::parser::as_code_points(text);
            self.json(chars.into_iter());
        } else {
            let text = String::from_utf8_lossy(&s.bytes).into_owned();
            self.json(text.chars().map(|c| c as u32));
        }
    }

    fn constant(&mut self, f: impl FnOnce(&mut Self)) {
        self.put(if self.py3 {
            "Constant(value="
        } else {
            "Num(n="
        });
        f(self);
        self.put(if self.py3 { ",kind=None)" } else { ")" });
    }

    fn plain_name(&mut self, name: &str, cx: Ctx) {
        let _ = write!(self.out, "Name(id='{name}'");
        self.ctx(cx);
    }

    /// `Name(value=..` for nodes with a single expression in front.
    fn node1(&mut self, head: &str, e: &Expr) {
        self.put(head);
        self.expr(e, Ctx::Load);
    }

    pub(super) fn expr(&mut self, e: &Expr, cx: Ctx) {
        match &e.kind {
            ExprKind::Name(n) => self.plain_name(n.as_str(), cx),
            ExprKind::None if !self.py3 => self.plain_name("None", cx),
            ExprKind::None => self.constant(|d| d.put("None")),
            ExprKind::True => self.constant(|d| d.put("True")),
            ExprKind::False => self.constant(|d| d.put("False")),
            ExprKind::Ellipsis if !self.py3 => self.put("Ellipsis()"),
            ExprKind::Ellipsis => self.constant(|d| d.put("Ellipsis")),
            ExprKind::Int(i) => self.constant(|d| {
                let _ = write!(d.out, "{i}");
            }),
            ExprKind::Long(i) => self.constant(|d| {
                let _ = write!(d.out, "{i}{}", if d.py3 { "" } else { "L" });
            }),
            ExprKind::Float(f) => self.constant(|d| {
                let _ = write!(d.out, "f{:016x}", f.to_bits());
            }),
            ExprKind::Imaginary(f) => self.constant(|d| {
                let _ = write!(d.out, "j{:016x}", f.to_bits());
            }),
            ExprKind::Str(s) if self.py3 => self.constant(|d| d.string(s, e.span)),
            ExprKind::Str(s) => {
                self.put("Str(s=");
                self.bytes(&s.bytes);
                self.put(")");
            }
            ExprKind::Unicode(s) if self.py3 => self.unicode_py3(s, e.span),
            ExprKind::Unicode(s) => {
                self.put("Str(s=u");
                self.json(s.iter().copied());
                self.put(")");
            }
            ExprKind::JoinedStr(parts) => self.joined(parts),
            ExprKind::Tuple(items) | ExprKind::List(items) => {
                let tuple = matches!(e.kind, ExprKind::Tuple(_));
                self.put(if tuple { "Tuple(elts=" } else { "List(elts=" });
                self.exprs(items, cx);
                self.ctx(cx);
            }
            ExprKind::Set(items) => self.node("Set", &[("elts", Part::Exprs(items, Ctx::Load))]),
            ExprKind::Dict(items) => {
                self.put("Dict(keys=");
                self.list(items, |d, (k, _)| d.opt(k.as_ref()));
                self.put(",values=");
                self.list(items, |d, (_, v)| d.expr(v, Ctx::Load));
                self.put(")");
            }
            ExprKind::Attribute(value, name) => {
                self.node1("Attribute(value=", value);
                self.put(",attr=");
                self.name(*name);
                self.ctx(cx);
            }
            ExprKind::Subscript(pair) => {
                self.node1("Subscript(value=", &pair.0);
                self.put(",slice=");
                self.index(&pair.1);
                self.ctx(cx);
            }
            ExprKind::Slice(s) => self.slice(s),
            ExprKind::Call(c) => self.call(c),
            ExprKind::BinOp(pair, op) => self.node(
                "BinOp",
                &[
                    ("left", load(&pair.0)),
                    ("op", Part::BinOp(*op)),
                    ("right", load(&pair.1)),
                ],
            ),
            ExprKind::UnaryOp(op, value) => self.unary(*op, value),
            ExprKind::And(values) => self.bool_op("And()", values),
            ExprKind::Or(values) => self.bool_op("Or()", values),
            ExprKind::Compare(left, rest) => self.compare(left, rest),
            ExprKind::IfExp(parts) => self.node(
                "IfExp",
                &[
                    ("test", load(&parts.0)),
                    ("body", load(&parts.1)),
                    ("orelse", load(&parts.2)),
                ],
            ),
            ExprKind::Lambda(l) => self.node(
                "Lambda",
                &[("args", Part::Params(&l.params)), ("body", load(&l.body))],
            ),
            ExprKind::ListComp(c) => self.comprehension("ListComp(elt=", c),
            ExprKind::SetComp(c) => self.comprehension("SetComp(elt=", c),
            ExprKind::DictComp(c) => self.comprehension("DictComp(key=", c),
            ExprKind::GeneratorExp(c) => self.comprehension("GeneratorExp(elt=", c),
            ExprKind::Yield(v) => self.node("Yield", &[("value", Part::Opt(v.as_deref()))]),
            ExprKind::YieldFrom(value) => self.node("YieldFrom", &[("value", load(value))]),
            ExprKind::Await(value) => self.node("Await", &[("value", load(value))]),
            ExprKind::Starred(value) => {
                self.put("Starred(value=");
                self.expr(value, cx);
                self.ctx(cx);
            }
            ExprKind::NamedExpr(pair) => self.node(
                "NamedExpr",
                &[
                    ("target", Part::Expr(&pair.0, Ctx::Store)),
                    ("value", load(&pair.1)),
                ],
            ),
        }
    }

    fn unary(&mut self, op: UnaryOp, value: &Expr) {
        let name = match op {
            UnaryOp::Repr => return self.node("Repr", &[("value", load(value))]),
            UnaryOp::Pos => "UAdd()",
            // CPython 2.7 folds the sign of a number into it.
            UnaryOp::Neg if !self.py3 && self.negative_number(value) => return,
            UnaryOp::Neg => "USub()",
            UnaryOp::Invert => "Invert()",
            UnaryOp::Not => "Not()",
        };
        let fields = [("op", Part::Text(name)), ("operand", load(value))];
        self.node("UnaryOp", &fields);
    }

    fn bool_op(&mut self, op: &str, values: &[Expr]) {
        let fields = [
            ("op", Part::Text(op)),
            ("values", Part::Exprs(values, Ctx::Load)),
        ];
        self.node("BoolOp", &fields);
    }

    /// CPython's `kind` is `u` if the first of the adjacent literals has the prefix.
    fn unicode_py3(&mut self, s: &[u32], span: Span) {
        self.put("Constant(value=");
        self.json(s.iter().copied());
        let first = self.source.text.as_bytes()[span.start as usize];
        self.put(if matches!(first, b'u') {
            ",kind='u')"
        } else {
            ",kind=None)"
        });
    }

    fn negative_number(&mut self, value: &Expr) -> bool {
        let text = self.source.text.clone();
        let span = value.span;
        // Only a sign directly in front of a literal, not `-(1)`.
        let before = text[..span.start as usize].trim_end();
        if !before.ends_with('-') {
            return false;
        }
        match &value.kind {
            ExprKind::Int(i) => self.constant(|d| {
                let _ = write!(d.out, "-{i}");
                if *i == 0 {
                    d.out.truncate(d.out.len() - 2);
                    d.put("0");
                }
            }),
            ExprKind::Long(i) => self.constant(|d| {
                let n = -(**i).clone();
                let literal = &text[span.start as usize..span.end as usize];
                let int = i64::try_from(&n).is_ok() && !literal.ends_with(['l', 'L']);
                let _ = write!(d.out, "{n}{}", if int { "" } else { "L" });
            }),
            ExprKind::Float(f) => self.constant(|d| {
                let _ = write!(d.out, "f{:016x}", (-f).to_bits());
            }),
            ExprKind::Imaginary(f) => self.constant(|d| {
                let _ = write!(d.out, "j{:016x}", (-f).to_bits());
            }),
            _ => return false,
        }
        true
    }

    fn joined(&mut self, parts: &[FStringPart]) {
        self.put("JoinedStr(values=");
        self.list(parts, |d, p| match p {
            FStringPart::Literal(s, _) => d.constant(|d| {
                let text = String::from_utf8_lossy(&s.bytes).into_owned();
                if s.byte_escapes || text.contains('\u{fffd}') {
                    // The bytes of `\xHH` escapes cannot be told from those of characters here.
                    d.json(s.bytes.iter().map(|&b| u32::from(b)));
                } else {
                    d.json(text.chars().map(|c| c as u32));
                }
            }),
            FStringPart::Field {
                value,
                conversion,
                spec,
                ..
            } => {
                d.node1("FormattedValue(value=", value);
                let c = match conversion {
                    Conversion::None => -1,
                    Conversion::Str => 115,
                    Conversion::Repr => 114,
                    Conversion::Ascii => 97,
                };
                let _ = write!(d.out, ",conversion={c},format_spec=");
                match spec {
                    Some(spec) => d.joined(spec),
                    None => d.put("None"),
                }
                d.put(")");
            }
        });
        self.put(")");
    }

    fn index(&mut self, index: &Expr) {
        if self.py3 {
            return self.expr(index, Ctx::Load);
        }
        match &index.kind {
            ExprKind::Slice(s) => self.slice(s),
            ExprKind::Ellipsis => self.put("Ellipsis()"),
            ExprKind::Tuple(items)
                if items
                    .iter()
                    .any(|i| matches!(i.kind, ExprKind::Slice(_) | ExprKind::Ellipsis)) =>
            {
                self.put("ExtSlice(dims=");
                self.list(items, Dumper::index);
                self.put(")");
            }
            _ => {
                self.node1("Index(value=", index);
                self.put(")");
            }
        }
    }

    fn slice(&mut self, s: &Slice) {
        self.put("Slice(lower=");
        self.opt(s.lower.as_ref());
        self.put(",upper=");
        self.opt(s.upper.as_ref());
        self.put(",step=");
        match &s.step {
            Some(None) if !self.py3 => self.plain_name("None", Ctx::Load),
            step => self.opt(step.as_ref().and_then(Option::as_ref)),
        }
        self.put(")");
    }

    fn call(&mut self, c: &Call) {
        self.node1("Call(func=", &c.func);
        self.put(",args=");
        if self.py3 {
            self.exprs(&c.args, Ctx::Load);
            self.put(",keywords=");
            self.keywords(&c.keywords);
            self.put(")");
            return;
        }
        let starred = |e: &Expr| matches!(e.kind, ExprKind::Starred(_));
        let plain = c.args.iter().take_while(|a| !starred(a)).count();
        self.exprs(&c.args[..plain], Ctx::Load);
        let named = c.keywords.iter().take_while(|k| k.name.is_some()).count();
        self.put(",keywords=");
        self.keywords(&c.keywords[..named]);
        self.put(",starargs=");
        match c.args.get(plain).map(|e| &e.kind) {
            Some(ExprKind::Starred(e)) => self.expr(e, Ctx::Load),
            _ => self.put("None"),
        }
        self.put(",kwargs=");
        self.opt(c.keywords.get(named).map(|k| &k.value));
        self.put(")");
    }

    fn compare(&mut self, left: &Expr, rest: &[(CompareOp, Expr)]) {
        self.node1("Compare(left=", left);
        self.put(",ops=");
        self.list(rest, |d, (op, _)| {
            d.put(match op {
                CompareOp::Lt => "Lt()",
                CompareOp::Le => "LtE()",
                CompareOp::Eq => "Eq()",
                CompareOp::Ne => "NotEq()",
                CompareOp::Gt => "Gt()",
                CompareOp::Ge => "GtE()",
                CompareOp::In => "In()",
                CompareOp::NotIn => "NotIn()",
                CompareOp::Is => "Is()",
                CompareOp::IsNot => "IsNot()",
            });
        });
        self.put(",comparators=");
        self.list(rest, |d, (_, e)| d.expr(e, Ctx::Load));
        self.put(")");
    }

    fn comprehension(&mut self, head: &str, c: &Comprehension) {
        self.put(head);
        if let Some(key) = &c.key {
            self.expr(key, Ctx::Load);
            self.put(",value=");
        }
        self.expr(&c.elt, Ctx::Load);
        self.put(",generators=");
        self.list(&c.clauses, |d, clause| {
            d.put("comprehension(target=");
            d.expr(&clause.target, Ctx::Store);
            d.node1(",iter=", &clause.iter);
            d.put(",ifs=");
            d.exprs(&clause.ifs, Ctx::Load);
            if d.py3 {
                let _ = write!(d.out, ",is_async={}", u8::from(clause.is_async));
            }
            d.put(")");
        });
        self.put(")");
    }
}
