//! Functions, methods, wrappers and properties as objects.
use std::rc::Rc;

use super::object::{expect_text, text, the_function};
use super::{getset, method};
use crate::live::objects::kinds::*;
use crate::live::operations::attr::n;
use crate::live::{PyResult, Space, Value, name_value, types};

pub(super) fn install() {
    function_parts();
    function_state();
    binding();
    builtins_and_methods();
    static_and_class_methods();
    members();
}

/// Names, code, globals and defaults of functions.
fn function_parts() {
    let f = &types().function;
    for name in ["__name__", "func_name"] {
        getset(
            f,
            name,
            |space, v| read(space, v, |f| name_value(f.name.get())),
            Some(|space, v, new| {
                let f = the_function(space, v)?;
                f.name.set(expect_text(space, new, "__name__")?);
                Ok(())
            }),
        );
    }
    getset(
        f,
        "__qualname__",
        |space, v| read(space, v, |f| name_value(f.qualname())),
        Some(|space, v, new| {
            let f = the_function(space, v)?;
            f.qualname
                .set(Some(expect_text(space, new, "__qualname__")?));
            Ok(())
        }),
    );
    for name in ["__code__", "func_code"] {
        getset(
            f,
            name,
            |space, v| read(space, v, |f| Value::Code(f.code())),
            Some(|space, v, new| {
                let f = the_function(space, v)?;
                let Some(Value::Code(code)) = new else {
                    return Err(space.type_error("__code__ must be set to a code object"));
                };
                *f.consts.borrow_mut() = code.live().consts.clone();
                *f.code.borrow_mut() = code;
                Ok(())
            }),
        );
    }
    for name in ["__globals__", "func_globals"] {
        getset(
            f,
            name,
            |space, v| read(space, v, |f| Value::Dict(f.globals.clone())),
            None,
        );
    }
    for name in ["__defaults__", "func_defaults"] {
        getset(
            f,
            name,
            |space, v| {
                read(space, v, |f| {
                    let d = f.defaults.borrow().clone();
                    if d.is_empty() {
                        Value::None
                    } else {
                        Value::Tuple(d)
                    }
                })
            },
            Some(|space, v, new| {
                let f = the_function(space, v)?;
                *f.defaults.borrow_mut() = match new {
                    Some(Value::Tuple(t)) => t,
                    _ => Rc::new([]),
                };
                Ok(())
            }),
        );
    }
}

/// Closures, texts, attributes of functions.
fn function_state() {
    let f = &types().function;
    getset(
        f,
        "__kwdefaults__",
        |space, v| {
            read(space, v, |f| {
                let d = f.kwdefaults.borrow();
                if d.is_empty() {
                    return Value::None;
                }
                let out = crate::live::DictObj::new();
                for (k, v) in d.iter() {
                    out.set_name(*k, v.clone());
                }
                Value::Dict(Rc::new(out))
            })
        },
        Some(|space, v, new| {
            let f = the_function(space, v)?;
            *f.kwdefaults.borrow_mut() = new
                .and_then(|d| d.as_dict())
                .map(|d| d.names())
                .unwrap_or_default();
            Ok(())
        }),
    );
    for name in ["__closure__", "func_closure"] {
        getset(
            f,
            name,
            |space, v| {
                read(space, v, |f| {
                    if f.closure.is_empty() {
                        Value::None
                    } else {
                        Value::tuple(f.closure.iter().cloned().map(Value::Cell).collect())
                    }
                })
            },
            None,
        );
    }
    for name in ["__doc__", "func_doc"] {
        getset(
            f,
            name,
            |space, v| read(space, v, |f| f.doc.borrow().clone()),
            Some(|space, v, new| {
                *the_function(space, v)?.doc.borrow_mut() = new.unwrap_or(Value::None);
                Ok(())
            }),
        );
    }
    for name in ["__dict__", "func_dict"] {
        getset(
            f,
            name,
            |space, v| read(space, v, |f| Value::Dict(f.attrs())),
            Some(|space, v, new| {
                let f = the_function(space, v)?;
                *f.dict.borrow_mut() = new.and_then(|d| d.as_dict());
                Ok(())
            }),
        );
    }
    getset(
        f,
        "__module__",
        |space, v| {
            read(space, v, |f| match &*f.module.borrow() {
                Some(m) => m.clone(),
                None => f.globals.get_name(n().name).unwrap_or(Value::None),
            })
        },
        Some(|space, v, new| {
            *the_function(space, v)?.module.borrow_mut() = new;
            Ok(())
        }),
    );
    getset(
        f,
        "__annotations__",
        |space, v| {
            let f = the_function(space, v)?;
            let mut a = f.annotations.borrow_mut();
            if a.is_none() {
                *a = Value::dict();
            }
            Ok(a.clone())
        },
        Some(|space, v, new| {
            *the_function(space, v)?.annotations.borrow_mut() = new.unwrap_or(Value::None);
            Ok(())
        }),
    );
}

/// Functions as descriptors.
fn binding() {
    let f = &types().function;
    method(f, "__get__", |space, args| {
        args.check(space, "__get__", 2, 3)?;
        match args.arg(1) {
            Value::None => match args.pos.get(2) {
                Some(Value::Class(owner)) => space.bind_class(args.arg(0).clone(), owner),
                None | Some(Value::None) => Err(space.type_error("__get__(None, None) is invalid")),
                Some(_) => Ok(args.arg(0).clone()),
            },
            obj => space.bind(args.arg(0).clone(), obj, &obj.class()),
        }
    });
    for t in [f, &types().builtin, &types().method] {
        method(t, "__call__", |space, args| {
            space.call_args(args.arg(0), args.rest())
        });
    }
}

