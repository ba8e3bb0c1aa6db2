//! Small native modules: `operator`, `types`, `gc`, `_weakref`, `exceptions`, `__future__`, and `_genext` (helpers of
//! the library's own Python text).
use std::rc::{Rc, Weak};

use ir::name::Name;

use super::functions;
use crate::code::{BinOp, CodeKind, CompareOp, Future, Mode, UnaryOp};
use crate::live::methods::{function, function_with};
use crate::live::{
    Args, BuiltinFn, InstanceObj, ModuleObj, NativeObject, PyResult, Space, Value, types,
};

macro_rules! binary {
    ($($name:literal $alias:literal $op:ident,)*) => {
        &[$(
            ($name, |s, a| { a.check(s, $name, 2, 2)?; s.binary(BinOp::$op, a.arg(0), a.arg(1)) }),
            ($alias, |s, a| { a.check(s, $name, 2, 2)?; s.binary(BinOp::$op, a.arg(0), a.arg(1)) }),
        )*]
    };
}
macro_rules! inplace {
    ($($name:literal $op:ident,)*) => {
        &[$(($name, |s, a| { a.check(s, $name, 2, 2)?; s.inplace(BinOp::$op, a.arg(0), a.arg(1)) }),)*]
    };
}
macro_rules! comparison {
    ($($name:literal $alias:literal $op:ident,)*) => {
        &[$(
            ($name, |s, a| { a.check(s, $name, 2, 2)?; s.compare(CompareOp::$op, a.arg(0), a.arg(1)) }),
            ($alias, |s, a| { a.check(s, $name, 2, 2)?; s.compare(CompareOp::$op, a.arg(0), a.arg(1)) }),
        )*]
    };
}

