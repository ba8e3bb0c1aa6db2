//! Functions that the flow space knows by name: calls of them become operations, constants or diagnostics.
//!
//! A function is recognised by [`Value::qualified_name`], so it does not matter whether it is written in Rust or in
//! Python. To add one, add an arm to [`lookup`]: the handler gets the arguments and returns the result, as if it were
//! the called function.
//!
//! ```text
//! len(x)                 ->  len(x)            (an operation)
//! we_are_translated()    ->  True
//! ovfcheck(a + b)        ->  add_ovf(a, b)     (made by the simplifier, see simplify::ovfcheck)
//! locals()               ->  error: not RPython
//! ```
use ir::model::Operand;
use ir::name::Name;
use ir::source::Span;
use python::engine::Flow;
use python::live::{BuiltinType, Value};
use python::vocabulary::KnownFunction;
use python::vocabulary::functions::Function as F;
use python::vocabulary::library::{
    IntClass as I, LibraryFunction as L, NumberFunction as Number, ObjectFunction as Object,
};

use super::fold;
use super::op::HlOp;
use super::space::FlowSpace;
use super::value::{FlowValue, constant};

type R<'a, T> = Flow<FlowSpace<'a>, T>;

/// Handles a call: the callable, its positional arguments, the place.
pub type Special =
    for<'a, 's> fn(&'s FlowSpace<'a>, &Value, &[FlowValue], Span) -> R<'a, FlowValue>;

/// Handles a call with keywords or `*`.
pub type SpecialKeywords = for<'a, 's> fn(
    &'s FlowSpace<'a>,
    &Value,
    Vec<FlowValue>,
    Vec<(Name, FlowValue)>,
    Option<FlowValue>,
    Span,
) -> R<'a, FlowValue>;

/// The module-qualified name of `ovfcheck`.
const OVFCHECK: &str = "rpython.rlib.rarithmetic.ovfcheck";

/// Whether a value is the function `ovfcheck`.
pub fn is_ovfcheck(f: &FlowValue) -> bool {
    f.as_const()
        .and_then(|c| c.0.qualified_name())
        .is_some_and(|n| n == OVFCHECK)
}

/// The handler of a callable, if it is special.
pub fn lookup(f: &Value) -> Option<Special> {
    if let Value::Class(c) = f
        && c.builtin.is_some()
    {
        return F::named(c.name.get().as_str()).and_then(builtin);
    }
    let name = match f {
        Value::Function(_) | Value::Builtin(_) | Value::Class(_) => f.qualified_name()?,
        _ => return None,
    };
    let (module, short) = name.rsplit_once('.')?;
    match module {
        "__builtin__" | "builtins" => F::named(short).and_then(builtin),
        "operator" | "_operator" => operator(short).map(|_| operator_call as Special),
        _ => library(&name),
    }
}

/// The handler of a function or class of `rpython.rlib`.
fn library(name: &str) -> Option<Special> {
    match KnownFunction::named(name)? {
        KnownFunction::Library(L::Number(Number::Ovfcheck)) => Some(ovfcheck),
        KnownFunction::Library(L::Object(Object::WeAreTranslated)) => Some(we_are_translated),
        KnownFunction::Library(L::Number(
            Number::Intmask | Number::Longlongmask | Number::SingleFloat,
        ))
        | KnownFunction::Int(I::RUint | I::RInt | I::RLonglong | I::RUlonglong) => Some(fold_call),
        _ => None,
    }
}

