//! The built-in functions of both modes.
use std::rc::Rc;

use ir::name::Name;

use crate::code::{BinOp, CompareOp, Mode};
use crate::live::builtins::functions::{
    attribute_name, based, chr, compile, extreme, ord, range, reduce,
};
use crate::live::builtins::printing::{input, print};
pub use crate::live::builtins::printing::{print_item, print_newline, write_to};
use crate::live::methods::function;
use crate::live::numbers::rounding::pow_mod;
pub use crate::live::numbers::rounding::{divmod, round};
use crate::live::operations::attr::n;
use crate::live::operations::iter::{IterState, iterator};
use crate::live::{Args, ClassRef, DictObj, PyResult, Space, Types, Value, name_value, types};
use crate::vocabulary::functions::Function as F;

pub(super) mod functions;
mod printing;

const MODULE: &str = "__builtin__";

type ClassOf = fn(&Types) -> &ClassRef;

/// Functions of Python 2 and 3.
const COMMON: &[(F, crate::live::BuiltinFn)] = &[
    (F::Abs, |s, a| {
        a.check_function(s, F::Abs)?;
        let v = a.arg(0);
        if let Some(f) = s.user_special(v, n().abs)? {
            return s.call(&f, &[]);
        }
        crate::live::methods::abs(s, &v.unwrapped())
    }),
    (F::All, |s, a| {
        a.check_function(s, F::All)?;
        let it = s.iter(a.arg(0))?;
        while let Some(v) = s.next(&it)? {
            if !s.is_true(&v)? {
                return Ok(Value::Bool(false));
            }
        }
        Ok(Value::Bool(true))
    }),
    (F::Any, |s, a| {
        a.check_function(s, F::Any)?;
        let it = s.iter(a.arg(0))?;
        while let Some(v) = s.next(&it)? {
            if s.is_true(&v)? {
                return Ok(Value::Bool(true));
            }
        }
        Ok(Value::Bool(false))
    }),
    (F::Bin, |s, a| based(s, a, "bin", 2, "0b")),
    (F::Hex, |s, a| based(s, a, "hex", 16, "0x")),
    (F::Oct, |s, a| {
        based(s, a, "oct", 8, if s.py2() { "0" } else { "0o" })
    }),
    (F::Callable, |s, a| {
        a.check_function(s, F::Callable)?;
        Ok(Value::Bool(s.callable(a.arg(0))))
    }),
    (F::Chr, chr),
    (F::Ord, ord),
    (F::Compile, compile),
    (F::DelAttr, |s, a| {
        a.check_function(s, F::DelAttr)?;
        let name = attribute_name(s, "delattr", a.arg(1))?;
        s.delattr(a.arg(0), name)?;
        Ok(Value::None)
    }),
    (F::Dir, |s, a| {
        a.check_function(s, F::Dir)?;
        if let Some(f) = s.user_special(a.arg(0), n().dir)? {
            let r = s.call(&f, &[])?;
            let sorted = s.iterate_vec(&r)?;
            return Ok(Value::list(crate::live::methods::sort(
                s,
                sorted,
                Value::None,
                Value::None,
                false,
            )?));
        }
        Ok(Value::list(
            s.dir(a.arg(0)).into_iter().map(name_value).collect(),
        ))
    }),
    (F::Divmod, |s, a| {
        a.check_function(s, F::Divmod)?;
        let (x, y) = (a.arg(0), a.arg(1));
        for (f, other, name) in [(x, y, "__divmod__"), (y, x, "__rdivmod__")] {
            if let Some(f) = s.user_special(f, name.into())? {
                let r = s.call(&f, std::slice::from_ref(other))?;
                if !matches!(r, Value::NotImplemented) {
                    return Ok(r);
                }
            }
        }
        match divmod(s, &x.unwrapped(), &y.unwrapped())? {
            Value::NotImplemented => Err(s.type_error(format!(
                "unsupported operand type(s) for divmod(): '{}' and '{}'",
                x.type_name(),
                y.type_name()
            ))),
            r => Ok(r),
        }
    }),
    (F::Eval, |s, a| {
        a.check_function(s, F::Eval)?;
        Err(s.error("RuntimeError", "eval() needs a calling frame"))
    }),
    (F::Format, |s, a| {
        a.check_function(s, F::Format)?;
        let empty = Value::bytes(b"");
        crate::live::text::format::format(s, a.arg(0), a.pos.get(1).unwrap_or(&empty))
    }),
    (F::GetAttr, |s, a| {
        a.check_function(s, F::GetAttr)?;
        let name = attribute_name(s, "getattr", a.arg(1))?;
        match a.pos.get(2) {
            Some(default) => Ok(s
                .getattr_opt(a.arg(0), name)?
                .unwrap_or_else(|| default.clone())),
            None => s.getattr(a.arg(0), name),
        }
    }),
    (F::Globals, |s, a| {
        a.check_function(s, F::Globals)?;
        match s.frames.borrow().last() {
            Some(f) => Ok(Value::Dict(f.globals.clone())),
            None => Ok(Value::dict()),
        }
    }),
    (F::HasAttr, |s, a| {
        a.check_function(s, F::HasAttr)?;
        let name = attribute_name(s, "hasattr", a.arg(1))?;
        match s.getattr(a.arg(0), name) {
            Ok(_) => Ok(Value::Bool(true)),
            Err(e) if s.is_exception(&e, "AttributeError") => Ok(Value::Bool(false)),
            // Python 2 swallows every error.
            Err(crate::live::PyErr::Raise(_)) if s.py2() => Ok(Value::Bool(false)),
            Err(e) => Err(e),
        }
    }),
    (F::Hash, |s, a| {
        a.check_function(s, F::Hash)?;
        Ok(Value::Int(s.hash(a.arg(0))?))
    }),
    (F::Id, |s, a| {
        a.check_function(s, F::Id)?;
        Ok(Value::Int(a.arg(0).identity().number()))
    }),
    (F::IsInstance, |s, a| {
        a.check_function(s, F::IsInstance)?;
        Ok(Value::Bool(s.isinstance(a.arg(0), a.arg(1))?))
    }),
    (F::IsSubclass, |s, a| {
        a.check_function(s, F::IsSubclass)?;
        Ok(Value::Bool(s.issubclass(a.arg(0), a.arg(1))?))
    }),
    (F::Iter, |s, a| {
        a.check_function(s, F::Iter)?;
        match a.pos.get(1) {
            Some(end) => Ok(iterator(IterState::Sentinel(a.arg(0).clone(), end.clone()))),
            None => s.iter(a.arg(0)),
        }
    }),
    (F::Len, |s, a| {
        a.check_function(s, F::Len)?;
        Ok(Value::Int(s.len(a.arg(0))? as i64))
    }),
    (F::Locals, |s, a| {
        a.check_function(s, F::Locals)?;
        Ok(Value::dict())
    }),
    (F::Max, |s, a| extreme(s, a, "max", CompareOp::Gt)),
    (F::Min, |s, a| extreme(s, a, "min", CompareOp::Lt)),
    (F::Next, |s, a| {
        a.check_function(s, F::Next)?;
        let it = a.arg(0);
        let direct = matches!(it, Value::Generator(_)) && a.pos.len() == 1;
        if direct && let Value::Generator(g) = it {
            return s.generator_send(g, Value::None);
        }
        match (s.next(it)?, a.pos.get(1)) {
            (Some(v), _) => Ok(v),
            (None, Some(default)) => Ok(default.clone()),
            (None, None) => Err(s.stop_iteration(Value::None)),
        }
    }),
    (F::Open, crate::live::modules::file::open),
    (F::Pow, |s, a| {
        a.check_function(s, F::Pow)?;
        match a.pos.get(2) {
            None | Some(Value::None) => s.binary(BinOp::Pow, a.arg(0), a.arg(1)),
            Some(m) => pow_mod(s, a.arg(0), a.arg(1), m),
        }
    }),
    (F::Print, print),
    (F::Repr, |s, a| {
        a.check_function(s, F::Repr)?;
        Ok(s.repr(a.arg(0))?.into_value())
    }),
    (F::Round, |s, a| {
        a.count_function(s, F::Round)?;
        if let Some(f) = s.user_special(a.arg(0), "__round__".into())? {
            return s.call(&f, &a.pos[1..]);
        }
        round(s, &a.this(), a.opt(1, "ndigits"))
    }),
    (F::SetAttr, |s, a| {
        a.check_function(s, F::SetAttr)?;
        let name = attribute_name(s, "setattr", a.arg(1))?;
        s.setattr(a.arg(0), name, a.arg(2).clone())?;
        Ok(Value::None)
    }),
    (F::Sorted, |s, a| {
        a.count_function(s, F::Sorted)?;
        let (key, cmp, reverse) = crate::live::methods::sort_options(s, a, 1)?;
        let items = s.iterate_vec(a.arg(0))?;
        Ok(Value::list(crate::live::methods::sort(
            s, items, key, cmp, reverse,
        )?))
    }),
    (F::Sum, |s, a| {
        a.count_function(s, F::Sum)?;
        let mut acc = a.opt(1, "start").cloned().unwrap_or(Value::Int(0));
        if matches!(acc, Value::Str(_) | Value::Unicode(_)) {
            return Err(s.type_error("sum() can't sum strings [use ''.join(seq) instead]"));
        }
        let it = s.iter(a.arg(0))?;
        while let Some(v) = s.next(&it)? {
            acc = s.binary(BinOp::Add, &acc, &v)?;
        }
        Ok(acc)
    }),
    (F::Vars, |s, a| {
        a.check_function(s, F::Vars)?;
        match a.pos.first() {
            Some(v) => match s.getattr_opt(v, n().dict)? {
                Some(d) => Ok(d),
                None => Err(s.type_error("vars() argument must have __dict__ attribute")),
            },
            None => Ok(Value::dict()),
        }
    }),
    (F::Import, |s, a| {
        let name = a
            .opt(0, "name")
            .and_then(Value::as_text)
            .unwrap_or_default();
        let fromlist = match a.opt(3, "fromlist") {
            Some(v) if s.is_true(v)? => Value::tuple(s.iterate_vec(v)?),
            _ => Value::None,
        };
        let default = if s.py2() { -1 } else { 0 };
        let level = match a.opt(4, "level") {
            Some(v) => s.int_value(v)?,
            None => default,
        };
        let globals = match a.opt(1, "globals").and_then(Value::as_dict) {
            Some(g) => g,
            None => Rc::new(DictObj::new()),
        };
        s.import_statement(
            &globals,
            &name,
            &fromlist,
            level as i16,
            ir::source::Span::NONE,
        )
    }),
    (F::BuildClass, |s, _| {
        Err(s.type_error("__build_class__ is not available"))
    }),
];

