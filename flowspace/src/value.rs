//! Constants of flow graphs: live objects, with an equality that never runs Python code.
//!
//! Two constants are equal if they are the same object, or equal immutable built-in values *of the same type*
//! (`1`, `True` and `1.0` are three constants; floats are equal bit by bit, so that `0.0` and `-0.0` stay apart).
use std::fmt;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use ir::diag::Diagnostic;
use ir::model::{Graph, Operand};
use ir::name::Name;
use python::live::{BuiltinType, ClassRef, NativeObject, Value, types};

use super::HlGraph;
use super::unassigned::Unassigned;

/// A constant: a live object.
#[derive(Clone)]
pub struct Const(pub Value);

/// A value of the flow space: a variable or a constant.
pub type FlowValue = Operand<Const>;

impl Const {
    /// The live object that it stands for.
    pub fn value(&self) -> &Value {
        &self.0
    }
    /// A name as a `str` object.
    pub fn name(name: Name) -> Const {
        Const(python::live::name_value(name))
    }
    /// The text of a `str` constant.
    pub fn as_name(&self) -> Option<Name> {
        match &self.0 {
            Value::Str(s) => Some(s.name()),
            _ => None,
        }
    }
    /// Whether pure operations on this constant may be evaluated now: it cannot change at run time. Classes and modules
    /// are assumed immutable; instances of the program's classes must be frozen.
    pub fn is_foldable(&self) -> bool {
        foldable(&self.0)
    }
}

fn foldable(v: &Value) -> bool {
    match v {
        Value::Instance(i) => match i.class().layout {
            // Subclasses of built-in types (r_uint and its like) and exceptions have no state that folding reads, and
            // `object()` has none at all.
            BuiltinType::Object => is_frozen(v) || Rc::ptr_eq(&i.class(), &types().object),
            _ => true,
        },
        Value::Method(m) => m.receiver.as_ref().is_none_or(foldable),
        Value::Native(_) => !is_erroneous(v),
        Value::List(_) | Value::Dict(_) | Value::Set(_) | Value::ByteArray(_) => true,
        _ => true,
    }
}

/// Whether an instance's class has `_freeze_`.
pub fn is_frozen(v: &Value) -> bool {
    match v {
        Value::Instance(i) => i.class().find(Name::new("_freeze_")).is_some(),
        _ => false,
    }
}

/// Whether code paths with different values of this kind are never merged: `unrolling_iterable` and other `SpecTag`s.
pub fn is_spec_tag(v: &Value) -> bool {
    match v {
        Value::Instance(i) => i
            .class()
            .mro()
            .iter()
            .any(|c| c.name.get() == "SpecTag" && c.module_name() == "rpython.rlib.unroll"),
        Value::Native(n) => is_transient(&**n) || n.type_name() == "unrolling_iterable",
        _ => false,
    }
}

/// Objects that exist while the flow space runs only.
fn is_transient(n: &dyn NativeObject) -> bool {
    let any = n.as_any();
    any.is::<Unroller>() || any.is::<SuperOf>() || any.is::<BoundSuper>()
}

/// What is wrong with a place of a function, if the program gets there: a call of it is reported by the annotator.
#[derive(Debug)]
pub struct Refusal(pub Diagnostic);

/// What stands for the result of an operation that was refused. Operations on it are recorded like others; the
/// annotator says nothing about them.
#[derive(Debug)]
pub struct Erroneous;

thread_local! {
    static ERRONEOUS: Value = Value::native(Erroneous);
}

/// The erroneous value: always the same object.
pub fn erroneous() -> FlowValue {
    constant(ERRONEOUS.with(Value::clone))
}

/// Whether a constant is [`erroneous`].
pub fn is_erroneous(v: &Value) -> bool {
    v.as_native::<Erroneous>().is_some()
}

/// Whether two constants are the same to a graph: identical objects, or immutable ones of one type with the same parts.
pub fn same_const(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Long(a), Value::Long(b)) => a == b,
        (Value::Complex(a), Value::Complex(b)) => {
            a.0.to_bits() == b.0.to_bits() && a.1.to_bits() == b.1.to_bits()
        }
        (Value::Str(a), Value::Str(b)) => a.bytes == b.bytes,
        (Value::Unicode(a), Value::Unicode(b)) => a.points == b.points,
        (Value::Tuple(a), Value::Tuple(b)) => {
            Rc::ptr_eq(a, b)
                || (a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| same_const(a, b)))
        }
        (Value::Slice(a), Value::Slice(b)) => {
            Rc::ptr_eq(a, b)
                || (same_const(&a.start, &b.start)
                    && same_const(&a.stop, &b.stop)
                    && same_const(&a.step, &b.step))
        }
        (Value::Method(a), Value::Method(b)) => {
            Rc::ptr_eq(a, b)
                || (same_const(&a.func, &b.func)
                    && match (&a.receiver, &b.receiver) {
                        (Some(a), Some(b)) => same_const(a, b),
                        (None, None) => match (&a.class, &b.class) {
                            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
                            (None, None) => true,
                            _ => false,
                        },
                        _ => false,
                    })
        }
        (Value::Instance(x), Value::Instance(y)) => {
            if Rc::ptr_eq(x, y) {
                return true;
            }
            // Instances of subclasses of `int`, `float`, `str` (r_uint(3)) are values too.
            match (x.class().layout, Rc::ptr_eq(&x.class(), &y.class())) {
                (
                    BuiltinType::Int
                    | BuiltinType::Long
                    | BuiltinType::Float
                    | BuiltinType::Str
                    | BuiltinType::Unicode,
                    true,
                ) => same_const(&a.unwrapped(), &b.unwrapped()),
                _ => false,
            }
        }
        (Value::Native(x), Value::Native(y)) => {
            if let (Some(x), Some(y)) = (a.as_native::<Unroller>(), b.as_native::<Unroller>()) {
                return Rc::ptr_eq(&x.items, &y.items) && x.index == y.index;
            }
            if let (Some(x), Some(y)) = (a.as_native::<SuperOf>(), b.as_native::<SuperOf>()) {
                return Rc::ptr_eq(&x.class, &y.class) && x.receiver == y.receiver;
            }
            if let (Some(x), Some(y)) = (a.as_native::<BoundSuper>(), b.as_native::<BoundSuper>()) {
                return same_const(&x.func, &y.func) && x.receiver == y.receiver;
            }
            std::ptr::addr_eq(Rc::as_ptr(x), Rc::as_ptr(y))
        }
        _ => a.identity() == b.identity(),
    }
}