const BINARY: &[(&str, BuiltinFn)] = binary! {
    "add" "__add__" Add,
    "sub" "__sub__" Sub,
    "mul" "__mul__" Mul,
    "div" "__div__" Div,
    "truediv" "__truediv__" TrueDiv,
    "floordiv" "__floordiv__" FloorDiv,
    "mod" "__mod__" Mod,
    "pow" "__pow__" Pow,
    "lshift" "__lshift__" LShift,
    "rshift" "__rshift__" RShift,
    "and_" "__and__" And,
    "or_" "__or__" Or,
    "xor" "__xor__" Xor,
    "concat" "__concat__" Add,
    "matmul" "__matmul__" MatMul,
};
const INPLACE: &[(&str, BuiltinFn)] = inplace! {
    "iadd" Add,
    "isub" Sub,
    "imul" Mul,
    "idiv" Div,
    "itruediv" TrueDiv,
    "ifloordiv" FloorDiv,
    "imod" Mod,
    "ipow" Pow,
    "ilshift" LShift,
    "irshift" RShift,
    "iand" And,
    "ior" Or,
    "ixor" Xor,
};
const COMPARISON: &[(&str, BuiltinFn)] = comparison! {
    "lt" "__lt__" Lt,
    "le" "__le__" Le,
    "eq" "__eq__" Eq,
    "ne" "__ne__" Ne,
    "gt" "__gt__" Gt,
    "ge" "__ge__" Ge,
    "is_" "is_" Is,
    "is_not" "is_not" IsNot,
};
const OTHER: &[(&str, BuiltinFn)] = &[
    ("neg", |s, a| s.unary(UnaryOp::Neg, a.arg(0))),
    ("__neg__", |s, a| s.unary(UnaryOp::Neg, a.arg(0))),
    ("pos", |s, a| s.unary(UnaryOp::Pos, a.arg(0))),
    ("inv", |s, a| s.unary(UnaryOp::Invert, a.arg(0))),
    ("invert", |s, a| s.unary(UnaryOp::Invert, a.arg(0))),
    ("not_", |s, a| Ok(Value::Bool(!s.is_true(a.arg(0))?))),
    ("truth", |s, a| Ok(Value::Bool(s.is_true(a.arg(0))?))),
    ("abs", |s, a| crate::live::methods::abs(s, &a.this())),
    ("index", |s, a| s.index(a.arg(0))),
    ("contains", |s, a| {
        Ok(Value::Bool(s.contains(a.arg(0), a.arg(1))?))
    }),
    ("sequenceIncludes", |s, a| {
        Ok(Value::Bool(s.contains(a.arg(0), a.arg(1))?))
    }),
    ("getitem", |s, a| s.getitem(a.arg(0), a.arg(1))),
    ("setitem", |s, a| {
        s.setitem(a.arg(0), a.arg(1), a.arg(2).clone())?;
        Ok(Value::None)
    }),
    ("delitem", |s, a| {
        s.delitem(a.arg(0), a.arg(1))?;
        Ok(Value::None)
    }),
    ("getslice", |s, a| {
        s.getitem(
            a.arg(0),
            &crate::live::operations::items::slice(a.arg(1).clone(), a.arg(2).clone(), Value::None),
        )
    }),
    ("setslice", |s, a| {
        let i =
            crate::live::operations::items::slice(a.arg(1).clone(), a.arg(2).clone(), Value::None);
        s.setitem(a.arg(0), &i, a.arg(3).clone())?;
        Ok(Value::None)
    }),
    ("delslice", |s, a| {
        let i =
            crate::live::operations::items::slice(a.arg(1).clone(), a.arg(2).clone(), Value::None);
        s.delitem(a.arg(0), &i)?;
        Ok(Value::None)
    }),
    ("countOf", |s, a| {
        let mut n = 0;
        for x in s.iterate_vec(a.arg(0))? {
            n += i64::from(s.same(&x, a.arg(1))?);
        }
        Ok(Value::Int(n))
    }),
    ("indexOf", |s, a| {
        for (i, x) in s.iterate_vec(a.arg(0))?.iter().enumerate() {
            if s.same(x, a.arg(1))? {
                return Ok(Value::Int(i as i64));
            }
        }
        Err(s.value_error("sequence.index(x): x not in sequence"))
    }),
    ("length_hint", |s, a| {
        Ok(Value::Int(s.len(a.arg(0)).unwrap_or(0) as i64))
    }),
    ("itemgetter", |_, a| {
        Ok(function_with(
            "operator",
            "itemgetter",
            itemgetter,
            vec![Value::tuple(a.pos.clone())],
        ))
    }),
    ("attrgetter", |_, a| {
        Ok(function_with(
            "operator",
            "attrgetter",
            attrgetter,
            vec![Value::tuple(a.pos.clone())],
        ))
    }),
    ("methodcaller", |s, a| {
        let name = a.arg(0).clone();
        let kw = crate::live::DictObj::new();
        for (k, v) in &a.kw {
            kw.set_name(*k, v.clone());
        }
        let _ = s;
        Ok(function_with(
            "operator",
            "methodcaller",
            methodcaller,
            vec![
                name,
                Value::tuple(a.pos[1..].to_vec()),
                Value::Dict(Rc::new(kw)),
            ],
        ))
    }),
];

fn itemgetter(s: &Space, a: &Args) -> PyResult {
    let keys = a.arg(0).as_tuple().unwrap_or_else(|| Rc::new([]));
    if let [one] = &keys[..] {
        return s.getitem(a.arg(1), one);
    }
    let mut out = Vec::new();
    for k in keys.iter() {
        out.push(s.getitem(a.arg(1), k)?);
    }
    Ok(Value::tuple(out))
}
fn attrgetter(s: &Space, a: &Args) -> PyResult {
    let names = a.arg(0).as_tuple().unwrap_or_else(|| Rc::new([]));
    let mut out = Vec::new();
    for n in names.iter() {
        let mut v = a.arg(1).clone();
        for part in n.as_text().unwrap_or_default().split('.') {
            v = s.getattr(&v, Name::new(part))?;
        }
        out.push(v);
    }
    if out.len() == 1 {
        return Ok(out.remove(0));
    }
    Ok(Value::tuple(out))
}
fn methodcaller(s: &Space, a: &Args) -> PyResult {
    let name = Name::new(&a.arg(0).as_text().unwrap_or_default());
    let f = s.getattr(a.arg(3), name)?;
    let pos = a.arg(1).as_tuple().map(|t| t.to_vec()).unwrap_or_default();
    let kw = a.arg(2).as_dict().map(|d| d.names()).unwrap_or_default();
    s.call_args(&f, Args { pos, kw })
}