/// The function called instead of another one: what `_flowspace_rewrite_directly_as_` says, and the RPython text behind
/// functions of `os` and `os.path`.
pub fn redirected(space: &FlowSpace<'_>, f: &Value) -> Option<Value> {
    const PATHS: [(&str, &str); 12] = [
        ("abspath", "rabspath"),
        ("normpath", "rnormpath"),
        ("isabs", "risabs"),
        ("dirname", "rdirname"),
        ("basename", "rbasename"),
        ("join", "rjoin"),
        ("split", "rsplit"),
        ("splitext", "rsplitext"),
        ("relpath", "rrelpath"),
        ("expanduser", "rexpanduser"),
        ("commonprefix", "rcommonprefix"),
        ("normcase", "rnormcase"),
    ];
    const SYSTEM: [&str; 29] = [
        "stat",
        "lstat",
        "fstat",
        "listdir",
        "pipe",
        "getsize",
        "getmtime",
        "islink",
        "lexists",
        "WIFEXITED",
        "WEXITSTATUS",
        "WIFSIGNALED",
        "WTERMSIG",
        "WCOREDUMP",
        "WIFCONTINUED",
        "WIFSTOPPED",
        "WSTOPSIG",
        "ctermid",
        "execv",
        "execve",
        "fdopen",
        "getgroups",
        "times",
        "tmpfile",
        "tmpnam",
        "uname",
        "utime",
        "waitpid",
        "walk",
    ];
    let text = |module: &str, name: &str| space.live.import(module).ok()?.get(name);
    match f {
        Value::Function(f) => f.attr("_flowspace_rewrite_directly_as_"),
        Value::Builtin(b) if matches!(b.def.module, "posix" | "posixpath") => {
            if SYSTEM.contains(&b.def.name) {
                return text("rpython.rlib._posix", b.def.name);
            }
            let paths = PATHS.iter().filter(|_| b.def.module == "posixpath");
            let (_, to) = paths.into_iter().find(|(from, _)| *from == b.def.name)?;
            text("rpython.rlib.rpath", to)
        }
        _ => None,
    }
}

/// The handler of a callable called with keywords or `*`.
pub fn lookup_keywords(f: &Value) -> Option<SpecialKeywords> {
    match f.qualified_name()?.as_str() {
        "__builtin__.print" | "builtins.print" => Some(print_keywords),
        _ => None,
    }
}

fn builtin(f: F) -> Option<Special> {
    Some(match f {
        F::Len
        | F::Hash
        | F::Id
        | F::Repr
        | F::Format
        | F::Hex
        | F::Oct
        | F::Ord
        | F::Abs
        | F::Next
        | F::Divmod
        | F::Cmp
        | F::Coerce
        | F::IsInstance
        | F::IsSubclass
        | F::SetAttr
        | F::DelAttr
        | F::Pow
        | F::Iter
        | F::Bool
        | F::Str
        | F::Type => plain_operation,
        F::Float => float_of_long,
        F::GetAttr => getattr,
        F::HasAttr => hasattr,
        F::Print => print,
        F::Import => import,
        F::Locals
        | F::Globals
        | F::Vars
        | F::Eval
        | F::Exec
        | F::ExecFile
        | F::Compile
        | F::Dir
        | F::Input
        | F::Super => forbidden,
        F::Int
        | F::Long
        | F::Complex
        | F::Unicode
        | F::List
        | F::Tuple
        | F::Dict
        | F::OrderedDict
        | F::ByteArray
        | F::Object
        | F::Slice
        | F::WeakRef
        | F::Range
        | F::Xrange
        | F::Enumerate
        | F::Reversed
        | F::Zip
        | F::Min
        | F::Max
        | F::Sum
        | F::Sorted
        | F::Any
        | F::All
        | F::Round
        | F::Chr
        | F::Unichr
        | F::Callable
        | F::Open
        | F::File
        | F::Set
        | F::FrozenSet
        | F::Map
        | F::Filter
        | F::RawInput
        | F::StaticMethod
        | F::ClassMethod
        | F::Property
        | F::BaseString
        | F::NoneType
        | F::Ascii
        | F::Apply
        | F::Bin
        | F::Intern
        | F::Reduce
        | F::Reload
        | F::BuildClass => return None,
    })
}

/// Which built-in exceptions a call of a constant may raise in a guarded region: user-defined code may raise anything.
pub fn call_exceptions(f: &Value) -> &'static [&'static str] {
    let name = match f {
        Value::Builtin(b) if matches!(b.def.module, "__builtin__" | "builtins") => b.def.name,
        Value::Class(c) if c.builtin.is_some() => c.name.get().as_str(),
        _ => return &["Exception"],
    };
    match F::named(name) {
        // Questions about a value that call nothing.
        Some(F::IsInstance | F::IsSubclass | F::Type | F::Id | F::Callable) => &[],
        Some(F::Int | F::Float | F::Chr | F::Unichr) => &["ValueError", "Exception"],
        Some(F::Unicode) => &["UnicodeDecodeError", "Exception"],
        _ => &["Exception"],
    }
}

