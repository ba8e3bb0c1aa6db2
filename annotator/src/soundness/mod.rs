//! Soundness as the user runs it: does a value that a variable really takes lie in γ(b(v))?
//!
//! [`run`] executes the annotated graphs and asks [`Annotator::admits`] for every variable; [`check`] also verifies
//! that the final state is a fixed point and does not depend on the schedule. `genext soundness` is [`check::check`].
//!
//! [`Broken`] lists rules that can be broken on purpose: tests prove that the checks find each.
use python::live::{self, Value};

use crate::defs::Desc;
use crate::engine::Annotator;
use crate::model::constant;
use crate::model::*;
use crate::program::AnnotatedProgram;

mod broken;
pub mod check;
pub mod coverage;
pub mod run;

pub use broken::Broken;

impl Annotator {
    /// Whether `v` is among the values that `a` describes. Containers are checked with their items.
    pub fn admits(&self, a: Annotation, v: &Value) -> bool {
        admits(&self.program, a, v, 0)
    }
}

fn admits(p: &AnnotatedProgram, a: Annotation, v: &Value, depth: u32) -> bool {
    if depth > 3 {
        return true; // Deep or cyclic structures are checked where they are read.
    }
    if a.is_error() {
        return true;
    }
    if let Some(k) = a.const_value() {
        return constant::same(k, v) || k.as_int().is_some() && k.as_int() == v.as_int();
    }
    if v.is_none() {
        return a.is_none() || a.can_be_none();
    }
    let inner = |a: Annotation, v: &Value| admits(p, a, v, depth + 1);
    match a.kind() {
        AnnotationKind::Impossible | AnnotationKind::None => false,
        AnnotationKind::Int { kind, nonneg, .. } => {
            let Some(big) = v.as_big() else { return false };
            let zero = dashu_int::IBig::ZERO;
            if *nonneg && big < zero && v.as_int().is_some() {
                return false;
            }
            let one = dashu_int::IBig::ONE;
            let (low, high) = if kind.signed {
                (
                    -(one.clone() << (usize::from(kind.bits) - 1)),
                    one << (usize::from(kind.bits) - 1),
                )
            } else {
                (zero, one << usize::from(kind.bits))
            };
            // Arithmetic that leaves the word wraps around when translated: nothing is claimed of such a value.
            low <= big && big < high || (kind.bits == 64 && kind.signed)
        }
        AnnotationKind::Bool(_) => matches!(v, Value::Bool(_)),
        AnnotationKind::Float => matches!(
            v.unwrapped(),
            Value::Float(_) | Value::Int(_) | Value::Bool(_)
        ),
        AnnotationKind::SingleFloat => v.type_name() == "r_singlefloat",
        AnnotationKind::Text(t) if t.mixed && !t.wide && matches!(v, Value::Unicode(_)) => {
            matches!(v, Value::Unicode(u) if u.points.iter().all(|&c| c < 128))
        }
        AnnotationKind::Text(t) if !t.wide => v.as_str().is_some_and(|s| {
            (!t.single || s.bytes.len() == 1) && !(t.no_nul && s.bytes.contains(&0))
        }),
        AnnotationKind::Text(t) => match if t.single { v.clone() } else { v.unwrapped() } {
            Value::Unicode(u) => !t.single || u.points.len() == 1,
            Value::Str(s) => t.mixed && s.bytes.len() == 1 && s.bytes.is_ascii(),
            _ => false,
        },
        AnnotationKind::ByteArray => matches!(v, Value::ByteArray(_)),
        AnnotationKind::List(l) => {
            let item = p.list_item(*l);
            match v {
                Value::Range(r) => {
                    (0..r.len().min(100)).all(|i| inner(item, &Value::Int(r.get(i))))
                }
                // `d.items()`, `zip()` in Python 3; items are checked where they are read.
                Value::DictView(_) | Value::Iter(_) => true,
                _ => v.as_list().is_some_and(|l| {
                    let items = l.items.borrow();
                    // Long lists are sampled; every item that is read is checked then.
                    let n = items.len();
                    items.iter().take(12).all(|x| inner(item, x))
                        && items.iter().skip(n.max(16) - 4).all(|x| inner(item, x))
                }),
            }
        }
        AnnotationKind::Dict(d) => match v.as_dict() {
            Some(dict) => dict
                .items()
                .iter()
                .take(16)
                .all(|(k, x)| inner(p.dict_key(*d), k) && inner(p.dict_value(*d), x)),
            // An r_dict is an instance of the library's class.
            None => v
                .as_instance()
                .is_some_and(|i| i.class().module_name() == "rpython.rlib.objectmodel"),
        },
        AnnotationKind::Tuple(items) => v.as_tuple().is_some_and(|t| {
            t.len() == items.len() && t.iter().zip(items.iter()).all(|(x, &i)| inner(i, x))
        }),
        AnnotationKind::Instance { class, .. } => match (v, &p.class(*class).live) {
            (Value::Instance(i), Value::Class(c)) => i.class().is_subclass(c),
            _ => false,
        },
        AnnotationKind::Pbc { descs, .. } => descs.iter().any(|&d| is_desc(p, d, v)),
        AnnotationKind::Builtin(_) | AnnotationKind::BuiltinMethod { .. } => matches!(
            v,
            Value::Builtin(_)
                | Value::Function(_)
                | Value::Class(_)
                | Value::Method(_)
                | Value::Native(_)
        ),
        AnnotationKind::TypeOf { class, .. } => match (v, class.map(|c| &p.class(c).live)) {
            (Value::Class(c), Some(Value::Class(base))) => c.is_subclass(base),
            (Value::Class(_), _) => true,
            _ => false,
        },
        AnnotationKind::WeakRef(_) => v.type_name() == "weakref",
        AnnotationKind::StringBuilder => is_library(v, "StringBuilder"),
        AnnotationKind::UnicodeBuilder => is_library(v, "UnicodeBuilder"),
        // Run-time forms without a counterpart to compare with.
        AnnotationKind::Iterator { .. }
        | AnnotationKind::Slice { .. }
        | AnnotationKind::Property
        | AnnotationKind::Ptr(_)
        | AnnotationKind::AdtMethod { .. }
        | AnnotationKind::Address
        | AnnotationKind::LLType(_)
        | AnnotationKind::Static
        | AnnotationKind::Error => true,
    }
}

