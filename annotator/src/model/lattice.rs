//! The join of annotations, narrowing (`improve`) and containment.
//!
//! [`join`] is a pure function of the two terms, the class hierarchy and E. Joining two lists does not make a larger
//! term: it yields the *obligation* to identify their hidden variables, appended to a queue that the engine discharges.
//! So `join` is idempotent, commutative, associative and monotone modulo E (property-tested in `tests/lattice.rs`,
//! `Top` included).
//!
//! Two departures from the reference, both because its union is not associative there: `r_uint ⊔ float` and
//! `char ⊔ unichar` are `Top` here.
//!
//! ```text
//! join(NonNegInt=3, NonNegInt=4) = NonNegInt        join(Char='a', None) = Str?
//! join(List(v), List(w))         = List(v), with v ~ w queued
//! ```
use ir::lltype::LLType;
use ir::model::VarId;
use smallvec::SmallVec;

use crate::defs::{Desc, MethodDesc};
use crate::model::constant;
use crate::model::*;
use crate::program::AnnotatedProgram;

/// Two definitions to be identified because their lists (dictionaries) meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Identify {
    Lists(ListId, ListId),
    Dicts(DictId, DictId),
}

/// Obligations of a join.
pub type Obligations = SmallVec<[Identify; 2]>;

/// Why a join is `Top`: the innermost pair that does not unite.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TopError {
    pub left: Annotation,
    pub right: Annotation,
}

/// `a ⊔ b`. Returns `a` itself (the same handle) if `b` adds nothing.
pub fn join(
    p: &AnnotatedProgram,
    a: Annotation,
    b: Annotation,
    todo: &mut Obligations,
) -> Result<Annotation, TopError> {
    if a == b || b.is_impossible() || a.is_error() {
        return Ok(a);
    }
    if a.is_impossible() || b.is_error() {
        return Ok(b);
    }
    let (ka, kb) = (a.kind(), b.kind());
    let kind = if ka == kb {
        None
    } else {
        Some(join_kinds(p, a, b, todo)?)
    };
    let const_value = match (a.const_value(), b.const_value()) {
        (Some(x), Some(y)) if constant::same(x, y) => Some(x),
        _ => None,
    };
    // Equal kinds must give back the same handle: compare before interning a copy.
    let of = |x: Annotation| match const_value {
        None if x.const_value().is_some() => x.without_const(),
        _ => x,
    };
    Ok(match kind {
        None => of(a),
        Some(k) if k == *ka => of(a),
        Some(k) if k == *kb => of(b),
        Some(k) => {
            let n = Annotation::new(k);
            match const_value {
                Some(v) => n.with_const(v.clone()),
                None => n,
            }
        }
    })
}

/// The kind of `a ⊔ b`, whose kinds differ.
fn join_kinds(
    p: &AnnotatedProgram,
    a: Annotation,
    b: Annotation,
    todo: &mut Obligations,
) -> Result<AnnotationKind, TopError> {
    use AnnotationKind as K;
    let top = TopError { left: a, right: b };
    let (ka, kb) = (a.kind(), b.kind());
    Ok(match (ka, kb) {
        (K::None, _) => noneify(b).ok_or(top)?.kind().clone(),
        (_, K::None) => noneify(a).ok_or(top)?.kind().clone(),
        (K::Bool(x), K::Bool(y)) => {
            let (t, u) = (a.const_truth(), b.const_truth());
            K::Bool(join_narrowing(p, (x, t), (y, u), todo).into())
        }
        (K::List(x), K::List(y)) => {
            if p.find_list(*x) != p.find_list(*y) {
                todo.push(Identify::Lists(*x, *y));
            }
            ka.clone()
        }
        (K::Dict(x), K::Dict(y)) => {
            if p.find_dict(*x) != p.find_dict(*y) {
                todo.push(Identify::Dicts(*x, *y));
            }
            ka.clone()
        }
        (K::Tuple(x), K::Tuple(y)) if x.len() == y.len() => {
            let items: Result<Vec<Annotation>, TopError> = (x.iter().zip(y.iter()))
                .map(|(&i, &j)| join(p, i, j, todo))
                .collect();
            K::Tuple(items?.into())
        }
        (
            K::Slice {
                start: s1,
                stop: t1,
            },
            K::Slice {
                start: s2,
                stop: t2,
            },
        ) => K::Slice {
            start: join(p, *s1, *s2, todo)?,
            stop: join(p, *t1, *t2, todo)?,
        },
        (
            K::Iterator {
                container: c1,
                kind: k1,
            },
            K::Iterator {
                container: c2,
                kind: k2,
            },
        ) => {
            let kind = match (k1, k2) {
                (IterKind::Zip(x), IterKind::Zip(y)) => IterKind::Zip(join(p, *x, *y, todo)?),
                (x, y) if x == y => x.clone(),
                _ => return Err(top),
            };
            let container = join(p, *c1, *c2, todo)?;
            K::Iterator { container, kind }
        }
        (
            K::BuiltinMethod { name, receiver: x },
            K::BuiltinMethod {
                name: n2,
                receiver: y,
            },
        ) if name == n2 => {
            let receiver = join(p, *x, *y, todo)?;
            K::BuiltinMethod {
                name: *name,
                receiver,
            }
        }
        _ => join_numbers(ka, kb)
            .or_else(|| join_texts(ka, kb))
            .or_else(|| join_objects(p, ka, kb))
            .ok_or(top)?,
    })
}

