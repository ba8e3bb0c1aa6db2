//! Arithmetic: integers of all widths, floats, and what `+`, `*`, `%` mean for strings, lists and tuples.
//!
//! ```text
//! Int+ + Int+ = Int+      Int - Int+ = Int      r_uint + Int+ = r_uint      Int / Float = Float
//! Str % anything = Str
//! ```
use ir::name::Name;
use python::live::Value;

use crate::classes::presence::has_attribute;
use crate::engine::{Annotator, Res};
use crate::front::hl::HlOp;
use crate::model::lattice;
use crate::model::*;
use crate::report::warnings::counted;

/// The kind of the result of an operation on two integers; `None` if they do not mix.
pub(crate) fn int_result(
    p: &crate::AnnotatedProgram,
    a: Annotation,
    b: Annotation,
) -> Option<(IntKind, bool)> {
    let widen = |x: Annotation| match x.kind() {
        AnnotationKind::Bool(_) => Annotation::nonneg(),
        _ => x.without_const(),
    };
    let mut none = lattice::Obligations::new();
    match lattice::join(p, widen(a), widen(b), &mut none) {
        Ok(j) => j.as_int_kind(),
        Err(_) => {
            // A constant that fits takes the kind of the other operand.
            let fits =
                |c: Annotation, k: IntKind| c.const_i64().is_some_and(|v| v >= 0 || k.signed);
            let (ka, kb) = (a.as_int_kind()?.0, b.as_int_kind()?.0);
            if kb == IntKind::SIGNED && fits(b, ka) {
                Some((ka, true))
            } else if ka == IntKind::SIGNED && fits(a, kb) {
                Some((kb, true))
            } else {
                None
            }
        }
    }
}

/// The kind of the result of `int & unsigned` and `int - unsigned`, in either order: that of the unsigned operand. Its
/// low bits are those of the mathematical result, whatever the sign of the other operand, so both runs agree.
fn unsigned_result(base: &HlOp, a: Annotation, b: Annotation) -> Option<(IntKind, bool)> {
    if !matches!(base, HlOp::And | HlOp::Sub) {
        return None;
    }
    let (ka, kb) = (a.as_int_kind()?.0, b.as_int_kind()?.0);
    match (ka == IntKind::SIGNED, kb == IntKind::SIGNED) {
        (true, false) if !kb.signed => Some((kb, false)),
        (false, true) if !ka.signed => Some((ka, false)),
        _ => None,
    }
}

impl Annotator {
    pub(crate) fn arithmetic(&mut self, op: &HlOp, args: &[Annotation]) -> Res {
        let plain = op.without_inplace().unwrap_or_else(|| op.clone());
        if args.len() == 1 {
            return self.unary(op, args[0]);
        }
        let (a, b) = (args[0], args[1]);
        if args.len() == 3 {
            return self.power_modulo(op, args);
        }
        if let AnnotationKind::Instance { .. } = a.kind() {
            return self.operator_method(op, a, b);
        }
        if let AnnotationKind::Instance { .. } = b.kind()
            && !matches!(
                (&plain, a.kind()),
                (
                    HlOp::Mod,
                    AnnotationKind::Text(TextKind { wide: false, .. })
                )
            )
        {
            return self.bad_operand(op, args);
        }
        // None is only transient, or an error at the end.
        if a.is_none() || b.is_none() && !matches!(plain, HlOp::Mod) {
            return self.bad_operand(op, args);
        }
        match (a.kind(), b.kind()) {
            (
                AnnotationKind::Int { .. } | AnnotationKind::Bool(_),
                AnnotationKind::Int { .. } | AnnotationKind::Bool(_),
            ) => self.int_op(op, a, b),
            (
                AnnotationKind::Float | AnnotationKind::Int { .. } | AnnotationKind::Bool(_),
                AnnotationKind::Float | AnnotationKind::Int { .. } | AnnotationKind::Bool(_),
            ) => match plain {
                HlOp::Add
                | HlOp::Sub
                | HlOp::Mul
                | HlOp::Div
                | HlOp::TrueDiv
                | HlOp::Mod
                | HlOp::FloorDiv
                | HlOp::Pow => Ok(Annotation::float()),
                HlOp::DivMod => Ok(Annotation::tuple(vec![
                    Annotation::float(),
                    Annotation::float(),
                ])),
                _ => self.bad_operand(op, args),
            },
            _ => self.sequence_op(op, &plain, a, b),
        }
    }

