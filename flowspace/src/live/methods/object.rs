//! `object`, `type`, functions, methods, properties, modules, generators, exceptions, code objects.
use std::rc::Rc;

use super::{class_method, getset, method, static_method};
use crate::live::attr::n;
use crate::live::objects::*;
use crate::live::{
    Args, ClassObj, ClassRef, InstanceObj, Payload, PyErr, PyResult, Space, Value, name_value,
    types,
};
use crate::name::Name;

fn text(s: &str) -> Value {
    name_value(Name::new(s))
}
fn class_tuple(classes: impl IntoIterator<Item = ClassRef>) -> Value {
    Value::tuple(classes.into_iter().map(Value::Class).collect())
}
fn the_function(space: &Space, v: &Value) -> PyResult<Rc<FunctionObj>> {
    match v {
        Value::Function(f) => Ok(f.clone()),
        _ => Err(space.type_error("a function is required")),
    }
}
fn the_class(space: &Space, v: &Value) -> PyResult<ClassRef> {
    match v {
        Value::Class(c) => Ok(c.clone()),
        _ => Err(space.type_error(format!("a class is required, not '{}'", v.type_name()))),
    }
}
fn expect_text(space: &Space, v: Option<Value>, what: &str) -> PyResult<Name> {
    match v.and_then(|v| v.as_text()) {
        Some(t) => Ok(Name::new(&t)),
        None => Err(space.type_error(format!("{what} must be set to a string object"))),
    }
}

/// `super(class, receiver)`
pub fn make_super(space: &Space, class: &Value, receiver: Option<&Value>) -> PyResult {
    let Value::Class(class) = class else {
        return Err(space.type_error("super() argument 1 must be type"));
    };
    let start = match receiver {
        None | Some(Value::None) => None,
        Some(Value::Class(c)) if c.is_subclass(class) => Some(c.clone()),
        Some(v) if space.isinstance_of(v, class) => Some(v.class()),
        Some(_) => {
            return Err(
                space.type_error("super(type, obj): obj must be an instance or subtype of type")
            );
        }
    };
    Ok(Value::Super(Rc::new(SuperObj {
        class: class.clone(),
        receiver: receiver.cloned().filter(|r| !r.is_none()),
        start,
    })))
}

pub(super) fn install() {
    install_object();
    install_type();
    install_functions();
    install_exceptions();
    install_misc();
}