fn join_numbers(a: &AnnotationKind, b: &AnnotationKind) -> Option<AnnotationKind> {
    use AnnotationKind as K;
    match (a, b) {
        (
            &K::Int {
                kind: k1,
                nonneg: n1,
                maybe_bool: m1,
            },
            &K::Int {
                kind: k2,
                nonneg: n2,
                maybe_bool: m2,
            },
        ) => {
            let kind = join_ints(k1, n1, k2, n2)?;
            let nonneg = n1 && n2 || !kind.signed;
            Some(K::Int {
                kind,
                nonneg,
                maybe_bool: m1 || m2,
            })
        }
        (K::Bool(_), &K::Int { kind, nonneg, .. }) | (&K::Int { kind, nonneg, .. }, K::Bool(_)) => {
            Some(K::Int {
                kind,
                nonneg,
                maybe_bool: true,
            })
        }
        (K::Float, K::Int { kind, .. }) | (K::Int { kind, .. }, K::Float) => {
            kind.signed.then_some(K::Float)
        }
        (K::Float, K::Bool(_)) | (K::Bool(_), K::Float) => Some(K::Float),
        _ => None,
    }
}

fn join_texts(a: &AnnotationKind, b: &AnnotationKind) -> Option<AnnotationKind> {
    match (a, b) {
        (AnnotationKind::Text(x), AnnotationKind::Text(y)) => x.join(*y).map(AnnotationKind::Text),
        _ => None,
    }
}

/// Of instances, and of functions, classes and the like.
fn join_objects(
    p: &AnnotatedProgram,
    a: &AnnotationKind,
    b: &AnnotationKind,
) -> Option<AnnotationKind> {
    use AnnotationKind as K;
    match (a, b) {
        (
            K::Instance {
                class: c1,
                nullable: n1,
            },
            K::Instance {
                class: c2,
                nullable: n2,
            },
        ) => {
            let class = p.common_base(*c1, *c2)?;
            Some(K::Instance {
                class,
                nullable: *n1 || *n2,
            })
        }
        (
            K::Pbc {
                descs: d1,
                nullable: n1,
            },
            K::Pbc {
                descs: d2,
                nullable: n2,
            },
        ) => {
            if !same_sort(&p.descs[d1[0]], &p.descs[d2[0]]) {
                return None;
            }
            let mut all: Vec<DescId> = d1.iter().chain(d2.iter()).copied().collect();
            all.sort_unstable();
            all.dedup();
            simplify_methods(p, &mut all);
            Some(K::Pbc {
                descs: all.into(),
                nullable: *n1 || *n2,
            })
        }
        (
            K::TypeOf {
                vars: v1,
                class: c1,
                nullable: n1,
            },
            K::TypeOf {
                vars: v2,
                class: c2,
                nullable: n2,
            },
        ) => Some(K::TypeOf {
            vars: v1.iter().copied().filter(|v| v2.contains(v)).collect(),
            class: c1.zip(*c2).and_then(|(x, y)| p.common_base(x, y)),
            nullable: *n1 || *n2,
        }),
        // A constant class and the class of some object.
        (
            K::Pbc {
                descs,
                nullable: n1,
            },
            K::TypeOf {
                class,
                nullable: n2,
                ..
            },
        )
        | (
            K::TypeOf {
                class,
                nullable: n2,
                ..
            },
            K::Pbc {
                descs,
                nullable: n1,
            },
        ) if is_class(p, descs[0]) => Some(type_above(p, descs, *class, *n1 || *n2)),
        (K::WeakRef(None), w) | (w, K::WeakRef(None)) => {
            matches!(w, K::WeakRef(_)).then(|| w.clone())
        }
        (K::WeakRef(Some(x)), K::WeakRef(Some(y))) => {
            Some(K::WeakRef(Some(p.common_base(*x, *y)?)))
        }
        _ => None,
    }
}