/// Functions that only Python 2 has, or has in another way.
const PY2: &[(F, crate::live::BuiltinFn)] = &[
    (F::Apply, |s, a| {
        a.check_function(s, F::Apply)?;
        let mut args = Args::default();
        if let Some(pos) = a.pos.get(1) {
            args.pos = s.iterate_vec(pos)?;
        }
        if let Some(kw) = a.pos.get(2).and_then(Value::as_dict) {
            args.kw = kw.names();
        }
        s.call_args(a.arg(0), args)
    }),
    (F::Cmp, |s, a| {
        a.check_function(s, F::Cmp)?;
        Ok(Value::Int(s.cmp(a.arg(0), a.arg(1))?))
    }),
    (F::Coerce, |s, a| {
        a.check_function(s, F::Coerce)?;
        let (x, y) = (a.arg(0), a.arg(1));
        Ok(match (x, y) {
            (Value::Float(_), _) => Value::tuple(vec![x.clone(), Value::Float(s.float_value(y)?)]),
            (_, Value::Float(_)) => Value::tuple(vec![Value::Float(s.float_value(x)?), y.clone()]),
            _ => Value::tuple(vec![x.clone(), y.clone()]),
        })
    }),
    (F::ExecFile, |s, a| {
        a.check_function(s, F::ExecFile)?;
        let path = a.arg(0).as_text().unwrap_or_default();
        let id = crate::parser::decode::load_file(std::path::Path::new(&path), &path)
            .map_err(|d| s.syntax_error(vec![*d]))?;
        let code = crate::compile::compile_module(id, Mode::Py2).map_err(|d| s.syntax_error(d))?;
        let globals = match a.pos.get(1).and_then(Value::as_dict) {
            Some(g) => g,
            None => match s.frames.borrow().last() {
                Some(f) => f.globals.clone(),
                None => Rc::new(DictObj::new()),
            },
        };
        let locals = a
            .pos
            .get(2)
            .and_then(Value::as_dict)
            .unwrap_or_else(|| globals.clone());
        s.run_code(code, globals, Some(locals), Vec::new(), &[])?;
        Ok(Value::None)
    }),
    (F::File, crate::live::modules::file::open),
    (F::Filter, |s, a| {
        a.check_function(s, F::Filter)?;
        let mut out = Vec::new();
        for v in s.iterate_vec(a.arg(1))? {
            let keep = if a.arg(0).is_none() {
                s.is_true(&v)?
            } else {
                let r = s.call(a.arg(0), std::slice::from_ref(&v))?;
                s.is_true(&r)?
            };
            if keep {
                out.push(v);
            }
        }
        match a.arg(1) {
            Value::Tuple(_) => Ok(Value::tuple(out)),
            sep @ (Value::Str(_) | Value::Unicode(_)) => {
                let empty = s.getitem(
                    sep,
                    &crate::live::operations::items::slice(
                        Value::Int(0),
                        Value::Int(0),
                        Value::None,
                    ),
                )?;
                crate::live::methods::join_texts(s, &empty, &out)
            }
            _ => Ok(Value::list(out)),
        }
    }),
    (F::Intern, |_, a| Ok(a.arg(0).clone())),
    (F::Map, |s, a| {
        a.count_function(s, F::Map)?;
        let f = a.arg(0);
        let columns: Vec<Vec<Value>> = a.pos[1..]
            .iter()
            .map(|v| s.iterate_vec(v))
            .collect::<PyResult<_>>()?;
        let len = columns.iter().map(Vec::len).max().unwrap_or(0);
        let mut out = Vec::with_capacity(len);
        for i in 0..len {
            let row: Vec<Value> = columns
                .iter()
                .map(|c| c.get(i).cloned().unwrap_or(Value::None))
                .collect();
            out.push(if f.is_none() {
                if row.len() == 1 {
                    row[0].clone()
                } else {
                    Value::tuple(row)
                }
            } else {
                s.call(f, &row)?
            });
        }
        Ok(Value::list(out))
    }),
    (F::Range, |s, a| {
        let r = range(s, a, false)?;
        Ok(Value::list(s.iterate_vec(&r)?))
    }),
    (F::RawInput, input),
    (F::Reduce, reduce),
    (F::Reload, |s, a| match a.arg(0) {
        Value::Module(m) => {
            let name = m.name.get();
            s.modules.remove_name(name);
            s.import(name.as_str()).map(Value::Module)
        }
        _ => Err(s.type_error("reload() argument must be a module")),
    }),
    (F::Unichr, |s, a| {
        a.check_function(s, F::Unichr)?;
        let i = s.int_value(a.arg(0))?;
        match u32::try_from(i) {
            Ok(c) if c < 0x11_0000 => Ok(Value::code_points(vec![c])),
            _ => Err(s.value_error("unichr() arg not in range(0x110000)")),
        }
    }),
    (F::Zip, |s, a| {
        if a.pos.is_empty() {
            return Ok(Value::list(vec![]));
        }
        let its: Vec<Value> = a.pos.iter().map(|v| s.iter(v)).collect::<PyResult<_>>()?;
        let z = iterator(IterState::Zip(its));
        Ok(Value::list(s.iterate_vec(&z)?))
    }),
];

