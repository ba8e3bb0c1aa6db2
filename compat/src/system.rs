//! The operating system of interpreted programs, as far as maps of files and the environment need it: functions of the
//! runtime are those of the built-in `os`. Failures are negative error numbers or null strings, as in the runtime.
use std::cell::Cell;
use std::rc::Rc;

use ir::lltype::LLType;
use lowlevel::interp::externs::{Call, ExternError};
use lowlevel::interp::{StdExterns, Val};
use python::engine::Unwind;
use python::live::{PyErr, PyResult, Space, Value};

/// Functions of the runtime, and those of `os` that do the same.
const FUNCTIONS: &[(&str, &str)] = &[
    ("gx_os_close", "close"),
    ("gx_os_dup", "dup"),
    ("gx_os_environment", "_environment"),
    ("gx_os_fstatus", "_fstatus"),
    ("gx_os_ftruncate", "ftruncate"),
    ("gx_os_lseek", "lseek"),
    ("gx_os_putenv", "putenv"),
    ("gx_os_strerror", "strerror"),
    ("gx_os_unsetenv", "unsetenv"),
    ("gx_map_open", "_map_open"),
    ("gx_map_read", "_map_read"),
    ("gx_map_write", "_map_write"),
    ("gx_map_sync", "_map_sync"),
    ("gx_map_resize", "_map_resize"),
    ("gx_map_close", "_map_close"),
];

/// Adds them. The number of the last error goes to `errno`.
pub(crate) fn register(externs: &mut StdExterns, space: &Rc<Space>, errno: &Rc<Cell<i64>>) {
    // Memory of the interpreter is not the machine's: a map has no address there.
    externs.register("gx_map_address", |_| Ok(Val::Int(0)));
    for &(name, live) in FUNCTIONS {
        let (space, errno) = (space.clone(), errno.clone());
        externs.register(name, move |call| {
            let gives_text = !matches!(call.func.result, LLType::Signed);
            match run(&space, live, call) {
                Ok(v) => result(&v, call),
                Err(e) => {
                    errno.set(error_number(&space, e)?);
                    Ok(if gives_text {
                        Val::Null
                    } else {
                        Val::Int(-errno.get())
                    })
                }
            }
        });
    }
}

fn run(space: &Space, live: &str, call: &Call<'_, '_>) -> PyResult {
    let argument = |v: &Val| match *v {
        Val::Int(n) => Value::Int(n),
        text => Value::from_vec(call.memory.string(text)),
    };
    let args: Vec<Value> = call.args.iter().map(argument).collect();
    let module = space.import("os")?;
    let function = module.get(live).unwrap_or(Value::None);
    space.call(&function, &args)
}

fn result(v: &Value, call: &mut Call<'_, '_>) -> Result<Val, ExternError> {
    match (v, v.as_text()) {
        (Value::Int(n), _) => Ok(Val::Int(*n)),
        (Value::None, _) => Ok(Val::Int(0)),
        (Value::Str(s), _) => Ok(call.memory.new_string(&s.bytes)),
        (_, Some(text)) => Ok(call.memory.new_string(text.as_bytes())),
        _ => Err(ExternError::Fault("a result of the system".into())),
    }
}

fn error_number(space: &Space, e: PyErr) -> Result<i64, ExternError> {
    let fault = || ExternError::Fault("a function of the system failed".into());
    let Unwind::Raise(exception) = e else {
        return Err(fault());
    };
    match space.getattr(&Value::Instance(exception), "errno".into()) {
        Ok(Value::Int(n)) => Ok(n),
        _ => Err(fault()),
    }
}