fn is_class(p: &AnnotatedProgram, d: DescId) -> bool {
    matches!(p.descs[d], Desc::Class(_))
}

/// The type of an object that may be of any of these classes.
fn type_above(
    p: &AnnotatedProgram,
    descs: &[DescId],
    mut class: Option<ClassId>,
    nullable: bool,
) -> AnnotationKind {
    for &d in descs {
        class = match (&p.descs[d], class) {
            (Desc::Class(c), Some(k)) => c.classdef.and_then(|j| p.common_base(j, k)),
            _ => None,
        };
    }
    AnnotationKind::TypeOf {
        vars: Box::new([]),
        class,
        nullable,
    }
}

/// The order of integer kinds: `int` below all, then by size; signed and unsigned kinds do not meet, but a non-negative
/// `int` is below the unsigned ones.
fn join_ints(a: IntKind, a_nonneg: bool, b: IntKind, b_nonneg: bool) -> Option<IntKind> {
    if a == b {
        return Some(a);
    }
    if a.signed == b.signed {
        return Some(match (a == IntKind::SIGNED, b == IntKind::SIGNED) {
            (true, _) => b,
            (_, true) => a,
            _ => IntKind {
                bits: a.bits.max(b.bits),
                signed: a.signed,
            },
        });
    }
    if a == IntKind::SIGNED && a_nonneg {
        Some(b)
    } else if b == IntKind::SIGNED && b_nonneg {
        Some(a)
    } else {
        None
    }
}

/// Whether None is another value than those of an annotation, and told from them by a test.
fn is_reference(a: Annotation) -> bool {
    noneify(a).is_some() || matches!(a.kind(), AnnotationKind::Text(_))
}

/// The nullable twin, if there is one (lists and the like are their own).
pub fn noneify(a: Annotation) -> Option<Annotation> {
    match a.kind() {
        AnnotationKind::Text(TextKind {
            wide: true,
            mixed: true,
            ..
        }) => None,
        AnnotationKind::Text(_)
        | AnnotationKind::Instance { .. }
        | AnnotationKind::TypeOf { .. }
        | AnnotationKind::Pbc { .. } => Some(a.without_const().nullable()),
        AnnotationKind::List(_)
        | AnnotationKind::Dict(_)
        | AnnotationKind::ByteArray
        | AnnotationKind::None
        | AnnotationKind::StringBuilder
        | AnnotationKind::UnicodeBuilder
        | AnnotationKind::WeakRef(_)
        | AnnotationKind::Ptr(LLType::Ptr(_))
        | AnnotationKind::Impossible
        | AnnotationKind::Error => Some(a.without_const()),
        _ => None,
    }
}

/// The same text without `\0`.
pub fn without_nul(a: Annotation) -> Annotation {
    let kind = match a.kind() {
        AnnotationKind::Text(t) => AnnotationKind::Text(t.with_no_nul(true)),
        _ => return a,
    };
    let n = Annotation::new(kind);
    match a.const_value() {
        Some(v) => n.with_const(v.clone()),
        None => n,
    }
}