fn install_object() {
    let o = &types().object;
    static_method(o, "__new__", |space, args| {
        let class = the_class(space, args.arg(0))?;
        if class.layout != crate::live::Kind::Object && class.builtin.is_some() {
            return Err(space.type_error(format!(
                "object.__new__({0}) is not safe, use {0}.__new__()",
                class.name.get()
            )));
        }
        space.allocate(
            &class,
            &Args {
                pos: args.pos[1..].to_vec(),
                kw: args.kw.clone(),
            },
        )
    });
    method(o, "__init__", |_, _| Ok(Value::None));
    method(o, "__getattribute__", |space, args| {
        args.check(space, "__getattribute__", 2, 2)?;
        let name = expect_text(space, Some(args.arg(1).clone()), "attribute name")?;
        space.generic_getattr(args.arg(0), name)
    });
    method(o, "__setattr__", |space, args| {
        args.check(space, "__setattr__", 3, 3)?;
        let name = expect_text(space, Some(args.arg(1).clone()), "attribute name")?;
        space.generic_setattr(args.arg(0), name, args.arg(2).clone())?;
        Ok(Value::None)
    });
    method(o, "__delattr__", |space, args| {
        args.check(space, "__delattr__", 2, 2)?;
        let name = expect_text(space, Some(args.arg(1).clone()), "attribute name")?;
        space.generic_delattr(args.arg(0), name)?;
        Ok(Value::None)
    });
    method(o, "__repr__", |space, args| {
        args.check(space, "__repr__", 1, 1)?;
        Ok(match args.arg(0) {
            v @ Value::Instance(i) if i.exc().is_none() && matches!(i.payload, Payload::None) => {
                space.default_repr(v).into_value()
            }
            Value::Instance(i) if i.exc().is_none() => space.repr(&args.this())?.into_value(),
            Value::Instance(i) => {
                // An exception whose class overrides `__repr__` and asks for the inherited one.
                let plain = InstanceObj::new(
                    types().exc("Exception").clone(),
                    Payload::Exc(Box::new(crate::live::ExcState::new(
                        i.exc()
                            .map(|e| e.args.borrow().clone())
                            .unwrap_or_else(|| Rc::new([])),
                    ))),
                );
                let text = space.repr(&Value::Instance(plain))?.to_text();
                Value::string(text.replacen("Exception", i.class().name.get().as_str(), 1))
            }
            v => space.repr(v)?.into_value(),
        })
    });
    method(o, "__str__", |space, args| {
        args.check(space, "__str__", 1, 1)?;
        match args.arg(0) {
            Value::Instance(i) if i.exc().is_some() => Ok(space.exception_str(i)?.into_value()),
            Value::Instance(i) if !matches!(i.payload, Payload::None) => {
                Ok(space.str(&args.this())?.into_value())
            }
            v => Ok(space.repr(v)?.into_value()),
        }
    });
    method(o, "__hash__", |space, args| {
        args.check(space, "__hash__", 1, 1)?;
        match args.arg(0) {
            v @ Value::Instance(_) => match v.unwrapped() {
                Value::Instance(_) => Ok(Value::Int(crate::live::hash::identity_hash(v))),
                inner => space.hash(&inner).map(Value::Int),
            },
            v => space.hash(v).map(Value::Int),
        }
    });
    method(o, "__eq__", |space, args| {
        args.check(space, "__eq__", 2, 2)?;
        if args.arg(0).is(args.arg(1)) {
            return Ok(Value::Bool(true));
        }
        let (a, b) = (args.this(), args.arg(1).unwrapped());
        if crate::live::operators::is_custom(&a) || crate::live::operators::is_custom(&b) {
            return Ok(Value::NotImplemented);
        }
        space.compare(crate::code::CompareOp::Eq, &a, &b)
    });
    method(o, "__ne__", |space, args| {
        args.check(space, "__ne__", 2, 2)?;
        let r = space.compare(crate::code::CompareOp::Eq, args.arg(0), args.arg(1))?;
        Ok(Value::Bool(!space.is_true(&r)?))
    });
    method(o, "__format__", |space, args| {
        args.check(space, "__format__", 2, 2)?;
        crate::live::format::format_builtin(space, args.arg(0), args.arg(1))
    });
    method(o, "__reduce_ex__", |space, _| {
        Err(space.type_error("pickling is not supported"))
    });
    method(o, "__dir__", |space, args| {
        Ok(Value::list(
            space.dir(args.arg(0)).into_iter().map(name_value).collect(),
        ))
    });
    method(o, "__sizeof__", |_, _| Ok(Value::Int(16)));
    class_method(o, "__init_subclass__", |_, _| Ok(Value::None));
    class_method(o, "__subclasshook__", |_, _| Ok(Value::NotImplemented));
    getset(
        o,
        "__class__",
        |space, v| {
            Ok(Value::Class(match v {
                Value::Instance(i) => i.class(),
                _ => space.type_of(v),
            }))
        },
        Some(|space, v, new| match (v, new) {
            (Value::Instance(i), Some(Value::Class(c))) => {
                i.set_class(c);
                Ok(())
            }
            _ => Err(space.type_error("__class__ assignment only supported for instances")),
        }),
    );
}