/// Fills `operator`.
pub fn init_operator(_: &Space, m: &Rc<ModuleObj>) {
    for list in [BINARY, INPLACE, COMPARISON, OTHER] {
        functions(m, "operator", list);
    }
}

/// Fills `types`.
pub fn init_types(s: &Space, m: &Rc<ModuleObj>) {
    let t = types();
    for (name, class) in [
        ("NoneType", &t.none_type),
        ("TypeType", &t.type_),
        ("ObjectType", &t.object),
        ("IntType", &t.int),
        ("LongType", &t.long),
        ("BooleanType", &t.bool_),
        ("FloatType", &t.float),
        ("ComplexType", &t.complex),
        ("StringType", &t.str),
        ("UnicodeType", &t.unicode),
        ("TupleType", &t.tuple),
        ("ListType", &t.list),
        ("DictType", &t.dict),
        ("DictionaryType", &t.dict),
        ("FunctionType", &t.function),
        ("LambdaType", &t.function),
        ("BuiltinFunctionType", &t.builtin),
        ("BuiltinMethodType", &t.builtin),
        ("MethodType", &t.method),
        ("UnboundMethodType", &t.method),
        ("ClassType", &t.classobj),
        ("InstanceType", &t.instance),
        ("GeneratorType", &t.generator),
        ("ModuleType", &t.module),
        ("CodeType", &t.code),
        ("CellType", &t.cell),
        ("SliceType", &t.slice),
        ("XRangeType", &t.xrange),
        ("EllipsisType", &t.ellipsis),
        ("NotImplementedType", &t.not_implemented),
        ("MemberDescriptorType", &t.member),
        ("GetSetDescriptorType", &t.getset),
        ("WrapperDescriptorType", &t.builtin),
        ("MethodDescriptorType", &t.builtin),
    ] {
        m.set(name, Value::Class(class.clone()));
    }
    m.set("TracebackType", Value::Class(t.native("traceback")));
    m.set("FrameType", Value::Class(t.native("frame")));
    m.set("FileType", Value::Class(t.native("file")));
    m.set(
        "StringTypes",
        Value::tuple(vec![
            Value::Class(t.str.clone()),
            Value::Class(t.unicode.clone()),
        ]),
    );
    m.set("MappingProxyType", Value::Class(t.dict.clone()));
    if let Ok(helpers) = s.import("_posixtypes") {
        for name in ["SimpleNamespace", "DynamicClassAttribute"] {
            m.set(name, helpers.get(name).unwrap_or(Value::None));
        }
    }
}

/// Fills `gc`: reference counting frees, cycles stay.
pub fn init_gc(_: &Space, m: &Rc<ModuleObj>) {
    functions(
        m,
        "gc",
        &[
            ("collect", |_, _| Ok(Value::Int(0))),
            ("enable", |_, _| Ok(Value::None)),
            ("disable", |_, _| Ok(Value::None)),
            ("isenabled", |_, _| Ok(Value::Bool(true))),
            ("get_objects", |_, _| Ok(Value::list(vec![]))),
            ("get_referrers", |_, _| Ok(Value::list(vec![]))),
        ],
    );
}