/// Functions that only Python 3 has, or has in another way.
const PY3: &[(F, crate::live::BuiltinFn)] = &[
    (F::Ascii, |s, a| {
        a.check_function(s, F::Ascii)?;
        Ok(s.repr(a.arg(0))?.into_value())
    }),
    (F::Exec, |s, a| {
        a.check_function(s, F::Exec)?;
        Err(s.error("RuntimeError", "exec() needs a calling frame"))
    }),
    (F::Input, input),
];

/// Classes of both modes.
const CLASSES: &[(F, ClassOf)] = &[
    (F::Object, |t| &t.object),
    (F::Type, |t| &t.type_),
    (F::Int, |t| &t.int),
    (F::Bool, |t| &t.bool_),
    (F::Float, |t| &t.float),
    (F::Complex, |t| &t.complex),
    (F::Str, |t| &t.str),
    (F::ByteArray, |t| &t.bytearray),
    (F::Tuple, |t| &t.tuple),
    (F::List, |t| &t.list),
    (F::Dict, |t| &t.dict),
    (F::Set, |t| &t.set),
    (F::FrozenSet, |t| &t.frozenset),
    (F::Slice, |t| &t.slice),
    (F::StaticMethod, |t| &t.staticmethod),
    (F::ClassMethod, |t| &t.classmethod),
    (F::Property, |t| &t.property),
    (F::Super, |t| &t.super_),
    (F::Enumerate, |t| &t.enumerate),
    (F::Reversed, |t| &t.reversed),
];

