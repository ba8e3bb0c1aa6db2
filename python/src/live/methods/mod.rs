//! Methods and constructors of the built-in types.
//!
//! [`install`] fills the dictionaries of the built-in types, once per thread. Every method is a plain function over
//! [`Args`], whose first positional argument is the receiver.
use std::cell::Cell;
use std::rc::Rc;

use ir::name::Name;

use crate::code::BinOp;
use crate::live::objects::class;
use crate::live::objects::kinds::*;
use crate::live::operations::attr::n;
use crate::live::{
    Args, BuiltinType, CellObj, ClassRef, DictObj, InstanceObj, Payload, PyResult, SetObj, Space,
    Value, types,
};
use crate::vocabulary::Arity;
use crate::vocabulary::functions::Function;
use crate::vocabulary::methods::MethodRow;

mod containers;
mod dicts;
mod exceptions;
mod functions;
mod lists;
mod numbers;
mod object;
mod strings;
mod text_algorithms;

pub use lists::{sort, sort_options};
pub use numbers::{abs, float_to_int, int_from_text, number_to_base};
pub use object::make_super;
pub use text_algorithms::{join_texts, split_lines};

/// Adds a method to a type.
pub(crate) fn method(class: &ClassRef, name: &'static str, call: BuiltinFn) {
    let def = BuiltinDef {
        name,
        module: class.name.get().as_str(),
        method: true,
        call,
    };
    let f = Value::Builtin(Rc::new(BuiltinObj::new(def, Vec::new())));
    class.dict.set_name(Name::new(name), f);
}
/// Adds a static method to a type (`__new__`, `dict.fromkeys`).
pub(crate) fn static_method(class: &ClassRef, name: &'static str, call: BuiltinFn) {
    let f = function(class.name.get().as_str(), name, call);
    class.dict.set_name(
        Name::new(name),
        Value::StaticMethod(Rc::new(WrapperObj { func: f })),
    );
}
/// Adds a class method to a type.
pub(crate) fn class_method(class: &ClassRef, name: &'static str, call: BuiltinFn) {
    let f = function(class.name.get().as_str(), name, call);
    class.dict.set_name(
        Name::new(name),
        Value::ClassMethod(Rc::new(WrapperObj { func: f })),
    );
}
/// Adds a computed attribute to a type.
pub(crate) fn getset(
    class: &ClassRef,
    name: &'static str,
    get: fn(&Space, &Value) -> PyResult,
    set: Option<fn(&Space, &Value, Option<Value>) -> PyResult<()>>,
) {
    class.dict.set_name(
        Name::new(name),
        Value::GetSet(Rc::new(GetSetObj { name, get, set })),
    );
}
/// A function written in Rust.
pub fn function(module: &'static str, name: &'static str, call: BuiltinFn) -> Value {
    function_with(module, name, call, Vec::new())
}
/// A function written in Rust, with leading arguments bound.
pub fn function_with(
    module: &'static str,
    name: &'static str,
    call: BuiltinFn,
    captured: Vec<Value>,
) -> Value {
    let def = BuiltinDef {
        name,
        module,
        method: false,
        call,
    };
    Value::Builtin(Rc::new(BuiltinObj::new(def, captured)))
}

thread_local! {
    static INSTALLED: Cell<bool> = const { Cell::new(false) };
}

/// Fills the dictionaries of the built-in types of this thread.
pub fn install() {
    if INSTALLED.with(|i| i.replace(true)) {
        return;
    }
    object::install();
    numbers::install();
    strings::install();
    containers::install();
    class::bump_version();
}