/// The name of a callable without its module.
fn short_name(f: &Value) -> String {
    match f {
        Value::Class(c) => c.name.get().to_string(),
        _ => {
            let name = f.qualified_name().unwrap_or_default();
            name.rsplit('.').next().unwrap_or_default().to_string()
        }
    }
}

/// A builtin that is an operation.
fn plain_operation<'a>(
    space: &FlowSpace<'a>,
    f: &Value,
    args: &[FlowValue],
    span: Span,
) -> R<'a, FlowValue> {
    let function = F::named(&short_name(f));
    // Without a specification it is an empty one.
    if let (Some(F::Format), [x]) = (function, args) {
        let args = vec![x.clone(), constant(Value::str(""))];
        return space.op(HlOp::Format, args, span);
    }
    let op = function.and_then(HlOp::of_function);
    let n = args.len();
    // `pow` alone has a number that varies.
    let fits = |op: &HlOp| op.arg_count().map_or((2..=3).contains(&n), |k| k == n);
    match op.filter(fits) {
        Some(HlOp::IsInstance) => isinstance(space, args, span),
        Some(HlOp::Iter) => python::engine::ObjectSpace::iter(space, &args[0], span),
        Some(HlOp::Next) => {
            let mut it = args[0].clone();
            match python::engine::ObjectSpace::next(space, &mut it, span)? {
                Some(v) => Ok(v),
                None => Err(python::engine::Unwind::Raise(super::space::FlowExc {
                    class: constant(super::space::exc_class("StopIteration")),
                    value: constant(fold::new_exception(space, "StopIteration")),
                })),
            }
        }
        Some(op) => space.op(op, args.to_vec(), span),
        None => space.plain_call(&constant(f.clone()), args.to_vec(), span),
    }
}

/// `isinstance` with a tuple of classes asks for each in turn.
fn isinstance<'a>(space: &FlowSpace<'a>, args: &[FlowValue], span: Span) -> R<'a, FlowValue> {
    let mut classes = Vec::new();
    if let Operand::Const(c) = &args[1] {
        flatten(&c.0, &mut classes);
    }
    if classes.len() < 2 {
        return space.op(HlOp::IsInstance, args.to_vec(), span);
    }
    for c in classes {
        let flag = space.op(HlOp::IsInstance, vec![args[0].clone(), constant(c)], span)?;
        if space.truth(&flag, span)? {
            return Ok(constant(Value::Bool(true)));
        }
    }
    Ok(constant(Value::Bool(false)))
}

fn flatten(v: &Value, out: &mut Vec<Value>) {
    match v {
        Value::Tuple(items) => items.iter().for_each(|x| flatten(x, out)),
        other => out.push(other.clone()),
    }
}

fn getattr<'a>(
    space: &FlowSpace<'a>,
    f: &Value,
    args: &[FlowValue],
    span: Span,
) -> R<'a, FlowValue> {
    match args {
        [_, _] => space.op(HlOp::GetAttr, args.to_vec(), span),
        [Operand::Const(obj), Operand::Const(name), default]
            if fold::has_constant_attributes(&obj.0) =>
        {
            match name
                .as_name()
                .and_then(|n| fold::attribute(space, &obj.0, n))
            {
                Some(v) => Ok(constant(v)),
                None => Ok(default.clone()),
            }
        }
        _ => space.plain_call(&constant(f.clone()), args.to_vec(), span),
    }
}

/// Folded for modules, classes and frozen instances: `if hasattr(os, 'fork')`.
fn hasattr<'a>(
    space: &FlowSpace<'a>,
    f: &Value,
    args: &[FlowValue],
    span: Span,
) -> R<'a, FlowValue> {
    if let [Operand::Const(obj), Operand::Const(name)] = args
        && fold::has_constant_attributes(&obj.0)
        && let Some(name) = name.as_name()
    {
        let found = fold::attribute(space, &obj.0, name).is_some();
        return Ok(constant(Value::Bool(found)));
    }
    space.plain_call(&constant(f.clone()), args.to_vec(), span)
}

