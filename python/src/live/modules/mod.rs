//! Modules written in Rust. The others of the standard library are Python text in `live/lib`.
use std::rc::Rc;

use crate::live::methods::function;
use crate::live::{BuiltinFn, ModuleObj, Space, Value};

pub mod abc;
pub mod file;
pub mod maps;
pub mod math;
pub mod os;
pub mod process;
pub mod random;
pub mod regex;
pub mod structs;
pub mod sys;
pub mod time;
pub mod tools;

/// The initialiser of a native module.
pub type Init = fn(&Space, &Rc<ModuleObj>);

/// The native module of a name.
pub fn native(name: &str) -> Option<Init> {
    Some(match name {
        "sys" => sys::init,
        "os" => os::init,
        "posix" => os::init,
        "os.path" | "posixpath" | "ntpath" => os::init_path,
        "time" => time::init,
        "math" => math::init,
        "errno" => os::init_errno,
        "struct" | "_struct" => structs::init,
        "operator" | "_operator" => tools::init_operator,
        "types" => tools::init_types,
        "gc" => tools::init_gc,
        "_weakref" => tools::init_weakref,
        "_random" => random::init,
        "_re" => regex::init,
        "_poll" => process::init_poll,
        "_genext" => tools::init_genext,
        "exceptions" => tools::init_exceptions,
        "__future__" => tools::init_future,
        _ => return None,
    })
}

/// Adds functions to a module.
pub fn functions(m: &Rc<ModuleObj>, module: &'static str, list: &[(&'static str, BuiltinFn)]) {
    for (name, f) in list {
        m.set(name, function(module, name, *f));
    }
}
/// Adds integer constants to a module.
pub fn ints(m: &Rc<ModuleObj>, list: &[(&'static str, i64)]) {
    for (name, v) in list {
        m.set(name, Value::Int(*v));
    }
}
