//! What the built-in functions do that are longer than a line of the tables.
use crate::code::{CodeKind, CompareOp};
use crate::live::methods::number_to_base;
use crate::live::operations::attr::n;
use crate::live::operations::iter::{IterState, byte_string, iterator};
use crate::live::{Args, PyResult, RangeObj, Space, Value};
use crate::vocabulary::functions::Function as F;
use dashu_int::IBig;
use ir::name::Name;
use std::rc::Rc;

/// `functools.reduce`
pub(in crate::live) fn reduce(s: &Space, a: &Args) -> PyResult {
    a.check_function(s, F::Reduce)?;
    let it = s.iter(a.arg(1))?;
    let mut acc = match a.pos.get(2) {
        Some(v) => v.clone(),
        None => match s.next(&it)? {
            Some(v) => v,
            None => return Err(s.type_error("reduce() of empty sequence with no initial value")),
        },
    };
    while let Some(v) = s.next(&it)? {
        acc = s.call(a.arg(0), &[acc, v])?;
    }
    Ok(acc)
}

pub(in crate::live) fn attribute_name(s: &Space, f: &str, v: &Value) -> PyResult<Name> {
    match v.unwrapped() {
        Value::Str(x) => Ok(x.name()),
        Value::Unicode(u) => Ok(Name::new(&u.to_text())),
        _ if s.py2() => Err(s.type_error(format!("{f}(): attribute name must be string"))),
        _ => Err(s.type_error(format!(
            "attribute name must be string, not '{}'",
            v.type_name()
        ))),
    }
}

pub(in crate::live) fn based(s: &Space, a: &Args, name: &str, base: u8, prefix: &str) -> PyResult {
    a.check(s, name, 1, 1)?;
    let special = match base {
        16 => "__hex__",
        8 => "__oct__",
        _ => "__bin__",
    };
    if let Some(f) = s.user_special(a.arg(0), special.into())? {
        return s.call(&f, &[]);
    }
    let v = s.index(a.arg(0))?;
    let Some(b) = v.as_big() else {
        return Err(s.type_error("an integer is required"));
    };
    let digits = number_to_base(
        &(if b < IBig::ZERO {
            -b.clone()
        } else {
            b.clone()
        }),
        base,
    );
    let sign = if b < IBig::ZERO { "-" } else { "" };
    // As in translated code, no text of an `r_uint` ends in `L`.
    let of_a_width =
        matches!(a.arg(0), Value::Instance(i) if i.class().lookup("SIGNED".into()).is_some());
    let suffix = if matches!(v, Value::Long(_)) && !of_a_width && s.py2() && base != 2 {
        "L"
    } else {
        ""
    };
    if base == 8 && digits == "0" && s.py2() {
        return Ok(Value::string(format!("0{suffix}")));
    }
    Ok(Value::string(format!("{sign}{prefix}{digits}{suffix}")))
}

pub(in crate::live) fn chr(s: &Space, a: &Args) -> PyResult {
    a.check_function(s, F::Chr)?;
    let i = s.int_value(a.arg(0))?;
    match u8::try_from(i) {
        // Byte strings are the strings of Python 3 sources, too: one byte.
        Ok(b) => Ok(byte_string(b)),
        Err(_) => Err(s.value_error("chr() arg not in range(256)")),
    }
}

pub(in crate::live) fn ord(s: &Space, a: &Args) -> PyResult {
    a.check_function(s, F::Ord)?;
    let len = match a.this() {
        Value::Str(t) if t.bytes.len() == 1 => return Ok(Value::Int(i64::from(t.bytes[0]))),
        Value::Unicode(t) if t.points.len() == 1 => return Ok(Value::Int(i64::from(t.points[0]))),
        Value::ByteArray(t) if t.borrow().len() == 1 => {
            return Ok(Value::Int(i64::from(t.borrow()[0])));
        }
        Value::Str(t) => t.bytes.len(),
        Value::Unicode(t) => t.points.len(),
        v => {
            return Err(s.type_error(format!(
                "ord() expected string of length 1, but {} found",
                v.type_name()
            )));
        }
    };
    Err(s.type_error(format!(
        "ord() expected a character, but string of length {len} found"
    )))
}

pub(in crate::live) fn compile(s: &Space, a: &Args) -> PyResult {
    let display = a
        .opt(1, "filename")
        .and_then(Value::as_text)
        .unwrap_or_else(|| "<string>".into());
    let kind = match a.opt(2, "mode").and_then(Value::as_text).as_deref() {
        Some("eval") => CodeKind::Expression,
        Some("exec" | "single") | None => CodeKind::Module,
        Some(_) => return Err(s.value_error("compile() mode must be 'exec', 'eval' or 'single'")),
    };
    let future = s
        .frames
        .borrow()
        .last()
        .map(|f| f.code.future)
        .unwrap_or_default();
    let code = s.compile_value(a.arg(0), &display, kind, s.mode(), future)?;
    Ok(Value::Code(code))
}