/// Classes of Python 2 only.
const PY2_CLASSES: &[(F, ClassOf)] = &[
    (F::Long, |t| &t.long),
    (F::Unicode, |t| &t.unicode),
    (F::BaseString, |t| &t.basestring),
    (F::Xrange, |t| &t.xrange),
];

/// Classes of Python 3 whose names are functions in Python 2.
const PY3_CLASSES: &[(F, ClassOf)] = &[
    (F::Range, |t| &t.range),
    (F::Map, |t| &t.map),
    (F::Filter, |t| &t.filter),
    (F::Zip, |t| &t.zip),
];

/// What other modules hold.
const ELSEWHERE: &[F] = &[F::OrderedDict, F::WeakRef, F::NoneType];

/// All of the table of functions is somewhere.
const _: () = {
    const fn has<T>(list: &[(F, T)], f: F) -> bool {
        let mut i = 0;
        while i < list.len() {
            if list[i].0 as usize == f as usize {
                return true;
            }
            i += 1;
        }
        false
    }
    let mut i = 0;
    while i < F::ALL.len() {
        let f = F::ALL[i];
        let function = has(COMMON, f) || has(PY2, f) || has(PY3, f);
        let class = has(CLASSES, f) || has(PY2_CLASSES, f) || has(PY3_CLASSES, f);
        let mut elsewhere = false;
        let mut j = 0;
        while j < ELSEWHERE.len() {
            elsewhere |= ELSEWHERE[j] as usize == f as usize;
            j += 1;
        }
        assert!(
            function || class || elsewhere,
            "a function that the live space lacks"
        );
        i += 1;
    }
};

