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

use annotator::defs::{Desc, FamilyId};
use annotator::model::{ClassId, DescId};
use ir::diag::Diagnostic;
use ir::lltype::{ContainerId, FieldType, LLType};
use ir::name::Name;
use lowlevel::Const;
use python::live::Value;

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
    pub keywords: Vec<(Name, HArg)>,
}

impl CallArgs {
    /// Positional arguments alone.
    pub fn positional(args: &[HArg]) -> CallArgs {
        CallArgs {
            positional: args.to_vec(),
            ..CallArgs::default()
        }
    }
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
                    return Err(Box::new(self.differently_named(descs[0], d)));
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
    /// The message for two methods in one variable, which knows the object only.
    fn differently_named(&self, a: DescId, b: DescId) -> Diagnostic {
        let name = |d: DescId| match &self.pg().descs[d] {
            Desc::Method(m) => m.name,
            _ => Name::new("?"),
        };
        let here = self.report.span();
        let (first, second) = (self.pg().desc_span(a), self.pg().desc_span(b));
        let (span, other) = if here.is_none() {
            (second, None)
        } else {
            (here, Some(second))
        };
        let text = format!(
            "the methods `{}` and `{}` meet in one variable",
            name(a),
            name(b)
        );
        let mut d = Diagnostic::error("E0605", span, text)
            .label(if other.is_none() { "one of them" } else { "they meet here" })
            .note(first, format!("`{}`", name(a)))
            .help("keep the object, and decide at the call which method it is: `x.a() if n else x.b()`");
        if let Some(other) = other {
            d = d.note(other, format!("`{}`", name(b)));
        }
        d
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
        let annotator::AnnotationKind::Pbc {
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
    /// The call family of a function desc or of the function of a method desc.
    pub(crate) fn family_of_function(&self, d: DescId) -> Option<FamilyId> {
        self.families.of_function(self.pg(), d)
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