impl Args {
    /// Checks the number of positional arguments (receiver included) and refuses keywords.
    pub fn check(&self, space: &Space, name: &str, min: usize, max: usize) -> PyResult<()> {
        if let Some((k, _)) = self.kw.first() {
            return Err(
                space.type_error(format!("{name}() got an unexpected keyword argument '{k}'"))
            );
        }
        self.count(space, name, min, max)
    }
    /// Checks the number of positional arguments. Methods are counted without their receiver, as CPython reports them.
    pub fn count(&self, space: &Space, name: &str, min: usize, max: usize) -> PyResult<()> {
        let len = self.pos.len();
        if len >= min && len <= max {
            return Ok(());
        }
        let plural = |n: usize| if n == 1 { "" } else { "s" };
        Err(space.type_error(if space.py2() {
            if min == max {
                format!(
                    "{name}() takes exactly {min} argument{} ({len} given)",
                    plural(min)
                )
            } else {
                let (how, n) = if len < min {
                    ("at least", min)
                } else {
                    ("at most", max)
                };
                format!(
                    "{name}() takes {how} {n} argument{} ({len} given)",
                    plural(n)
                )
            }
        } else if min == max && min == 1 {
            format!("{name}() takes exactly one argument ({len} given)")
        } else {
            let (how, n) = match () {
                () if min == max => ("", min),
                () if len < min => ("at least ", min),
                () => ("at most ", max),
            };
            format!("{name} expected {how}{n} argument{}, got {len}", plural(n))
        }))
    }
    /// Checks the number of arguments of a built-in function, and refuses keywords.
    pub fn check_function(&self, space: &Space, f: Function) -> PyResult<()> {
        let Arity { least, most } = f.row().arity;
        self.check(space, f.name(), least, most)
    }
    /// Checks the number of positional arguments of a built-in function.
    pub fn count_function(&self, space: &Space, f: Function) -> PyResult<()> {
        let Arity { least, most } = f.row().arity;
        self.count(space, f.name(), least, most)
    }
    /// Checks the number of arguments of a method, and refuses keywords.
    pub fn check_method(&self, space: &Space, method: &MethodRow) -> PyResult<()> {
        let Arity { least, most } = method.arity;
        self.check(space, method.name, least + 1, most.saturating_add(1))
    }
    /// Checks the number of positional arguments of a method.
    pub fn count_method(&self, space: &Space, method: &MethodRow) -> PyResult<()> {
        let Arity { least, most } = method.arity;
        self.count(space, method.name, least + 1, most.saturating_add(1))
    }
    /// The argument at a position or of a name.
    pub fn opt(&self, i: usize, name: &str) -> Option<&Value> {
        self.pos
            .get(i)
            .or_else(|| self.kw.iter().find(|(k, _)| *k == name).map(|x| &x.1))
    }
    /// The argument passed as `name=`, if any.
    pub fn keyword(&self, name: &str) -> Option<&Value> {
        self.kw.iter().find(|(k, _)| *k == name).map(|x| &x.1)
    }
    /// The first argument: the receiver of a method.
    pub fn this(&self) -> Value {
        self.pos.first().map_or(Value::None, Value::unwrapped)
    }
    /// A positional argument; `None` if it is missing.
    pub fn arg(&self, i: usize) -> &Value {
        self.pos.get(i).unwrap_or(&Value::None)
    }
}

/// `T(args)` for a built-in class itself.
pub fn construct(space: &Space, class: &ClassRef, kind: BuiltinType, args: &Args) -> PyResult {
    let t = types();
    match kind {
        BuiltinType::Object => {
            if !args.pos.is_empty() {
                return Err(space.type_error(if space.py2() {
                    "object() takes no parameters"
                } else {
                    "object() takes no arguments"
                }));
            }
            Ok(Value::Instance(InstanceObj::new(
                class.clone(),
                Payload::None,
            )))
        }
        BuiltinType::Type => {
            args.count(space, "type", 3, 3)?;
            space.new_class(Some(class), args.arg(0), args.arg(1), args.arg(2), &args.kw)
        }
        BuiltinType::ClassObj => {
            args.count(space, "classobj", 3, 3)?;
            space.new_class(None, args.arg(0), args.arg(1), args.arg(2), &[])
        }
        BuiltinType::Iterator => {
            let name = if std::rc::Rc::ptr_eq(class, &t.enumerate) {
                "enumerate"
            } else if std::rc::Rc::ptr_eq(class, &t.reversed) {
                "reversed"
            } else if std::rc::Rc::ptr_eq(class, &t.map) {
                "map"
            } else if std::rc::Rc::ptr_eq(class, &t.filter) {
                "filter"
            } else if std::rc::Rc::ptr_eq(class, &t.zip) {
                "zip"
            } else {
                return Err(space.type_error("cannot create 'iterator' instances"));
            };
            crate::live::builtins::functions::make_iterator(space, name, args)
        }
        BuiltinType::BaseString => {
            Err(space.type_error("The basestring type cannot be instantiated"))
        }
        BuiltinType::Range => crate::live::builtins::functions::range(
            space,
            args,
            std::rc::Rc::ptr_eq(class, &t.xrange),
        ),
        // Python 3 has one integer type.
        kind => construct_plain(space, kind, args),
    }
}