/// An instance of a class of `rpython.rlib`.
fn is_library(v: &Value, class: &str) -> bool {
    v.as_instance().is_some_and(|i| {
        let c = i.class();
        c.name.get() == class && c.module_name().starts_with("rpython.rlib.")
    })
}

fn is_desc(p: &AnnotatedProgram, d: DescId, v: &Value) -> bool {
    match &p.descs[d] {
        Desc::Function(f) => matches!(v, Value::Function(g) if std::rc::Rc::ptr_eq(&f.func, g)),
        Desc::Class(c) => matches!(v, Value::Class(x) if std::rc::Rc::ptr_eq(&c.class, x)),
        Desc::Frozen(f) => f.value.is(v),
        Desc::Method(m) => {
            matches!((v, &p.descs[m.func]), (Value::Method(x), Desc::Function(f)) if is_function(x, &f.func))
        }
        Desc::FrozenMethod(m) => {
            matches!((v, &p.descs[m.func]), (Value::Method(x), Desc::Function(f)) if is_function(x, &f.func))
        }
    }
}

fn is_function(m: &live::MethodObj, f: &std::rc::Rc<live::FunctionObj>) -> bool {
    // Mix-ins copy functions: the code is the same.
    matches!(&m.func, Value::Function(g) if std::rc::Rc::ptr_eq(&g.code(), &f.code()))
}
