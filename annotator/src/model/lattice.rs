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
use crate::program::Program;

/// Two definitions to be identified because their lists (dictionaries) meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Identify {
    Lists(ListId, ListId),
    /// Dictionaries.
    Dicts(DictId, DictId),
}

/// Obligations of a join.
pub type Obligations = SmallVec<[Identify; 2]>;

/// Why a join is `Top`: the innermost pair that does not unite.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TopError {
    /// One side.
    pub left: Annotation,
    /// The other.
    pub right: Annotation,
}

/// `a ⊔ b`. Returns `a` itself (the same handle) if `b` adds nothing.
pub fn join(
    p: &Program,
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
    let kind = join_kind(p, a, b, todo)?;
    // Equal kinds must give back the same handle: compare before interning a copy.
    let const_value = match (a.const_value(), b.const_value()) {
        (Some(x), Some(y)) if constant::same(x, y) => Some(x),
        _ => None,
    };
    Ok(match kind {
        Joined::Left if const_value.is_some() || a.const_value().is_none() => a,
        Joined::Left => a.without_const(),
        Joined::Right if const_value.is_some() || b.const_value().is_none() => b,
        Joined::Right => b.without_const(),
        Joined::New(k) => {
            let n = Annotation::new(k);
            match const_value {
                Some(v) => n.with_const(v.clone()),
                None => n,
            }
        }
    })
}

enum Joined {
    Left,
    Right,
    New(Kind),
}