/// The slice that `__getslice__` and the like are given as two bounds.
fn old_slice(args: &Args) -> Value {
    let (start, stop) = (args.arg(1).clone(), args.arg(2).clone());
    crate::live::operations::items::slice(start, stop, Value::None)
}

/// `__getslice__` of sequences.
fn getslice(space: &Space, args: &Args) -> PyResult {
    space.getitem(&args.this(), &old_slice(args))
}

/// `__new__` of numbers and texts.
fn new_plain(space: &Space, args: &Args) -> PyResult {
    let Value::Class(c) = args.arg(0) else {
        return Err(space.type_error("__new__() needs a class"));
    };
    let rest = args.rest();
    match c.builtin {
        Some(kind) => construct_plain(space, kind, &rest),
        None => space.allocate(c, &rest),
    }
}

/// A value of a built-in type from constructor arguments.
pub fn construct_plain(space: &Space, kind: BuiltinType, args: &Args) -> PyResult {
    Ok(match kind {
        BuiltinType::Int => numbers::int_new(space, args, false)?,
        BuiltinType::Long => numbers::int_new(space, args, true)?,
        BuiltinType::Bool => {
            args.check(space, "bool", 0, 1)?;
            Value::Bool(match args.pos.first() {
                Some(v) => space.is_true(v)?,
                None => false,
            })
        }
        BuiltinType::Float => numbers::float_new(space, args)?,
        BuiltinType::Complex => numbers::complex_new(space, args)?,
        BuiltinType::Str => strings::str_new(space, args)?,
        BuiltinType::Unicode => strings::unicode_new(space, args)?,
        BuiltinType::ByteArray => strings::bytearray_new(space, args)?,
        BuiltinType::Tuple => {
            args.check(space, "tuple", 0, 1)?;
            match args.pos.first() {
                Some(t @ Value::Tuple(_)) => t.clone(),
                Some(v) => Value::tuple(space.iterate_vec(v)?),
                None => Value::tuple(vec![]),
            }
        }
        BuiltinType::List => {
            args.check(space, "list", 0, 1)?;
            match args.pos.first() {
                Some(v) => Value::list(space.iterate_vec(v)?),
                None => Value::list(vec![]),
            }
        }
        BuiltinType::Dict => {
            let d = Rc::new(DictObj::new());
            dicts::dict_update(space, &d, "dict", &args.pos, &args.kw)?;
            Value::Dict(d)
        }
        BuiltinType::Set | BuiltinType::FrozenSet => {
            args.check(space, "set", 0, 1)?;
            let frozen = kind == BuiltinType::FrozenSet;
            match args.pos.first() {
                Some(v) => Value::Set(space.make_set(&space.iterate_vec(v)?, frozen)?),
                None => Value::Set(Rc::new(SetObj::new(frozen))),
            }
        }
        BuiltinType::Slice => {
            args.check(space, "slice", 1, 3)?;
            let none = &Value::None;
            let (start, stop, step) = match args.pos.as_slice() {
                [stop] => (none, stop, none),
                [start, stop] => (start, stop, none),
                [start, stop, step, ..] => (start, stop, step),
                [] => return Ok(Value::None),
            };
            crate::live::operations::items::slice(start.clone(), stop.clone(), step.clone())
        }
        BuiltinType::StaticMethod => {
            args.check(space, "staticmethod", 1, 1)?;
            Value::StaticMethod(Rc::new(WrapperObj {
                func: args.arg(0).clone(),
            }))
        }
        BuiltinType::ClassMethod => {
            args.check(space, "classmethod", 1, 1)?;
            Value::ClassMethod(Rc::new(WrapperObj {
                func: args.arg(0).clone(),
            }))
        }
        BuiltinType::Property => property_new(args),
        BuiltinType::Super => {
            args.check(space, "super", 1, 2)?;
            make_super(space, args.arg(0), args.pos.get(1))?
        }
        BuiltinType::Method => {
            // `types.MethodType(function, instance[, class])`
            args.check(space, "instancemethod", 2, 3)?;
            Value::Method(Rc::new(MethodObj {
                func: args.arg(0).clone(),
                receiver: Some(args.arg(1).clone()).filter(|v| !v.is_none()),
                class: match args.pos.get(2) {
                    Some(Value::Class(c)) => Some(c.clone()),
                    _ => Some(args.arg(1).class()),
                },
            }))
        }
        BuiltinType::Function => function_new(space, args)?,
        BuiltinType::Module => {
            let name = args.arg(0).as_text().unwrap_or_default();
            let m = space.new_module(&name, space.mode(), false);
            m.set("__doc__", args.arg(1).clone());
            Value::Module(m)
        }
        BuiltinType::Cell => Value::Cell(CellObj::new(args.pos.first().cloned())),
        BuiltinType::NoneType => Value::None,
        kind => return Err(space.type_error(format!("cannot create '{kind:?}' instances"))),
    })
}

