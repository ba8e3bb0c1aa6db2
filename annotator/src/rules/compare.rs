//! Comparisons: booleans that tell of the numbers that are compared.
//!
//! ```text
//! v1 = lt(v0, v2)           b(v2) = Int, b(v0) = Int+:  b(v1) = Bool(v2: (Int+, -))
//! ```
use ir::diag::Diagnostic;
use ir::model::VarId;
use ir::name::Name;
use python::live::Value;

use super::OpView;
use super::truth::boolean;
use crate::defs::Desc;
use crate::engine::{Annotator, Res};
use crate::front::hl::HlOp;
use crate::model::lattice;
use crate::model::*;
use crate::program::AnnotatedProgram;

impl Annotator {
    /// `==`, `!=`, `<`, ...
    pub(crate) fn compare(&mut self, view: &OpView<'_>, a: Annotation, b: Annotation) -> Res {
        let op = &view.op.op;
        let equality = matches!(op, HlOp::Eq | HlOp::Ne);
        if let (Some(x), Some(y)) = (a.const_value(), b.const_value())
            && let Some(r) = fold_compare(op, x, y)
        {
            return Ok(Annotation::const_bool(r).with_narrowing(self.compare_narrowing(view, a, b)));
        }
        if let Some(r) = self.compare_instances(op, a, b)? {
            return Ok(r);
        }
        // `x == None` is `x is None`.
        if equality && (a.is_none() || b.is_none()) {
            let r = self.is_rule(view, a, b)?;
            if *op == HlOp::Eq {
                return Ok(r);
            }
            let flipped = r
                .narrowing()
                .iter()
                .map(|n| Narrow {
                    var: n.var,
                    if_true: n.if_false,
                    if_false: n.if_true,
                })
                .collect();
            return Ok(boolean(r.const_truth().map(|b| !b)).with_narrowing(flipped));
        }
        if equality && let Some(equal) = self.equal_constants(a, b)? {
            return Ok(Annotation::const_bool(equal == (*op == HlOp::Eq)));
        }
        if equality && never_equal(&self.program, a, b) {
            return Ok(Annotation::const_bool(*op == HlOp::Ne));
        }
        if let (AnnotationKind::LLType(x), AnnotationKind::LLType(y)) = (a.kind(), b.kind())
            && equality
        {
            return Ok(Annotation::const_bool((x == y) == (*op == HlOp::Eq)));
        }
        if !self.is_comparable(a, b, equality)? {
            return self.bad_operand(op, &[a, b]);
        }
        Ok(Annotation::bool().with_narrowing(self.compare_narrowing(view, a, b)))
    }

    /// A comparison by a special method.
    fn compare_instances(
        &mut self,
        op: &HlOp,
        a: Annotation,
        b: Annotation,
    ) -> Res<Option<Annotation>> {
        for (x, y, swapped) in [(a, b, false), (b, a, true)] {
            if let AnnotationKind::Instance { .. } = x.kind() {
                let name = match (op, swapped) {
                    // As in the reference, these compare identities.
                    (HlOp::Eq | HlOp::Ne, _) => {
                        if let (Some(class), false) = (x.class(), y.is_none()) {
                            self.note_uncalled(class, &["__eq__", "__ne__"]);
                        }
                        continue;
                    }
                    (HlOp::Lt, false) | (HlOp::Gt, true) => "__lt__",
                    (HlOp::Gt, false) | (HlOp::Lt, true) => "__gt__",
                    (HlOp::Le, false) | (HlOp::Ge, true) => "__le__",
                    _ => "__ge__",
                };
                if !swapped {
                    let reflected = match name {
                        "__lt__" => "__gt__",
                        "__gt__" => "__lt__",
                        "__le__" => "__ge__",
                        _ => "__le__",
                    };
                    self.note_reflected(x, y, Name::new(reflected), true);
                }
                if !y.is_none()
                    && !swapped
                    && let Some(r) = self.special_method(x, name, &[y])
                {
                    let r = r?;
                    return Ok(Some(if let AnnotationKind::Bool(_) = r.kind() {
                        r.escaping()
                    } else {
                        Annotation::bool()
                    }));
                }
            }
        }
        Ok(None)
    }