/// What holds in both cases: of two booleans, what they tell and their constants.
///
/// A boolean that is always false tells everything of the case that it is true, which never comes: it takes nothing
/// from what the other one tells of that case. (The test of a result that is only None while the first functions are
/// looked at is such a boolean.)
fn join_narrowing(
    p: &AnnotatedProgram,
    (x, x_const): (&[Narrow], Option<bool>),
    (y, y_const): (&[Narrow], Option<bool>),
    todo: &mut Obligations,
) -> Vec<Narrow> {
    let told = |of: &[Narrow], var, case: bool| {
        let n = of.iter().find(|n| n.var == var)?;
        if case { n.if_true } else { n.if_false }
    };
    let mut both = |var, case| {
        let (s, t) = (told(x, var, case), told(y, var, case));
        match (x_const == Some(!case), y_const == Some(!case)) {
            (true, true) => None,
            (true, false) => t,
            (false, true) => s,
            (false, false) => join(p, s?, t?, todo).ok(),
        }
    };
    let mut vars: Vec<VarId> = x.iter().chain(y).map(|n| n.var).collect();
    vars.sort_unstable();
    vars.dedup();
    let joined = vars.into_iter().map(|var| Narrow {
        var,
        if_true: both(var, true),
        if_false: both(var, false),
    });
    joined
        .filter(|n| n.if_true.is_some() || n.if_false.is_some())
        .collect()
}

/// Functions unite with functions, classes with classes, ...; methods of frozen objects only with each other.
pub fn same_sort(a: &Desc, b: &Desc) -> bool {
    matches!(
        (a, b),
        (Desc::Function(_), Desc::Function(_))
            | (Desc::Class(_), Desc::Class(_))
            | (Desc::Method(_), Desc::Method(_))
            | (Desc::FrozenMethod(_), Desc::FrozenMethod(_))
            | (Desc::Frozen(_), Desc::Frozen(_))
    )
}

/// Drops bound methods that another one covers: the same function under the same name, bound to a base class.
fn simplify_methods(p: &AnnotatedProgram, descs: &mut Vec<DescId>) {
    let method = |d: DescId| match &p.descs[d] {
        Desc::Method(m) => Some(*m),
        _ => None,
    };
    let Some(_) = method(descs[0]) else {
        return;
    };
    let all: Vec<(DescId, MethodDesc)> = descs
        .iter()
        .filter_map(|&d| Some((d, method(d)?)))
        .collect();
    descs.retain(|&d| {
        let Some(m) = method(d) else { return true };
        !all.iter().any(|&(e, n)| {
            e != d
                && n.func == m.func
                && n.name == m.name
                && n.origin == m.origin
                && match (m.receiver, n.receiver) {
                    (Some(r), Some(s)) => r != s && p.is_subclass(r, s),
                    _ => false,
                }
        })
    });
}

/// `a ≤ b`, without identifying anything: two lists must already be identified.
pub fn contains(p: &AnnotatedProgram, b: Annotation, a: Annotation) -> bool {
    let mut todo = Obligations::new();
    matches!(join(p, b, a, &mut todo), Ok(j) if j == b) && todo.is_empty()
}

/// `a ≤ b` for people and declarations, for whom booleans are integers: whether an integer may be a boolean
/// untranslated does not count.
pub fn fits(p: &AnnotatedProgram, b: Annotation, a: Annotation) -> bool {
    contains(p, b, a) || contains(p, b.with_bool(), a)
}

/// The constant of what two annotations have in common; `None`: nothing, they are different constants.
fn meet_const(a: Annotation, b: Annotation) -> Option<Option<&'static python::live::Value>> {
    match (a.const_value(), b.const_value()) {
        (Some(x), Some(y)) => constant::same(x, y).then_some(Some(x)),
        (x, y) => Some(x.or(y)),
    }
}

/// What two annotations of texts of one width have in common.
fn meet_text(a: Annotation, b: Annotation, kind: TextKind) -> Annotation {
    let n = Annotation::new(AnnotationKind::Text(kind));
    let Some(const_value) = meet_const(a, b) else {
        return Annotation::impossible();
    };
    let Some(v) = const_value else { return n };
    let (length, nul) = match v {
        python::live::Value::Str(s) => (s.bytes.len(), s.bytes.contains(&0)),
        python::live::Value::Unicode(u) => (u.points.len(), u.points.contains(&0)),
        _ => return n,
    };
    if kind.single && length != 1 || kind.no_nul && nul {
        return Annotation::impossible();
    }
    n.with_const(v.clone())
}