fn install_type() {
    let t = &types().type_;
    static_method(t, "__new__", |space, args| {
        let meta = the_class(space, args.arg(0))?;
        if args.pos.len() == 2 {
            return Ok(Value::Class(space.type_of(args.arg(1))));
        }
        if args.pos.len() != 4 {
            return Err(space.type_error("type.__new__() takes exactly 3 arguments"));
        }
        space.new_class(Some(&meta), args.arg(1), args.arg(2), args.arg(3), &args.kw)
    });
    method(t, "__init__", |_, _| Ok(Value::None));
    method(t, "__call__", |space, args| {
        let class = the_class(space, args.arg(0))?;
        space.type_call(
            &class,
            Args {
                pos: args.pos[1..].to_vec(),
                kw: args.kw.clone(),
            },
        )
    });
    method(t, "mro", |space, args| {
        let class = the_class(space, args.arg(0))?;
        Ok(Value::list(
            class.mro().iter().cloned().map(Value::Class).collect(),
        ))
    });
    method(t, "__subclasses__", |space, args| {
        let class = the_class(space, args.arg(0))?;
        Ok(Value::list(
            class.subclasses().into_iter().map(Value::Class).collect(),
        ))
    });
    method(t, "__instancecheck__", |space, args| {
        let class = the_class(space, args.arg(0))?;
        Ok(Value::Bool(space.isinstance_of(args.arg(1), &class)))
    });
    method(t, "__subclasscheck__", |space, args| {
        let class = the_class(space, args.arg(0))?;
        Ok(Value::Bool(
            matches!(args.arg(1), Value::Class(c) if c.is_subclass(&class)),
        ))
    });
    method(t, "__repr__", |space, args| {
        Ok(space.repr(args.arg(0))?.into_value())
    });
    method(t, "__or__", |space, args| {
        space.binary(crate::code::BinOp::Or, args.arg(0), args.arg(1))
    });
    fn plain_get(space: &Space, v: &Value, f: fn(&Rc<ClassObj>) -> Value) -> PyResult {
        Ok(f(&the_class(space, v)?))
    }
    for t in [&types().type_, &types().classobj] {
        getset(
            t,
            "__name__",
            |space, v| plain_get(space, v, |c| name_value(c.name.get())),
            Some(|space, v, new| {
                let class = the_class(space, v)?;
                class.name.set(expect_text(space, new, "__name__")?);
                Ok(())
            }),
        );
        getset(
            t,
            "__qualname__",
            |space, v| {
                plain_get(space, v, |c| match c.own(n().qualname) {
                    Some(q) => q,
                    None => name_value(c.name.get()),
                })
            },
            Some(|space, v, new| {
                let class = the_class(space, v)?;
                let q = expect_text(space, new, "__qualname__")?;
                class.set_attr(n().qualname, name_value(q));
                Ok(())
            }),
        );
        getset(
            t,
            "__bases__",
            |space, v| {
                plain_get(space, v, |c| {
                    let object = &types().object;
                    let bases = c.bases();
                    if c.old_style {
                        class_tuple(bases.into_iter().filter(|b| !Rc::ptr_eq(b, object)))
                    } else {
                        class_tuple(bases)
                    }
                })
            },
            Some(|space, v, new| {
                let class = the_class(space, v)?;
                let bases = new
                    .and_then(|b| b.as_tuple())
                    .ok_or_else(|| space.type_error("__bases__ must be a tuple of classes"))?;
                let mut list = Vec::new();
                for b in bases.iter() {
                    list.push(the_class(space, b)?);
                }
                class.set_bases(list).map_err(|e| space.type_error(e))
            }),
        );
        getset(
            t,
            "__mro__",
            |space, v| plain_get(space, v, |c| class_tuple(c.mro().iter().cloned())),
            None,
        );
        getset(
            t,
            "__base__",
            |space, v| {
                plain_get(space, v, |c| {
                    c.bases().first().cloned().map_or(Value::None, Value::Class)
                })
            },
            None,
        );
        getset(
            t,
            "__dict__",
            |space, v| plain_get(space, v, |c| Value::Dict(c.dict.clone())),
            None,
        );
        getset(
            t,
            "__module__",
            |space, v| {
                let c = the_class(space, v)?;
                Ok(match c.own(n().module) {
                    Some(m) => m,
                    None if c.is_exception() && space.py2() => Value::str("exceptions"),
                    None if space.py2() => Value::str("__builtin__"),
                    None => Value::str("builtins"),
                })
            },
            Some(|space, v, new| {
                let class = the_class(space, v)?;
                class.set_attr(n().module, new.unwrap_or(Value::None));
                Ok(())
            }),
        );
        getset(
            t,
            "__doc__",
            |space, v| plain_get(space, v, |c| c.own(n().doc).unwrap_or(Value::None)),
            Some(|space, v, new| {
                let class = the_class(space, v)?;
                class.set_attr(n().doc, new.unwrap_or(Value::None));
                Ok(())
            }),
        );
        getset(
            t,
            "__annotations__",
            |space, v| {
                let c = the_class(space, v)?;
                Ok(match c.own(n().annotations) {
                    Some(a) => a,
                    None if c.builtin.is_some() => {
                        return Err(space.no_attribute(v, n().annotations));
                    }
                    None => {
                        let d = Value::dict();
                        c.set_attr(n().annotations, d.clone());
                        d
                    }
                })
            },
            None,
        );
    }
}