    /// Whether values can be compared: for equality, or for order.
    fn is_comparable(&mut self, a: Annotation, b: Annotation, equality: bool) -> Res<bool> {
        Ok(match (a.kind(), b.kind()) {
            (
                AnnotationKind::Int { .. } | AnnotationKind::Bool(_),
                AnnotationKind::Int { .. } | AnnotationKind::Bool(_),
            ) => {
                let mixed = super::int_result(&self.program, a, b).is_none();
                if mixed && !equality {
                    self.errors.last_union =
                        Some(crate::model::lattice::TopError { left: a, right: b });
                    let d = self
                        .error(
                            "E0410",
                            format!("{} and {} are compared", self.english(a), self.english(b)),
                        )
                        .label("RPython cannot prove that they are of the same signedness")
                        .help("convert one side: r_uint(x) or intmask(x)");
                    return self.fail_with(d);
                }
                true
            }
            (
                AnnotationKind::Int { .. } | AnnotationKind::Bool(_) | AnnotationKind::Float,
                AnnotationKind::Int { .. } | AnnotationKind::Bool(_) | AnnotationKind::Float,
            ) => true,
            (
                AnnotationKind::Text(TextKind { wide: false, .. }),
                AnnotationKind::Text(TextKind { wide: false, .. }),
            ) => true,
            (
                AnnotationKind::Text(TextKind { wide: true, .. }),
                AnnotationKind::Text(TextKind { wide: true, .. }),
            ) => true,
            (AnnotationKind::Text(_), AnnotationKind::Text(_))
                if self.goes_with(true, a) && self.goes_with(true, b) =>
            {
                true
            }
            (AnnotationKind::List(x), AnnotationKind::List(y)) => {
                if equality {
                    // Their items are compared, so they must be comparable: one annotation.
                    let (x, y) = (self.program.list(*x).item, self.program.list(*y).item);
                    let (i, j) = (self.read_cell(x), self.read_cell(y));
                    if !i.is_impossible() && !j.is_impossible() {
                        self.compare_items(i, j)?;
                    }
                }
                true
            }
            (AnnotationKind::Tuple(x), AnnotationKind::Tuple(y)) => {
                if x.len() == y.len() {
                    for (&i, &j) in x.iter().zip(y.iter()) {
                        if equality {
                            self.compare_items(i, j)?;
                        }
                    }
                }
                equality || !without_order(a, b)
            }
            (AnnotationKind::ByteArray, AnnotationKind::ByteArray) => true,
            _ if by_contents(a, b) => false,
            (AnnotationKind::Ptr(_) | AnnotationKind::Address, _)
            | (_, AnnotationKind::Ptr(_) | AnnotationKind::Address) => true,
            // All else has no order, as untranslated.
            _ => equality,
        })
    }

    /// Items of containers that are compared: what does not join is never equal, which is hardly meant.
    fn compare_items(&mut self, a: Annotation, b: Annotation) -> Res<()> {
        if a.is_impossible() || b.is_impossible() {
            return Ok(());
        }
        if by_contents(a, b) {
            return self.bad_operand(&HlOp::Eq, &[a, b]).map(|_| ());
        }
        match self.try_join(a.without_const(), b.without_const()) {
            Ok(_) => Ok(()),
            Err(e) => {
                self.errors.last_union = Some(e);
                let d = Diagnostic::error(
                    "E0410",
                    self.span,
                    format!(
                        "the items compared are {} and {}",
                        self.english(e.left),
                        self.english(e.right)
                    ),
                )
                .label("they are never equal")
                .help("items of containers that are compared must be of one type");
                self.fail_with(d)
            }
        }
    }

