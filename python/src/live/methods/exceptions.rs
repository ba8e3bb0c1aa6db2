//! Methods and attributes of exceptions.
use std::rc::Rc;

use ir::name::Name;

use super::object::the_class;
use super::{getset, method, static_method};
use crate::live::operations::attr::n;
use crate::live::{Args, PyResult, Space, Value, types};

pub(super) fn install() {
    let base = types().exc("BaseException");
    static_method(base, "__new__", |space, args| {
        let class = the_class(space, args.arg(0))?;
        space.allocate(&class, &Args::pos(args.pos[1..].to_vec()))
    });
    method(base, "__init__", |space, args| {
        if let Value::Instance(i) = args.arg(0) {
            super::exception_init(space, i, &args.rest())?;
        }
        Ok(Value::None)
    });
    method(base, "with_traceback", |space, args| {
        set_traceback(space, args.arg(0), Some(args.arg(1).clone()))?;
        Ok(args.arg(0).clone())
    });
    method(base, "add_note", |_, _| Ok(Value::None));
    method(base, "__str__", |space, args| match args.arg(0) {
        Value::Instance(i) => Ok(space.exception_str(i)?.into_value()),
        v => Ok(space.str(v)?.into_value()),
    });
    method(base, "__getitem__", |space, args| match args.arg(0) {
        Value::Instance(i) if i.exc().is_some() => {
            let t = i
                .exc()
                .map(|e| e.args.borrow().clone())
                .unwrap_or_else(|| Rc::new([]));
            space.getitem(&Value::Tuple(t), args.arg(1))
        }
        _ => Err(space.type_error("an exception is required")),
    });
    parts();
    chains();
    defaults();
}

/// Arguments, message, traceback.
fn parts() {
    let base = types().exc("BaseException");
    getset(
        base,
        "args",
        |_, v| {
            Ok(match v {
                Value::Instance(i) => match i.exc() {
                    Some(e) => Value::Tuple(e.args.borrow().clone()),
                    None => Value::tuple(vec![]),
                },
                _ => Value::tuple(vec![]),
            })
        },
        Some(|space, v, new| {
            if let (Value::Instance(i), Some(new)) = (v, new)
                && let Some(e) = i.exc()
            {
                *e.args.borrow_mut() = space.iterate_vec(&new)?.into();
            }
            Ok(())
        }),
    );
    getset(
        base,
        "message",
        |space, v| {
            if let Value::Instance(i) = v {
                if let Some(m) = i.get(n().message) {
                    return Ok(m);
                }
                if let Some(e) = i.exc()
                    && space.py2()
                {
                    let args = e.args.borrow();
                    return Ok(if args.len() == 1 {
                        args[0].clone()
                    } else {
                        Value::bytes(b"")
                    });
                }
            }
            Err(space.no_attribute(v, n().message))
        },
        Some(|_, v, new| {
            if let (Value::Instance(i), Some(new)) = (v, new) {
                i.set(n().message, new);
            }
            Ok(())
        }),
    );
    getset(
        base,
        "__traceback__",
        |space, v| {
            Ok(match v {
                Value::Instance(i) => space.traceback_of(i),
                _ => Value::None,
            })
        },
        Some(set_traceback),
    );
}

/// Causes and contexts.
fn chains() {
    let base = types().exc("BaseException");
    getset(
        base,
        "__cause__",
        |_, v| {
            Ok(match v {
                Value::Instance(i) => i.exc().map_or(Value::None, |e| e.cause.borrow().clone()),
                _ => Value::None,
            })
        },
        Some(|_, v, new| {
            if let Value::Instance(i) = v
                && let Some(e) = i.exc()
            {
                *e.cause.borrow_mut() = new.unwrap_or(Value::None);
                e.suppress_context.set(true);
            }
            Ok(())
        }),
    );
    getset(
        base,
        "__context__",
        |_, v| {
            Ok(match v {
                Value::Instance(i) => i.exc().map_or(Value::None, |e| e.context.borrow().clone()),
                _ => Value::None,
            })
        },
        Some(|_, v, new| {
            if let Value::Instance(i) = v
                && let Some(e) = i.exc()
            {
                *e.context.borrow_mut() = new.unwrap_or(Value::None);
            }
            Ok(())
        }),
    );
    getset(
        base,
        "__suppress_context__",
        |_, v| {
            Ok(Value::Bool(match v {
                Value::Instance(i) => i.exc().is_some_and(|e| e.suppress_context.get()),
                _ => false,
            }))
        },
        Some(|space, v, new| {
            if let (Value::Instance(i), Some(new)) = (v, new)
                && let Some(e) = i.exc()
            {
                e.suppress_context.set(space.is_true(&new)?);
            }
            Ok(())
        }),
    );
    getset(
        types().exc("StopIteration"),
        "value",
        |_, v| {
            Ok(match v {
                Value::Instance(i) => crate::live::operations::generator::stop_value(i),
                _ => Value::None,
            })
        },
        None,
    );
}

/// Defaults, so that reading them never fails.
fn defaults() {
    // Defaults, so that reading them never fails.
    for name in ["errno", "strerror", "filename"] {
        types()
            .exc("EnvironmentError")
            .dict
            .set_name(Name::new(name), Value::None);
    }
    types()
        .exc("SystemExit")
        .dict
        .set_name(Name::new("code"), Value::None);
    for name in ["msg", "filename", "lineno", "offset", "text"] {
        types()
            .exc("SyntaxError")
            .dict
            .set_name(Name::new(name), Value::None);
    }
    types()
        .exc("ImportError")
        .dict
        .set_name(Name::new("name"), Value::None);
}

fn set_traceback(space: &Space, v: &Value, new: Option<Value>) -> PyResult<()> {
    let Value::Instance(i) = v else {
        return Err(space.type_error("an exception is required"));
    };
    if let Some(e) = i.exc() {
        *e.traceback.borrow_mut() = match new
            .as_ref()
            .and_then(|t| t.as_native::<crate::live::operations::exc::Traceback>())
        {
            Some(t) => t.entries.clone(),
            None => Vec::new(),
        };
    }
    Ok(())
}