/// `weakref.ref`
struct WeakRef {
    target: WeakTarget,
    hash: i64,
}
enum WeakTarget {
    Instance(Weak<InstanceObj>),
    /// Kinds that are not tracked weakly (classes, functions) are kept alive: they live as long as their module anyway.
    Strong(Value),
}
impl WeakRef {
    fn get(&self) -> Value {
        match &self.target {
            WeakTarget::Instance(w) => w.upgrade().map_or(Value::None, Value::Instance),
            WeakTarget::Strong(v) => v.clone(),
        }
    }
}
impl NativeObject for WeakRef {
    fn as_any(&self) -> &dyn std::any::Any {
        self
    }
    fn type_name(&self) -> &str {
        "weakref"
    }
    fn callable(&self) -> bool {
        true
    }
    fn call(&self, _: &Space, _: &Args) -> PyResult<Option<Value>> {
        Ok(Some(self.get()))
    }
    fn hash(&self, _: &Space) -> PyResult<Option<i64>> {
        Ok(Some(self.hash))
    }
    fn eq(&self, space: &Space, other: &Value) -> PyResult<Option<bool>> {
        let Some(other) = other.as_native::<WeakRef>() else {
            return Ok(Some(false));
        };
        match (self.get(), other.get()) {
            (Value::None, _) | (_, Value::None) => Ok(None),
            (a, b) => Ok(Some(a.is(&b) || space.eq(&a, &b)?)),
        }
    }
}

/// Fills `_weakref`.
pub fn init_weakref(_: &Space, m: &Rc<ModuleObj>) {
    m.set(
        "ref",
        function("_weakref", "ref", |s, a| {
            a.count(s, "ref", 1, 2)?;
            let v = a.arg(0);
            let target = match v {
                Value::Instance(i) => WeakTarget::Instance(Rc::downgrade(i)),
                Value::Int(_)
                | Value::Str(_)
                | Value::Tuple(_)
                | Value::None
                | Value::List(_)
                | Value::Dict(_) => {
                    return Err(s.type_error(format!(
                        "cannot create weak reference to '{}' object",
                        v.type_name()
                    )));
                }
                other => WeakTarget::Strong(other.clone()),
            };
            Ok(Value::native(WeakRef {
                target,
                hash: crate::live::objects::hash::identity_hash(v),
            }))
        }),
    );
    m.set("ReferenceType", Value::Class(types().native("weakref")));
}

/// The name of what `_genext.with_caller(f)` makes: a function that calls `f(caller's locals, caller's globals, ...)`.
pub const WITH_CALLER: &str = "<with caller>";

fn without_caller(s: &Space, a: &Args) -> PyResult {
    // Called by a function in Rust: there is no caller to look at.
    let mut all = vec![Value::dict(), Value::dict()];
    all.extend(a.pos.iter().skip(1).cloned());
    s.call_args(
        a.arg(0),
        Args {
            pos: all,
            kw: a.kw.clone(),
        },
    )
}

/// `traceback_list(exc)`: (file, line, function, text of the line) of each entry, outermost first.
fn traceback_list(_: &Space, a: &Args) -> PyResult {
    let entries = match a.arg(0) {
        Value::Instance(i) => i.exc().map(|e| e.traceback.borrow().clone()),
        other => other
            .as_native::<crate::live::operations::exc::Traceback>()
            .map(|t| t.entries.clone()),
    };
    let mut out = Vec::new();
    for e in entries.unwrap_or_default().iter().rev() {
        let Some(l) = e.span.location() else { continue };
        let text = ir::source::file(e.span.file).line_text(l.line).to_string();
        out.push(Value::tuple(vec![
            Value::str(&l.path),
            Value::Int(i64::from(l.line)),
            Value::str(e.function.as_str()),
            Value::string(text),
        ]));
    }
    Ok(Value::list(out))
}

/// The Python of the module whose globals these are.
fn mode_of_globals(s: &Space, globals: &Value) -> Mode {
    let builtins = globals
        .as_dict()
        .and_then(|g| g.get_name("__builtins__".into()));
    match builtins {
        Some(Value::Dict(d)) if Rc::ptr_eq(&d, &s.builtins2) => Mode::Py2,
        Some(_) => Mode::Py3,
        None => s.mode(),
    }
}

