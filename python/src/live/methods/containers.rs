//! `list`, `tuple`, `dict`, `set`, `frozenset`, views, ranges.
use std::cmp::Ordering;
use std::rc::Rc;

use ir::name::Name;

use super::{
    class_method, comparison_methods, container_methods, getset, method, mutable_methods,
    operator_methods, static_method,
};
use crate::live::attr::view;
use crate::live::iter::{IterState, iterator};
use crate::live::{Args, DictObj, ListObj, PyErr, PyResult, SetObj, Space, Value, ViewKind, types};

fn list(space: &Space, args: &Args) -> PyResult<Rc<ListObj>> {
    match args.this() {
        Value::List(l) => Ok(l),
        v => Err(wrong(space, "list", &v)),
    }
}
fn dict(space: &Space, args: &Args) -> PyResult<Rc<DictObj>> {
    match args.this() {
        Value::Dict(d) => Ok(d),
        v => Err(wrong(space, "dict", &v)),
    }
}
fn set(space: &Space, args: &Args) -> PyResult<Rc<SetObj>> {
    match args.this() {
        Value::Set(s) => Ok(s),
        v => Err(wrong(space, "set", &v)),
    }
}
fn wrong(space: &Space, what: &str, v: &Value) -> PyErr {
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
            super::init_payload(
                space,
                args.arg(0),
                &Args {
                    pos: args.pos[1..].to_vec(),
                    kw: args.kw.clone(),
                },
            )?;
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
    install_list();
    install_dict();
    install_set();
    install_sequences();
}

fn install_list() {
    let l = &types().list;
    method(l, "append", |space, args| {
        args.check(space, "append", 2, 2)?;
        list(space, args)?
            .items
            .borrow_mut()
            .push(args.arg(1).clone());
        Ok(Value::None)
    });
    method(l, "extend", |space, args| {
        args.check(space, "extend", 2, 2)?;
        space.list_extend_value(&list(space, args)?, args.arg(1))?;
        Ok(Value::None)
    });
    method(l, "__iadd__", |space, args| {
        args.check(space, "__iadd__", 2, 2)?;
        space.list_extend_value(&list(space, args)?, args.arg(1))?;
        Ok(args.arg(0).clone())
    });
    method(l, "insert", |space, args| {
        args.check(space, "insert", 3, 3)?;
        let l = list(space, args)?;
        let i = space.int_value(args.arg(1))?;
        let len = l.len() as i64;
        let i = if i < 0 { (i + len).max(0) } else { i.min(len) };
        l.items.borrow_mut().insert(i as usize, args.arg(2).clone());
        Ok(Value::None)
    });
    method(l, "pop", |space, args| {
        args.check(space, "pop", 1, 2)?;
        let l = list(space, args)?;
        let len = l.len() as i64;
        if len == 0 {
            return Err(space.error("IndexError", "pop from empty list"));
        }
        let i = match args.pos.get(1) {
            Some(v) => space.int_value(v)?,
            None => -1,
        };
        let i = if i < 0 { i + len } else { i };
        if i < 0 || i >= len {
            return Err(space.error("IndexError", "pop index out of range"));
        }
        let v = l.items.borrow_mut().remove(i as usize);
        Ok(v)
    });
    method(l, "remove", |space, args| {
        args.check(space, "remove", 2, 2)?;
        let l = list(space, args)?;
        match position(space, |i| l.get(i), args.arg(1), 0, usize::MAX)? {
            Some(i) => {
                let old = l.items.borrow_mut().remove(i);
                drop(old);
                Ok(Value::None)
            }
            None => Err(space.value_error("list.remove(x): x not in list")),
        }
    });
    method(l, "reverse", |space, args| {
        args.check(space, "reverse", 1, 1)?;
        list(space, args)?.items.borrow_mut().reverse();
        Ok(Value::None)
    });
    method(l, "clear", |space, args| {
        args.check(space, "clear", 1, 1)?;
        let old = std::mem::take(&mut *list(space, args)?.items.borrow_mut());
        drop(old);
        Ok(Value::None)
    });
    method(l, "copy", |space, args| {
        args.check(space, "copy", 1, 1)?;
        Ok(Value::list(list(space, args)?.to_vec()))
    });
    method(l, "sort", |space, args| {
        let l = list(space, args)?;
        let (key, cmp, reverse) = sort_options(space, args, 1)?;
        // The list is empty while it is sorted, as in CPython.
        let items = std::mem::take(&mut *l.items.borrow_mut());
        match sort(space, items.clone(), key, cmp, reverse) {
            Ok(sorted) => {
                *l.items.borrow_mut() = sorted;
                Ok(Value::None)
            }
            Err(e) => {
                *l.items.borrow_mut() = items;
                Err(e)
            }
        }
    });
    method(l, "__reversed__", |space, args| {
        let len = list(space, args)?.len() as i64;
        Ok(iterator(IterState::Backwards(args.this(), len - 1)))
    });
    method(l, "__getslice__", |space, args| {
        space.getitem(
            &args.this(),
            &crate::live::items::slice(args.arg(1).clone(), args.arg(2).clone(), Value::None),
        )
    });
    method(l, "__setslice__", |space, args| {
        space.setitem(
            &args.this(),
            &crate::live::items::slice(args.arg(1).clone(), args.arg(2).clone(), Value::None),
            args.arg(3).clone(),
        )?;
        Ok(Value::None)
    });
}

