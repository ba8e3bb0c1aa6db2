//! Prebuilt constants: functions, bound methods, classes, frozen objects; and all calls of user-level callables.
//!
//! A PBC set with one member has no run-time value. Several functions are a function pointer, or, if their call family
//! has several rows (shapes of call that reach different sets of graphs), a pointer to a table with one function
//! pointer per row. Each row has one signature, indexed by the *call shape*: receiver, positional arguments, keywords.
//! A function whose own parameters differ (defaults, `*args`, other representations) is entered through an *adapter*.
//!
//! ```text
//! f = g if c else h; f(1)        v = <ptr g or h>; indirect_call[Func((Signed) -> Signed)](v, 1)
//! def h(a, b=2)                  adapter h'(a): direct_call[h](a, 2)
//! ```

use std::collections::BTreeSet;

use annotator::defs::{Desc, FamilyId};
use annotator::model::{ClassId, DescId};
use ir::lltype::{ContainerId, FieldType, LLType};
use ir::name::Name;
use lowlevel::Const;
use python::live::Value;
use rustc_hash::FxHashMap;

use crate::repr::{Repr, ReprId};
use crate::typer::lower::HArg;
use crate::typer::{R, RTyper};

/// The arguments of a call, as written.
#[derive(Clone, Default)]
pub struct CallArgs {
    /// The receiver of a bound method.
    pub receiver: Option<HArg>,
    /// Positional arguments, `*` spread.
    pub positional: Vec<HArg>,
    /// Keyword arguments.
    pub keywords: Vec<(Name, HArg)>,
}

impl RTyper {
    /// The representation of a PBC set.
    pub(crate) fn pbc_repr(&mut self, descs: &[DescId], nullable: bool) -> R<Repr> {
        if matches!(self.pg().descs[descs[0]], Desc::Method(_)) {
            let Desc::Method(first) = self.pg().descs[descs[0]] else {
                return Err(self.internal("no method"));
            };
            if first.receiver.is_none() {
                return self.unbound_repr(descs, nullable);
            }
            let mut class = first.receiver;
            let mut family = None;
            for &d in descs {
                let Desc::Method(m) = self.pg().descs[d] else {
                    return Err(self.unsupported("methods together with other callables"));
                };
                if m.name != first.name {
                    return Err(self.unsupported(format!(
                        "methods of different names in one variable: `{}` and `{}`",
                        first.name, m.name
                    )));
                }
                class = match (class, m.receiver) {
                    (Some(a), Some(b)) => self.pg().common_base(a, b),
                    _ => None,
                };
                family = self.family_of_function(m.func).or(family);
            }
            return Ok(Repr::Methods {
                class,
                name: first.name,
                family,
            });
        }
        self.unbound_repr(descs, nullable)
    }
    /// The representation of a set of functions (unbound methods too), classes or frozen objects.
    pub(crate) fn unbound_repr(&mut self, descs: &[DescId], nullable: bool) -> R<Repr> {
        if let [d] = *descs
            && !nullable
        {
            return Ok(Repr::Only(d));
        }
        Ok(match &self.pg().descs[descs[0]] {
            Desc::Class(_) => Repr::Class,
            Desc::Function(_) | Desc::Method(_) => {
                let family = descs.iter().find_map(|&d| self.family_of_function(d));
                match family {
                    Some(f) => Repr::Functions(f),
                    None => Repr::Ptr(self.opaque_struct()),
                }
            }
            Desc::Frozen(_) => {
                let family = descs
                    .iter()
                    .find_map(|d| self.pg().attr_family_of.get(d).copied());
                match family {
                    Some(f) => Repr::Frozen(self.pg().attr_families.find(f)),
                    None => Repr::Ptr(self.opaque_struct()),
                }
            }
            Desc::FrozenMethod(m) => {
                let m = *m;
                let same = descs.iter().all(
                    |&d| matches!(&self.pg().descs[d], Desc::FrozenMethod(x) if x.func == m.func),
                );
                let family = self.pg().attr_family_of.get(&m.frozen).copied();
                match family {
                    Some(f) if same => Repr::FrozenMethods(self.pg().attr_families.find(f), m.func),
                    _ => {
                        return Err(self.unsupported("methods of several prebuilt constants"));
                    }
                }
            }
        })
    }
    /// The one prebuilt object that a value of this annotation can be.
    pub(crate) fn only_value(&self, ann: annotator::Annotation) -> Option<Value> {
        let annotator::Kind::Pbc {
            descs,
            nullable: false,
        } = ann.kind()
        else {
            return None;
        };
        let [d] = descs[..] else { return None };
        self.pg().desc_value(d)
    }
    /// The constant of a representation that stands for the only value of another one.
    pub(crate) fn only_const(&mut self, d: DescId, to: ReprId) -> R<Const> {
        let value = match &self.pg().descs[d] {
            Desc::Function(f) => Value::Function(f.func.clone()),
            Desc::Class(c) => Value::Class(c.class.clone()),
            Desc::Frozen(f) => f.value.clone(),
            Desc::FrozenMethod(m) => {
                let frozen = m.frozen;
                match (self.repr(to), &self.pg().descs[frozen]) {
                    (Repr::FrozenMethods(f, _), Desc::Frozen(x)) => {
                        let value = x.value.clone();
                        return self.frozen_const(f, &value);
                    }
                    _ => {
                        return Err(
                            self.unsupported("a method of a prebuilt object together with others")
                        );
                    }
                }
            }
            Desc::Method(_) => {
                return match self.repr(to) {
                    Repr::Functions(f) => self.desc_const(f, d),
                    _ => Err(self.unsupported("a method together with other values")),
                };
            }
        };
        self.constant(to, &value)
    }
    /// A structure without contents: for values of which only the identity matters.
    pub(crate) fn opaque_struct(&mut self) -> ContainerId {
        self.types_mut().structure(
            "prebuilt",
            false,
            &[("dummy", FieldType::Value(LLType::Signed))],
        )
    }
    /// The call family of a function desc or of the function of a method desc. A function that is never called has the
    /// one of functions that share a variable with it: it must be the same value in all variables.
    pub(crate) fn family_of_function(&self, d: DescId) -> Option<FamilyId> {
        let pg = self.pg();
        let found = pg
            .family_of
            .get(&d)
            .copied()
            .or_else(|| match &pg.descs[d] {
                Desc::Method(m) => pg.family_of.get(&m.func).copied(),
                _ => None,
            })
            .or_else(|| {
                let shared = self.families.shared.get_or_init(|| shared_families(pg));
                shared.get(&d).copied()
            })?;
        Some(pg.find_family(found))
    }
    /// The function desc behind a function or method desc.
    pub(crate) fn function_desc(&self, d: DescId) -> DescId {
        match &self.pg().descs[d] {
            Desc::Method(m) => m.func,
            Desc::FrozenMethod(m) => m.func,
            _ => d,
        }
    }
    /// The nearest class that all class descs are below.
    pub fn common_class(&self, descs: &[DescId]) -> Option<ClassId> {
        let mut out: Option<ClassId> = None;
        for &d in descs {
            let Desc::Class(c) = &self.pg().descs[d] else {
                return None;
            };
            let c = c.classdef?;
            out = Some(match out {
                None => c,
                Some(o) => self.pg().common_base(o, c)?,
            });
        }
        out
    }
}