fn join_kind(
    p: &Program,
    a: Annotation,
    b: Annotation,
    todo: &mut Obligations,
) -> Result<Joined, TopError> {
    use Joined::{Left, New, Right};
    let top = TopError { left: a, right: b };
    let (ka, kb) = (a.kind(), b.kind());
    if ka == kb {
        return Ok(Left);
    }
    let choose = |left: bool, right: bool, k: Kind| {
        if left {
            Left
        } else if right {
            Right
        } else {
            New(k)
        }
    };
    Ok(match (ka, kb) {
        (Kind::Bool(x), Kind::Bool(y)) => {
            let (t, u) = (a.const_truth(), b.const_truth());
            let merged = join_narrowing(p, (x, t), (y, u), todo);
            choose(merged == **x, merged == **y, Kind::Bool(merged.into()))
        }
        (
            Kind::Int {
                kind,
                nonneg,
                maybe_bool,
            },
            Kind::Int {
                kind: k2,
                nonneg: n2,
                maybe_bool: m2,
            },
        ) => {
            let k = join_ints(*kind, *nonneg, *k2, *n2).ok_or(top)?;
            let n = *nonneg && *n2;
            let new = Kind::Int {
                kind: k,
                nonneg: n || !k.signed,
                maybe_bool: *maybe_bool || *m2,
            };
            choose(new == *ka, new == *kb, new)
        }
        (Kind::Bool(_), Kind::Int { kind, nonneg, .. }) => {
            let new = Kind::Int {
                kind: *kind,
                nonneg: *nonneg,
                maybe_bool: true,
            };
            choose(false, new == *kb, new)
        }
        (Kind::Int { kind, nonneg, .. }, Kind::Bool(_)) => {
            let new = Kind::Int {
                kind: *kind,
                nonneg: *nonneg,
                maybe_bool: true,
            };
            choose(new == *ka, false, new)
        }
        (Kind::Float, Kind::Int { kind, .. }) if kind.signed => Left,
        (Kind::Int { kind, .. }, Kind::Float) if kind.signed => Right,
        (Kind::Float, Kind::Bool(_)) => Left,
        (Kind::Bool(_), Kind::Float) => Right,
        (Kind::Char { no_nul }, Kind::Char { no_nul: n2 }) => {
            choose(!*no_nul, !*n2, Kind::Char { no_nul: false })
        }
        (Kind::UniChar { no_nul }, Kind::UniChar { no_nul: n2 }) => {
            choose(!*no_nul, !*n2, Kind::UniChar { no_nul: false })
        }
        (Kind::Char { .. } | Kind::Str { .. }, Kind::Char { .. } | Kind::Str { .. }) => {
            let (n1, z1) = text_flags(ka);
            let (n2, z2) = text_flags(kb);
            let new = Kind::Str {
                nullable: n1 || n2,
                no_nul: z1 && z2,
            };
            choose(new == *ka, new == *kb, new)
        }
        (
            Kind::UniChar { .. } | Kind::Unicode { .. },
            Kind::UniChar { .. } | Kind::Unicode { .. },
        ) => {
            let (n1, z1) = text_flags(ka);
            let (n2, z2) = text_flags(kb);
            let new = Kind::Unicode {
                nullable: n1 || n2,
                no_nul: z1 && z2,
            };
            choose(new == *ka, new == *kb, new)
        }
        (Kind::None, _) => {
            let n = noneify(b).ok_or(top)?;
            if n.kind() == kb {
                Right
            } else {
                New(n.kind().clone())
            }
        }
        (_, Kind::None) => {
            let n = noneify(a).ok_or(top)?;
            if n.kind() == ka {
                Left
            } else {
                New(n.kind().clone())
            }
        }
        (Kind::List(x), Kind::List(y)) => {
            if p.find_list(*x) != p.find_list(*y) {
                todo.push(Identify::Lists(*x, *y));
            }
            Left
        }
        (Kind::Dict(x), Kind::Dict(y)) => {
            if p.find_dict(*x) != p.find_dict(*y) {
                todo.push(Identify::Dicts(*x, *y));
            }
            Left
        }
        (Kind::Tuple(x), Kind::Tuple(y)) if x.len() == y.len() => {
            let mut items = Vec::with_capacity(x.len());
            for (&i, &j) in x.iter().zip(y.iter()) {
                items.push(join(p, i, j, todo)?);
            }
            choose(items == **x, items == **y, Kind::Tuple(items.into()))
        }
        (
            Kind::Slice { start, stop },
            Kind::Slice {
                start: s2,
                stop: t2,
            },
        ) => {
            let start = join(p, *start, *s2, todo)?;
            let stop = join(p, *stop, *t2, todo)?;
            let new = Kind::Slice { start, stop };
            choose(new == *ka, new == *kb, new)
        }
        (
            Kind::Iterator { container, kind },
            Kind::Iterator {
                container: c2,
                kind: k2,
            },
        ) => {
            let kind = match (kind, k2) {
                (IterKind::Zip(x), IterKind::Zip(y)) => IterKind::Zip(join(p, *x, *y, todo)?),
                (x, y) if x == y => x.clone(),
                _ => return Err(top),
            };
            let container = join(p, *container, *c2, todo)?;
            let new = Kind::Iterator { container, kind };
            choose(new == *ka, new == *kb, new)
        }
        (
            Kind::Instance { class, nullable },
            Kind::Instance {
                class: c2,
                nullable: n2,
            },
        ) => {
            let class = p.common_base(*class, *c2).ok_or(top)?;
            let new = Kind::Instance {
                class,
                nullable: *nullable || *n2,
            };
            choose(new == *ka, new == *kb, new)
        }
        (
            Kind::Pbc { descs, nullable },
            Kind::Pbc {
                descs: d2,
                nullable: n2,
            },
        ) => {
            if !same_sort(&p.descs[descs[0]], &p.descs[d2[0]]) {
                return Err(top);
            }
            let mut all: Vec<DescId> = descs.iter().chain(d2.iter()).copied().collect();
            all.sort_unstable();
            all.dedup();
            simplify_methods(p, &mut all);
            let new = Kind::Pbc {
                descs: all.into(),
                nullable: *nullable || *n2,
            };
            choose(new == *ka, new == *kb, new)
        }
        (
            Kind::BuiltinMethod { name, receiver },
            Kind::BuiltinMethod {
                name: n2,
                receiver: r2,
            },
        ) if name == n2 => {
            let receiver = join(p, *receiver, *r2, todo)?;
            let new = Kind::BuiltinMethod {
                name: *name,
                receiver,
            };
            choose(new == *ka, new == *kb, new)
        }
        (
            Kind::TypeOf {
                vars,
                class,
                nullable,
            },
            Kind::TypeOf {
                vars: v2,
                class: c2,
                nullable: n2,
            },
        ) => {
            let vars: Box<[_]> = vars.iter().copied().filter(|v| v2.contains(v)).collect();
            let class = match (class, c2) {
                (Some(x), Some(y)) => p.common_base(*x, *y),
                _ => None,
            };
            let nullable = *nullable || *n2;
            let new = Kind::TypeOf {
                vars,
                class,
                nullable,
            };
            choose(new == *ka, new == *kb, new)
        }
        // A constant class and the class of some object.
        (
            Kind::Pbc { descs, nullable },
            Kind::TypeOf {
                class,
                nullable: n2,
                ..
            },
        ) if is_class(p, descs[0]) => {
            let new = type_above(p, descs, *class, *nullable || *n2);
            choose(false, new == *kb, new)
        }
        (
            Kind::TypeOf {
                class, nullable, ..
            },
            Kind::Pbc {
                descs,
                nullable: n2,
            },
        ) if is_class(p, descs[0]) => {
            let new = type_above(p, descs, *class, *nullable || *n2);
            choose(new == *ka, false, new)
        }
        (Kind::WeakRef(x), Kind::WeakRef(y)) => match (x, y) {
            (None, _) => Right,
            (_, None) => Left,
            (Some(x), Some(y)) => {
                let new = Kind::WeakRef(Some(p.common_base(*x, *y).ok_or(top)?));
                choose(new == *ka, new == *kb, new)
            }
        },
        _ => return Err(top),
    })
}