    /// `pow(x, y, z)`
    fn power_modulo(&mut self, op: &HlOp, args: &[Annotation]) -> Res {
        if !args.iter().all(|a| a.is_integer()) {
            return self.bad_operand(op, args);
        }
        let other = |a: &Annotation| a.as_int_kind().is_some_and(|(k, _)| k != IntKind::SIGNED);
        if let Some(&x) = args.iter().find(|a| other(a)) {
            let what = self.english(x);
            let d = self
                .error("E0482", format!("pow() with a modulus, of {what}"))
                .help("convert it first: intmask(x)");
            return self.fail_with(d);
        }
        Ok(Annotation::int())
    }

    fn unary(&mut self, op: &HlOp, a: Annotation) -> Res {
        if let AnnotationKind::Instance { .. } = a.kind() {
            let name = match op {
                HlOp::Neg => "__neg__",
                HlOp::Pos => "__pos__",
                HlOp::Invert => "__invert__",
                HlOp::Abs => "__abs__",
                _ => return self.bad_operand(op, &[a]),
            };
            return match self.special_method(a, name, &[]) {
                Some(r) => r,
                None => self.bad_operand(op, &[a]),
            };
        }
        if let Some((kind, nonneg)) = a.as_int_kind() {
            let fold = |v: Option<i64>| {
                v.filter(|_| kind == IntKind::SIGNED)
                    .map(Annotation::const_int)
            };
            let c = a.const_i64();
            return Ok(match op {
                HlOp::Pos => match a.kind() {
                    AnnotationKind::Bool(_) => fold(c).unwrap_or(Annotation::nonneg()),
                    _ => a.without_bool(),
                },
                HlOp::Neg | HlOp::NegOvf => {
                    fold(c.and_then(i64::checked_neg)).unwrap_or(Annotation::int_kind(kind, false))
                }
                HlOp::Invert => fold(c.map(|v| !v)).unwrap_or(Annotation::int_kind(kind, false)),
                HlOp::Abs | HlOp::AbsOvf => {
                    let known = matches!(op, HlOp::AbsOvf) || nonneg || kind == IntKind::SIGNED;
                    fold(c.and_then(i64::checked_abs)).unwrap_or(Annotation::int_kind(kind, known))
                }
                _ => return self.bad_operand(op, &[a]),
            });
        }
        match (op, a.kind()) {
            (HlOp::Neg | HlOp::Pos | HlOp::Abs, AnnotationKind::Float) => Ok(Annotation::float()),
            _ => self.bad_operand(op, &[a]),
        }
    }

