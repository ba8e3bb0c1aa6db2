//! What the containers have in common; `set` and `frozenset`.
use std::rc::Rc;

use ir::name::Name;

use super::{
    comparison_methods, container_methods, method, mutable_methods, operator_methods, static_method,
};
use crate::live::{Args, PyErr, PyResult, SetObj, Space, Value, types};

fn set(space: &Space, args: &Args) -> PyResult<Rc<SetObj>> {
    match args.this() {
        Value::Set(s) => Ok(s),
        v => Err(wrong(space, "set", &v)),
    }
}
/// The error for a receiver of another type.
pub(super) fn wrong(space: &Space, what: &str, v: &Value) -> PyErr {
    space.type_error(format!(
        "descriptor requires a '{what}' object but received a '{}'",
        v.type_name()
    ))
}

pub(super) fn install() {
    let t = types();
    for class in [
        &t.list,
        &t.tuple,
        &t.dict,
        &t.set,
        &t.frozenset,
        &t.range,
        &t.xrange,
        &t.dict_keys,
        &t.dict_values,
        &t.dict_items,
    ] {
        container_methods(class);
        comparison_methods(class);
        method(class, "__repr__", |space, args| {
            Ok(space.repr(&args.this())?.into_value())
        });
    }
    for class in [&t.list, &t.tuple, &t.dict, &t.set, &t.frozenset] {
        static_method(class, "__new__", |space, args| {
            let Value::Class(c) = args.arg(0) else {
                return Err(space.type_error("__new__() needs a class"));
            };
            let rest = Args::pos(args.pos[1..].to_vec());
            match c.builtin {
                Some(kind) => super::construct_plain(space, kind, &rest),
                None => space.allocate(c, &rest),
            }
        });
    }
    for class in [&t.list, &t.dict, &t.set] {
        method(class, "__init__", |space, args| {
            super::init_payload(space, args.arg(0), &args.rest())?;
            Ok(Value::None)
        });
        class.dict.set_name(Name::new("__hash__"), Value::None);
    }
    for class in [&t.tuple, &t.frozenset] {
        method(class, "__hash__", |space, args| {
            Ok(Value::Int(space.hash(&args.this())?))
        });
    }
    operator_methods!(&t.list, Add, Mul);
    operator_methods!(&t.tuple, Add, Mul);
    for class in [&t.set, &t.frozenset, &t.dict_keys, &t.dict_items] {
        operator_methods!(class, Sub, And, Or, Xor);
    }
    operator_methods!(&t.dict, Or);
    mutable_methods(&t.list);
    mutable_methods(&t.dict);
    super::lists::install();
    super::dicts::install();
    install_set();
}

fn others(space: &Space, args: &Args) -> PyResult<Vec<Rc<SetObj>>> {
    let mut out = Vec::new();
    for v in &args.pos[1..] {
        out.push(match v.unwrapped() {
            Value::Set(s) => s,
            v => space.make_set(&space.iterate_vec(&v)?, false)?,
        });
    }
    Ok(out)
}
fn replace(space: &Space, s: &SetObj, items: Vec<Value>) -> PyResult<()> {
    s.dict.clear();
    for x in items {
        s.add(space, x)?;
    }
    Ok(())
}
fn combined(
    space: &Space,
    args: &Args,
    how: fn(&Space, &SetObj, &SetObj) -> PyResult<Vec<Value>>,
) -> PyResult<Rc<SetObj>> {
    let this = set(space, args)?;
    let mut acc = space.make_set(&this.items(), this.frozen)?;
    for o in others(space, args)? {
        acc = space.make_set(&how(space, &acc, &o)?, this.frozen)?;
    }
    Ok(acc)
}
fn union(_: &Space, a: &SetObj, b: &SetObj) -> PyResult<Vec<Value>> {
    let mut v = a.items();
    v.extend(b.items());
    Ok(v)
}
fn filtered(space: &Space, a: &SetObj, b: &SetObj, inside: bool) -> PyResult<Vec<Value>> {
    let mut out = Vec::new();
    for x in a.items() {
        if b.contains(space, &x)? == inside {
            out.push(x);
        }
    }
    Ok(out)
}
fn intersection(space: &Space, a: &SetObj, b: &SetObj) -> PyResult<Vec<Value>> {
    filtered(space, a, b, true)
}
fn difference(space: &Space, a: &SetObj, b: &SetObj) -> PyResult<Vec<Value>> {
    filtered(space, a, b, false)
}
fn symmetric(space: &Space, a: &SetObj, b: &SetObj) -> PyResult<Vec<Value>> {
    let mut v = filtered(space, a, b, false)?;
    v.extend(filtered(space, b, a, false)?);
    Ok(v)
}