/// `exec_in_module(text, globals, locals)`: in the Python of the module.
fn in_module(s: &Space, a: &Args, kind: CodeKind) -> PyResult {
    a.check(s, "exec_in_module", 3, 3)?;
    let mode = mode_of_globals(s, a.arg(1));
    let (Some(globals), Some(locals)) = (a.arg(1).as_dict(), a.arg(2).as_dict()) else {
        return Err(s.type_error("globals and locals must be dictionaries"));
    };
    let code = match a.arg(0) {
        Value::Code(code) => code.clone(),
        text => s.compile_value(text, "<string>", kind, mode, Future::default())?,
    };
    s.run_code(code, globals, Some(locals), Vec::new(), &[])
}

/// Fills `_genext`: what the library's Python text cannot say in Python.
pub fn init_genext(_: &Space, m: &Rc<ModuleObj>) {
    for table in [VALUES, TRACEBACKS, CODE] {
        functions(m, "_genext", table);
    }
}

/// Functions of `_genext` about objects.
const VALUES: &[(&str, BuiltinFn)] = &[
    ("reduce", crate::live::builtins::functions::reduce),
    ("format_float", |s, a| {
        a.check(s, "format_float", 4, 4)?;
        let f = s.float_value(a.arg(0))?;
        let code = a
            .arg(1)
            .as_text()
            .and_then(|t| t.bytes().next())
            .unwrap_or(b'r');
        let precision = s.int_value(a.arg(2))?.max(0) as usize;
        let flags = s.int_value(a.arg(3))? as u8;
        Ok(Value::string(abi::floattext::format_float(
            f, code, precision, flags,
        )))
    }),
    ("string_hash", |s, a| match a.this() {
        Value::Str(x) => Ok(Value::Int(x.hash())),
        Value::Unicode(x) => Ok(Value::Int(x.hash())),
        v => Err(s.type_error(format!("a string is required, not {}", v.type_name()))),
    }),
    ("register_finalizer", |s, a| {
        a.check(s, "register_finalizer", 2, 2)?;
        match a.arg(1) {
            Value::Instance(i) => crate::live::finalizers::register(a.arg(0), i),
            v => {
                return Err(s.type_error(format!("an instance is required, not {}", v.type_name())));
            }
        }
        Ok(Value::None)
    }),
    ("next_dead", |s, a| {
        a.check(s, "next_dead", 1, 1)?;
        Ok(crate::live::finalizers::next_dead(a.arg(0)).unwrap_or(Value::None))
    }),
    ("identity", |_, a| {
        Ok(Value::Int(a.arg(0).identity().number()))
    }),
    ("float_bits", |s, a| {
        let f = s.float_value(a.arg(0))?;
        Ok(Value::Int(f.to_bits() as i64))
    }),
    ("bits_float", |s, a| {
        let i = s.int_value(a.arg(0))?;
        Ok(Value::Float(f64::from_bits(i as u64)))
    }),
    ("is_python2", |s, _| Ok(Value::Bool(s.py2()))),
    ("is_function", |_, a| {
        Ok(Value::Bool(matches!(a.arg(0), Value::Function(_))))
    }),
    ("is_classic_class", |_, a| {
        Ok(Value::Bool(
            matches!(a.arg(0), Value::Class(c) if c.old_style),
        ))
    }),
    ("is_builtin_class", |_, a| {
        Ok(Value::Bool(matches!(
            a.arg(0),
            Value::Class(c) if c.module_name() == "__builtin__" || c.module_name() == "builtins"
        )))
    }),
    ("instantiate", |s, a| match a.arg(0) {
        Value::Class(c) => s.allocate(c, &Args::default()),
        v => Err(s.type_error(format!("a class is required, not {}", v.type_name()))),
    }),
];