/// The call families of functions that are never called themselves, but meet functions that are: `x.f = called` here,
/// `x.f = other` there.
fn shared_families(pg: &annotator::program::Program) -> FxHashMap<DescId, FamilyId> {
    let mut sets: BTreeSet<Vec<DescId>> = BTreeSet::default();
    let bindings = pg.graphs.iter().flat_map(|g| g.bindings.iter().copied());
    let cells = pg.cells.iter().map(|(_, c)| c.annotation);
    bindings
        .chain(cells)
        .for_each(|a| function_sets(pg, a, &mut sets));
    let mut shared: FxHashMap<DescId, FamilyId> = FxHashMap::default();
    loop {
        let before = shared.len();
        for set in &sets {
            let known = |d: &DescId| pg.family_of.get(d).or_else(|| shared.get(d)).copied();
            let Some(f) = set.iter().find_map(known) else {
                continue;
            };
            let new: Vec<DescId> = set.iter().copied().filter(|d| known(d).is_none()).collect();
            shared.extend(new.into_iter().map(|d| (d, f)));
        }
        if shared.len() == before {
            return shared;
        }
    }
}

/// The sets of several functions in an annotation.
fn function_sets(
    pg: &annotator::program::Program,
    a: annotator::Annotation,
    found: &mut BTreeSet<Vec<DescId>>,
) {
    match a.kind() {
        annotator::Kind::Tuple(items) => {
            items.iter().for_each(|&i| function_sets(pg, i, found));
        }
        annotator::Kind::Pbc { descs, .. }
            if descs.len() > 1
                && descs
                    .iter()
                    .all(|&d| matches!(pg.descs[d], Desc::Function(_))) =>
        {
            found.insert(descs.to_vec());
        }
        _ => {}
    }
}