    fn int_op(&mut self, op: &HlOp, a: Annotation, b: Annotation) -> Res {
        let plain = op.without_inplace().unwrap_or_else(|| op.clone());
        let base = plain.without_ovf().unwrap_or_else(|| plain.clone());
        // Both booleans: and, or, xor stay boolean.
        if let (AnnotationKind::Bool(_), AnnotationKind::Bool(_)) = (a.kind(), b.kind())
            && matches!(base, HlOp::And | HlOp::Or | HlOp::Xor)
        {
            if let (Some(x), Some(y)) = (a.const_truth(), b.const_truth()) {
                return Ok(Annotation::const_bool(match base {
                    HlOp::And => x & y,
                    HlOp::Or => x | y,
                    _ => x ^ y,
                }));
            }
            return Ok(Annotation::bool());
        }
        if base == HlOp::TrueDiv {
            return Ok(Annotation::float());
        }
        // The amount of a shift may be of any kind.
        let shift = matches!(base, HlOp::LShift | HlOp::RShift) && b.as_int_kind().is_some();
        let shifted = a.as_int_kind().filter(|_| shift).map(|(k, _)| (k, false));
        let result = shifted
            .or_else(|| unsigned_result(&base, a, b))
            .or_else(|| int_result(&self.program, a, b));
        let Some((kind, both_nonneg)) = result else {
            self.errors.last_union = Some(crate::model::lattice::TopError { left: a, right: b });
            let d = self
                .error(
                    "E0410",
                    format!("{} and {} do not mix", self.english(a), self.english(b)),
                )
                .label("RPython cannot prove that they are of the same signedness")
                .help("convert one side: r_uint(x) or intmask(x)");
            let d = self.with_operand_origin(d, 0);
            let d = self.with_operand_origin(d, 1);
            return self.fail_with(d);
        };
        let (an, bn) = (a.is_nonneg(), b.is_nonneg());
        if plain.without_ovf().is_some() && !kind.signed {
            return self.unsupported("ovfcheck() of unsigned integers");
        }
        let small = kind == IntKind::SIGNED;
        if small
            && let (Some(x), Some(y)) = (a.const_i64(), b.const_i64())
            && let Some(v) = fold(&base, x, y)
        {
            return Ok(Annotation::const_int(v));
        }
        let checked = plain.without_ovf().is_some();
        let nonneg = match base {
            // Without a check a sum may overflow; RPython trusts that it does not.
            HlOp::Add | HlOp::Mul => both_nonneg || (an && bn),
            HlOp::Sub => false,
            HlOp::Div | HlOp::FloorDiv => an && bn,
            HlOp::Mod => bn,
            HlOp::LShift => checked && an,
            HlOp::RShift => an,
            HlOp::And => an || bn,
            HlOp::Or | HlOp::Xor => an && bn,
            HlOp::Pow => an,
            HlOp::DivMod => {
                let item = |n| Annotation::int_kind(kind, n);
                return Ok(Annotation::tuple(vec![item(an && bn), item(bn)]));
            }
            _ => return self.bad_operand(op, &[a, b]),
        };
        // Of two booleans these are booleans.
        let truth = |x: Annotation| x.maybe_bool() || matches!(x.kind(), AnnotationKind::Bool(_));
        Ok(Annotation::new(AnnotationKind::Int {
            kind,
            nonneg: nonneg || !kind.signed,
            maybe_bool: matches!(base, HlOp::And | HlOp::Or | HlOp::Xor) && truth(a) && truth(b),
        }))
    }

    /// `+`, `*`, `%` on strings, lists, tuples, bytearrays.
    fn sequence_op(&mut self, op: &HlOp, plain: &HlOp, a: Annotation, b: Annotation) -> Res {
        let result = self.plain_sequence_op(op, plain, a, b)?;
        match plain {
            HlOp::Mod => Ok(result),
            _ => self.of_mixed(&format!("`{}`", super::operator(op)), &[a, b], result),
        }
    }

