//! `sys`.
use std::rc::Rc;

use super::functions;
use crate::code::Mode;
use crate::live::{InstanceObj, ModuleObj, Space, Value, name_value};

/// The exit code of a `SystemExit` whose `__init__` was not run.
pub fn exit_code(exc: &InstanceObj) -> Option<Value> {
    exc.exc()?.args.borrow().first().cloned()
}

const FUNCTIONS: &[(&str, crate::live::BuiltinFn)] = &[
    ("exit", |s, a| {
        a.check(s, "exit", 0, 1)?;
        let exc = s.exception("SystemExit", a.pos.clone());
        exc.set("code".into(), a.arg(0).clone());
        Err(s.raised(exc))
    }),
    ("exc_info", |s, _| {
        Ok(Value::tuple(match s.current_exception() {
            Some(e) => vec![
                Value::Class(e.class()),
                Value::Instance(e.clone()),
                s.traceback_of(&e),
            ],
            None => vec![Value::None, Value::None, Value::None],
        }))
    }),
    ("exc_clear", |s, _| {
        if let Some(f) = s.frames.borrow_mut().last_mut() {
            f.handling.clear();
        }
        Ok(Value::None)
    }),
    ("getrecursionlimit", |s, _| {
        Ok(Value::Int(s.recursion_limit.get() as i64))
    }),
    ("setrecursionlimit", |s, a| {
        let n = s.int_value(a.arg(0))?;
        match usize::try_from(n) {
            Ok(n) if n > 0 => s.recursion_limit.set(n),
            _ => return Err(s.value_error("recursion limit must be positive")),
        }
        Ok(Value::None)
    }),
    ("getrefcount", |_, _| Ok(Value::Int(2))),
    ("getsizeof", |_, _| Ok(Value::Int(64))),
    ("intern", |_, a| Ok(a.arg(0).clone())),
    ("getdefaultencoding", |s, _| {
        Ok(Value::str(if s.py2() { "ascii" } else { "utf-8" }))
    }),
    ("getfilesystemencoding", |_, _| Ok(Value::str("utf-8"))),
    ("setdefaultencoding", |_, _| Ok(Value::None)),
    ("setcheckinterval", |_, _| Ok(Value::None)),
    ("settrace", |_, _| Ok(Value::None)),
    ("setprofile", |_, _| Ok(Value::None)),
    ("excepthook", |s, a| {
        if let Value::Instance(i) = a.arg(1) {
            let text = s.format_exception(i);
            s.write_err(&text);
        }
        Ok(Value::None)
    }),
    ("_getframe", |s, a| {
        let depth = match a.pos.first() {
            Some(v) => s.int_value(v)?.max(0) as usize,
            None => 0,
        };
        frame(s, depth).ok_or_else(|| s.value_error("call stack is not deep enough"))
    }),
];

/// A view of an active frame: `f_code`, `f_globals`, `f_back`, ...
fn frame(s: &Space, depth: usize) -> Option<Value> {
    let info = {
        let frames = s.frames.borrow();
        let i = frames.len().checked_sub(depth + 1)?;
        frames[i].clone()
    };
    let m = s.new_module("frame", info.code.mode, true);
    m.set("f_code", Value::Code(info.code.clone()));
    m.set("f_globals", Value::Dict(info.globals.clone()));
    // A class body's own namespace: mix-ins are copied into it.
    let locals = info.namespace.unwrap_or_else(|| info.globals.clone());
    m.set("f_locals", Value::Dict(locals));
    m.set(
        "f_builtins",
        Value::Dict(s.builtins(info.code.mode).clone()),
    );
    m.set("f_lineno", Value::Int(i64::from(info.code.first_line)));
    m.set("f_back", frame(s, depth + 1).unwrap_or(Value::None));
    Some(Value::Module(m))
}