fn position(
    space: &Space,
    get: impl Fn(usize) -> Option<Value>,
    item: &Value,
    start: usize,
    stop: usize,
) -> PyResult<Option<usize>> {
    let mut i = start;
    while i < stop {
        let Some(x) = get(i) else { break };
        if space.same(&x, item)? {
            return Ok(Some(i));
        }
        i += 1;
    }
    Ok(None)
}

fn bounds(space: &Space, args: &Args, len: usize) -> PyResult<(usize, usize)> {
    let fix = |v: Option<&Value>, default: i64| -> PyResult<usize> {
        let i = match v {
            Some(Value::None) | None => default,
            Some(v) => space.int_value(v)?,
        };
        let i = if i < 0 { i + len as i64 } else { i };
        Ok(i.clamp(0, len as i64) as usize)
    };
    Ok((fix(args.pos.get(2), 0)?, fix(args.pos.get(3), len as i64)?))
}

fn install_sequences() {
    let t = types();
    for class in [&t.list, &t.tuple, &t.range, &t.xrange] {
        method(class, "index", |space, args| {
            args.check(space, "index", 2, 4)?;
            let this = args.this();
            let len = space.len(&this)?;
            let (start, stop) = bounds(space, args, len)?;
            let found = position(
                space,
                |i| space.getitem(&this, &Value::Int(i as i64)).ok(),
                args.arg(1),
                start,
                stop,
            )?;
            match found {
                Some(i) => Ok(Value::Int(i as i64)),
                None => Err(space.value_error(match &this {
                    Value::Tuple(_) => "tuple.index(x): x not in tuple".to_string(),
                    Value::List(_) => format!("{} is not in list", space.repr_text(args.arg(1))),
                    _ => format!("{} is not in range", space.repr_text(args.arg(1))),
                })),
            }
        });
        method(class, "count", |space, args| {
            args.check(space, "count", 2, 2)?;
            let mut n = 0;
            for x in space.iterate_vec(&args.this())? {
                if space.same(&x, args.arg(1))? {
                    n += 1;
                }
            }
            Ok(Value::Int(n))
        });
    }
    for class in [&t.range, &t.xrange] {
        macro_rules! field {
            ($name:literal, $field:ident) => {
                getset(
                    class,
                    $name,
                    |_, v| {
                        Ok(match v {
                            Value::Range(r) => Value::Int(r.$field),
                            _ => Value::None,
                        })
                    },
                    None,
                );
            };
        }
        field!("start", start);
        field!("stop", stop);
        field!("step", step);
        method(class, "__reversed__", |space, args| {
            Ok(iterator(IterState::Backwards(
                args.this(),
                space.len(&args.this())? as i64 - 1,
            )))
        });
    }
    method(&t.tuple, "__getslice__", |space, args| {
        space.getitem(
            &args.this(),
            &crate::live::items::slice(args.arg(1).clone(), args.arg(2).clone(), Value::None),
        )
    });
    method(&t.tuple, "__getnewargs__", |_, args| {
        Ok(Value::tuple(vec![args.this()]))
    });
}