    fn plain_sequence_op(&mut self, op: &HlOp, plain: &HlOp, a: Annotation, b: Annotation) -> Res {
        match (plain, a.kind(), b.kind()) {
            (
                HlOp::Add,
                AnnotationKind::Text(TextKind { wide: false, .. }),
                AnnotationKind::Text(TextKind { wide: false, .. }),
            ) => self.concat_bytes(a, b),
            (HlOp::Add, AnnotationKind::Text(_), AnnotationKind::Text(_)) => {
                self.concat_mixed(a, b)
            }
            (HlOp::Mul, AnnotationKind::Text(TextKind { wide: false, .. }), _)
                if b.is_integer() =>
            {
                Ok(Annotation::new(AnnotationKind::Text(
                    TextKind::STR.with_no_nul(has_no_nul(a)),
                )))
            }
            (HlOp::Mul, _, AnnotationKind::Text(TextKind { wide: false, .. }))
                if a.is_integer() =>
            {
                Ok(Annotation::new(AnnotationKind::Text(
                    TextKind::STR.with_no_nul(has_no_nul(b)),
                )))
            }
            (HlOp::Mul, AnnotationKind::Text(TextKind { wide: true, .. }), _) if b.is_integer() => {
                Ok(Annotation::new(AnnotationKind::Text(
                    TextKind::UNICODE.with_no_nul(has_no_nul(a)),
                )))
            }
            (HlOp::Mul, _, AnnotationKind::Text(TextKind { wide: true, .. })) if a.is_integer() => {
                Ok(Annotation::new(AnnotationKind::Text(
                    TextKind::UNICODE.with_no_nul(has_no_nul(b)),
                )))
            }
            (HlOp::Mod, AnnotationKind::Text(_), _) => self.format_rule(a, b),
            (HlOp::Add, AnnotationKind::List(_), AnnotationKind::List(_)) => {
                self.concat_lists(op, a, b)
            }
            // `lst += "chars"` and other iterables
            (HlOp::Add, AnnotationKind::List(_), _) if op.without_inplace().is_some() => {
                self.has_numbered_items(b)?;
                self.resize_list(a)?;
                self.extend_list(a, b)?;
                Ok(a.without_const())
            }
            (HlOp::Mul, AnnotationKind::List(_), _) if b.is_integer() => self.repeat_list(op, a),
            (HlOp::Mul, _, AnnotationKind::List(_)) if a.is_integer() => self.repeat_list(op, b),
            (HlOp::Add, AnnotationKind::Tuple(x), AnnotationKind::Tuple(y)) => {
                let items: Vec<Annotation> = x.iter().chain(y.iter()).copied().collect();
                Ok(self.newtuple(&items))
            }
            (HlOp::Mul, AnnotationKind::Tuple(x), _) if b.is_integer() => self.repeat_tuple(x, b),
            (HlOp::Mul, _, AnnotationKind::Tuple(x)) if a.is_integer() => self.repeat_tuple(x, a),
            (
                HlOp::Add,
                AnnotationKind::ByteArray,
                AnnotationKind::ByteArray | AnnotationKind::Text(TextKind { wide: false, .. }),
            )
            | (
                HlOp::Add,
                AnnotationKind::Text(TextKind { wide: false, .. }),
                AnnotationKind::ByteArray,
            ) => Ok(Annotation::new(AnnotationKind::ByteArray)),
            (HlOp::Mul, AnnotationKind::ByteArray, _) if b.is_integer() => {
                Ok(Annotation::new(AnnotationKind::ByteArray))
            }
            _ => self.bad_operand(op, &[a, b]),
        }
    }

    fn repeat_tuple(&mut self, items: &[Annotation], times: Annotation) -> Res {
        match times.const_i64().map(|n| n.max(0)) {
            Some(n) if n < 64 => {
                let items: Vec<Annotation> = (0..n).flat_map(|_| items.iter().copied()).collect();
                Ok(self.newtuple(&items))
            }
            times => {
                let how = match times {
                    Some(_) => "more than 63 times",
                    None => "as often as a variable says",
                };
                let d = self
                    .error("E0441", format!("a tuple is repeated {how}"))
                    .label("the length of a tuple is part of its type")
                    .help("use a list");
                self.fail_with(d)
            }
        }
    }

    fn repeat_list(&mut self, op: &HlOp, list: Annotation) -> Res {
        if op.without_inplace().is_some() {
            self.resize_list(list)?;
            return Ok(list.without_const());
        }
        let id = self.new_list_here(0);
        let r = Annotation::list(id);
        self.extend_list(r, list)?;
        Ok(r)
    }