/// Functions of `_genext` about exceptions.
const TRACEBACKS: &[(&str, BuiltinFn)] = &[
    ("traceback_text", |s, a| match a.arg(0) {
        Value::Instance(i) => Ok(Value::str(&s.format_exception(i))),
        _ => Ok(Value::str("")),
    }),
    ("exception_line", |s, a| match a.arg(0) {
        Value::Instance(i) => Ok(Value::str(&s.exception_line(i))),
        _ => Ok(Value::str("")),
    }),
    ("traceback_entries", |s, a| {
        let entries = match a
            .arg(0)
            .as_native::<crate::live::operations::exc::Traceback>()
        {
            Some(t) => t.entries.clone(),
            None => Vec::new(),
        };
        let _ = s;
        Ok(Value::str(&crate::live::operations::exc::format_entries(
            &entries,
        )))
    }),
    ("traceback_list", traceback_list),
    ("keep_locals", |s, _| {
        s.keep_all_locals();
        Ok(Value::None)
    }),
    ("traceback_locals", |s, a| {
        // As in `traceback_list`: outermost first.
        let all = match a.arg(0) {
            Value::Instance(i) => s.locals_of_traceback(i),
            _ => Vec::new(),
        };
        Ok(Value::list(
            all.into_iter().rev().map(Value::Dict).collect(),
        ))
    }),
    ("explain_asserts", |s, a| {
        let on = s.is_true(a.arg(0))?;
        s.explain_asserts(on);
        Ok(Value::None)
    }),
    ("explain_differences", |s, a| {
        a.check(s, "explain_differences", 1, 1)?;
        s.explain_differences(a.this());
        Ok(Value::None)
    }),
    ("explanation", |_, a| {
        let text = match a.arg(0) {
            Value::Instance(i) => i.exc().and_then(|e| e.explanation.borrow().clone()),
            _ => None,
        };
        Ok(text.map_or(Value::None, |t| Value::str(&t)))
    }),
];

/// Functions of `_genext` that run code, and those of the test runner.
const CODE: &[(&str, BuiltinFn)] = &[
    ("with_caller", |s, a| {
        a.check(s, "with_caller", 1, 1)?;
        Ok(function_with(
            "_genext",
            WITH_CALLER,
            without_caller,
            vec![a.this()],
        ))
    }),
    ("import_file", |s, a| {
        a.check(s, "import_file", 1, 1)?;
        let path = super::os::path_bytes(s, a.arg(0))?;
        s.import_file(&path).map(Value::Module)
    }),
    ("exec_in_module", |s, a| in_module(s, a, CodeKind::Module)),
    ("eval_in_module", |s, a| {
        in_module(s, a, CodeKind::Expression)
    }),
    ("compile_in_module", |s, a| {
        a.check(s, "compile_in_module", 4, 4)?;
        let mode = mode_of_globals(s, a.arg(3));
        let name = a.arg(1).as_text().unwrap_or_default();
        let kind = match a.arg(2).as_text().as_deref() {
            Some("eval") => CodeKind::Expression,
            _ => CodeKind::Module,
        };
        s.compile_value(a.arg(0), &name, kind, mode, Future::default())
            .map(Value::Code)
    }),
    ("restart_limits", |s, _| {
        s.restart_limits();
        Ok(Value::None)
    }),
    ("begin_test", |_, a| {
        super::process::begin_test(a.arg(0).as_int().unwrap_or(0));
        Ok(Value::None)
    }),
    ("flush", |s, _| {
        s.flush();
        Ok(Value::None)
    }),
];

/// Fills `exceptions` (Python 2).
pub fn init_exceptions(s: &Space, m: &Rc<ModuleObj>) {
    for (name, v) in s.builtins2.names() {
        if matches!(&v, Value::Class(c) if c.is_exception()) {
            m.dict.set_name(name, v);
        }
    }
}

/// Fills `__future__`.
pub fn init_future(_: &Space, m: &Rc<ModuleObj>) {
    for name in [
        "nested_scopes",
        "generators",
        "division",
        "absolute_import",
        "with_statement",
        "print_function",
        "unicode_literals",
        "generator_stop",
        "annotations",
    ] {
        m.set(name, Value::Bool(true));
    }
}