fn version(s: &Space, mode: Mode) -> Value {
    let (major, minor, micro) = match mode {
        Mode::Py2 => (2, 7, 18),
        Mode::Py3 => (3, 11, 0),
    };
    let parts = vec![
        Value::Int(major),
        Value::Int(minor),
        Value::Int(micro),
        Value::str("final"),
        Value::Int(0),
    ];
    let class = s
        .import("_posixtypes")
        .ok()
        .and_then(|m| m.get("version_info"));
    match class.and_then(|c| s.call(&c, &[Value::tuple(parts.clone())]).ok()) {
        Some(v) => v,
        None => Value::tuple(parts),
    }
}

/// Fills the module.
pub fn init(s: &Space, m: &Rc<ModuleObj>) {
    functions(m, "sys", FUNCTIONS);
    let argv = s.config.argv.iter().map(|a| Value::bytes(a)).collect();
    m.set("argv", Value::list(argv));
    m.set("orig_argv", m.get("argv").unwrap_or(Value::None));
    m.set("modules", Value::Dict(s.modules.clone()));
    m.set("path", s.sys_path.clone());
    m.set("path_hooks", Value::list(vec![]));
    m.set("meta_path", Value::list(vec![]));
    m.set("maxint", Value::Int(i64::MAX));
    m.set("maxsize", Value::Int(i64::MAX));
    m.set("maxunicode", Value::Int(0x10_ffff));
    m.set("byteorder", Value::str("little"));
    m.set(
        "platform",
        Value::str(if s.py2() { "linux2" } else { "linux" }),
    );
    m.set("executable", Value::str("genext"));
    m.set("prefix", Value::str("/"));
    m.set("exec_prefix", Value::str("/"));
    m.set("dont_write_bytecode", Value::Bool(true));
    m.set("version_info", version(s, s.mode()));
    m.set(
        "version",
        Value::str(if s.py2() {
            "2.7.18 (genext)"
        } else {
            "3.11.0 (genext)"
        }),
    );
    m.set(
        "hexversion",
        Value::Int(if s.py2() { 0x0207_12f0 } else { 0x030b_00f0 }),
    );
    m.set("py3kwarning", Value::Bool(false));
    m.set("stdout", s.stdout.clone());
    m.set("stderr", s.stderr.clone());
    m.set("__stdout__", s.stdout.clone());
    m.set("__stderr__", s.stderr.clone());
    let stdin = super::file::standard(0, &crate::live::space::Stdout::Inherit);
    m.set("stdin", stdin.clone());
    m.set("__stdin__", stdin);
    m.set("exc_type", Value::None);
    let names: Vec<Value> = [
        "sys", "os", "time", "math", "errno", "struct", "operator", "types", "gc",
    ]
    .iter()
    .map(|x| name_value((*x).into()))
    .collect();
    m.set("builtin_module_names", Value::tuple(names));
    let flags = s.new_module("flags", s.mode(), true);
    for (name, v) in [
        ("optimize", 0),
        ("debug", 0),
        ("interactive", 0),
        ("verbose", 0),
    ] {
        flags.set(name, Value::Int(v));
    }
    m.set("flags", Value::Module(flags));
    let info = s.new_module("float_info", s.mode(), true);
    info.set("max", Value::Float(f64::MAX));
    info.set("min", Value::Float(f64::MIN_POSITIVE));
    info.set("epsilon", Value::Float(f64::EPSILON));
    info.set("dig", Value::Int(15));
    info.set("mant_dig", Value::Int(53));
    info.set("max_exp", Value::Int(1024));
    info.set("min_exp", Value::Int(-1021));
    info.set("max_10_exp", Value::Int(308));
    info.set("min_10_exp", Value::Int(-307));
    info.set("radix", Value::Int(2));
    info.set("rounds", Value::Int(1));
    m.set("float_info", Value::Module(info));
    let implementation = s.new_module("implementation", s.mode(), true);
    implementation.set("name", Value::str("genext"));
    m.set("implementation", Value::Module(implementation));
}