/// `property(fget, fset, fdel, doc)`
fn property_new(args: &Args) -> Value {
    let get = |i, name| args.opt(i, name).cloned().unwrap_or(Value::None);
    let fget = get(0, "fget");
    let mut doc = get(3, "doc");
    if doc.is_none()
        && let Value::Function(f) = &fget
    {
        doc = f.doc.borrow().clone();
    }
    Value::Property(Rc::new(PropertyObj {
        fget,
        fset: get(1, "fset"),
        fdel: get(2, "fdel"),
        doc,
    }))
}

/// `types.FunctionType(code, globals[, name[, defaults[, closure]]])`
fn function_new(space: &Space, args: &Args) -> PyResult {
    let (Some(Value::Code(code)), Some(globals)) = (args.opt(0, "code"), args.opt(1, "globals"))
    else {
        return Err(space.type_error("function() argument 1 must be code"));
    };
    let Some(globals) = globals.as_dict() else {
        return Err(space.type_error("function() argument 2 must be dict"));
    };
    let closure = args.opt(4, "closure").map_or_else(Vec::new, Value::cells);
    if closure.len() != code.freevars.len() {
        return Err(space.value_error(format!(
            "{} requires closure of length {}, not {}",
            code.name,
            code.freevars.len(),
            closure.len()
        )));
    }
    let f = space.new_function(code, globals, closure);
    if let Some(name) = args.opt(2, "name").and_then(Value::as_text) {
        f.name.set(Name::new(&name));
    }
    if let Some(Value::Tuple(d)) = args.opt(3, "argdefs") {
        *f.defaults.borrow_mut() = d.clone();
    }
    Ok(Value::Function(Rc::new(f)))
}

/// The `__init__` of a subclass of `list`, `dict`, `set` that has none of its own.
pub fn init_payload(space: &Space, obj: &Value, args: &Args) -> PyResult<()> {
    match obj.unwrapped() {
        Value::List(l) => {
            args.check(space, "list", 0, 1)?;
            let items = match args.pos.first() {
                Some(v) => space.iterate_vec(v)?,
                None => vec![],
            };
            *l.items.borrow_mut() = items;
        }
        Value::Dict(d) => dicts::dict_update(space, &d, "dict", &args.pos, &args.kw)?,
        Value::Set(s) => {
            s.dict.clear();
            if let Some(v) = args.pos.first() {
                for x in space.iterate_vec(v)? {
                    s.add(space, x)?;
                }
            }
        }
        _ => {}
    }
    Ok(())
}

