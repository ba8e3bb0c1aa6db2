//! `object`, `type`, modules, generators, code objects, `super`.
use std::rc::Rc;

use ir::name::Name;

use super::{class_method, getset, method, static_method};
use crate::live::objects::kinds::*;
use crate::live::operations::attr::n;
use crate::live::{
    ClassObj, ClassRef, InstanceObj, Payload, PyErr, PyResult, Space, Value, name_value, types,
};

pub(super) fn text(s: &str) -> Value {
    name_value(Name::new(s))
}
fn class_tuple(classes: impl IntoIterator<Item = ClassRef>) -> Value {
    Value::tuple(classes.into_iter().map(Value::Class).collect())
}
pub(super) fn the_function(space: &Space, v: &Value) -> PyResult<Rc<FunctionObj>> {
    match v {
        Value::Function(f) => Ok(f.clone()),
        _ => Err(space.type_error("a function is required")),
    }
}
pub(super) fn the_class(space: &Space, v: &Value) -> PyResult<ClassRef> {
    match v {
        Value::Class(c) => Ok(c.clone()),
        _ => Err(space.type_error(format!("a class is required, not '{}'", v.type_name()))),
    }
}
pub(super) fn expect_text(space: &Space, v: Option<Value>, what: &str) -> PyResult<Name> {
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
    super::functions::install();
    super::exceptions::install();
    install_misc();
}

fn install_object() {
    let o = &types().object;
    static_method(o, "__new__", |space, args| {
        let class = the_class(space, args.arg(0))?;
        if class.layout != crate::live::BuiltinType::Object && class.builtin.is_some() {
            return Err(space.type_error(format!(
                "object.__new__({0}) is not safe, use {0}.__new__()",
                class.name.get()
            )));
        }
        space.allocate(&class, &args.rest())
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
    object_protocol();
}

/// Texts, hash, comparison and the like of objects.
fn object_protocol() {
    let o = &types().object;
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
                Value::Instance(_) => Ok(Value::Int(crate::live::objects::hash::identity_hash(v))),
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
        if crate::live::operations::operators::is_custom(&a)
            || crate::live::operations::operators::is_custom(&b)
        {
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
        crate::live::text::format::format_builtin(space, args.arg(0), args.arg(1))
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
        space.type_call(&class, args.rest())
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
    class_attributes();
}

/// Attributes of classes.
fn class_attributes() {
    for t in [&types().type_, &types().classobj] {
        class_labels(t);
        class_structure(t);
    }
}

/// What a class says about itself.
fn class_labels(t: &ClassRef) {
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
        |space, v| plain_get(space, v, text_of_class),
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

/// The classes that a class is made of, and its names.
fn class_structure(t: &ClassRef) {
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
    getset(
        g,
        "gi_code",
        |space, v| Ok(Value::Code(generator(space, v)?.code.clone())),
        None,
    );
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
    type Get = fn(&crate::code::CodeObject) -> Value;
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
        Value::str(&ir::source::file(c.file).display)
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
        flags |= if c.is_async { 0x80 } else { 0 };
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

/// What is in the class's own dictionary. Of a built-in class that is the text of its instances: it has none itself.
fn text_of_class(class: &Rc<ClassObj>) -> Value {
    match class.own(n().doc) {
        Some(Value::GetSet(_)) | None => Value::None,
        Some(text) => text,
    }
}

fn plain_get(space: &Space, v: &Value, f: fn(&Rc<ClassObj>) -> Value) -> PyResult {
    Ok(f(&the_class(space, v)?))
}

fn generator(space: &Space, v: &Value) -> PyResult<Rc<GeneratorObj>> {
    match v {
        Value::Generator(g) => Ok(g.clone()),
        _ => Err(space.type_error("a generator is required")),
    }
}