fn install_set() {
    for s in [&types().set, &types().frozenset] {
        method(s, "union", |sp, a| Ok(Value::Set(combined(sp, a, union)?)));
        method(s, "intersection", |sp, a| {
            Ok(Value::Set(combined(sp, a, intersection)?))
        });
        method(s, "difference", |sp, a| {
            Ok(Value::Set(combined(sp, a, difference)?))
        });
        method(s, "symmetric_difference", |sp, a| {
            Ok(Value::Set(combined(sp, a, symmetric)?))
        });
        method(s, "issubset", |space, args| {
            args.check(space, "issubset", 2, 2)?;
            let this = set(space, args)?;
            let o = &others(space, args)?[0];
            Ok(Value::Bool(filtered(space, &this, o, false)?.is_empty()))
        });
        method(s, "issuperset", |space, args| {
            args.check(space, "issuperset", 2, 2)?;
            let this = set(space, args)?;
            let o = &others(space, args)?[0];
            Ok(Value::Bool(filtered(space, o, &this, false)?.is_empty()))
        });
        method(s, "isdisjoint", |space, args| {
            args.check(space, "isdisjoint", 2, 2)?;
            let this = set(space, args)?;
            let o = &others(space, args)?[0];
            Ok(Value::Bool(filtered(space, &this, o, true)?.is_empty()))
        });
        method(s, "copy", |space, args| {
            let this = set(space, args)?;
            Ok(Value::Set(space.make_set(&this.items(), this.frozen)?))
        });
    }
    let s = &types().set;
    method(s, "add", |space, args| {
        args.check(space, "add", 2, 2)?;
        set(space, args)?.add(space, args.arg(1).clone())?;
        Ok(Value::None)
    });
    method(s, "discard", |space, args| {
        args.check(space, "discard", 2, 2)?;
        set(space, args)?.dict.remove(space, args.arg(1))?;
        Ok(Value::None)
    });
    method(s, "remove", |space, args| {
        args.check(space, "remove", 2, 2)?;
        match set(space, args)?.dict.remove(space, args.arg(1))? {
            Some(_) => Ok(Value::None),
            None => Err(space.key_error(args.arg(1))),
        }
    });
    method(s, "pop", |space, args| {
        args.check(space, "pop", 1, 1)?;
        match set(space, args)?.dict.pop_end(false) {
            Some((k, _)) => Ok(k),
            None => Err(space.error("KeyError", "pop from an empty set")),
        }
    });
    method(s, "clear", |space, args| {
        set(space, args)?.dict.clear();
        Ok(Value::None)
    });
    method(s, "update", |space, args| {
        let this = set(space, args)?;
        for o in others(space, args)? {
            for x in o.items() {
                this.add(space, x)?;
            }
        }
        Ok(Value::None)
    });
    method(s, "intersection_update", |space, args| {
        let r = combined(space, args, intersection)?.items();
        replace(space, &*set(space, args)?, r)?;
        Ok(Value::None)
    });
    method(s, "difference_update", |space, args| {
        let r = combined(space, args, difference)?.items();
        replace(space, &*set(space, args)?, r)?;
        Ok(Value::None)
    });
    method(s, "symmetric_difference_update", |space, args| {
        let r = combined(space, args, symmetric)?.items();
        replace(space, &*set(space, args)?, r)?;
        Ok(Value::None)
    });
}