/// `BaseException.__init__`
pub fn exception_init(space: &Space, i: &Rc<InstanceObj>, args: &Args) -> PyResult<()> {
    if let Some((k, _)) = args.kw.first()
        && !matches!(k.as_str(), "name" | "path" | "obj")
    {
        return Err(space.type_error(format!(
            "{}() takes no keyword arguments ('{k}')",
            i.class().name.get()
        )));
    }
    for (k, v) in &args.kw {
        i.set(*k, v.clone());
    }
    let Some(state) = i.exc() else { return Ok(()) };
    let t = types();
    let class = i.class();
    let mut exc_args: Vec<Value> = args.pos.clone();
    if class.is_subclass(t.exc("EnvironmentError")) && (2..=3).contains(&args.pos.len()) {
        i.set("errno".into(), args.pos[0].clone());
        i.set("strerror".into(), args.pos[1].clone());
        i.set(
            "filename".into(),
            args.pos.get(2).cloned().unwrap_or(Value::None),
        );
        exc_args.truncate(2);
    } else if class.is_subclass(t.exc("SystemExit")) {
        let code = match args.pos.len() {
            0 => Value::None,
            1 => args.pos[0].clone(),
            _ => Value::tuple(args.pos.clone()),
        };
        i.set("code".into(), code);
    } else if class.is_subclass(t.exc("UnicodeError")) && args.pos.len() == 5 {
        for (name, v) in ["encoding", "object", "start", "end", "reason"]
            .iter()
            .zip(&args.pos)
        {
            i.set((*name).into(), v.clone());
        }
    }
    *state.args.borrow_mut() = exc_args.into();
    Ok(())
}

/// Fills in the operator methods of a built-in type.
macro_rules! operator_methods {
    ($class:expr, $($op:ident),*) => {$(
        super::method($class, super::names_of(crate::code::BinOp::$op).0, |space, args| {
            args.check(space, "operator", 2, 2)?;
            let r = space.builtin_binary(crate::code::BinOp::$op, &args.this(), &args.arg(1).unwrapped())?;
            Ok(r.unwrap_or(Value::NotImplemented))
        });
        super::method($class, super::names_of(crate::code::BinOp::$op).1, |space, args| {
            args.check(space, "operator", 2, 2)?;
            let r = space.builtin_binary(crate::code::BinOp::$op, &args.arg(1).unwrapped(), &args.this())?;
            Ok(r.unwrap_or(Value::NotImplemented))
        });
    )*};
}
pub(crate) use operator_methods;

/// Method names of an operator.
pub(crate) fn names_of(op: BinOp) -> (&'static str, &'static str, &'static str) {
    crate::live::operations::operators::method_names(op)
}

/// Fills in the comparison methods of a built-in type.
pub(crate) fn comparison_methods(class: &ClassRef) {
    macro_rules! one {
        ($name:literal, $op:ident) => {
            method(class, $name, |space, args| {
                args.check(space, $name, 2, 2)?;
                let other = args.arg(1).unwrapped();
                if crate::live::operations::operators::is_custom(&other)
                    || crate::live::operations::operators::is_custom(&args.this())
                {
                    return Ok(Value::NotImplemented);
                }
                let r = space.builtin_compare(crate::code::CompareOp::$op, &args.this(), &other)?;
                Ok(r.map_or(Value::NotImplemented, Value::Bool))
            });
        };
    }
    one!("__eq__", Eq);
    one!("__ne__", Ne);
    one!("__lt__", Lt);
    one!("__le__", Le);
    one!("__gt__", Gt);
    one!("__ge__", Ge);
}

/// Special methods shared by all sequences and mappings.
pub(crate) fn container_methods(class: &ClassRef) {
    method(class, "__len__", |space, args| {
        args.check(space, "__len__", 1, 1)?;
        Ok(Value::Int(space.len(&args.this())? as i64))
    });
    method(class, "__getitem__", |space, args| {
        args.check(space, "__getitem__", 2, 2)?;
        space.getitem(&args.this(), args.arg(1))
    });
    method(class, "__contains__", |space, args| {
        args.check(space, "__contains__", 2, 2)?;
        Ok(Value::Bool(space.contains(&args.this(), args.arg(1))?))
    });
    method(class, "__iter__", |space, args| {
        args.check(space, "__iter__", 1, 1)?;
        space.iter(&args.this())
    });
}
/// Special methods shared by lists and dictionaries.
pub(crate) fn mutable_methods(class: &ClassRef) {
    method(class, "__setitem__", |space, args| {
        args.check(space, "__setitem__", 3, 3)?;
        space.setitem(&args.this(), args.arg(1), args.arg(2).clone())?;
        Ok(Value::None)
    });
    method(class, "__delitem__", |space, args| {
        args.check(space, "__delitem__", 2, 2)?;
        space.delitem(&args.this(), args.arg(1))?;
        Ok(Value::None)
    });
}

/// The special name table, re-exported for the submodules.
pub(crate) fn special() -> &'static crate::live::operations::attr::Names {
    n()
}
