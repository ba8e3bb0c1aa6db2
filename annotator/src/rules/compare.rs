//! Comparisons, truth, `is`, `isinstance`: booleans that tell of other variables.
//!
//! ```text
//! v1 = isinstance(v0, C)    b(v0) = Inst(Base)?:  b(v1) = Bool(v0: (Inst(C), -))
//! v1 = is_(v0, None)        b(v0) = Inst(C)?:     b(v1) = Bool(v0: (None, Inst(C)))
//! v1 = lt(v0, v2)           b(v2) = Int, b(v0) = Int+:  b(v1) = Bool(v2: (Int+, -))
//! ```
//! Constant booleans keep their map: if the boolean is generalised later, what it tells is still there.
use ir::diag::Diagnostic;
use ir::model::VarId;
use ir::name::Name;
use python::live::{Value, types};
use std::rc::Rc;

use super::OpView;
use crate::defs::Desc;
use crate::engine::{Annotator, Res};
use crate::front::hl::HlOp;
use crate::model::constant;
use crate::model::lattice;
use crate::model::*;
use crate::program::Program;

fn boolean(const_value: Option<bool>) -> Annotation {
    match const_value {
        Some(b) => Annotation::const_bool(b),
        None => Annotation::bool(),
    }
}

impl Annotator {
    /// `bool(x)`
    pub(crate) fn truth(&mut self, view: &OpView<'_>, a: Annotation) -> Res {
        if let Kind::Bool(_) = a.kind() {
            return Ok(a);
        }
        let known = self.const_truth_of(a);
        let result = match a.kind() {
            Kind::Instance { class, nullable } => {
                for name in ["__nonzero__", "__bool__", "__len__"] {
                    if let Some(r) = self.special_method(a, name, &[]) {
                        let r = r?;
                        return Ok(match r.kind() {
                            Kind::Bool(_) => r.escaping(),
                            _ => Annotation::bool(),
                        });
                    }
                }
                let _ = class;
                boolean(if *nullable { known } else { Some(true) })
            }
            Kind::Pbc { nullable, .. } | Kind::TypeOf { nullable, .. } => {
                boolean(if *nullable { known } else { Some(true) })
            }
            Kind::Tuple(items) => boolean(Some(!items.is_empty())),
            Kind::Char { .. } | Kind::UniChar { .. } => boolean(Some(true)),
            Kind::None => boolean(Some(false)),
            // Empty for ever, or None, until somebody puts something in.
            Kind::List(l) => {
                let cell = self.program.list(*l).item;
                let empty = self.read_cell(cell).is_impossible();
                boolean(empty.then_some(false))
            }
            Kind::Dict(d) => {
                let cell = self.program.dict(*d).key;
                let empty = self.read_cell(cell).is_impossible();
                boolean(empty.then_some(false))
            }
            _ => boolean(known),
        };
        // Where it is true, it is not None.
        let Some(v) = view.var(0) else {
            return Ok(result);
        };
        // Said even where it is no news now: the annotation may become nullable later, and what a boolean tells only
        // shrinks.
        let if_true = match a.kind() {
            Kind::None => Some(Annotation::impossible()),
            Kind::Str { .. }
            | Kind::Char { .. }
            | Kind::Unicode { .. }
            | Kind::UniChar { .. }
            | Kind::Instance { .. }
            | Kind::TypeOf { .. }
            | Kind::Pbc { .. } => Some(a.non_none()),
            _ => None,
        };
        let if_false = match a.kind() {
            // Where it is false it is None, but it keeps its type: what is done with it there may be done with None
            // only at run time, and the result of `x and x.y` is not None's.
            Kind::Instance {
                nullable: false, ..
            }
            | Kind::TypeOf {
                nullable: false, ..
            }
            | Kind::Pbc {
                nullable: false, ..
            } => Some(Annotation::impossible()),
            Kind::Instance { .. } | Kind::TypeOf { .. } | Kind::Pbc { .. } => None,
            Kind::None => Some(Annotation::none()),
            _ => None,
        };
        if if_true.is_none() && if_false.is_none() {
            return Ok(result);
        }
        Ok(result.with_narrowing(vec![Narrow {
            var: v,
            if_true,
            if_false,
        }]))
    }