    /// `a < b` and the like tell that the larger side is not negative if the smaller one is not.
    fn compare_narrowing(
        &mut self,
        view: &OpView<'_>,
        a: Annotation,
        b: Annotation,
    ) -> Vec<Narrow> {
        let mut out: Vec<Narrow> = Vec::new();
        let op = &view.op.op;
        // Equality with a constant: the annotation of the constant, when it is below.
        if matches!(op, HlOp::Eq | HlOp::Ne) {
            for (i, x, y) in [(0, a, b), (1, b, a)] {
                let Some(v) = view.var(i) else { continue };
                let simple = |k: &AnnotationKind| {
                    matches!(k, AnnotationKind::Text(_) | AnnotationKind::Int { .. })
                };
                if !simple(x.kind()) || !simple(y.kind()) {
                    continue;
                }
                // Only what does not depend on the constant is kept: nullability and sign.
                let t = match (x.kind(), y.kind()) {
                    (AnnotationKind::Text(_), _) if !y.can_be_none() => Some(x.non_none()),
                    (AnnotationKind::Int { kind, .. }, _) if y.is_nonneg() && kind.signed => {
                        Some(Annotation::int_kind(*kind, true))
                    }
                    _ => None,
                };
                let Some(t) = t else { continue };
                out.push(if *op == HlOp::Eq {
                    Narrow {
                        var: v,
                        if_true: Some(t),
                        if_false: None,
                    }
                } else {
                    Narrow {
                        var: v,
                        if_true: None,
                        if_false: Some(t),
                    }
                });
            }
            return out;
        }
        let (Some((ka, na)), Some((kb, nb))) = (a.as_int_kind(), b.as_int_kind()) else {
            return out;
        };
        let mut learn = |i: usize, kind: IntKind, t: bool, f: bool| {
            let Some(var) = view.var(i) else { return };
            if !kind.signed || !(t || f) {
                return;
            }
            let n = Annotation::int_kind(kind, true);
            match out.iter_mut().find(|x| x.var == var) {
                Some(x) => {
                    x.if_true = x.if_true.or(t.then_some(n));
                    x.if_false = x.if_false.or(f.then_some(n));
                }
                None => out.push(Narrow {
                    var,
                    if_true: t.then_some(n),
                    if_false: f.then_some(n),
                }),
            }
        };
        // a < b true: a >= 0 gives b >= 0. False (a >= b): b >= 0 gives a >= 0.
        match op {
            HlOp::Lt | HlOp::Le => {
                learn(1, kb, na, false);
                learn(0, ka, false, nb);
            }
            HlOp::Gt | HlOp::Ge => {
                learn(0, ka, nb, false);
                learn(1, kb, false, na);
            }
            _ => {}
        }
        // `x > -1` is `x >= 0`.
        let minus = |x: Annotation, k: i64| x.const_i64() == Some(k);
        match op {
            HlOp::Gt if minus(b, -1) => learn(0, ka, true, false),
            HlOp::Lt if minus(a, -1) => learn(1, kb, true, false),
            HlOp::Le if minus(b, -1) => learn(0, ka, false, true),
            HlOp::Ge if minus(a, -1) => learn(1, kb, false, true),
            _ => {}
        }
        out
    }

    pub(crate) fn cmp_rule(&mut self, a: Annotation, b: Annotation) -> Res {
        match (a.kind(), b.kind()) {
            _ if a.is_integer() && b.is_integer() => Ok(Annotation::int()),
            (AnnotationKind::Float, _) | (_, AnnotationKind::Float) => Ok(Annotation::int()),
            (
                AnnotationKind::Text(TextKind { wide: false, .. }),
                AnnotationKind::Text(TextKind { wide: false, .. }),
            ) => Ok(Annotation::int()),
            _ => self.bad_operand(&HlOp::Cmp, &[a, b]),
        }
    }