    /// Two texts of which at least one is a unicode string.
    fn concat_mixed(&mut self, a: Annotation, b: Annotation) -> Res {
        let text =
            |x: Annotation| matches!(x.kind(), AnnotationKind::Text(TextKind { wide: false, .. }));
        if (text(a) && !a.is_const()) || (text(b) && !b.is_const()) {
            let d = self
                .error(
                    "E0444",
                    "a byte string and a unicode string are concatenated",
                )
                .help("decode the byte string first: s.decode('utf-8')");
            return self.fail_with(d);
        }
        Ok(Annotation::new(AnnotationKind::Text(
            TextKind::UNICODE.with_no_nul(has_no_nul(a) && has_no_nul(b)),
        )))
    }

    fn concat_bytes(&mut self, a: Annotation, b: Annotation) -> Res {
        if let (Some(Value::Str(x)), Some(Value::Str(y))) = (a.const_value(), b.const_value())
            && x.bytes.len() + y.bytes.len() < 4096
        {
            let all = [&x.bytes[..], &y.bytes[..]].concat();
            return Ok(self.constant(&Value::from_vec(all)));
        }
        Ok(Annotation::new(AnnotationKind::Text(
            TextKind::STR.with_no_nul(has_no_nul(a) && has_no_nul(b)),
        )))
    }

    fn concat_lists(&mut self, op: &HlOp, a: Annotation, b: Annotation) -> Res {
        if op.without_inplace().is_some() {
            self.resize_list(a)?;
            self.extend_list(a, b)?;
            return Ok(a.without_const());
        }
        let id = self.new_list_here(0);
        let r = Annotation::list(id);
        self.extend_list(r, a)?;
        self.extend_list(r, b)?;
        Ok(r)
    }

    /// Whether a format without a place for these values always raises TypeError: a mapping (an object with
    /// `__getitem__`) may go unused.
    fn never_formats(&self, values: Annotation) -> bool {
        match values.kind() {
            AnnotationKind::Instance { class, .. } => {
                let writers = &self.findings.notes.writers;
                !has_attribute(&self.program, writers, *class, "__getitem__".into())
            }
            AnnotationKind::List(_) | AnnotationKind::Dict(_) | AnnotationKind::ByteArray => false,
            _ => true,
        }
    }

    /// `format % values`
    fn format_rule(&mut self, format: Annotation, values: Annotation) -> Res {
        let unicode = matches!(
            format.kind(),
            AnnotationKind::Text(TextKind { wide: true, .. })
        );
        let Some(text) = format.const_value().and_then(Value::as_text) else {
            return self.fail("E0445", "the format string is not constant");
        };
        let items: Vec<Annotation> = match values.kind() {
            AnnotationKind::Tuple(items) => items.to_vec(),
            _ => vec![values],
        };
        let specs = match parse_format(&text) {
            Ok(s) => s,
            Err(e) => return self.fail("E0445", format!("bad format string: {e}")),
        };
        if specs.len() < items.len() && self.never_formats(values) {
            self.note_surplus(specs.len(), items.len());
            return self.block_harmlessly();
        }
        if specs.len() != items.len() {
            let needed = counted(specs.len(), "value");
            let message = format!("the format needs {needed}, {} given", items.len());
            return self.fail("E0445", message);
        }
        let mut no_nul = !text.contains('\0');
        for (&c, &a) in specs.iter().zip(&items) {
            let ok = match c {
                'd' | 'i' | 'u' | 'x' | 'X' | 'o' => a.is_integer(),
                'f' | 'g' | 'e' | 'G' | 'E' | 'F' => {
                    a.is_integer()
                        || matches!(
                            a.kind(),
                            AnnotationKind::Float | AnnotationKind::SingleFloat
                        )
                }
                'c' => matches!(
                    a.kind(),
                    AnnotationKind::Text(TextKind { single: true, .. })
                        | AnnotationKind::Int { .. }
                ),
                's' | 'r' => true,
                _ => return self.fail("E0445", format!("unknown format character `{c}`")),
            };
            if !ok {
                let what = self.english(a);
                return self.fail("E0445", format!("`%{c}` with {what}"));
            }
            no_nul &= formatted_without_nul(c, a);
            if matches!(c, 's' | 'r') {
                if matches!(a.kind(), AnnotationKind::Text(TextKind { wide: true, .. })) && !unicode
                {
                    let d = self
                        .error(
                            "E0444",
                            format!("`%{c}` of a byte string with a unicode string"),
                        )
                        .help("use a unicode format (u\"...\"), or encode the value first");
                    return self.fail_with(d);
                }
                // Instances may have a `__str__` of their own.
                self.text_of(a, c == 's')?;
            }
        }
        let text = if unicode {
            TextKind::UNICODE
        } else {
            TextKind::STR
        };
        Ok(Annotation::new(AnnotationKind::Text(
            text.with_no_nul(no_nul),
        )))
    }