/// The options of `sort` and `sorted`: key, cmp, reverse.
pub fn sort_options(space: &Space, args: &Args, first: usize) -> PyResult<(Value, Value, bool)> {
    let mut cmp = args.opt(first, "cmp").cloned().unwrap_or(Value::None);
    let mut key = args.opt(first + 1, "key").cloned().unwrap_or(Value::None);
    if !space.py2() && args.pos.len() > first {
        return Err(space.type_error("sort() takes no positional arguments"));
    }
    if cmp.is_none() && key.is_none() {
        cmp = Value::None;
        key = Value::None;
    }
    let reverse = match args.opt(first + 2, "reverse") {
        Some(v) => space.is_true(v)?,
        None => false,
    };
    Ok((key, cmp, reverse))
}

/// A stable merge sort with `<` or a comparison function; errors of the comparison end it.
pub fn sort(
    space: &Space,
    items: Vec<Value>,
    key: Value,
    cmp: Value,
    reverse: bool,
) -> PyResult<Vec<Value>> {
    let mut keyed: Vec<(Value, Value)> = Vec::with_capacity(items.len());
    for x in items {
        let k = if key.is_none() {
            x.clone()
        } else {
            space.call(&key, std::slice::from_ref(&x))?
        };
        keyed.push((k, x));
    }
    if reverse {
        keyed.reverse();
    }
    let mut error: Option<PyErr> = None;
    let less = |a: &Value, b: &Value, error: &mut Option<PyErr>| -> bool {
        if error.is_some() {
            return false;
        }
        let r = if cmp.is_none() {
            space.lt(a, b)
        } else {
            space
                .call(&cmp, &[a.clone(), b.clone()])
                .and_then(|r| space.lt(&r, &Value::Int(0)))
        };
        match r {
            Ok(b) => b,
            Err(e) => {
                *error = Some(e);
                false
            }
        }
    };
    let all_ints = keyed.iter().all(|(k, _)| matches!(k, Value::Int(_)));
    let all_strs = !all_ints && keyed.iter().all(|(k, _)| matches!(k, Value::Str(_)));
    if cmp.is_none() && (all_ints || all_strs) {
        keyed.sort_by(|(a, _), (b, _)| match (a, b) {
            (Value::Int(x), Value::Int(y)) => x.cmp(y),
            (Value::Str(x), Value::Str(y)) => x.bytes.cmp(&y.bytes),
            _ => Ordering::Equal,
        });
    } else {
        keyed = merge_sort(keyed, &mut |a, b| less(a, b, &mut error));
    }
    if let Some(e) = error {
        return Err(e);
    }
    if reverse {
        keyed.reverse();
    }
    Ok(keyed.into_iter().map(|x| x.1).collect())
}