    /// `y in x`
    pub(crate) fn contains_rule(
        &mut self,
        container: Option<VarId>,
        a: Annotation,
        item: Annotation,
    ) -> Res {
        // Where `"\0" in s` is false, `s` has none.
        let clean = |r: Annotation| {
            let nul = item.const_value().and_then(Value::as_text).as_deref() == Some("\0");
            match (container, nul) {
                (Some(var), true) => r.with_narrowing(vec![Narrow {
                    var,
                    if_true: None,
                    if_false: Some(lattice::without_nul(a.without_const())),
                }]),
                _ => r,
            }
        };
        match a.kind() {
            AnnotationKind::Text(TextKind { wide: false, .. }) => match item.kind() {
                AnnotationKind::Text(TextKind { wide: false, .. }) => {
                    if let (Some(Value::Str(x)), Some(Value::Str(y))) =
                        (a.const_value(), item.const_value())
                    {
                        let hit = y.bytes.is_empty()
                            || x.bytes.windows(y.bytes.len()).any(|w| *w == *y.bytes);
                        return Ok(clean(Annotation::const_bool(hit)));
                    }
                    Ok(clean(Annotation::bool()))
                }
                // Python 2 decodes the byte string first.
                AnnotationKind::Text(TextKind { wide: true, .. }) if self.in_python2() => {
                    Ok(Annotation::bool())
                }
                _ => self.bad_operand(&HlOp::Contains, &[a, item]),
            },
            AnnotationKind::Text(TextKind { wide: true, .. }) => Ok(clean(Annotation::bool())),
            AnnotationKind::ByteArray => Ok(Annotation::bool()),
            AnnotationKind::List(l) => {
                let cell = self.program.list(*l).item;
                // The item need not be in the list, but it must be comparable: the reference merges it, and so do we.
                self.write_cell(cell, item, "list items")?;
                let items = self.read_cell(cell);
                self.equal_constants(items, items)?;
                if self.read_cell(cell).is_impossible() {
                    return Ok(Annotation::const_bool(false));
                }
                self.note_uncalled_within(item, &["__eq__"]);
                Ok(Annotation::bool())
            }
            AnnotationKind::Tuple(items) => {
                for &i in items.iter() {
                    self.sound(&[i])?;
                    if self.equal_constants(i, item)? == Some(true) {
                        return Ok(Annotation::const_bool(true));
                    }
                }
                self.note_uncalled_within(item, &["__eq__"]);
                Ok(Annotation::bool())
            }
            AnnotationKind::Dict(d) => {
                let cell = self.program.dict(*d).key;
                self.write_cell(cell, item, "dictionary keys")?;
                self.check_custom_dict(*d);
                // Nothing was ever stored: no value is known either.
                let values = self.program.dict(*d).value;
                if self.read_cell(values).is_impossible() {
                    return Ok(Annotation::const_bool(false));
                }
                Ok(Annotation::bool())
            }
            AnnotationKind::Instance { .. } => {
                match self.special_method(a, "__contains__", &[item]) {
                    Some(r) => r.map(|r| {
                        if let AnnotationKind::Bool(_) = r.kind() {
                            r.escaping()
                        } else {
                            Annotation::bool()
                        }
                    }),
                    None => self.bad_operand(&HlOp::Contains, &[a, item]),
                }
            }
            // It may be generalised to a container later.
            AnnotationKind::None => {
                self.suspect_none("`in` None");
                Ok(Annotation::const_bool(false))
            }
            _ => self.bad_operand(&HlOp::Contains, &[a, item]),
        }
    }
}

/// How many pairs of objects are compared to find some that are equal.
const PAIRS: usize = 10_000;

impl Annotator {
    /// Whether two constants with an `__eq__` of their own, such as low-level types, are equal. `None`: these are
    /// none. Where several meet, translated programs tell them apart by identity: refused if some are equal.
    pub(crate) fn equal_constants(&mut self, a: Annotation, b: Annotation) -> Res<Option<bool>> {
        let (Some(xs), Some(ys)) = (self.constants_with_eq(a), self.constants_with_eq(b)) else {
            return Ok(None);
        };
        if let ([x], [y]) = (&xs[..], &ys[..])
            && !a.can_be_none()
            && !b.can_be_none()
        {
            return Ok(Some(self.equal_live(x, y)));
        }
        for (x, y) in (xs.iter().flat_map(|x| ys.iter().map(move |y| (x, y)))).take(PAIRS) {
            if !x.is(y) && self.equal_live(x, y) {
                let message = "constants that are equal, but not the same object, are compared";
                let d = self
                    .error("E0441", message)
                    .label("which of several it is, is not known here, and these are told apart by identity")
                    .help("make one object for each value, and keep it in a global variable");
                return self.fail_with(d);
            }
        }
        Ok(None)
    }
    fn equal_live(&mut self, x: &Value, y: &Value) -> bool {
        let eq = self.front.getattr(x, Name::new("__eq__")).ok().flatten();
        let answer = eq.and_then(|eq| self.front.call(&eq, std::slice::from_ref(y)).ok());
        match answer {
            Some(Value::Bool(equal)) => equal,
            _ => x.is(y),
        }
    }
    /// The frozen objects that a value may be, if the class of one has an `__eq__` in Python.
    fn constants_with_eq(&self, a: Annotation) -> Option<Vec<Value>> {
        let objects = a.descs()?.iter().map(|&d| match &self.program.descs[d] {
            Desc::Frozen(f) => Some(f.value.clone()),
            _ => None,
        });
        let objects: Vec<Value> = objects.collect::<Option<_>>()?;
        let eq = Name::new("__eq__");
        let own = |v: &Value| matches!(v.class().find(eq), Some(Value::Function(_)));
        objects.iter().any(own).then_some(objects)
    }
}