/// Fills the builtins of both modes and makes their modules.
pub fn install(space: &Space) {
    let t = types();
    let both = [&space.builtins2, &space.builtins3];
    let set = |d: &Rc<DictObj>, name: &str, v: Value| d.set_name(Name::new(name), v);
    for (f, call) in COMMON {
        let v = function(MODULE, f.name(), *call);
        for d in both {
            // `print` is a statement in Python 2, but a name under `print_function`.
            set(d, f.name(), v.clone());
        }
    }
    for (f, call) in PY2 {
        set(
            &space.builtins2,
            f.name(),
            function(MODULE, f.name(), *call),
        );
    }
    for (f, call) in PY3 {
        set(
            &space.builtins3,
            f.name(),
            function(MODULE, f.name(), *call),
        );
    }
    for (f, class) in CLASSES {
        for d in both {
            set(d, f.name(), Value::Class(class(t).clone()));
        }
    }
    for (f, class) in PY2_CLASSES {
        set(&space.builtins2, f.name(), Value::Class(class(t).clone()));
    }
    for (f, class) in PY3_CLASSES {
        set(&space.builtins3, f.name(), Value::Class(class(t).clone()));
    }
    for d in both {
        set(d, "bytes", Value::Class(t.str.clone()));
    }
    for d in both {
        set(
            d,
            "BaseException",
            Value::Class(t.exc("BaseException").clone()),
        );
        for (name, _) in crate::live::objects::types::EXCEPTIONS {
            set(d, name, Value::Class(t.exc(name).clone()));
        }
        set(d, "None", Value::None);
        set(d, "True", Value::Bool(true));
        set(d, "False", Value::Bool(false));
        set(d, "NotImplemented", Value::NotImplemented);
        set(d, "Ellipsis", Value::Ellipsis);
        set(d, "__debug__", Value::Bool(true));
    }
    // Python 3 has one class of environment errors.
    for name in ["IOError", "EnvironmentError"] {
        set(
            &space.builtins3,
            name,
            Value::Class(t.exc("OSError").clone()),
        );
    }
    space.builtins3.remove_name(Name::new("StandardError"));
    set(&space.builtins2, "__name__", Value::str("__builtin__"));
    set(&space.builtins3, "__name__", Value::str("builtins"));
    for (name, mode, d) in [
        ("__builtin__", Mode::Py2, &space.builtins2),
        ("builtins", Mode::Py3, &space.builtins3),
    ] {
        let m = Rc::new(crate::live::ModuleObj {
            name: std::cell::Cell::new(Name::new(name)),
            dict: d.clone(),
            mode,
            builtin: true,
        });
        space.modules.set_name(Name::new(name), Value::Module(m));
    }
}