impl PartialEq for Const {
    fn eq(&self, other: &Const) -> bool {
        same_const(&self.0, &other.0)
    }
}
impl Eq for Const {}

impl Hash for Const {
    fn hash<H: Hasher>(&self, state: &mut H) {
        fn go<H: Hasher>(v: &Value, state: &mut H) {
            std::mem::discriminant(v).hash(state);
            match v {
                Value::Long(l) => l.hash(state),
                Value::Complex(c) => (c.0.to_bits(), c.1.to_bits()).hash(state),
                Value::Str(s) => s.bytes.hash(state),
                Value::Unicode(u) => u.points.hash(state),
                Value::Tuple(t) => t.iter().for_each(|x| go(x, state)),
                Value::Slice(s) => go(&s.start, state),
                Value::Method(m) => go(&m.func, state),
                Value::Instance(i)
                    if matches!(
                        i.class().layout,
                        BuiltinType::Int
                            | BuiltinType::Long
                            | BuiltinType::Float
                            | BuiltinType::Str
                            | BuiltinType::Unicode
                    ) =>
                {
                    go(&v.unwrapped(), state);
                }
                // Equal ones may be different objects.
                Value::Native(n) if is_transient(&**n) => n.type_name().hash(state),
                _ => v.identity().hash(state),
            }
        }
        go(&self.0, state);
    }
}

impl fmt::Debug for Const {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&super::text::constant(&self.0))
    }
}
impl From<Value> for Const {
    fn from(v: Value) -> Const {
        Const(v)
    }
}

/// The iterator of an `unrolling_iterable`: a position in its items. It is a constant of its own at each position, so
/// the code of the loop body is flowed once per item.
pub struct Unroller {
    pub items: Rc<[Value]>,
    /// The next one.
    pub index: usize,
}

/// Objects of the flow space that programs cannot get hold of, by what messages call their types.
macro_rules! native_objects {
    ($($object:ty => $name:literal),* $(,)?) => {$(
        impl NativeObject for $object {
            fn as_any(&self) -> &dyn std::any::Any {
                self
            }
            fn type_name(&self) -> &str {
                $name
            }
        }
    )*};
}
native_objects! {
    Erroneous => "_erroneous",
    Refusal => "_refused",
    Unassigned => "_unassigned",
    Unroller => "_unroller",
    SuperOf => "super",
    BoundSuper => "super",
}

/// `super()` in translated code: a class, and the object as a value of the graph. It never gets into a graph: the
/// attribute access and the call that follow dissolve it.
pub struct SuperOf {
    /// The class the search begins after.
    pub class: ClassRef,
    pub receiver: FlowValue,
}

/// `super().method` in translated code: a function and its first argument.
pub struct BoundSuper {
    pub func: Value,
    pub receiver: FlowValue,
}

/// A value that is known while the graph is built.
pub fn constant(v: Value) -> FlowValue {
    Operand::Const(Const(v))
}

/// A graph with an empty start block, a return block and a raise block.
pub fn new_graph(name: String, span: ir::source::Span) -> HlGraph {
    Graph::new(name, span, (), (), ())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_of_different_types_are_different_constants() {
        let c = |v: Value| Const(v);
        assert_eq!(c(Value::Int(1)), c(Value::Int(1)));
        assert_ne!(c(Value::Int(1)), c(Value::Bool(true)));
        assert_ne!(c(Value::Int(1)), c(Value::Float(1.0)));
        assert_ne!(c(Value::Float(0.0)), c(Value::Float(-0.0)));
        assert_eq!(c(Value::str("spam")), c(Value::str("spam")));
        assert_ne!(c(Value::str("spam")), c(Value::unicode("spam")));
        let t = |x| Value::tuple(vec![Value::Int(x), Value::str("a")]);
        assert_eq!(c(t(1)), c(t(1)));
        assert_ne!(c(t(1)), c(t(2)));
    }
    #[test]
    fn mutable_objects_are_compared_by_identity() {
        let a = Value::list(vec![]);
        assert_eq!(Const(a.clone()), Const(a.clone()));
        assert_ne!(Const(a), Const(Value::list(vec![])));
    }
}