/// Built-in functions, and bound methods.
fn builtins_and_methods() {
    let b = &types().builtin;
    for name in ["__name__", "__qualname__"] {
        getset(
            b,
            name,
            |space, v| match v {
                Value::Builtin(b) => Ok(text(b.def.name)),
                _ => Err(space.type_error("a built-in function is required")),
            },
            None,
        );
    }
    getset(
        b,
        "__module__",
        |_, v| match v {
            Value::Builtin(b) => Ok(text(b.def.module)),
            _ => Ok(Value::None),
        },
        None,
    );
    getset(b, "__doc__", |_, _| Ok(Value::None), None);
    getset(b, "__self__", |_, _| Ok(Value::None), None);
    let m = &types().method;
    for name in ["im_func", "__func__"] {
        getset(
            m,
            name,
            |space, v| match v {
                Value::Method(m) => Ok(m.func.clone()),
                _ => Err(space.type_error("a method is required")),
            },
            None,
        );
    }
    for name in ["im_self", "__self__"] {
        getset(
            m,
            name,
            |space, v| match v {
                Value::Method(m) => Ok(m.receiver.clone().unwrap_or(Value::None)),
                _ => Err(space.type_error("a method is required")),
            },
            None,
        );
    }
    getset(
        m,
        "im_class",
        |space, v| match v {
            Value::Method(m) => Ok(m.class.clone().map_or(Value::None, Value::Class)),
            _ => Err(space.type_error("a method is required")),
        },
        None,
    );
}

/// Static methods, class methods, properties.
fn static_and_class_methods() {
    for t in [&types().staticmethod, &types().classmethod] {
        for name in ["__func__", "__wrapped__"] {
            getset(
                t,
                name,
                |space, v| match v {
                    Value::StaticMethod(w) | Value::ClassMethod(w) => Ok(w.func.clone()),
                    _ => Err(space.type_error("a static or class method is required")),
                },
                None,
            );
        }
        method(t, "__get__", |space, args| match args.arg(0) {
            Value::StaticMethod(w) => Ok(w.func.clone()),
            w @ Value::ClassMethod(_) => {
                let class = match args.arg(2) {
                    Value::Class(c) => c.clone(),
                    _ => args.arg(1).class(),
                };
                space.bind(w.clone(), args.arg(1), &class)
            }
            _ => Err(space.type_error("a static or class method is required")),
        });
    }
    let p = &types().property;
    getset(p, "fget", |space, v| Ok(prop(space, v)?.fget.clone()), None);
    getset(p, "fset", |space, v| Ok(prop(space, v)?.fset.clone()), None);
    getset(p, "fdel", |space, v| Ok(prop(space, v)?.fdel.clone()), None);
    getset(
        p,
        "__doc__",
        |space, v| Ok(prop(space, v)?.doc.clone()),
        None,
    );
    macro_rules! changed {
        ($name:literal, $field:ident) => {
            method(p, $name, |space, args| {
                args.check(space, $name, 2, 2)?;
                let p = prop(space, args.arg(0))?;
                let mut new = PropertyObj {
                    fget: p.fget.clone(),
                    fset: p.fset.clone(),
                    fdel: p.fdel.clone(),
                    doc: p.doc.clone(),
                };
                new.$field = args.arg(1).clone();
                Ok(Value::Property(Rc::new(new)))
            });
        };
    }
    changed!("getter", fget);
    changed!("setter", fset);
    changed!("deleter", fdel);
    method(p, "__get__", |space, args| {
        let p = prop(space, args.arg(0))?;
        if args.arg(1).is_none() {
            return Ok(args.arg(0).clone());
        }
        space.call(&p.fget, &[args.arg(1).clone()])
    });
    method(p, "__set__", |space, args| {
        let p = prop(space, args.arg(0))?;
        space.call(&p.fset, &[args.arg(1).clone(), args.arg(2).clone()])
    });
}

/// Slots.
fn members() {
    let member = &types().member;
    getset(
        member,
        "__name__",
        |_, v| match v {
            Value::Member(m) => Ok(name_value(m.name)),
            _ => Ok(Value::None),
        },
        None,
    );
    method(member, "__get__", |space, args| {
        match (args.arg(0), args.arg(1)) {
            (v, Value::None) => Ok(v.clone()),
            (v, obj) => space.bind(v.clone(), obj, &obj.class()),
        }
    });
    method(member, "__set__", |space, args| {
        match (args.arg(0), args.arg(1)) {
            (Value::Member(m), Value::Instance(i)) => {
                i.set(m.name, args.arg(2).clone());
                Ok(Value::None)
            }
            _ => Err(space.type_error("an instance is required")),
        }
    });
}

/// What is read of a function.
type Get = fn(&FunctionObj) -> Value;

fn read(space: &Space, v: &Value, g: Get) -> PyResult {
    Ok(g(&*the_function(space, v)?))
}

fn prop(space: &Space, v: &Value) -> PyResult<Rc<PropertyObj>> {
    match v {
        Value::Property(p) => Ok(p.clone()),
        _ => Err(space.type_error("a property is required")),
    }
}