    /// `a op b` on an instance: `__add__` and its like.
    fn operator_method(&mut self, op: &HlOp, a: Annotation, b: Annotation) -> Res {
        let plain = op.without_inplace().unwrap_or_else(|| op.clone());
        let base = plain.name().trim_end_matches('_');
        self.note_reflected(a, b, Name::new(&format!("__r{base}__")), false);
        if op.without_inplace().is_some()
            && let Some(r) = self.special_method(a, &format!("__i{base}__"), &[b])
        {
            return r;
        }
        match self.special_method(a, &format!("__{base}__"), &[b]) {
            Some(r) => r,
            None => self.bad_operand(op, &[a, b]),
        }
    }
}

/// Constant arithmetic where nothing overflows.
fn fold(op: &HlOp, x: i64, y: i64) -> Option<i64> {
    match op {
        HlOp::Add => x.checked_add(y),
        HlOp::Sub => x.checked_sub(y),
        HlOp::Mul => x.checked_mul(y),
        HlOp::And => Some(x & y),
        HlOp::Or => Some(x | y),
        HlOp::Xor => Some(x ^ y),
        HlOp::FloorDiv | HlOp::Div if y != 0 => {
            let q = x.checked_div(y)?;
            Some(if (x % y != 0) && ((x < 0) != (y < 0)) {
                q - 1
            } else {
                q
            })
        }
        HlOp::Mod if y != 0 => {
            let r = x.checked_rem(y)?;
            Some(if r != 0 && ((r < 0) != (y < 0)) {
                r + y
            } else {
                r
            })
        }
        HlOp::LShift if (0..63).contains(&y) => {
            let v = x << y;
            (v >> y == x).then_some(v)
        }
        HlOp::RShift if (0..64).contains(&y) => Some(x >> y),
        _ => None,
    }
}

/// The conversion characters of a format string, in order.
fn parse_format(text: &str) -> Result<Vec<char>, String> {
    let mut out = Vec::new();
    let mut it = text.chars().peekable();
    while let Some(c) = it.next() {
        if c != '%' {
            continue;
        }
        if it.peek() == Some(&'%') {
            it.next();
            continue;
        }
        let mut spec = None;
        for c in it.by_ref() {
            match c {
                '-' | '+' | ' ' | '#' | '.' | '0'..='9' | 'l' => {}
                '*' | '(' => return Err(format!("`%{c}` is not supported in RPython")),
                _ => {
                    spec = Some(c);
                    break;
                }
            }
        }
        out.push(spec.ok_or("it ends in the middle of a conversion")?);
    }
    Ok(out)
}

/// Whether it is a text that is known to have no NUL.
fn has_no_nul(x: Annotation) -> bool {
    matches!(
        x.kind(),
        AnnotationKind::Text(TextKind { no_nul: true, .. })
    )
}

/// Whether what a format makes of a value has no character 0 in it.
fn formatted_without_nul(code: char, a: Annotation) -> bool {
    match a.kind() {
        AnnotationKind::Text(kind) => kind.no_nul,
        AnnotationKind::Int { .. } => code != 'c',
        AnnotationKind::Bool(_) | AnnotationKind::Float => true,
        _ => !matches!(code, 's' | 'r' | 'c'),
    }
}