/// The standard library's sort panics on orders that are not total; this one does not care.
fn merge_sort(
    mut v: Vec<(Value, Value)>,
    less: &mut impl FnMut(&Value, &Value) -> bool,
) -> Vec<(Value, Value)> {
    if v.len() <= 8 {
        for i in 1..v.len() {
            let mut j = i;
            while j > 0 && less(&v[j].0, &v[j - 1].0) {
                v.swap(j, j - 1);
                j -= 1;
            }
        }
        return v;
    }
    let right = v.split_off(v.len() / 2);
    let left = merge_sort(v, less);
    let right = merge_sort(right, less);
    let mut out = Vec::with_capacity(left.len() + right.len());
    let mut l = left.into_iter().peekable();
    let mut r = right.into_iter().peekable();
    loop {
        match (l.peek(), r.peek()) {
            (Some(a), Some(b)) => {
                if less(&b.0, &a.0) {
                    out.extend(r.next());
                } else {
                    out.extend(l.next());
                }
            }
            (Some(_), None) => {
                out.extend(l);
                return out;
            }
            _ => {
                out.extend(r);
                return out;
            }
        }
    }
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

fn listed(space: &Space, args: &Args, kind: ViewKind) -> PyResult {
    args.check(space, "keys", 1, 1)?;
    let d = dict(space, args)?;
    Ok(if space.py2() {
        Value::list(items_of(&d, kind))
    } else {
        view(&d, kind)
    })
}
fn iterated(space: &Space, args: &Args, kind: ViewKind) -> PyResult {
    args.check(space, "iterkeys", 1, 1)?;
    let d = dict(space, args)?;
    Ok(iterator(IterState::Dict(d.clone(), 0, d.len(), kind)))
}

fn install_dict() {
    let d = &types().dict;
    method(d, "keys", |s, a| listed(s, a, ViewKind::Keys));
    method(d, "values", |s, a| listed(s, a, ViewKind::Values));
    method(d, "items", |s, a| listed(s, a, ViewKind::Items));
    method(d, "iterkeys", |s, a| iterated(s, a, ViewKind::Keys));
    method(d, "itervalues", |s, a| iterated(s, a, ViewKind::Values));
    method(d, "iteritems", |s, a| iterated(s, a, ViewKind::Items));
    method(d, "viewkeys", |s, a| Ok(view(&dict(s, a)?, ViewKind::Keys)));
    method(d, "viewvalues", |s, a| {
        Ok(view(&dict(s, a)?, ViewKind::Values))
    });
    method(d, "viewitems", |s, a| {
        Ok(view(&dict(s, a)?, ViewKind::Items))
    });
    method(d, "has_key", |space, args| {
        args.check(space, "has_key", 2, 2)?;
        Ok(Value::Bool(
            dict(space, args)?.contains(space, args.arg(1))?,
        ))
    });
    method(d, "get", |space, args| {
        args.check(space, "get", 2, 3)?;
        Ok(match dict(space, args)?.get(space, args.arg(1))? {
            Some(v) => v,
            None => args.arg(2).clone(),
        })
    });
    method(d, "setdefault", |space, args| {
        args.check(space, "setdefault", 2, 3)?;
        let d = dict(space, args)?;
        if let Some(v) = d.get(space, args.arg(1))? {
            return Ok(v);
        }
        d.set(space, args.arg(1).clone(), args.arg(2).clone())?;
        Ok(args.arg(2).clone())
    });
    method(d, "pop", |space, args| {
        args.check(space, "pop", 2, 3)?;
        match dict(space, args)?.remove(space, args.arg(1))? {
            Some((_, v)) => Ok(v),
            None => match args.pos.get(2) {
                Some(v) => Ok(v.clone()),
                None => Err(space.key_error(args.arg(1))),
            },
        }
    });
    method(d, "popitem", |space, args| {
        args.check(space, "popitem", 1, 1)?;
        match dict(space, args)?.pop_end(true) {
            Some((k, v)) => Ok(Value::tuple(vec![k, v])),
            None => Err(space.error("KeyError", "popitem(): dictionary is empty")),
        }
    });
    // For OrderedDict, which is written in Python.
    method(d, "_popfirst", |space, args| {
        match dict(space, args)?.pop_end(false) {
            Some((k, v)) => Ok(Value::tuple(vec![k, v])),
            None => Err(space.error("KeyError", "dictionary is empty")),
        }
    });
    method(d, "update", |space, args| {
        let d = dict(space, args)?;
        dict_update(space, &d, "update", &args.pos[1..], &args.kw)?;
        Ok(Value::None)
    });
    method(d, "clear", |space, args| {
        args.check(space, "clear", 1, 1)?;
        dict(space, args)?.clear();
        Ok(Value::None)
    });
    method(d, "copy", |space, args| {
        args.check(space, "copy", 1, 1)?;
        Ok(Value::Dict(Rc::new(dict(space, args)?.copy())))
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