/// The operation of a function of module `operator`.
fn operator(name: &str) -> Option<HlOp> {
    Some(match name.trim_matches('_') {
        "add" | "concat" => HlOp::Add,
        "sub" => HlOp::Sub,
        "mul" => HlOp::Mul,
        "div" => HlOp::Div,
        "floordiv" => HlOp::FloorDiv,
        "truediv" => HlOp::TrueDiv,
        "mod" => HlOp::Mod,
        "pow" => HlOp::Pow,
        "lshift" => HlOp::LShift,
        "rshift" => HlOp::RShift,
        "and" => HlOp::And,
        "or" => HlOp::Or,
        "xor" => HlOp::Xor,
        "neg" => HlOp::Neg,
        "pos" => HlOp::Pos,
        "inv" | "invert" => HlOp::Invert,
        "abs" => HlOp::Abs,
        "lt" => HlOp::Lt,
        "le" => HlOp::Le,
        "eq" => HlOp::Eq,
        "ne" => HlOp::Ne,
        "gt" => HlOp::Gt,
        "ge" => HlOp::Ge,
        "is" => HlOp::Is,
        "truth" => HlOp::Bool,
        "contains" => HlOp::Contains,
        "getitem" => HlOp::GetItem,
        "setitem" => HlOp::SetItem,
        "delitem" => HlOp::DelItem,
        _ => return None,
    })
}

fn operator_call<'a>(
    space: &FlowSpace<'a>,
    f: &Value,
    args: &[FlowValue],
    span: Span,
) -> R<'a, FlowValue> {
    match operator(&short_name(f)) {
        Some(op) if op.arg_count().is_none_or(|n| n == args.len()) => {
            space.op(op, args.to_vec(), span)
        }
        _ => space.plain_call(&constant(f.clone()), args.to_vec(), span),
    }
}

/// The call is recorded; the simplifier merges it with the operation before it.
fn ovfcheck<'a>(
    space: &FlowSpace<'a>,
    f: &Value,
    args: &[FlowValue],
    span: Span,
) -> R<'a, FlowValue> {
    match args {
        [Operand::Const(c)] => match &c.0 {
            Value::Int(_) | Value::Bool(_) => Ok(args[0].clone()),
            Value::Long(l) if i64::try_from(&**l).is_ok() => Ok(args[0].clone()),
            // An integer of another kind, which is signed.
            Value::Instance(i)
                if matches!(i.class().find(Name::new("SIGNED")), Some(Value::Bool(true)))
                    && c.0.as_big().is_some_and(|b| i64::try_from(&b).is_ok()) =>
            {
                Ok(args[0].clone())
            }
            _ => space.always_raises(
                fold::new_exception(space, "OverflowError"),
                "OverflowError: the result does not fit in a machine word".to_string(),
                span,
            ),
        },
        [v @ Operand::Var(_)] => space.record(
            HlOp::SimpleCall,
            vec![constant(f.clone()), v.clone()],
            &["ZeroDivisionError", "ValueError", "OverflowError"],
            span,
        ),
        _ => space.plain_call(&constant(f.clone()), args.to_vec(), span),
    }
}

/// A pure function: evaluated if its arguments are constant.
fn fold_call<'a>(
    space: &FlowSpace<'a>,
    f: &Value,
    args: &[FlowValue],
    span: Span,
) -> R<'a, FlowValue> {
    let values: Option<Vec<Value>> = args
        .iter()
        .map(|a| a.as_const().map(|c| c.0.clone()))
        .collect();
    if let Some(values) = values
        && values.iter().all(fold::is_immutable)
        && let Some(v) = fold::call(space, f, &values)
        && !matches!(v, Value::Long(_))
    {
        return Ok(constant(v));
    }
    space.plain_call(&constant(f.clone()), args.to_vec(), span)
}

/// The float of a constant beyond the machine word is a constant.
fn float_of_long<'a>(
    space: &FlowSpace<'a>,
    f: &Value,
    args: &[FlowValue],
    span: Span,
) -> R<'a, FlowValue> {
    match args {
        [Operand::Const(c)] if matches!(c.0, Value::Long(_)) => fold_call(space, f, args, span),
        _ => space.plain_call(&constant(f.clone()), args.to_vec(), span),
    }
}