/// Two values that are equal untranslated if what they hold or refer to is, of which translated code has no comparison.
fn by_contents(a: Annotation, b: Annotation) -> bool {
    matches!(
        (a.kind(), b.kind()),
        (AnnotationKind::Dict(_), AnnotationKind::Dict(_))
            | (AnnotationKind::WeakRef(_), AnnotationKind::WeakRef(_))
    )
}

/// Whether values, or items of tuples at the same place, are single-precision floats: these have no order.
fn without_order(a: Annotation, b: Annotation) -> bool {
    match (a.kind(), b.kind()) {
        (AnnotationKind::SingleFloat, _) | (_, AnnotationKind::SingleFloat) => true,
        (AnnotationKind::Tuple(x), AnnotationKind::Tuple(y)) => {
            x.iter().zip(y.iter()).any(|(&i, &j)| without_order(i, j))
        }
        _ => false,
    }
}

/// Whether values of two sorts are never equal: a number and a text, a text and a function, an instance and a list
/// (`__eq__` of instances is not called). Two values that may be None are equal if both are.
fn never_equal(p: &AnnotatedProgram, a: Annotation, b: Annotation) -> bool {
    let sort = |x: Annotation| match x.kind() {
        AnnotationKind::Int { .. } | AnnotationKind::Bool(_) | AnnotationKind::Float => Some(1),
        AnnotationKind::Text(_) | AnnotationKind::ByteArray => Some(2),
        AnnotationKind::List(_) => Some(3),
        AnnotationKind::Tuple(_) => Some(4),
        AnnotationKind::Dict(_) => Some(5),
        AnnotationKind::SingleFloat => Some(6),
        AnnotationKind::Instance { .. } => Some(7),
        AnnotationKind::Pbc { .. } => Some(8),
        AnnotationKind::Builtin(_) => Some(9),
        AnnotationKind::BuiltinMethod { .. } => Some(10),
        _ => None,
    };
    let differ = match (a.kind(), b.kind()) {
        (AnnotationKind::Pbc { descs: x, .. }, AnnotationKind::Pbc { descs: y, .. }) => {
            match (x.first(), y.first()) {
                (Some(&x), Some(&y)) => !lattice::same_sort(&p.descs[x], &p.descs[y]),
                _ => false,
            }
        }
        _ => matches!((sort(a), sort(b)), (Some(x), Some(y)) if x != y),
    };
    differ && !(a.can_be_none() && b.can_be_none())
}

/// Comparison of two constants, where it is certain.
fn fold_compare(op: &HlOp, a: &Value, b: &Value) -> Option<bool> {
    use std::cmp::Ordering::{Equal, Greater, Less};
    let order = match (a, b) {
        (Value::Int(_) | Value::Bool(_), Value::Int(_) | Value::Bool(_)) => {
            a.as_int()?.cmp(&b.as_int()?)
        }
        (Value::Str(x), Value::Str(y)) => x.bytes.cmp(&y.bytes),
        (Value::Unicode(x), Value::Unicode(y)) => x.points.cmp(&y.points),
        (Value::None, Value::None) => Equal,
        (Value::Class(_) | Value::Function(_), Value::Class(_) | Value::Function(_)) => match op {
            HlOp::Eq => return Some(a.is(b)),
            HlOp::Ne => return Some(!a.is(b)),
            _ => return None,
        },
        _ => return None,
    };
    Some(match op {
        HlOp::Eq => order == Equal,
        HlOp::Ne => order != Equal,
        HlOp::Lt => order == Less,
        HlOp::Le => order != Greater,
        HlOp::Gt => order == Greater,
        HlOp::Ge => order != Less,
        _ => return None,
    })
}