    fn const_truth_of(&self, a: Annotation) -> Option<bool> {
        Some(match a.const_value()? {
            Value::Int(i) => *i != 0,
            Value::Float(f) => *f != 0.0,
            Value::Str(s) => !s.bytes.is_empty(),
            Value::Unicode(s) => !s.points.is_empty(),
            Value::None => false,
            Value::Function(_) | Value::Class(_) | Value::Method(_) | Value::Builtin(_) => true,
            v => return v.as_big().map(|b| b != dashu_int::IBig::ZERO),
        })
    }

    /// `a is b`
    pub(crate) fn is_rule(&mut self, view: &OpView<'_>, a: Annotation, b: Annotation) -> Res {
        let mut known = None;
        if let (Some(x), Some(y)) = (a.const_value(), b.const_value()) {
            known = match (a.kind(), b.kind()) {
                (Kind::Float, _) | (_, Kind::Float) => None,
                _ => Some(constant::same(x, y)),
            };
        }
        let never_none = |x: Annotation| {
            !x.can_be_none()
                && !matches!(
                    x.kind(),
                    Kind::Ptr(_) | Kind::Address | Kind::Impossible | Kind::Error | Kind::Static
                )
        };
        if a.is_none() && never_none(b) || b.is_none() && never_none(a) {
            known = Some(false);
        }
        if let (Kind::Instance { .. }, Kind::Instance { .. }) = (a.kind(), b.kind())
            && let (Some(x), Some(y)) = (a.class(), b.class())
            && !(self.program.is_subclass(x, y) || self.program.is_subclass(y, x))
            && !(a.can_be_none() && b.can_be_none())
        {
            known = Some(false);
        }
        if let (Some(x), Some(y)) = (a.descs(), b.descs())
            && x.iter().all(|d| !y.contains(d))
            && !(a.can_be_none() && b.can_be_none())
        {
            known = Some(false);
        }
        let mut narrow = Vec::new();
        for (i, x, y) in [(0, a, b), (1, b, a)] {
            let Some(v) = view.var(i) else { continue };
            if y.is_none() {
                let if_true = if x.can_be_none() {
                    Annotation::none()
                } else {
                    Annotation::impossible()
                };
                narrow.push(Narrow {
                    var: v,
                    if_true: Some(if_true),
                    if_false: Some(x.non_none()),
                });
            } else if y.is_const() && !y.is_error() {
                // `x is CONST`: where it is, it has the constant's annotation.
                narrow.push(Narrow {
                    var: v,
                    if_true: Some(y),
                    if_false: None,
                });
            }
            // `type(x) is C`
            if let (Kind::TypeOf { vars, .. }, Some(Value::Class(c))) = (x.kind(), y.const_value())
                && (c.builtin.is_none() || c.is_exception())
            {
                let id = self.classdef(c);
                for &v in vars.iter() {
                    narrow.push(Narrow {
                        var: v,
                        if_true: Some(Annotation::instance(id, false)),
                        if_false: None,
                    });
                }
            }
        }
        Ok(boolean(known).with_narrowing(narrow))
    }