/// Of integers of the same kind. What is learned by a comparison with an integer says nothing about being a boolean.
fn meet_ints(a: Annotation, by: Annotation) -> Annotation {
    let (
        &AnnotationKind::Int {
            kind,
            nonneg,
            maybe_bool,
        },
        &AnnotationKind::Int { nonneg: n2, .. },
    ) = (a.kind(), by.kind())
    else {
        return a;
    };
    let new = Annotation::new(AnnotationKind::Int {
        kind,
        nonneg: nonneg || n2,
        maybe_bool,
    });
    let negative = |x: Annotation| x.const_i64().is_some_and(|i| i < 0);
    match meet_const(a, by) {
        None => Annotation::impossible(),
        Some(_) if (n2 && negative(a)) || (nonneg && negative(by)) => Annotation::impossible(),
        Some(None) => new,
        Some(Some(v)) => new.with_const(v.clone()),
    }
}

/// What is left of `a` when it is known to lie in `by`. Never larger than `a`; bottom if nothing is left.
pub fn improve(p: &AnnotatedProgram, a: Annotation, by: Annotation) -> Annotation {
    if a == by || a.is_error() || by.is_error() {
        return a;
    }
    match (a.kind(), by.kind()) {
        (AnnotationKind::Impossible, _) | (_, AnnotationKind::Impossible) => {
            Annotation::impossible()
        }
        (
            AnnotationKind::Instance { class, nullable },
            AnnotationKind::Instance {
                class: c2,
                nullable: n2,
            },
        ) => {
            let both = *nullable && *n2;
            let class = if p.is_subclass(*class, *c2) {
                *class
            } else if p.is_subclass(*c2, *class) {
                *c2
            } else {
                return if both {
                    Annotation::none()
                } else {
                    Annotation::impossible()
                };
            };
            let n = Annotation::instance(class, both);
            match (a.const_value(), by.const_value()) {
                (Some(v), _) if n.kind() == a.kind() => n.with_const(v.clone()),
                (None, Some(v)) if n.kind() == by.kind() => n.with_const(v.clone()),
                _ => n,
            }
        }
        (_, AnnotationKind::None) => {
            if a.can_be_none() {
                Annotation::none()
            } else if is_reference(a) {
                Annotation::impossible()
            } else {
                a
            }
        }
        (AnnotationKind::None, _) => {
            if by.can_be_none() {
                a
            } else if is_reference(by) || by.as_int_kind().is_some() {
                Annotation::impossible()
            } else {
                a
            }
        }
        (AnnotationKind::Int { kind, .. }, AnnotationKind::Int { kind: k2, .. }) if kind == k2 => {
            meet_ints(a, by)
        }
        (AnnotationKind::Text(x), AnnotationKind::Text(y))
            if x.wide == y.wide && !(x.wide && (x.mixed || y.mixed)) =>
        {
            match x.meet(*y) {
                Some(both) => meet_text(a, by, both),
                None => Annotation::impossible(),
            }
        }
        // A byte character among unicode ones is one of these.
        (AnnotationKind::Text(x), AnnotationKind::Text(y)) => {
            let both = x.with_no_nul(x.no_nul || y.no_nul);
            if both == *x || a.is_const() {
                a
            } else {
                Annotation::new(AnnotationKind::Text(both))
            }
        }
        (
            AnnotationKind::Pbc { descs, nullable },
            AnnotationKind::Pbc {
                descs: d2,
                nullable: n2,
            },
        ) => {
            let both: Vec<DescId> = descs.iter().copied().filter(|d| d2.contains(d)).collect();
            let unchanged = both.len() == descs.len() && (!*nullable || *n2);
            if unchanged {
                return a;
            }
            let n = Annotation::pbc(both, *nullable && *n2);
            match a.const_value().or(by.const_value()) {
                Some(v) if n.descs().is_some() => n.with_const(v.clone()),
                _ => n,
            }
        }
        // A float may stand for an integer, and that one for a boolean.
        (
            AnnotationKind::Float | AnnotationKind::Int { .. },
            AnnotationKind::Int { kind, nonneg, .. },
        ) if contains(p, a, by) => {
            let n = Annotation::new(AnnotationKind::Int {
                kind: *kind,
                nonneg: *nonneg,
                maybe_bool: !matches!(
                    a.kind(),
                    AnnotationKind::Int {
                        maybe_bool: false,
                        ..
                    }
                ),
            });
            match by.const_value() {
                Some(v) => n.with_const(v.clone()),
                None => n,
            }
        }
        _ if contains(p, a, by) => by,
        _ => a,
    }
}
