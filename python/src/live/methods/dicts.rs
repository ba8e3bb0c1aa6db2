//! `dict` and its views.
use std::rc::Rc;

use ir::name::Name;

use super::containers::wrong;
use super::{class_method, method};
use crate::live::operations::attr::view;
use crate::live::operations::iter::{IterState, iterator};
use crate::live::{Args, BuiltinFn, DictObj, PyResult, Space, Value, ViewKind, types};
use crate::vocabulary::methods::DictMethod as M;

fn dict(space: &Space, args: &Args) -> PyResult<Rc<DictObj>> {
    match args.this() {
        Value::Dict(d) => Ok(d),
        v => Err(wrong(space, "dict", &v)),
    }
}

/// How the methods of dictionaries run; `None`: ordered ones alone have it, which are Python text.
fn dict_method(m: M) -> Option<BuiltinFn> {
    Some(match m {
        M::Get => dict_get,
        M::SetDefault => dict_setdefault,
        M::Update => update,
        M::Keys => |s, a| listed(s, a, M::Keys, ViewKind::Keys),
        M::Values => |s, a| listed(s, a, M::Values, ViewKind::Values),
        M::Items => |s, a| listed(s, a, M::Items, ViewKind::Items),
        M::IterKeys => |s, a| iterated(s, a, M::IterKeys, ViewKind::Keys),
        M::IterValues => |s, a| iterated(s, a, M::IterValues, ViewKind::Values),
        M::IterItems => |s, a| iterated(s, a, M::IterItems, ViewKind::Items),
        M::ViewKeys => |s, a| Ok(view(&dict(s, a)?, ViewKind::Keys)),
        M::ViewValues => |s, a| Ok(view(&dict(s, a)?, ViewKind::Values)),
        M::ViewItems => |s, a| Ok(view(&dict(s, a)?, ViewKind::Items)),
        M::HasKey => dict_has_key,
        M::Pop => dict_pop,
        M::PopItem => dict_popitem,
        M::Clear => dict_clear,
        M::Copy => dict_copy,
        M::MoveToEnd => return None,
    })
}

pub(super) fn install() {
    let d = &types().dict;
    for &m in M::ALL {
        if let Some(f) = dict_method(m) {
            method(d, m.name(), f);
        }
    }
    // For OrderedDict, which is written in Python.
    method(d, "_popfirst", |space, args| {
        match dict(space, args)?.pop_end(false) {
            Some((k, v)) => Ok(Value::tuple(vec![k, v])),
            None => Err(space.error("KeyError", "dictionary is empty")),
        }
    });
    method(d, "__reversed__", |space, args| {
        let mut keys = dict(space, args)?.keys();
        keys.reverse();
        Ok(iterator(IterState::Items(keys.into_iter())))
    });
    class_method(d, "fromkeys", |space, args| {
        args.check(space, "fromkeys", 2, 3)?;
        let out = space.call(args.arg(0), &[])?;
        for k in space.iterate_vec(args.arg(1))? {
            space.setitem(&out, &k, args.arg(2).clone())?;
        }
        Ok(out)
    });
    let keys = &types().dict_keys;
    method(keys, "isdisjoint", |space, args| {
        for x in space.iterate_vec(args.arg(1))? {
            if space.contains(&args.this(), &x)? {
                return Ok(Value::Bool(false));
            }
        }
        Ok(Value::Bool(true))
    });
}

fn dict_get(space: &Space, args: &Args) -> PyResult {
    args.check_method(space, M::Get.row())?;
    Ok(match dict(space, args)?.get(space, args.arg(1))? {
        Some(v) => v,
        None => args.arg(2).clone(),
    })
}

fn dict_setdefault(space: &Space, args: &Args) -> PyResult {
    args.check_method(space, M::SetDefault.row())?;
    dict(space, args)?.set_default(space, args.arg(1), args.arg(2))
}