pub(in crate::live) fn extreme(s: &Space, a: &Args, name: &str, op: CompareOp) -> PyResult {
    let key = a.keyword("key").filter(|k| !k.is_none());
    let items = if a.pos.len() == 1 {
        s.iterate_vec(a.arg(0))?
    } else if a.pos.is_empty() {
        return Err(s.type_error(format!("{name} expected at least 1 argument, got 0")));
    } else {
        a.pos.clone()
    };
    let mut best: Option<(Value, Value)> = None;
    for v in items {
        let k = match key {
            Some(f) => s.call(f, std::slice::from_ref(&v))?,
            None => v.clone(),
        };
        let better = match &best {
            None => true,
            Some((b, _)) => {
                let r = s.compare(op, &k, b)?;
                s.is_true(&r)?
            }
        };
        if better {
            best = Some((k, v));
        }
    }
    match (best, a.keyword("default")) {
        (Some((_, v)), _) => Ok(v),
        (None, Some(d)) => Ok(d.clone()),
        (None, None) => Err(s.value_error(format!("{name}() arg is an empty sequence"))),
    }
}

/// `range`/`xrange`
pub(in crate::live) fn range(s: &Space, a: &Args, xrange: bool) -> PyResult {
    a.check(s, if xrange { "xrange" } else { "range" }, 1, 3)?;
    let get = |i: usize| s.int_value(a.arg(i));
    let (start, stop, step) = match a.pos.len() {
        1 => (0, get(0)?, 1),
        2 => (get(0)?, get(1)?, 1),
        _ => (get(0)?, get(1)?, get(2)?),
    };
    if step == 0 {
        return Err(s.value_error(match (xrange, s.py2()) {
            (true, _) => "xrange() arg 3 must not be zero",
            (_, true) => "range() step argument must not be zero",
            _ => "range() arg 3 must not be zero",
        }));
    }
    Ok(Value::Range(Rc::new(RangeObj {
        start,
        stop,
        step,
        xrange,
    })))
}

/// `enumerate`, `reversed`, `map`, `filter`, `zip` as classes.
pub(in crate::live) fn make_iterator(s: &Space, name: &str, a: &Args) -> PyResult {
    Ok(match name {
        "enumerate" => {
            a.count(s, name, 1, 2)?;
            let start = match a.opt(1, "start") {
                Some(v) => s.int_value(v)?,
                None => 0,
            };
            let first = a.opt(0, "iterable").cloned().unwrap_or(Value::None);
            iterator(IterState::Enumerate(s.iter(&first)?, start))
        }
        "reversed" => {
            a.check(s, name, 1, 1)?;
            let v = a.arg(0);
            if let Some(f) = s.user_special(v, n().reversed)? {
                return s.call(&f, &[]);
            }
            if let Value::Dict(d) = v.unwrapped() {
                let mut keys = d.keys();
                keys.reverse();
                return Ok(iterator(IterState::Items(keys.into_iter())));
            }
            if matches!(v, Value::Set(_) | Value::Generator(_) | Value::Iter(_)) {
                return Err(s.type_error(format!("'{}' object is not reversible", v.type_name())));
            }
            if !s.is_iterable(v) {
                return Err(s.type_error(if s.py2() {
                    "argument to reversed() must be a sequence".to_string()
                } else {
                    format!("'{}' object is not reversible", v.type_name())
                }));
            }
            let len = s.len(v)? as i64;
            iterator(IterState::Backwards(v.clone(), len - 1))
        }
        "map" => {
            a.count(s, name, 2, usize::MAX)?;
            let its: Vec<Value> = a.pos[1..]
                .iter()
                .map(|v| s.iter(v))
                .collect::<PyResult<_>>()?;
            iterator(IterState::Map(a.arg(0).clone(), its))
        }
        "filter" => {
            a.check(s, name, 2, 2)?;
            iterator(IterState::Filter(a.arg(0).clone(), s.iter(a.arg(1))?))
        }
        _ => {
            let its: Vec<Value> = a.pos.iter().map(|v| s.iter(v)).collect::<PyResult<_>>()?;
            if let Some(strict) = a.keyword("strict")
                && s.is_true(strict)?
            {
                let columns: Vec<Vec<Value>> = its
                    .iter()
                    .map(|v| s.iterate_vec(v))
                    .collect::<PyResult<_>>()?;
                if columns.windows(2).any(|w| w[0].len() != w[1].len()) {
                    return Err(s.value_error("zip() arguments have different lengths"));
                }
                let its = columns
                    .into_iter()
                    .map(|c| iterator(IterState::Items(c.into_iter())))
                    .collect();
                return Ok(iterator(IterState::Zip(its)));
            }
            iterator(IterState::Zip(its))
        }
    })
}
