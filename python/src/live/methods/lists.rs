//! `list`, `tuple`, ranges; sorting.
use std::cmp::Ordering;
use std::rc::Rc;

use super::containers::wrong;
use super::{getset, method};
use crate::live::operations::iter::{IterState, iterator};
use crate::live::{Args, BuiltinFn, ListObj, PyErr, PyResult, Space, Value, types};
use crate::vocabulary::methods::ListMethod as M;

fn list(space: &Space, args: &Args) -> PyResult<Rc<ListObj>> {
    match args.this() {
        Value::List(l) => Ok(l),
        v => Err(wrong(space, "list", &v)),
    }
}

/// How the methods of lists run.
fn list_method(m: M) -> BuiltinFn {
    match m {
        M::Append => list_append,
        M::Extend => list_extend,
        M::Insert => list_insert,
        M::Pop => list_pop,
        M::Remove => list_remove,
        M::Index => sequence_index,
        M::Count => sequence_count,
        M::Reverse => list_reverse,
        M::Sort => list_sort,
        M::Clear => list_clear,
        M::Copy => list_copy,
    }
}

pub(super) fn install() {
    let l = &types().list;
    for &m in M::ALL {
        method(l, m.name(), list_method(m));
    }
    method(l, "__iadd__", |space, args| {
        args.check(space, "__iadd__", 2, 2)?;
        space.list_extend_value(&list(space, args)?, args.arg(1))?;
        Ok(args.arg(0).clone())
    });
    method(l, "__reversed__", |space, args| {
        let len = list(space, args)?.len() as i64;
        Ok(iterator(IterState::Backwards(args.this(), len - 1)))
    });
    method(l, "__getslice__", super::getslice);
    method(l, "__setslice__", |space, args| {
        space.setitem(&args.this(), &super::old_slice(args), args.arg(3).clone())?;
        Ok(Value::None)
    });
    install_sequences();
}

fn list_append(space: &Space, args: &Args) -> PyResult {
    args.check_method(space, M::Append.row())?;
    list(space, args)?
        .items
        .borrow_mut()
        .push(args.arg(1).clone());
    Ok(Value::None)
}

fn list_extend(space: &Space, args: &Args) -> PyResult {
    args.check_method(space, M::Extend.row())?;
    space.list_extend_value(&list(space, args)?, args.arg(1))?;
    Ok(Value::None)
}

fn list_insert(space: &Space, args: &Args) -> PyResult {
    args.check_method(space, M::Insert.row())?;
    let l = list(space, args)?;
    let i = space.int_value(args.arg(1))?;
    let len = l.len() as i64;
    let i = if i < 0 { (i + len).max(0) } else { i.min(len) };
    l.items.borrow_mut().insert(i as usize, args.arg(2).clone());
    Ok(Value::None)
}

fn list_pop(space: &Space, args: &Args) -> PyResult {
    args.check_method(space, M::Pop.row())?;
    let l = list(space, args)?;
    let i = pop_index(space, args, l.len(), "list")?;
    let v = l.items.borrow_mut().remove(i);
    Ok(v)
}

/// The index that `pop` is given, or that of the last item.
pub(super) fn pop_index(space: &Space, args: &Args, len: usize, of: &str) -> PyResult<usize> {
    if len == 0 {
        return Err(space.error("IndexError", format!("pop from empty {of}")));
    }
    let i = match args.pos.get(1) {
        Some(v) => space.int_value(v)?,
        None => -1,
    };
    let i = if i < 0 { i + len as i64 } else { i };
    let found = usize::try_from(i).ok().filter(|&i| i < len);
    found.ok_or_else(|| space.error("IndexError", "pop index out of range"))
}

fn list_remove(space: &Space, args: &Args) -> PyResult {
    args.check_method(space, M::Remove.row())?;
    let l = list(space, args)?;
    match position(space, |i| l.get(i), args.arg(1), 0, usize::MAX)? {
        Some(i) => {
            let old = l.items.borrow_mut().remove(i);
            drop(old);
            Ok(Value::None)
        }
        None => Err(space.value_error("list.remove(x): x not in list")),
    }
}

fn list_reverse(space: &Space, args: &Args) -> PyResult {
    args.check_method(space, M::Reverse.row())?;
    list(space, args)?.items.borrow_mut().reverse();
    Ok(Value::None)
}

fn list_sort(space: &Space, args: &Args) -> PyResult {
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
}

fn list_clear(space: &Space, args: &Args) -> PyResult {
    args.check_method(space, M::Clear.row())?;
    let old = std::mem::take(&mut *list(space, args)?.items.borrow_mut());
    drop(old);
    Ok(Value::None)
}

fn list_copy(space: &Space, args: &Args) -> PyResult {
    args.check_method(space, M::Copy.row())?;
    Ok(Value::list(list(space, args)?.to_vec()))
}

fn sequence_index(space: &Space, args: &Args) -> PyResult {
    args.check_method(space, M::Index.row())?;
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
}

fn sequence_count(space: &Space, args: &Args) -> PyResult {
    args.check_method(space, M::Count.row())?;
    let mut n = 0;
    for x in space.iterate_vec(&args.this())? {
        if space.same(&x, args.arg(1))? {
            n += 1;
        }
    }
    Ok(Value::Int(n))
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
    for class in [&t.tuple, &t.range, &t.xrange] {
        method(class, "index", sequence_index);
        method(class, "count", sequence_count);
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
    method(&t.tuple, "__getslice__", super::getslice);
    method(&t.tuple, "__getnewargs__", |_, args| {
        Ok(Value::tuple(vec![args.this()]))
    });
}

/// The options of `sort` and `sorted`: key, cmp, reverse.
pub fn sort_options(space: &Space, args: &Args, first: usize) -> PyResult<(Value, Value, bool)> {
    let cmp = args.opt(first, "cmp").cloned().unwrap_or(Value::None);
    let key = args.opt(first + 1, "key").cloned().unwrap_or(Value::None);
    if !space.py2() && args.pos.len() > first {
        return Err(space.type_error("sort() takes no positional arguments"));
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
