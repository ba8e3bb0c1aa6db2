//! Constant folding: operations on constants, evaluated by the live space. All dealings of the flow space with the live space
//! are in this file.
//!
//! An operation is folded when the result cannot change between now and run time: it reads immutable values, classes, modules
//! or frozen instances. The *contents* of lists, dicts and ordinary instances are never read. Results that RPython would not
//! take as constants are left to run time: `long`s that come from overflowing integers, new mutable objects.
use std::rc::Rc;

use super::op::HlOp;
use super::space::FlowSpace;
use super::value::{is_frozen, same_const};
use crate::code::Code;
use crate::diag::Diagnostic;
use crate::engine::Flow;
use crate::live::{DictObj, Value, types};
use crate::name::Name;
use crate::source::Span;

/// Result of trying to fold.
#[derive(Clone)]
pub enum Folded {
    /// The constant result.
    Value(Value),
    /// It is an operation of the program.
    Keep,
    /// It raises this exception, whatever happens; the text says it for people.
    Raises(Value, String),
}

/// Whether a value can never change.
pub fn is_immutable(v: &Value) -> bool {
    match v {
        Value::None
        | Value::NotImplemented
        | Value::Ellipsis
        | Value::Bool(_)
        | Value::Int(_)
        | Value::Long(_)
        | Value::Float(_)
        | Value::Complex(_)
        | Value::Str(_)
        | Value::Unicode(_) => true,
        Value::Tuple(t) => t.iter().all(is_immutable),
        Value::Instance(_) => super::special::is_machine_number(v),
        _ => false,
    }
}

/// Whether the identity of a value is all an operation on it could depend on, besides immutable contents.
fn is_stable(v: &Value) -> bool {
    match v {
        Value::Tuple(t) => t.iter().all(is_stable),
        Value::List(_) | Value::Dict(_) | Value::Set(_) | Value::ByteArray(_) => false,
        Value::Instance(_) => is_immutable(v) || is_frozen(v),
        _ => true,
    }
}

/// Evaluates a pure operation on constants.
pub fn fold(space: &FlowSpace<'_>, op: &HlOp, args: &[Value], span: Span) -> Folded {
    match op {
        HlOp::NewTuple => return Folded::Value(Value::tuple(args.to_vec())),
        HlOp::Is => return Folded::Value(Value::Bool(same_const(&args[0], &args[1]))),
        HlOp::Type => return Folded::Value(Value::Class(args[0].class())),
        _ => {}
    }
    evaluate(space, op, args, span)
}

fn evaluate(_space: &FlowSpace<'_>, op: &HlOp, args: &[Value], _span: Span) -> Folded {
    use Value::Int;
    match (op, args) {
        (HlOp::Bool, [Value::None]) => Folded::Value(Value::Bool(false)),
        (HlOp::Bool, [Value::Bool(b)]) => Folded::Value(Value::Bool(*b)),
        (HlOp::Bool, [Int(i)]) => Folded::Value(Value::Bool(*i != 0)),
        (HlOp::Add, [Int(a), Int(b)]) => Folded::Value(Int(a + b)),
        (HlOp::Lt, [Int(a), Int(b)]) => Folded::Value(Value::Bool(a < b)),
        (HlOp::Eq, [Int(a), Int(b)]) => Folded::Value(Value::Bool(a == b)),
        (HlOp::IsSubtype, [Value::Class(a), Value::Class(b)]) => {
            Folded::Value(Value::Bool(a.is_subclass(b)))
        }
        (HlOp::IsInstance, [a, Value::Class(b)]) => {
            Folded::Value(Value::Bool(a.class().is_subclass(b)))
        }
        _ => Folded::Keep,
    }
}

/// Whether `getattr` on this constant may be folded.
pub fn has_constant_attributes(v: &Value) -> bool {
    match v {
        Value::Module(_) | Value::Class(_) | Value::Function(_) => true,
        Value::Instance(_) => is_frozen(v),
        _ => false,
    }
}

/// An attribute of a constant.
pub fn attribute(_space: &FlowSpace<'_>, _v: &Value, _name: Name) -> Option<Value> {
    None
}

/// The items of an `unrolling_iterable`.
pub fn unrolled_items(_space: &FlowSpace<'_>, _v: &Value) -> Option<Rc<[Value]>> {
    None
}

/// The builtin of a name, in the mode of the function.
pub fn builtin(_space: &FlowSpace<'_>, name: Name) -> Option<Value> {
    types()
        .exception(name.as_str())
        .map(|c| Value::Class(c.clone()))
}

/// Calls a pure function.
pub fn call(_space: &FlowSpace<'_>, _f: &Value, _args: &[Value]) -> Option<Value> {
    None
}

/// A prebuilt exception instance.
pub fn new_exception(_space: &FlowSpace<'_>, _class: &str) -> Value {
    Value::None
}

/// x
pub type ImportFailure = (Option<Value>, String);
/// Imports a module now.
pub fn import(
    _space: &FlowSpace<'_>,
    _globals: &Rc<DictObj>,
    _name: Name,
    _fromlist: &Value,
    _level: i16,
    _span: Span,
) -> Result<Value, ImportFailure> {
    Err((None, "not".into()))
}

/// `from module import name`.
pub fn import_from(
    _space: &FlowSpace<'_>,
    _module: &Value,
    _name: Name,
    _span: Span,
) -> Result<Value, ImportFailure> {
    Err((None, "not".into()))
}

/// A function object for a nested `def`.
pub fn new_function(
    _globals: &Rc<DictObj>,
    _code: &Rc<Code>,
    _defaults: &Value,
    _kwdefaults: &Value,
    _closure: &Value,
) -> Value {
    Value::None
}

/// A function of the support module.
pub fn support<'a>(space: &FlowSpace<'a>, _name: &str, span: Span) -> Flow<FlowSpace<'a>, Value> {
    space.error(Diagnostic::unsupported(span, "print"))
}