fn install_functions() {
    let f = &types().function;
    type Get = fn(&FunctionObj) -> Value;
    fn read(space: &Space, v: &Value, g: Get) -> PyResult {
        Ok(g(&*the_function(space, v)?))
    }
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
                *f.consts.borrow_mut() = space.constants_of(&code);
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
    method(f, "__get__", |space, args| {
        args.check(space, "__get__", 2, 3)?;
        match args.arg(1) {
            Value::None => Ok(args.arg(0).clone()),
            obj => space.bind(args.arg(0).clone(), obj, &obj.class()),
        }
    });
    for t in [f, &types().builtin, &types().method] {
        method(t, "__call__", |space, args| {
            space.call_args(
                args.arg(0),
                Args {
                    pos: args.pos[1..].to_vec(),
                    kw: args.kw.clone(),
                },
            )
        });
    }
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
    fn prop(space: &Space, v: &Value) -> PyResult<Rc<PropertyObj>> {
        match v {
            Value::Property(p) => Ok(p.clone()),
            _ => Err(space.type_error("a property is required")),
        }
    }
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

fn install_exceptions() {
    let base = types().exc("BaseException");
    static_method(base, "__new__", |space, args| {
        let class = the_class(space, args.arg(0))?;
        space.allocate(&class, &Args::pos(args.pos[1..].to_vec()))
    });
    method(base, "__init__", |space, args| {
        if let Value::Instance(i) = args.arg(0) {
            super::exception_init(
                space,
                i,
                &Args {
                    pos: args.pos[1..].to_vec(),
                    kw: args.kw.clone(),
                },
            )?;
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
                Value::Instance(i) => crate::live::generator::stop_value(i),
                _ => Value::None,
            })
        },
        None,
    );
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
            .and_then(|t| t.as_native::<crate::live::exc::Traceback>())
        {
            Some(t) => t.entries.clone(),
            None => Vec::new(),
        };
    }
    Ok(())
}

fn install_misc() {
    let m = &types().module;
    getset(
        m,
        "__dict__",
        |space, v| match v {
            Value::Module(m) => Ok(Value::Dict(m.dict.clone())),
            _ => Err(space.type_error("a module is required")),
        },
        None,
    );
    let g = &types().generator;
    fn generator(space: &Space, v: &Value) -> PyResult<Rc<GeneratorObj>> {
        match v {
            Value::Generator(g) => Ok(g.clone()),
            _ => Err(space.type_error("a generator is required")),
        }
    }
    for name in ["next", "__next__"] {
        method(g, name, |space, args| {
            args.check(space, "next", 1, 1)?;
            space.generator_send(&generator(space, args.arg(0))?, Value::None)
        });
    }
    method(g, "__iter__", |_, args| Ok(args.arg(0).clone()));
    method(g, "send", |space, args| {
        args.check(space, "send", 2, 2)?;
        space.generator_send(&generator(space, args.arg(0))?, args.arg(1).clone())
    });
    method(g, "throw", |space, args| {
        args.check(space, "throw", 2, 4)?;
        let g = generator(space, args.arg(0))?;
        let exc = space.make_exception(crate::engine::RaiseOperands {
            exc: args.arg(1).clone(),
            value: args.pos.get(2).cloned().filter(|v| !v.is_none()),
            traceback: args.pos.get(3).cloned().filter(|v| !v.is_none()),
            cause: None,
        })?;
        space.generator_throw(&g, PyErr::Raise(exc))
    });
    method(g, "close", |space, args| {
        space.generator_close(&generator(space, args.arg(0))?)?;
        Ok(Value::None)
    });
    for name in ["__name__", "__qualname__"] {
        getset(
            g,
            name,
            |space, v| Ok(name_value(generator(space, v)?.name)),
            None,
        );
    }
    for name in ["gi_code"] {
        getset(
            g,
            name,
            |space, v| Ok(Value::Code(generator(space, v)?.code.clone())),
            None,
        );
    }
    getset(
        g,
        "gi_running",
        |space, v| Ok(Value::Bool(generator(space, v)?.running.get())),
        None,
    );
    for class in [
        &types().iterator,
        &types().enumerate,
        &types().reversed,
        &types().map,
        &types().filter,
        &types().zip,
    ] {
        for name in ["next", "__next__"] {
            method(class, name, |space, args| {
                args.check(space, "next", 1, 1)?;
                match space.next(args.arg(0))? {
                    Some(v) => Ok(v),
                    None => Err(space.stop_iteration(Value::None)),
                }
            });
        }
        method(class, "__iter__", |_, args| Ok(args.arg(0).clone()));
    }
    getset(
        &types().cell,
        "cell_contents",
        |space, v| match v {
            Value::Cell(c) => c.get().ok_or_else(|| space.value_error("Cell is empty")),
            _ => Err(space.type_error("a cell is required")),
        },
        Some(|space, v, new| match v {
            Value::Cell(c) => {
                c.set(new);
                Ok(())
            }
            _ => Err(space.type_error("a cell is required")),
        }),
    );
    install_code();
    install_super_and_slices();
}