fn we_are_translated<'a>(
    _: &FlowSpace<'a>,
    _: &Value,
    _: &[FlowValue],
    _: Span,
) -> R<'a, FlowValue> {
    Ok(constant(Value::Bool(true)))
}

fn import<'a>(
    space: &FlowSpace<'a>,
    _: &Value,
    args: &[FlowValue],
    span: Span,
) -> R<'a, FlowValue> {
    let first = args
        .first()
        .and_then(|a| a.as_const())
        .and_then(|c| c.as_name());
    match first {
        Some(name) if args.len() == 1 => {
            let globals = space.func.globals.clone();
            match fold::import(space, &globals, name, &Value::None, 0, span) {
                Ok(m) => Ok(constant(m)),
                Err(failure) => space.import_failed(name, failure, span),
            }
        }
        _ => space.not_rpython(span, "this use of `__import__`", None),
    }
}

fn forbidden<'a>(
    space: &FlowSpace<'a>,
    f: &Value,
    _: &[FlowValue],
    span: Span,
) -> R<'a, FlowValue> {
    let short = short_name(f);
    let help = match short.as_str() {
        "super" => Some("call the method of the base class: `Base.method(self, ...)`"),
        "input" => Some("read with os.read(0, n)"),
        _ => None,
    };
    space.not_rpython(span, &format!("calling `{short}()`"), help)
}

// Printing

/// Whether a constant is `super`.
pub fn is_super(f: &Value) -> bool {
    matches!(f, Value::Class(c) if c.builtin == Some(BuiltinType::Super))
}

/// Records the call that prints one item; the text ends up in a buffer until the end of the line.
pub fn print_item<'a>(space: &FlowSpace<'a>, text: FlowValue, span: Span) -> R<'a, ()> {
    let f = fold::support(space, "print_item", span)?;
    space.plain_call(&constant(f), vec![text], span)?;
    Ok(())
}

/// Records the call that ends a printed line.
pub fn print_newline<'a>(space: &FlowSpace<'a>, span: Span) -> R<'a, ()> {
    let f = fold::support(space, "print_newline", span)?;
    space.plain_call(&constant(f), Vec::new(), span)?;
    Ok(())
}

/// The function `print(a, b)`.
fn print<'a>(space: &FlowSpace<'a>, _: &Value, args: &[FlowValue], span: Span) -> R<'a, FlowValue> {
    for a in args {
        let text = space.op(HlOp::Str, vec![a.clone()], span)?;
        let f = fold::support(space, "print_argument", span)?;
        space.plain_call(&constant(f), vec![text], span)?;
    }
    print_newline(space, span)?;
    Ok(constant(Value::None))
}

/// `print(a, b, end='', sep='')` with constant `end` and `sep`.
fn print_keywords<'a>(
    space: &FlowSpace<'a>,
    _: &Value,
    args: Vec<FlowValue>,
    keywords: Vec<(Name, FlowValue)>,
    star: Option<FlowValue>,
    span: Span,
) -> R<'a, FlowValue> {
    let (mut end, mut sep) = (constant(Value::str("\n")), constant(Value::str(" ")));
    for (name, v) in keywords {
        match name.as_str() {
            "end" => end = v,
            "sep" => sep = v,
            "flush" => {}
            other => {
                let what = format!("`print({other}=...)`");
                return space.not_rpython(span, &what, Some("use os.write"));
            }
        }
    }
    if star.is_some() {
        return space.not_rpython(span, "`print(*args)`", None);
    }
    let f = constant(fold::support(space, "print_text", span)?);
    for (i, a) in args.into_iter().enumerate() {
        if i > 0 {
            space.plain_call(&f, vec![sep.clone()], span)?;
        }
        let text = space.op(HlOp::Str, vec![a], span)?;
        space.plain_call(&f, vec![text], span)?;
    }
    space.plain_call(&f, vec![end], span)?;
    Ok(constant(Value::None))
}

/// Whether a class is one of the integer or float types of RPython that fold like built-in ones.
pub fn is_machine_number(v: &Value) -> bool {
    matches!(v, Value::Instance(i) if matches!(i.class().layout, BuiltinType::Int | BuiltinType::Long | BuiltinType::Float))
}