fn update(space: &Space, args: &Args) -> PyResult {
    let d = dict(space, args)?;
    dict_update(space, &d, "update", &args.pos[1..], &args.kw)?;
    Ok(Value::None)
}

fn dict_has_key(space: &Space, args: &Args) -> PyResult {
    args.check_method(space, M::HasKey.row())?;
    Ok(Value::Bool(
        dict(space, args)?.contains(space, args.arg(1))?,
    ))
}

fn dict_pop(space: &Space, args: &Args) -> PyResult {
    args.check_method(space, M::Pop.row())?;
    match dict(space, args)?.remove(space, args.arg(1))? {
        Some((_, v)) => Ok(v),
        None => match args.pos.get(2) {
            Some(v) => Ok(v.clone()),
            None => Err(space.key_error(args.arg(1))),
        },
    }
}

fn dict_popitem(space: &Space, args: &Args) -> PyResult {
    args.check_method(space, M::PopItem.row())?;
    match dict(space, args)?.pop_end(true) {
        Some((k, v)) => Ok(Value::tuple(vec![k, v])),
        None => Err(space.error("KeyError", "popitem(): dictionary is empty")),
    }
}

fn dict_clear(space: &Space, args: &Args) -> PyResult {
    args.check_method(space, M::Clear.row())?;
    dict(space, args)?.clear();
    Ok(Value::None)
}

fn dict_copy(space: &Space, args: &Args) -> PyResult {
    args.check_method(space, M::Copy.row())?;
    Ok(Value::Dict(Rc::new(dict(space, args)?.copy())))
}

/// `d.update(...)`, and the constructor.
pub(super) fn dict_update(
    space: &Space,
    d: &Rc<DictObj>,
    name: &str,
    pos: &[Value],
    kw: &[(Name, Value)],
) -> PyResult<()> {
    if pos.len() > 1 {
        return Err(space.type_error(format!(
            "{name} expected at most 1 argument{}, got {}",
            if space.py2() { "s" } else { "" },
            pos.len()
        )));
    }
    if let Some(v) = pos.first() {
        let is_mapping = v.as_dict().is_some() || space.getattr_opt(v, "keys".into())?.is_some();
        if is_mapping {
            for (k, x) in space.mapping_items(v, v)? {
                d.set(space, k, x)?;
            }
        } else {
            for (i, pair) in space.iterate_vec(v)?.into_iter().enumerate() {
                let pair = space.iterate_vec(&pair).map_err(|_| {
                    space.type_error(format!(
                        "cannot convert dictionary update sequence element #{i} to a sequence"
                    ))
                })?;
                let [k, x] = pair.as_slice() else {
                    return Err(space.value_error(format!(
                        "dictionary update sequence element #{i} has length {}; 2 is required",
                        pair.len()
                    )));
                };
                d.set(space, k.clone(), x.clone())?;
            }
        }
    }
    for (k, x) in kw {
        d.set_name(*k, x.clone());
    }
    Ok(())
}

fn items_of(d: &DictObj, kind: ViewKind) -> Vec<Value> {
    match kind {
        ViewKind::Keys => d.keys(),
        ViewKind::Values => d.values(),
        ViewKind::Items => d
            .items()
            .into_iter()
            .map(|(k, v)| Value::tuple(vec![k, v]))
            .collect(),
    }
}

fn listed(space: &Space, args: &Args, m: M, kind: ViewKind) -> PyResult {
    args.check_method(space, m.row())?;
    let d = dict(space, args)?;
    Ok(if space.py2() {
        Value::list(items_of(&d, kind))
    } else {
        view(&d, kind)
    })
}
fn iterated(space: &Space, args: &Args, m: M, kind: ViewKind) -> PyResult {
    args.check_method(space, m.row())?;
    let d = dict(space, args)?;
    Ok(iterator(IterState::Dict(d.clone(), 0, d.len(), kind)))
}