fn is_class(p: &Program, d: DescId) -> bool {
    matches!(p.descs[d], Desc::Class(_))
}

/// The type of an object that may be of any of these classes.
fn type_above(p: &Program, descs: &[DescId], mut class: Option<ClassId>, nullable: bool) -> Kind {
    for &d in descs {
        class = match (&p.descs[d], class) {
            (Desc::Class(c), Some(k)) => c.classdef.and_then(|j| p.common_base(j, k)),
            _ => None,
        };
    }
    Kind::TypeOf {
        vars: Box::new([]),
        class,
        nullable,
    }
}

fn text_flags(k: &Kind) -> (bool, bool) {
    match k {
        Kind::Char { no_nul } | Kind::UniChar { no_nul } => (false, *no_nul),
        Kind::Str { nullable, no_nul } | Kind::Unicode { nullable, no_nul } => (*nullable, *no_nul),
        _ => (true, false),
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

/// The nullable twin, if there is one (lists and the like are their own).
pub fn noneify(a: Annotation) -> Option<Annotation> {
    match a.kind() {
        Kind::Char { .. }
        | Kind::Str { .. }
        | Kind::UniChar { .. }
        | Kind::Unicode { .. }
        | Kind::Instance { .. }
        | Kind::TypeOf { .. }
        | Kind::Pbc { .. } => Some(a.without_const().nullable()),
        Kind::List(_)
        | Kind::Dict(_)
        | Kind::ByteArray
        | Kind::None
        | Kind::StringBuilder
        | Kind::UnicodeBuilder
        | Kind::WeakRef(_)
        | Kind::Ptr(LLType::Ptr(_))
        | Kind::Impossible
        | Kind::Error => Some(a.without_const()),
        _ => None,
    }
}

/// The same text without `\0`.
pub fn without_nul(a: Annotation) -> Annotation {
    let kind = match *a.kind() {
        Kind::Char { .. } => Kind::Char { no_nul: true },
        Kind::UniChar { .. } => Kind::UniChar { no_nul: true },
        Kind::Str { nullable, .. } => Kind::Str {
            nullable,
            no_nul: true,
        },
        Kind::Unicode { nullable, .. } => Kind::Unicode {
            nullable,
            no_nul: true,
        },
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
    p: &Program,
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
fn simplify_methods(p: &Program, descs: &mut Vec<DescId>) {
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
pub fn contains(p: &Program, b: Annotation, a: Annotation) -> bool {
    let mut todo = Obligations::new();
    matches!(join(p, b, a, &mut todo), Ok(j) if j == b) && todo.is_empty()
}

/// `a ≤ b` for people and declarations, for whom booleans are integers: whether an integer may be a boolean
/// untranslated does not count.
pub fn fits(p: &Program, b: Annotation, a: Annotation) -> bool {
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
fn meet_text(a: Annotation, b: Annotation) -> Annotation {
    let ((n1, z1), (n2, z2)) = (text_flags(a.kind()), text_flags(b.kind()));
    let (nullable, no_nul) = (n1 && n2, z1 || z2);
    let wide = matches!(a.kind(), Kind::Unicode { .. } | Kind::UniChar { .. });
    let one = [a, b]
        .iter()
        .any(|x| matches!(x.kind(), Kind::Char { .. } | Kind::UniChar { .. }));
    let kind = match (wide, one) {
        (false, true) => Kind::Char { no_nul },
        (false, false) => Kind::Str { nullable, no_nul },
        (true, true) => Kind::UniChar { no_nul },
        (true, false) => Kind::Unicode { nullable, no_nul },
    };
    let n = Annotation::new(kind);
    let Some(const_value) = meet_const(a, b) else {
        return Annotation::impossible();
    };
    let Some(v) = const_value else { return n };
    let (length, nul) = match v {
        python::live::Value::Str(s) => (s.bytes.len(), s.bytes.contains(&0)),
        python::live::Value::Unicode(u) => (u.points.len(), u.points.contains(&0)),
        _ => return n,
    };
    if one && length != 1 || no_nul && nul {
        return Annotation::impossible();
    }
    n.with_const(v.clone())
}

/// What is left of `a` when it is known to lie in `by`. Never larger than `a`; bottom if nothing is left.
pub fn improve(p: &Program, a: Annotation, by: Annotation) -> Annotation {
    if a == by || a.is_error() || by.is_error() {
        return a;
    }
    match (a.kind(), by.kind()) {
        (Kind::Impossible, _) | (_, Kind::Impossible) => Annotation::impossible(),
        (
            Kind::Instance { class, nullable },
            Kind::Instance {
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
        (_, Kind::None) => {
            if a.can_be_none() {
                Annotation::none()
            } else if noneify(a).is_some() {
                Annotation::impossible()
            } else {
                a
            }
        }
        (Kind::None, _) => {
            if by.can_be_none() {
                a
            } else if noneify(by).is_some() || by.as_int_kind().is_some() {
                Annotation::impossible()
            } else {
                a
            }
        }
        (
            Kind::Int {
                kind,
                nonneg,
                maybe_bool,
            },
            Kind::Int {
                kind: k2,
                nonneg: n2,
                ..
            },
        ) if kind == k2 => {
            // What is learned by a comparison with an integer says nothing about being a boolean.
            let new = Annotation::new(Kind::Int {
                kind: *kind,
                nonneg: *nonneg || *n2,
                maybe_bool: *maybe_bool,
            });
            let negative = |x: Annotation| x.const_i64().is_some_and(|i| i < 0);
            match meet_const(a, by) {
                None => Annotation::impossible(),
                Some(_) if (*n2 && negative(a)) || (*nonneg && negative(by)) => {
                    Annotation::impossible()
                }
                Some(None) => new,
                Some(Some(v)) => new.with_const(v.clone()),
            }
        }
        (Kind::Str { .. } | Kind::Char { .. }, Kind::Str { .. } | Kind::Char { .. })
        | (
            Kind::Unicode { .. } | Kind::UniChar { .. },
            Kind::Unicode { .. } | Kind::UniChar { .. },
        ) => meet_text(a, by),
        (
            Kind::Pbc { descs, nullable },
            Kind::Pbc {
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
        (Kind::Float | Kind::Int { .. }, Kind::Int { kind, nonneg, .. }) if contains(p, a, by) => {
            let n = Annotation::new(Kind::Int {
                kind: *kind,
                nonneg: *nonneg,
                maybe_bool: !matches!(
                    a.kind(),
                    Kind::Int {
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