fn install_code() {
    let c = &types().code;
    type Get = fn(&crate::code::Code) -> Value;
    macro_rules! field {
        ($name:literal, $f:expr) => {
            getset(
                c,
                $name,
                |space, v| match v {
                    Value::Code(code) => {
                        let f: Get = $f;
                        Ok(f(code))
                    }
                    _ => Err(space.type_error("a code object is required")),
                },
                None,
            );
        };
    }
    field!("co_name", |c| name_value(c.name));
    field!("co_qualname", |c| name_value(c.qualname));
    field!("co_filename", |c| {
        Value::str(&crate::source::file(c.file).display)
    });
    field!("co_firstlineno", |c| Value::Int(i64::from(c.first_line)));
    field!("co_argcount", |c| Value::Int(i64::from(c.argcount)));
    field!("co_kwonlyargcount", |c| Value::Int(i64::from(
        c.kwonlyargcount
    )));
    field!("co_posonlyargcount", |c| Value::Int(i64::from(
        c.posonlyargcount
    )));
    field!("co_varnames", |c| {
        Value::tuple(
            c.varnames
                .iter()
                .filter(|x| !x.as_str().starts_with('.'))
                .map(|x| name_value(*x))
                .collect(),
        )
    });
    field!("co_nlocals", |c| Value::Int(c.varnames.len() as i64));
    field!("co_freevars", |c| {
        Value::tuple(c.freevars.iter().map(|x| name_value(*x)).collect())
    });
    field!("co_cellvars", |c| {
        Value::tuple(c.cellvars.iter().map(|x| name_value(x.name)).collect())
    });
    field!("co_consts", |c| {
        Value::tuple(c.consts.iter().map(const_value).collect())
    });
    field!("co_names", |c| {
        let mut names: Vec<Name> = Vec::new();
        for i in &c.instrs {
            use crate::code::Instr::*;
            if let LoadGlobal(x) | LoadName(x) | LoadAttr(x) | StoreGlobal(x) | StoreName(x)
            | StoreAttr(x) = i
                && !names.contains(x)
            {
                names.push(*x);
            }
        }
        Value::tuple(names.into_iter().map(name_value).collect())
    });
    field!("co_flags", |c| {
        let mut flags = 0x3;
        flags |= if c.varargs { 4 } else { 0 };
        flags |= if c.varkw { 8 } else { 0 };
        flags |= if c.nested { 0x10 } else { 0 };
        flags |= if c.is_generator { 0x20 } else { 0 };
        flags |= if c.freevars.is_empty() && c.cellvars.is_empty() {
            0x40
        } else {
            0
        };
        Value::Int(flags)
    });
}

fn install_super_and_slices() {
    let s = &types().super_;
    macro_rules! part {
        ($name:literal, $f:expr) => {
            getset(
                s,
                $name,
                |space, v| match v {
                    Value::Super(s) => {
                        let f: fn(&SuperObj) -> Value = $f;
                        Ok(f(s))
                    }
                    _ => Err(space.type_error("a super object is required")),
                },
                None,
            );
        };
    }
    part!("__thisclass__", |s| Value::Class(s.class.clone()));
    part!("__self__", |s| s.receiver.clone().unwrap_or(Value::None));
    part!("__self_class__", |s| s
        .start
        .clone()
        .map_or(Value::None, Value::Class));
    let sl = &types().slice;
    macro_rules! bound {
        ($name:literal, $field:ident) => {
            getset(
                sl,
                $name,
                |space, v| match v {
                    Value::Slice(s) => Ok(s.$field.clone()),
                    _ => Err(space.type_error("a slice is required")),
                },
                None,
            );
        };
    }
    bound!("start", start);
    bound!("stop", stop);
    bound!("step", step);
    method(sl, "indices", |space, args| {
        args.check(space, "indices", 2, 2)?;
        let Value::Slice(s) = args.arg(0) else {
            return Err(space.type_error("a slice is required"));
        };
        let len = space.int_value(args.arg(1))?.max(0) as usize;
        let (a, b, c) = space.slice_indices(s, len)?;
        Ok(Value::tuple(vec![
            Value::Int(a),
            Value::Int(b),
            Value::Int(c),
        ]))
    });
}
