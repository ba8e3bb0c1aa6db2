//! Constant folding: operations on constants, evaluated by the live space. All dealings of the flow space with the live
//! space are in this file.
//!
//! An operation is folded when the result cannot change between now and run time: it reads immutable values, classes,
//! modules or frozen instances, or the *contents* of lists and dicts that the program never changes
//! ([`super::contents`]; RPython reads those of all, and so computes `counter[0] += 1` on a global list once and for
//! all). New mutable objects and texts beyond [`LARGEST`] are made at run time. An integer beyond the machine word is a
//! constant `long`, as in Python: `(1 << 64) - 1 >> 1` and `intmask(1 << 63)` are what they are untranslated; where it
//! is used as an integer the annotator refuses it.
use std::rc::Rc;

use ir::diag::Diagnostic;
use ir::name::Name;
use ir::source::Span;
use python::code::{CodeObject, Mode};
use python::engine::{Flow, Unwind};
use python::live::{DictObj, PyErr, Value};

use super::contents::Contents;
use super::interp;
use super::op::HlOp;
use super::space::FlowSpace;
use super::value::{Const, is_frozen, same_const};

/// Result of trying to fold.
#[derive(Clone)]
pub enum Folded {
    Value(Value),
    /// It is an operation of the program.
    Keep,
    /// It is an integer that does not even fit in the memory for constants.
    TooLarge,
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

/// Whether an operation that compares or tests a value reads nothing that may change.
pub(super) fn is_stable(v: &Value) -> bool {
    match v {
        Value::Tuple(t) => t.iter().all(is_stable),
        Value::List(_) | Value::Dict(_) | Value::Set(_) | Value::ByteArray(_) => false,
        Value::DictView(_) | Value::Iter(_) | Value::Generator(_) => false,
        Value::Instance(_) => is_immutable(v) || is_frozen(v),
        _ => true,
    }
}

/// Attributes of module `sys` that are the same at run time.
const SYS_CONSTANTS: &[&str] = &[
    "maxint",
    "maxsize",
    "maxunicode",
    "api_version",
    "float_info",
    "byteorder",
    "exit",
    "exc_info",
    "getrefcount",
    "getdefaultencoding",
];

/// Evaluates a pure operation on constants.
pub fn fold(space: &FlowSpace<'_>, op: &HlOp, args: &[Value], span: Span) -> Folded {
    let foldable = match op {
        HlOp::NewTuple => return Folded::Value(Value::tuple(args.to_vec())),
        HlOp::Is => return Folded::Value(Value::Bool(same_const(&args[0], &args[1]))),
        HlOp::Type | HlOp::IsInstance | HlOp::IsSubtype => true,
        HlOp::Bool | HlOp::Eq | HlOp::Ne | HlOp::Cmp => args.iter().all(is_stable),
        HlOp::GetAttr => has_constant_attributes(&args[0]) && !varies(&args[0], &args[1]),
        // Contents of tuples may be anything, their items are constants.
        HlOp::GetItem | HlOp::GetSlice | HlOp::Len => match &args[0] {
            Value::Tuple(_) | Value::Str(_) | Value::Unicode(_) => {
                args[1..].iter().all(is_immutable)
            }
            v => is_frozen(v),
        },
        HlOp::Contains => match &args[0] {
            Value::Tuple(_) | Value::Str(_) | Value::Unicode(_) => args.iter().all(is_stable),
            v => is_frozen(v),
        },
        // Frozen instances promise that their methods, operators too, always answer the same.
        _ if op.arg_count() == Some(2) => args.iter().all(|v| is_immutable(v) || is_frozen(v)),
        _ => args.iter().all(is_immutable),
    };
    if !foldable {
        return match space.contents {
            Some(contents) => read_contents(space, contents, op, args, span),
            None => Folded::Keep,
        };
    }
    // One result for one question: a replay must see the same object again.
    let key = (op.clone(), args.iter().cloned().map(Const).collect());
    if let Some(known) = space.folded.borrow().get(&key) {
        return known.clone();
    }
    let result = evaluate(space, op, args, span);
    space.folded.borrow_mut().insert(key, result.clone());
    result
}

/// Reads from a list or dictionary that nothing seems to change.
fn read_contents(
    space: &FlowSpace<'_>,
    contents: &Contents,
    op: &HlOp,
    args: &[Value],
    span: Span,
) -> Folded {
    if contents.container(op, args).is_none() {
        return Folded::Keep;
    }
    match evaluate(space, op, args, span) {
        Folded::Value(v) => {
            contents.note(op, args, mode(space), &v);
            Folded::Value(v)
        }
        _ => Folded::Keep,
    }
}

/// Size in bytes of the largest constant that folding makes.
const LARGEST: usize = 1 << 16;

fn evaluate(space: &FlowSpace<'_>, op: &HlOp, args: &[Value], span: Span) -> Folded {
    let live = space.live;
    let compute = || in_mode(space, || interp::evaluate_pure(live, op, args, span));
    match live.with_object_limit(LARGEST, compute) {
        None => Folded::Keep,
        Some(Ok(v)) => match normal(v) {
            // A new mutable object is made at run time; one found in an attribute or tuple is a prebuilt object.
            Value::List(_) | Value::Dict(_) | Value::Iter(_)
                if !matches!(op, HlOp::GetAttr | HlOp::GetItem) =>
            {
                Folded::Keep
            }
            v => Folded::Value(v),
        },
        Some(Err(Unwind::Raise(exc))) => {
            let line = in_mode(space, || live.exception_line(&exc));
            Folded::Raises(Value::Instance(exc), line)
        }
        Some(Err(Unwind::Abort(_))) if args.iter().all(|v| v.as_big().is_some()) => {
            Folded::TooLarge
        }
        Some(Err(Unwind::Abort(_))) => Folded::Keep,
    }
}

/// Unbound methods (of Python 2) are their functions.
fn normal(v: Value) -> Value {
    match &v {
        Value::Method(m) if m.receiver.is_none() => m.func.clone(),
        _ => v,
    }
}

/// Whether an attribute of a module has another value at run time.
pub fn varies(obj: &Value, name: &Value) -> bool {
    match (obj, name) {
        (Value::Module(m), Value::Str(s)) => {
            m.name.get() == "sys" && !SYS_CONSTANTS.contains(&s.name().as_str())
        }
        _ => false,
    }
}

/// Runs something of the live space in the mode (Python 2 or 3) of the function.
fn in_mode<T>(space: &FlowSpace<'_>, f: impl FnOnce() -> T) -> T {
    space.live.in_mode(mode(space), f)
}

fn mode(space: &FlowSpace<'_>) -> Mode {
    space.func.mode()
}

/// Whether `getattr` on this constant may be folded.
pub fn has_constant_attributes(v: &Value) -> bool {
    match v {
        Value::Module(_) | Value::Class(_) | Value::Function(_) | Value::Native(_) => true,
        Value::Instance(_) => is_frozen(v),
        _ => false,
    }
}

/// An attribute of a constant.
pub fn attribute(space: &FlowSpace<'_>, v: &Value, name: Name) -> Option<Value> {
    in_mode(space, || space.live.getattr_opt(v, name))
        .ok()
        .flatten()
        .map(normal)
}

/// The items of an `unrolling_iterable`; the same list each time it is asked for.
pub fn unrolled_items(space: &FlowSpace<'_>, v: &Value) -> Option<Rc<[Value]>> {
    let is_unrolling = match v {
        Value::Instance(i) => i.class().mro().iter().any(|c| {
            c.name.get() == "unrolling_iterable" && c.module_name() == "rpython.rlib.unroll"
        }),
        Value::Native(n) => n.type_name() == "unrolling_iterable",
        _ => false,
    };
    if !is_unrolling {
        return None;
    }
    if let Some(items) = space.unrolled.borrow().get(&v.identity()) {
        return Some(items.clone());
    }
    let items: Rc<[Value]> = in_mode(space, || space.live.iterate_vec(v)).ok()?.into();
    space
        .unrolled
        .borrow_mut()
        .insert(v.identity(), items.clone());
    Some(items)
}

/// The builtin of a name, in the mode of the function.
pub fn builtin(space: &FlowSpace<'_>, name: Name) -> Option<Value> {
    space.live.builtins(mode(space)).get_name(name)
}

/// The names of the builtins, in the mode of the function.
pub fn builtin_names(space: &FlowSpace<'_>) -> Vec<Name> {
    let all = space.live.builtins(mode(space)).names();
    all.into_iter().map(|(n, _)| n).collect()
}

/// Calls a pure function.
pub fn call(space: &FlowSpace<'_>, f: &Value, args: &[Value]) -> Option<Value> {
    in_mode(space, || space.live.call(f, args)).ok()
}

/// A prebuilt exception instance.
pub fn new_exception(space: &FlowSpace<'_>, class: &str) -> Value {
    Value::Instance(space.live.exception(class, Vec::new()))
}

/// Imports a module now.
pub fn import(
    space: &FlowSpace<'_>,
    globals: &Rc<DictObj>,
    name: Name,
    fromlist: &Value,
    level: i16,
    span: Span,
) -> Result<Value, ImportFailure> {
    in_mode(space, || {
        space
            .live
            .import_statement(globals, name.as_str(), fromlist, level, span)
    })
    .map_err(|e| failure(space, e))
}

/// `from module import name`.
pub fn import_from(
    space: &FlowSpace<'_>,
    module: &Value,
    name: Name,
    _: Span,
) -> Result<Value, ImportFailure> {
    in_mode(space, || space.live.import_attribute(module, name)).map_err(|e| failure(space, e))
}

/// An import that failed.
pub struct ImportFailure {
    /// The exception, if it is one of the program.
    pub exc: Option<Value>,
    /// A text for people.
    pub message: String,
    /// The places in imported modules that it came through, innermost first, and what was done there.
    pub places: Vec<(Span, String)>,
}

fn failure(space: &FlowSpace<'_>, e: PyErr) -> ImportFailure {
    match e {
        Unwind::Raise(exc) => ImportFailure {
            message: in_mode(space, || space.live.exception_line(&exc)),
            places: space.live.exception_places(&exc),
            exc: Some(Value::Instance(exc)),
        },
        Unwind::Abort(d) => {
            let inner = (d.span, d.label.clone());
            let places = std::iter::once(inner).chain(d.notes.iter().cloned());
            ImportFailure {
                exc: None,
                message: d.message.clone(),
                places: places.filter(|(s, _)| !s.is_none()).collect(),
            }
        }
    }
}

/// A function object for a nested `def`.
pub fn new_function(
    globals: &Rc<DictObj>,
    code: &Rc<CodeObject>,
    defaults: &Value,
    kwdefaults: &Value,
    closure: &Value,
) -> Value {
    let f = super::generator::new_function(code.clone(), globals.clone(), closure.cells());
    if let Value::Tuple(d) = defaults {
        *f.defaults.borrow_mut() = d.clone();
    }
    if let Value::Dict(d) = kwdefaults {
        *f.kwdefaults.borrow_mut() = d.names();
    }
    Value::Function(Rc::new(f))
}

/// A function of the module that prints for translated programs.
pub fn support<'a>(space: &FlowSpace<'a>, name: &str, span: Span) -> Flow<FlowSpace<'a>, Value> {
    const MODULE: &str = "rpython.flowspace.specialcase";
    let found = space
        .live
        .import(MODULE)
        .map_err(|e| failure(space, e).message)
        .and_then(|m| m.get(name).ok_or_else(|| format!("it has no `{name}`")));
    match found {
        Ok(f) => Ok(f),
        Err(message) => space.error(
            Diagnostic::internal(span, format!("the library module {MODULE} cannot be used"))
                .label(message),
        ),
    }
}