    /// `==`, `!=`, `<`, ...
    pub(crate) fn compare(&mut self, view: &OpView<'_>, a: Annotation, b: Annotation) -> Res {
        let op = &view.op.op;
        let equality = matches!(op, HlOp::Eq | HlOp::Ne);
        if let (Some(x), Some(y)) = (a.const_value(), b.const_value())
            && let Some(r) = fold_compare(op, x, y)
        {
            return Ok(Annotation::const_bool(r).with_narrowing(self.compare_narrowing(view, a, b)));
        }
        for (x, y, swapped) in [(a, b, false), (b, a, true)] {
            if let Kind::Instance { .. } = x.kind() {
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
                if !y.is_none()
                    && !swapped
                    && let Some(r) = self.special_method(x, name, &[y])
                {
                    let r = r?;
                    return Ok(if let Kind::Bool(_) = r.kind() {
                        r.escaping()
                    } else {
                        Annotation::bool()
                    });
                }
            }
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
        if equality && never_equal(&self.program, a, b) {
            return Ok(Annotation::const_bool(*op == HlOp::Ne));
        }
        let ok = match (a.kind(), b.kind()) {
            (Kind::Int { .. } | Kind::Bool(_), Kind::Int { .. } | Kind::Bool(_)) => {
                let mixed = super::int_result(&self.program, a, b).is_none();
                if mixed && !equality {
                    self.last_union = Some(crate::model::lattice::TopError { left: a, right: b });
                    let d = ir::diag::Diagnostic::error(
                        "E0410",
                        self.span,
                        format!("{} and {} are compared", self.english(a), self.english(b)),
                    )
                    .label("RPython cannot prove that they are of the same signedness")
                    .help("convert one side: r_uint(x) or intmask(x)");
                    return self.fail_with(d);
                }
                true
            }
            (
                Kind::Int { .. } | Kind::Bool(_) | Kind::Float,
                Kind::Int { .. } | Kind::Bool(_) | Kind::Float,
            ) => true,
            // They have no order, as untranslated.
            (Kind::SingleFloat, Kind::SingleFloat) => equality,
            (Kind::Str { .. } | Kind::Char { .. }, Kind::Str { .. } | Kind::Char { .. }) => true,
            (
                Kind::Unicode { .. } | Kind::UniChar { .. },
                Kind::Unicode { .. } | Kind::UniChar { .. },
            ) => true,
            (Kind::Char { .. } | Kind::Str { .. }, Kind::UniChar { .. } | Kind::Unicode { .. })
            | (Kind::UniChar { .. } | Kind::Unicode { .. }, Kind::Char { .. } | Kind::Str { .. }) => {
                equality
            }
            (Kind::List(x), Kind::List(y)) => {
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
            (Kind::Tuple(x), Kind::Tuple(y)) => {
                if x.len() == y.len() {
                    for (&i, &j) in x.iter().zip(y.iter()) {
                        if equality {
                            self.compare_items(i, j)?;
                        }
                    }
                }
                true
            }
            (Kind::ByteArray, Kind::ByteArray) => true,
            (Kind::Ptr(_) | Kind::Address, _) | (_, Kind::Ptr(_) | Kind::Address) => true,
            (Kind::LLType(x), Kind::LLType(y)) if equality => {
                return Ok(Annotation::const_bool((x == y) == (*op == HlOp::Eq)));
            }
            (
                Kind::Instance { .. }
                | Kind::Pbc { .. }
                | Kind::None
                | Kind::TypeOf { .. }
                | Kind::Dict(_)
                | Kind::Builtin(_)
                | Kind::Static,
                _,
            )
            | (
                _,
                Kind::Instance { .. }
                | Kind::Pbc { .. }
                | Kind::None
                | Kind::TypeOf { .. }
                | Kind::Builtin(_)
                | Kind::Static,
            ) => equality,
            _ => equality,
        };
        if !ok {
            return self.bad_operand(op, &[a, b]);
        }
        Ok(Annotation::bool().with_narrowing(self.compare_narrowing(view, a, b)))
    }

    /// Items of containers that are compared: what does not join is never equal, which is hardly meant.
    fn compare_items(&mut self, a: Annotation, b: Annotation) -> Res<()> {
        if a.is_impossible() || b.is_impossible() {
            return Ok(());
        }
        match self.try_join(a.without_const(), b.without_const()) {
            Ok(_) => Ok(()),
            Err(e) => {
                self.last_union = Some(e);
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

    /// The nearest class above all of these classes.
    fn common_class(&self, descs: &[crate::model::DescId]) -> Option<ClassId> {
        let mut out: Option<ClassId> = None;
        for &d in descs {
            let Desc::Class(c) = &self.program.descs[d] else {
                return None;
            };
            let c = c.classdef?;
            out = Some(match out {
                None => c,
                Some(o) => self.program.common_base(o, c)?,
            });
        }
        out
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
                let simple = |k: &Kind| {
                    matches!(
                        k,
                        Kind::Str { .. }
                            | Kind::Char { .. }
                            | Kind::Unicode { .. }
                            | Kind::UniChar { .. }
                            | Kind::Int { .. }
                    )
                };
                if !simple(x.kind()) || !simple(y.kind()) {
                    continue;
                }
                // Only what does not depend on the constant is kept: nullability and sign.
                let t = match (x.kind(), y.kind()) {
                    (
                        Kind::Str { .. }
                        | Kind::Char { .. }
                        | Kind::Unicode { .. }
                        | Kind::UniChar { .. },
                        _,
                    ) if !y.can_be_none() => Some(x.non_none()),
                    (Kind::Int { kind, .. }, _) if y.is_nonneg() && kind.signed => {
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
            (Kind::Float, _) | (_, Kind::Float) => Ok(Annotation::int()),
            (Kind::Str { .. } | Kind::Char { .. }, Kind::Str { .. } | Kind::Char { .. }) => {
                Ok(Annotation::int())
            }
            _ => self.bad_operand(&HlOp::Cmp, &[a, b]),
        }
    }

    /// `isinstance(x, C)`
    pub(crate) fn isinstance(
        &mut self,
        view: &OpView<'_>,
        a: Annotation,
        class: Annotation,
    ) -> Res {
        let Some(c) = class.const_value().cloned() else {
            // A class known at run time only.
            return match class.kind() {
                Kind::TypeOf { .. } => Ok(Annotation::bool()),
                Kind::Pbc { descs, .. } => {
                    let result = Annotation::bool();
                    let (Some(var), Some(base)) = (view.var(0), self.common_class(descs)) else {
                        return Ok(result);
                    };
                    // Where it is true, it is below all of what the class may be.
                    let inside = Annotation::instance(base, false);
                    let if_true = match a.kind() {
                        Kind::Instance { .. } => {
                            lattice::improve(&self.program, a.without_const().non_none(), inside)
                        }
                        _ => return Ok(result),
                    };
                    Ok(result.with_narrowing(vec![Narrow {
                        var,
                        if_true: Some(if_true),
                        if_false: None,
                    }]))
                }
                _ => self.fail(
                    "E0446",
                    "the second argument of isinstance() is not a class",
                ),
            };
        };
        let classes: Vec<Value> = match c.as_tuple() {
            Some(t) => t.to_vec(),
            None => vec![c],
        };
        // Per class: always, never, or it depends.
        let mut hits: Vec<Option<bool>> = Vec::new();
        let mut if_true = Annotation::impossible();
        let mut useful = true;
        let mut left = a;
        for c in &classes {
            let Value::Class(class) = c else {
                return self.fail(
                    "E0446",
                    "the second argument of isinstance() is not a class",
                );
            };
            let mixin = Name::new("_mixin_");
            if class
                .own(mixin)
                .is_some_and(|v| crate::bookkeeper::is_true(&v))
            {
                let d = Diagnostic::error(
                    "E0434",
                    self.span,
                    format!("isinstance() with the mix-in class `{}`", class.name.get()),
                )
                .help("no object is an instance of a mix-in: its methods are copied; test for the classes that use it");
                return self.fail_with(d);
            }
            if Rc::ptr_eq(class, &types().object) {
                hits.push(Some(true));
                if_true = a;
                continue;
            }
            let user = class.is_exception()
                || class.builtin.is_none() && class.module_name() != "rpython.rlib.rarithmetic";
            match a.kind() {
                Kind::Instance {
                    class: own,
                    nullable,
                } if user => {
                    let id = self.classdef(class);
                    let hit = Annotation::instance(id, false);
                    let t = lattice::improve(&self.program, a.without_const().non_none(), hit);
                    hits.push(if self.program.is_subclass(*own, id) {
                        left = if *nullable {
                            Annotation::none()
                        } else {
                            Annotation::impossible()
                        };
                        if *nullable { None } else { Some(true) }
                    } else if t.is_impossible() {
                        Some(false)
                    } else {
                        None
                    });
                    if_true = self.join(if_true, t)?;
                }
                Kind::Pbc { descs, nullable } if user => {
                    useful = false;
                    let n = descs
                        .iter()
                        .filter(|&&d| match &self.program.descs[d] {
                            Desc::Frozen(f) => f.value.class().is_subclass(class),
                            _ => false,
                        })
                        .count();
                    hits.push(if n == 0 {
                        Some(false)
                    } else if n == descs.len() && !nullable {
                        Some(true)
                    } else {
                        None
                    });
                }
                _ if user => {
                    useful = false;
                    hits.push(Some(false));
                }
                _ => {
                    useful = false;
                    if class.name.get() == "bool" {
                        self.note_boolean(a);
                    }
                    let hit = builtin_instance(a, class);
                    if classes.len() == 1 && hit == Some(true) && a.can_be_none() {
                        useful = true;
                        if_true = a.non_none();
                    }
                    hits.push(if hit == Some(true) && a.can_be_none() {
                        None
                    } else {
                        hit
                    });
                }
            }
        }
        let known = if hits.contains(&Some(true)) {
            Some(true)
        } else if hits.iter().all(|h| *h == Some(false)) {
            Some(false)
        } else {
            None
        };
        let mut narrow = Vec::new();
        if useful && let Some(v) = view.var(0) {
            let if_false = (left != a).then_some(left);
            narrow.push(Narrow {
                var: v,
                if_true: Some(if_true),
                if_false,
            });
        }
        Ok(boolean(known).with_narrowing(narrow))
    }

    /// `issubclass(c, d)`: where `c` is the type of a variable, the answer tells of the variable.
    pub(crate) fn issubtype(&mut self, a: Annotation, b: Annotation) -> Res {
        let known = match (a.const_value(), b.const_value()) {
            (Some(Value::Class(x)), Some(Value::Class(y))) => Some(x.is_subclass(y)),
            _ => None,
        };
        match (a.kind(), b.const_value()) {
            (
                Kind::TypeOf {
                    vars,
                    class,
                    nullable,
                },
                Some(Value::Class(c)),
            ) => {
                let c = c.clone();
                let id = self.classdef(&c);
                let (mut known, mut inside) = (known, Annotation::instance(id, false));
                if let Some(own) = class {
                    if self.program.is_subclass(*own, id) {
                        known = (!nullable).then_some(true);
                    } else if !self.program.is_subclass(id, *own) {
                        known = Some(false);
                    }
                    inside =
                        lattice::improve(&self.program, Annotation::instance(*own, false), inside);
                }
                let narrow = vars
                    .iter()
                    .map(|&var| Narrow {
                        var,
                        if_true: Some(inside),
                        if_false: None,
                    })
                    .collect();
                Ok(boolean(known).with_narrowing(narrow))
            }
            (Kind::TypeOf { .. } | Kind::Pbc { .. }, _) => Ok(boolean(known)),
            _ => match known {
                Some(k) => Ok(Annotation::const_bool(k)),
                None => self.bad_operand(&HlOp::IsSubtype, &[a, b]),
            },
        }
    }

    /// `type(x)`
    pub(crate) fn type_rule(&mut self, view: &OpView<'_>, a: Annotation) -> Res {
        match a.kind() {
            Kind::Instance { class, .. } => {
                let vars: Vec<_> = view.var(0).into_iter().collect();
                Ok(Annotation::new(Kind::TypeOf {
                    vars: vars.into(),
                    class: Some(*class),
                    nullable: false,
                }))
            }
            Kind::None => Ok(Annotation::new(Kind::TypeOf {
                vars: view.var(0).into_iter().collect(),
                class: None,
                nullable: false,
            })),
            Kind::Int { kind, .. } if *kind == IntKind::SIGNED => {
                Ok(self.constant(&Value::Class(types().int.clone())))
            }
            Kind::Bool(_) => Ok(self.constant(&Value::Class(types().bool_.clone()))),
            Kind::Float => Ok(self.constant(&Value::Class(types().float.clone()))),
            Kind::Str {
                nullable: false, ..
            }
            | Kind::Char { .. } => Ok(self.constant(&Value::Class(types().str.clone()))),
            Kind::Unicode {
                nullable: false, ..
            }
            | Kind::UniChar { .. } => Ok(self.constant(&Value::Class(types().unicode.clone()))),
            Kind::Pbc { .. } if a.is_const() => {
                let c = a.const_value().map(Value::class);
                match c {
                    Some(c) => Ok(self.constant(&Value::Class(c))),
                    None => self.bad_operand(&HlOp::Type, &[a]),
                }
            }
            _ => self.bad_operand(&HlOp::Type, &[a]),
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
            Kind::Str { .. } | Kind::Char { .. } => match item.kind() {
                Kind::Str { .. } | Kind::Char { .. } => {
                    if let (Some(Value::Str(x)), Some(Value::Str(y))) =
                        (a.const_value(), item.const_value())
                    {
                        let hit = y.bytes.is_empty()
                            || x.bytes.windows(y.bytes.len()).any(|w| *w == *y.bytes);
                        return Ok(clean(Annotation::const_bool(hit)));
                    }
                    Ok(clean(Annotation::bool()))
                }
                _ => self.bad_operand(&HlOp::Contains, &[a, item]),
            },
            Kind::Unicode { .. } | Kind::UniChar { .. } => Ok(clean(Annotation::bool())),
            Kind::ByteArray => Ok(Annotation::bool()),
            Kind::List(l) => {
                let cell = self.program.list(*l).item;
                // The item need not be in the list, but it must be comparable: the reference merges it, and so do we.
                self.write_cell(cell, item, "list items")?;
                if self.read_cell(cell).is_impossible() {
                    return Ok(Annotation::const_bool(false));
                }
                Ok(Annotation::bool())
            }
            Kind::Tuple(items) => {
                for &i in items.iter() {
                    self.sound(&[i])?;
                }
                Ok(Annotation::bool())
            }
            Kind::Dict(d) => {
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
            Kind::Instance { .. } => match self.special_method(a, "__contains__", &[item]) {
                Some(r) => r.map(|r| {
                    if let Kind::Bool(_) = r.kind() {
                        r.escaping()
                    } else {
                        Annotation::bool()
                    }
                }),
                None => self.bad_operand(&HlOp::Contains, &[a, item]),
            },
            // It may be generalised to a container later.
            Kind::None => {
                self.suspect_none("`in` None");
                Ok(Annotation::const_bool(false))
            }
            _ => self.bad_operand(&HlOp::Contains, &[a, item]),
        }
    }
}

/// Whether values of an annotation are instances of a built-in type; `None`: it depends.
fn builtin_instance(a: Annotation, class: &python::live::ClassRef) -> Option<bool> {
    let name = class.name.get();
    let want_kind = crate::builtins::int_class(class);
    Some(match (a.kind(), name.as_str()) {
        (Kind::Static | Kind::Impossible | Kind::Error, _) => return None,
        (Kind::Int { kind, .. }, "int" | "long") => {
            if name == "long" {
                return Some(false);
            }
            *kind == IntKind::SIGNED
        }
        (Kind::Int { kind, .. }, _) if want_kind.is_some() => Some(*kind) == want_kind,
        (Kind::Int { .. }, "base_int") => true,
        (Kind::Bool(_), "bool" | "int") => true,
        (Kind::Float, "float") => true,
        (Kind::Str { .. } | Kind::Char { .. }, "str" | "basestring") => true,
        (Kind::Unicode { .. } | Kind::UniChar { .. }, "unicode" | "basestring") => true,
        (Kind::List(_), "list") => true,
        (Kind::Dict(_), "dict") => true,
        (Kind::Tuple(_), "tuple") => true,
        (Kind::ByteArray, "bytearray") => true,
        _ => false,
    })
}

/// Whether values of two sorts are never equal: a number and a text, a text and a function, an instance and a list
/// (`__eq__` of instances is not called). Two values that may be None are equal if both are.
fn never_equal(p: &Program, a: Annotation, b: Annotation) -> bool {
    let sort = |x: Annotation| match x.kind() {
        Kind::Int { .. } | Kind::Bool(_) | Kind::Float => Some(1),
        Kind::Str { .. }
        | Kind::Char { .. }
        | Kind::Unicode { .. }
        | Kind::UniChar { .. }
        | Kind::ByteArray => Some(2),
        Kind::List(_) => Some(3),
        Kind::Tuple(_) => Some(4),
        Kind::Dict(_) => Some(5),
        Kind::SingleFloat => Some(6),
        Kind::Instance { .. } => Some(7),
        Kind::Pbc { .. } => Some(8),
        Kind::Builtin(_) => Some(9),
        Kind::BuiltinMethod { .. } => Some(10),
        _ => None,
    };
    let differ = match (a.kind(), b.kind()) {
        (Kind::Pbc { descs: x, .. }, Kind::Pbc { descs: y, .. }) => match (x.first(), y.first()) {
            (Some(&x), Some(&y)) => !lattice::same_sort(&p.descs[x], &p.descs[y]),
            _ => false,
        },
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
