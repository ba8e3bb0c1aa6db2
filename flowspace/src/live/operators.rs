//! Operators, comparisons, truth, hashing, length, membership.
//!
//! Every operation has a fast path for built-in values, then the protocol: the left operand's method, the right operand's
//! reflected method (first, if its class is a subclass that overrides it), `__cmp__`, and the defaults of the running mode.
use std::cmp::Ordering;
use std::rc::Rc;

use dashu_int::IBig;

use super::attr::n;
use super::hash::{identity_hash, quick_eq, quick_hash, tuple_hash};
use super::numbers::{Num, NumError, arith};
use super::{Kind, ListObj, PyErr, PyResult, SetObj, Space, Value};
use crate::code::{BinOp, CompareOp, UnaryOp};
use crate::name::Name;

/// Method names of a binary operator: plain, reflected, in-place.
pub fn method_names(op: BinOp) -> (&'static str, &'static str, &'static str) {
    match op {
        BinOp::Add => ("__add__", "__radd__", "__iadd__"),
        BinOp::Sub => ("__sub__", "__rsub__", "__isub__"),
        BinOp::Mul => ("__mul__", "__rmul__", "__imul__"),
        BinOp::MatMul => ("__matmul__", "__rmatmul__", "__imatmul__"),
        BinOp::Div => ("__div__", "__rdiv__", "__idiv__"),
        BinOp::TrueDiv => ("__truediv__", "__rtruediv__", "__itruediv__"),
        BinOp::FloorDiv => ("__floordiv__", "__rfloordiv__", "__ifloordiv__"),
        BinOp::Mod => ("__mod__", "__rmod__", "__imod__"),
        BinOp::Pow => ("__pow__", "__rpow__", "__ipow__"),
        BinOp::LShift => ("__lshift__", "__rlshift__", "__ilshift__"),
        BinOp::RShift => ("__rshift__", "__rrshift__", "__irshift__"),
        BinOp::And => ("__and__", "__rand__", "__iand__"),
        BinOp::Or => ("__or__", "__ror__", "__ior__"),
        BinOp::Xor => ("__xor__", "__rxor__", "__ixor__"),
    }
}

fn compare_name(op: CompareOp) -> Name {
    let x = n();
    match op {
        CompareOp::Lt => x.lt,
        CompareOp::Le => x.le,
        CompareOp::Ne => x.ne,
        CompareOp::Gt => x.gt,
        CompareOp::Ge => x.ge,
        _ => x.eq,
    }
}

fn swapped(op: CompareOp) -> CompareOp {
    match op {
        CompareOp::Lt => CompareOp::Gt,
        CompareOp::Le => CompareOp::Ge,
        CompareOp::Gt => CompareOp::Lt,
        CompareOp::Ge => CompareOp::Le,
        other => other,
    }
}

/// Whether an ordering satisfies a comparison.
pub fn holds(op: CompareOp, o: Ordering) -> bool {
    match op {
        CompareOp::Lt => o == Ordering::Less,
        CompareOp::Le => o != Ordering::Greater,
        CompareOp::Eq => o == Ordering::Equal,
        CompareOp::Ne => o != Ordering::Equal,
        CompareOp::Gt => o == Ordering::Greater,
        CompareOp::Ge => o != Ordering::Less,
        _ => false,
    }
}

impl Space {
    /// The object of a number; in Python 2 modules a big result stays a `long`.
    pub fn number(&self, x: Num) -> Value {
        match x {
            Num::Int(i) => Value::Int(i),
            Num::Big(b) => self.big(b),
            Num::Float(f) => Value::Float(f),
            Num::Complex(a, b) => Value::Complex(Rc::new((a, b))),
        }
    }
    /// An integer that came from an operation with a big operand.
    pub fn big(&self, b: IBig) -> Value {
        if self.py2() {
            Value::Long(Rc::new(b))
        } else {
            Value::from_big(b)
        }
    }
    pub(crate) fn num_error(&self, e: NumError) -> PyErr {
        match e {
            NumError::Zero(m) => self.error("ZeroDivisionError", m),
            NumError::Overflow(m) => self.error("OverflowError", m),
            NumError::Value(m) => self.value_error(m),
            NumError::Memory => self.error("MemoryError", ""),
        }
    }

    /// `a op b`
    pub fn binary(&self, op: BinOp, a: &Value, b: &Value) -> PyResult {
        if let (Value::Int(x), Value::Int(y)) = (a, b) {
            let r = match op {
                BinOp::Add => x.checked_add(*y),
                BinOp::Sub => x.checked_sub(*y),
                BinOp::Mul => x.checked_mul(*y),
                BinOp::And => Some(x & y),
                BinOp::Or => Some(x | y),
                BinOp::Xor => Some(x ^ y),
                _ => None,
            };
            if let Some(r) = r {
                return Ok(Value::Int(r));
            }
        }
        if !is_custom(a) && !is_custom(b) {
            if let Some(v) = self.builtin_binary(op, a, b)? {
                return Ok(v);
            }
            return Err(self.unsupported_operands(op.symbol(), a, b));
        }
        let (plain, reflected, _) = method_names(op);
        let (ta, tb) = (a.class(), b.class());
        let mut tried_right = false;
        if !Rc::ptr_eq(&ta, &tb)
            && tb.is_subclass(&ta)
            && tb.lookup(reflected.into()).map(|x| x.1.identity())
                != ta.lookup(reflected.into()).map(|x| x.1.identity())
        {
            tried_right = true;
            if let Some(v) = self.try_method(b, reflected, a)? {
                return Ok(v);
            }
        }
        if let Some(v) = self.try_operand(op, a, b, plain, false)? {
            return Ok(v);
        }
        if !tried_right
            && (!Rc::ptr_eq(&ta, &tb) || is_custom(b))
            && let Some(v) = self.try_operand(op, b, a, reflected, true)?
        {
            return Ok(v);
        }
        if self.py2()
            && let Some(v) = self.try_coerce(op, a, b)?
        {
            return Ok(v);
        }
        // A subclass of a built-in sequence on either side.
        if let Some(v) = self.builtin_binary(op, &a.unwrapped(), &b.unwrapped())? {
            return Ok(v);
        }
        Err(self.unsupported_operands(op.symbol(), a, b))
    }

    fn try_coerce(&self, op: BinOp, a: &Value, b: &Value) -> PyResult<Option<Value>> {
        if let Some(f) = self.user_special(a, n().coerce)? {
            let r = self.call(&f, &[b.clone()])?;
            if let Value::Tuple(t) = &r
                && t.len() == 2
                && !(t[0].is(a) && t[1].is(b))
            {
                return self.binary(op, &t[0], &t[1]).map(Some);
            }
        }
        Ok(None)
    }

    fn unsupported_operands(&self, symbol: &str, a: &Value, b: &Value) -> PyErr {
        let symbol = if symbol == "**" {
            "** or pow()"
        } else {
            symbol
        };
        let (ta, tb) = (a.type_name(), b.type_name());
        if symbol == "+" {
            let what = match a {
                Value::Str(_) => Some("str"),
                Value::List(_) => Some("list"),
                Value::Tuple(_) => Some("tuple"),
                _ => None,
            };
            if let Some(what) = what {
                return self.type_error(if self.py2() && what == "str" {
                    format!("cannot concatenate 'str' and '{tb}' objects")
                } else {
                    format!("can only concatenate {what} (not \"{tb}\") to {what}")
                });
            }
        }
        self.type_error(format!(
            "unsupported operand type(s) for {symbol}: '{ta}' and '{tb}'"
        ))
    }

    fn try_operand(
        &self,
        op: BinOp,
        x: &Value,
        other: &Value,
        method: &str,
        reflected: bool,
    ) -> PyResult<Option<Value>> {
        match x {
            Value::Native(native) => {
                native.binary(self, method_names(op).0.trim_matches('_'), other, reflected)
            }
            Value::Instance(_) => self.try_method(x, method, other),
            Value::Class(c) if c.has_custom_metaclass() => self.try_method(x, method, other),
            _ if reflected => {
                if is_custom(other) {
                    Ok(None)
                } else {
                    self.builtin_binary(op, other, x)
                }
            }
            _ => match other {
                // `2 + r_uint(3)`: a built-in left operand sees the built-in part of a subclass instance only if the
                // reflected method is not user-defined.
                Value::Instance(i)
                    if !matches!(i.payload, super::Payload::None | super::Payload::Exc(_)) =>
                {
                    let reflected = Name::new(method_names(op).1);
                    match i.class().lookup(reflected) {
                        Some((owner, _)) if owner.builtin.is_none() => Ok(None),
                        _ => self.builtin_binary(op, x, &other.unwrapped()),
                    }
                }
                _ => Ok(None),
            },
        }
    }

    fn try_method(&self, x: &Value, method: &str, other: &Value) -> PyResult<Option<Value>> {
        match self.special(x, Name::new(method))? {
            Some(f) => {
                let r = self.call(&f, std::slice::from_ref(other))?;
                Ok(if matches!(r, Value::NotImplemented) {
                    None
                } else {
                    Some(r)
                })
            }
            None => Ok(None),
        }
    }

    /// `a op= b`
    pub fn inplace(&self, op: BinOp, a: &Value, b: &Value) -> PyResult {
        match (op, a) {
            (BinOp::Add, Value::List(l)) => {
                self.list_extend_value(l, b)?;
                return Ok(a.clone());
            }
            (BinOp::Mul, Value::List(l)) if b.as_int().is_some() => {
                let n = b.as_int().unwrap_or(0).max(0) as usize;
                let items = self.repeat(&l.to_vec(), n)?;
                *l.items.borrow_mut() = items;
                return Ok(a.clone());
            }
            (BinOp::Or | BinOp::And | BinOp::Sub | BinOp::Xor, Value::Set(s)) if !s.frozen => {
                if let Value::Set(_) = b.unwrapped()
                    && let Some(Value::Set(r)) = self.builtin_binary(op, a, &b.unwrapped())?
                {
                    let items = r.items();
                    s.dict.clear();
                    for x in items {
                        s.add(self, x)?;
                    }
                    return Ok(a.clone());
                }
            }
            (BinOp::Or, Value::Dict(d)) => {
                for (k, v) in self.mapping_items(b, b)? {
                    d.set(self, k, v)?;
                }
                return Ok(a.clone());
            }
            (_, Value::Instance(_)) => {
                if let Some(v) = self.try_method(a, method_names(op).2, b)? {
                    return Ok(v);
                }
            }
            _ => {}
        }
        self.binary(op, a, b)
    }

    /// `n` copies of items, refusing absurd sizes.
    pub fn repeat(&self, items: &[Value], n: usize) -> PyResult<Vec<Value>> {
        if items.len().saturating_mul(n) > 1 << 31 {
            return Err(self.error("MemoryError", ""));
        }
        let mut out = Vec::with_capacity(items.len() * n);
        for _ in 0..n {
            out.extend_from_slice(items);
        }
        Ok(out)
    }

    /// Operators between built-in values; `None` for `NotImplemented`.
    pub fn builtin_binary(&self, op: BinOp, a: &Value, b: &Value) -> PyResult<Option<Value>> {
        if let (Some(x), Some(y)) = (Num::of(a), Num::of(b)) {
            if let (Value::Bool(p), Value::Bool(q)) = (a, b) {
                match op {
                    BinOp::And => return Ok(Some(Value::Bool(p & q))),
                    BinOp::Or => return Ok(Some(Value::Bool(p | q))),
                    BinOp::Xor => return Ok(Some(Value::Bool(p ^ q))),
                    _ => {}
                }
            }
            // Results that overflow 64 bits are longs even from ints.
            let r = arith(op, x, y).map_err(|e| self.num_error(e))?;
            return Ok(r.map(|x| self.number(x)));
        }
        match (op, a, b) {
            (BinOp::Mod, Value::Str(_) | Value::Unicode(_), _) => {
                return super::format::percent(self, a, b).map(Some);
            }
            (BinOp::Add, Value::Str(x), Value::Str(y)) => {
                let mut v = Vec::with_capacity(x.bytes.len() + y.bytes.len());
                v.extend_from_slice(&x.bytes);
                v.extend_from_slice(&y.bytes);
                return Ok(Some(Value::from_vec(v)));
            }
            (BinOp::Add, Value::Str(_) | Value::Unicode(_), Value::Str(_) | Value::Unicode(_)) => {
                let mut v = self.to_points(a)?;
                v.extend(self.to_points(b)?);
                return Ok(Some(Value::code_points(v)));
            }
            (BinOp::Add, Value::Tuple(x), Value::Tuple(y)) => {
                return Ok(Some(Value::Tuple(
                    x.iter().chain(y.iter()).cloned().collect(),
                )));
            }
            (BinOp::Add, Value::List(x), Value::List(y)) => {
                let mut v = x.to_vec();
                v.extend(y.to_vec());
                return Ok(Some(Value::list(v)));
            }
            (BinOp::Add, Value::ByteArray(x), _) => {
                if let Some(y) = self.bytes_like(b) {
                    let mut v = x.borrow().clone();
                    v.extend_from_slice(&y);
                    return Ok(Some(Value::ByteArray(Rc::new(v.into()))));
                }
            }
            (BinOp::Add, Value::Str(x), Value::ByteArray(y)) => {
                let mut v = x.bytes.to_vec();
                v.extend_from_slice(&y.borrow());
                return Ok(Some(Value::from_vec(v)));
            }
            (BinOp::Mul, _, _) => {
                let (seq, count) = match (a, b) {
                    (_, Value::Int(_) | Value::Bool(_) | Value::Long(_)) => (a, b),
                    (Value::Int(_) | Value::Bool(_) | Value::Long(_), _) => (b, a),
                    _ => return Ok(None),
                };
                let Some(count) = count.as_int() else {
                    return match seq {
                        Value::Str(_) | Value::Unicode(_) | Value::Tuple(_) | Value::List(_) => {
                            Err(self.error(
                                "OverflowError",
                                "cannot fit 'int' into an index-sized integer",
                            ))
                        }
                        _ => Ok(None),
                    };
                };
                let count = count.max(0) as usize;
                let check = |len: usize| {
                    if len.saturating_mul(count) > 1 << 33 {
                        Err(self.error("MemoryError", ""))
                    } else {
                        Ok(())
                    }
                };
                return Ok(Some(match seq {
                    Value::Str(s) => {
                        check(s.bytes.len())?;
                        Value::from_vec(s.bytes.repeat(count))
                    }
                    Value::Unicode(s) => {
                        check(s.points.len() * 4)?;
                        Value::code_points(s.points.repeat(count))
                    }
                    Value::ByteArray(s) => {
                        check(s.borrow().len())?;
                        Value::ByteArray(Rc::new(s.borrow().repeat(count).into()))
                    }
                    Value::Tuple(t) => Value::tuple(self.repeat(t, count)?),
                    Value::List(l) => Value::list(self.repeat(&l.to_vec(), count)?),
                    _ => return Ok(None),
                }));
            }
            (BinOp::Sub | BinOp::And | BinOp::Or | BinOp::Xor, Value::Set(x), Value::Set(y)) => {
                return self.set_op(op, x, y).map(Some);
            }
            (BinOp::Sub | BinOp::And | BinOp::Or | BinOp::Xor, Value::DictView(_), _)
            | (BinOp::Sub | BinOp::And | BinOp::Or | BinOp::Xor, _, Value::DictView(_))
                if matches!(a, Value::Set(_) | Value::DictView(_)) =>
            {
                let x = self.make_set(&self.iterate_vec(a)?, false)?;
                let y = self.make_set(&self.iterate_vec(b)?, false)?;
                return self.set_op(op, &x, &y).map(Some);
            }
            (BinOp::Or, Value::Dict(x), Value::Dict(y)) => {
                let d = x.copy();
                for (k, v) in y.items() {
                    d.set(self, k, v)?;
                }
                return Ok(Some(Value::Dict(Rc::new(d))));
            }
            (BinOp::Or, Value::Class(_) | Value::None, Value::Class(_) | Value::None) => {
                // PEP 604 unions in annotations: a tuple of the alternatives.
                return Ok(Some(Value::tuple(vec![a.clone(), b.clone()])));
            }
            (BinOp::Or, Value::Tuple(x), Value::Class(_) | Value::None)
                if !x.is_empty() && matches!(x[0], Value::Class(_) | Value::None) =>
            {
                return Ok(Some(Value::Tuple(
                    x.iter().cloned().chain([b.clone()]).collect(),
                )));
            }
            _ => {}
        }
        Ok(None)
    }

    /// A set of items.
    pub fn make_set(&self, items: &[Value], frozen: bool) -> PyResult<Rc<SetObj>> {
        let s = Rc::new(SetObj::new(frozen));
        for x in items {
            s.add(self, x.clone())?;
        }
        Ok(s)
    }

    fn set_op(&self, op: BinOp, x: &SetObj, y: &SetObj) -> PyResult {
        let out = SetObj::new(x.frozen);
        for item in x.items() {
            let inside = y.contains(self, &item)?;
            let keep = match op {
                BinOp::And => inside,
                BinOp::Or => true,
                _ => !inside,
            };
            if keep {
                out.add(self, item)?;
            }
        }
        if matches!(op, BinOp::Or | BinOp::Xor) {
            for item in y.items() {
                if op == BinOp::Or || !x.contains(self, &item)? {
                    out.add(self, item)?;
                }
            }
        }
        Ok(Value::Set(Rc::new(out)))
    }

    /// `+x -x ~x`, backticks, `not x`.
    pub fn unary(&self, op: UnaryOp, v: &Value) -> PyResult {
        let name = match op {
            UnaryOp::Not => return Ok(Value::Bool(!self.is_true(v)?)),
            UnaryOp::Repr => return self.repr(v).map(|s| s.into_value()),
            UnaryOp::Pos => "__pos__",
            UnaryOp::Neg => "__neg__",
            UnaryOp::Invert => "__invert__",
        };
        if let Some(r) = self.builtin_unary(op, v) {
            return Ok(r);
        }
        if let Value::Native(native) = v
            && let Some(r) = native.binary(self, name.trim_matches('_'), &Value::None, false)?
        {
            return Ok(r);
        }
        if let Some(f) = self.special(v, Name::new(name))? {
            return self.call(&f, &[]);
        }
        let symbol = match op {
            UnaryOp::Pos => "+",
            UnaryOp::Neg => "-",
            _ => "~",
        };
        Err(self.type_error(format!(
            "bad operand type for unary {symbol}: '{}'",
            v.type_name()
        )))
    }
    /// Unary operators of built-in numbers.
    pub fn builtin_unary(&self, op: UnaryOp, v: &Value) -> Option<Value> {
        let x = Num::of(v)?;
        Some(match (op, x) {
            (UnaryOp::Pos, x) => self.number(x),
            (UnaryOp::Neg, Num::Int(i)) => match i.checked_neg() {
                Some(i) => Value::Int(i),
                None => Value::Long(Rc::new(-IBig::from(i))),
            },
            (UnaryOp::Neg, Num::Big(b)) => self.big(-b),
            (UnaryOp::Neg, Num::Float(f)) => Value::Float(-f),
            (UnaryOp::Neg, Num::Complex(a, b)) => Value::Complex(Rc::new((-a, -b))),
            (UnaryOp::Invert, Num::Int(i)) => Value::Int(!i),
            (UnaryOp::Invert, Num::Big(b)) => self.big(!b),
            _ => return None,
        })
    }

    // ---- comparison ----

    /// `a == b`
    pub fn eq(&self, a: &Value, b: &Value) -> PyResult<bool> {
        if let Some(r) = quick_eq(a, b) {
            return Ok(r);
        }
        let r = self.compare(CompareOp::Eq, a, b)?;
        self.is_true(&r)
    }
    /// `a < b`
    pub fn lt(&self, a: &Value, b: &Value) -> PyResult<bool> {
        if let (Value::Int(x), Value::Int(y)) = (a, b) {
            return Ok(x < y);
        }
        let r = self.compare(CompareOp::Lt, a, b)?;
        self.is_true(&r)
    }
    /// Identity or equality: what containers use.
    pub fn same(&self, a: &Value, b: &Value) -> PyResult<bool> {
        if a.is(b) {
            return Ok(true);
        }
        self.eq(a, b)
    }

    /// A comparison, `in` and `is` included.
    pub fn compare(&self, op: CompareOp, a: &Value, b: &Value) -> PyResult {
        match op {
            CompareOp::Is => return Ok(Value::Bool(a.is(b))),
            CompareOp::IsNot => return Ok(Value::Bool(!a.is(b))),
            CompareOp::In => return self.contains(b, a).map(Value::Bool),
            CompareOp::NotIn => return self.contains(b, a).map(|r| Value::Bool(!r)),
            _ => {}
        }
        if let (Value::Int(x), Value::Int(y)) = (a, b) {
            return Ok(Value::Bool(holds(op, x.cmp(y))));
        }
        if !is_custom(a) && !is_custom(b) {
            if let Some(r) = self.builtin_compare(op, a, b)? {
                return Ok(Value::Bool(r));
            }
            return self.default_compare(op, a, b);
        }
        if super::space::stack_exhausted() {
            return Err(self.recursion_error());
        }
        let (ta, tb) = (a.class(), b.class());
        let right_first = !Rc::ptr_eq(&ta, &tb) && tb.is_subclass(&ta);
        let attempts = if right_first {
            [(b, a, swapped(op)), (a, b, op)]
        } else {
            [(a, b, op), (b, a, swapped(op))]
        };
        for (x, y, op) in attempts {
            if let Some(v) = self.try_compare(op, x, y)? {
                return Ok(v);
            }
        }
        // Python 2's `__cmp__`, and what natives offer.
        for (x, y, flip) in [(a, b, false), (b, a, true)] {
            let r = match x {
                Value::Native(native) => native.cmp(self, y)?,
                _ => match self.user_special(x, n().cmp)? {
                    Some(f) => {
                        let r = self.call(&f, std::slice::from_ref(y))?;
                        if matches!(r, Value::NotImplemented) {
                            None
                        } else {
                            Some(self.int_value(&r)?)
                        }
                    }
                    None => None,
                },
            };
            if let Some(c) = r {
                let o = c.cmp(&0);
                return Ok(Value::Bool(holds(op, if flip { o.reverse() } else { o })));
            }
        }
        self.default_compare(op, a, b)
    }

    fn try_compare(&self, op: CompareOp, x: &Value, y: &Value) -> PyResult<Option<Value>> {
        if let Value::Native(native) = x {
            if matches!(op, CompareOp::Eq | CompareOp::Ne)
                && let Some(r) = native.eq(self, y)?
            {
                return Ok(Some(Value::Bool(r == (op == CompareOp::Eq))));
            }
            return Ok(None);
        }
        let class = x.class();
        match x {
            Value::Instance(_) => {}
            Value::Class(c) if c.has_custom_metaclass() => {}
            // A built-in value against the built-in part of the other side.
            _ => {
                let other = y.unwrapped();
                if is_custom(&other) {
                    return Ok(None);
                }
                return Ok(self.builtin_compare(op, x, &other)?.map(Value::Bool));
            }
        }
        let found = class.lookup(compare_name(op));
        match found {
            Some((owner, f)) if owner.builtin.is_none() => {
                let f = self.bind(f, x, &class)?;
                let r = self.call(&f, std::slice::from_ref(y))?;
                if !matches!(r, Value::NotImplemented) {
                    return Ok(Some(r));
                }
                return Ok(None);
            }
            None if class.old_style => {
                if let Some(f) = self.special(x, compare_name(op))? {
                    let r = self.call(&f, std::slice::from_ref(y))?;
                    if !matches!(r, Value::NotImplemented) {
                        return Ok(Some(r));
                    }
                }
            }
            _ => {}
        }
        // `!=` falls back on a user-defined `==` in Python 3.
        if op == CompareOp::Ne
            && !self.py2()
            && let Some((owner, f)) = class.lookup(n().eq)
            && owner.builtin.is_none()
        {
            let f = self.bind(f, x, &class)?;
            let r = self.call(&f, std::slice::from_ref(y))?;
            if !matches!(r, Value::NotImplemented) {
                return Ok(Some(Value::Bool(!self.is_true(&r)?)));
            }
            return Ok(None);
        }
        // The built-in part of a subclass of int, str, ... compares as such (unless `__cmp__` is defined).
        if self.user_special(x, n().cmp)?.is_some() {
            return Ok(None);
        }
        let (p, q) = (x.unwrapped(), y.unwrapped());
        if !is_custom(&p) && !is_custom(&q) {
            return Ok(self.builtin_compare(op, &p, &q)?.map(Value::Bool));
        }
        Ok(None)
    }

    fn default_compare(&self, op: CompareOp, a: &Value, b: &Value) -> PyResult {
        match op {
            CompareOp::Eq => return Ok(Value::Bool(a.is(b))),
            CompareOp::Ne => return Ok(Value::Bool(!a.is(b))),
            _ => {}
        }
        if self.py2() && !matches!((a, b), (Value::Complex(_), _) | (_, Value::Complex(_))) {
            return Ok(Value::Bool(holds(op, self.arbitrary_order(a, b))));
        }
        Err(self.type_error(format!(
            "'{}' not supported between instances of '{}' and '{}'",
            op.symbol(),
            a.type_name(),
            b.type_name()
        )))
    }

    /// Python 2's order of unrelated objects: `None` first, numbers next, then by type name, then by address.
    fn arbitrary_order(&self, a: &Value, b: &Value) -> Ordering {
        let rank = |v: &Value| match v {
            Value::None => (0, String::new()),
            Value::Bool(_) | Value::Int(_) | Value::Long(_) | Value::Float(_) => (1, String::new()),
            Value::Instance(i) if i.class().old_style => (2, "instance".into()),
            _ => (2, v.type_name()),
        };
        rank(a).cmp(&rank(b)).then(a.identity().cmp(&b.identity()))
    }

    /// Comparisons between built-in values; `None` if their kinds do not compare.
    pub fn builtin_compare(&self, op: CompareOp, a: &Value, b: &Value) -> PyResult<Option<bool>> {
        use super::numbers::{float_cmp_big, float_cmp_int};
        let equality = matches!(op, CompareOp::Eq | CompareOp::Ne);
        let ordered = |o: Option<Ordering>| match o {
            Some(o) => Some(holds(op, o)),
            None => Some(op == CompareOp::Ne),
        };
        Ok(match (a, b) {
            (Value::Str(x), Value::Str(y)) => Some(holds(op, x.bytes.cmp(&y.bytes))),
            (Value::Unicode(x), Value::Unicode(y)) => Some(holds(op, x.points.cmp(&y.points))),
            (Value::Str(_), Value::Unicode(_)) | (Value::Unicode(_), Value::Str(_)) => {
                match (self.to_points(a), self.to_points(b)) {
                    (Ok(x), Ok(y)) => Some(holds(op, x.cmp(&y))),
                    _ => Some(op == CompareOp::Ne),
                }
            }
            (Value::ByteArray(_), _) | (_, Value::ByteArray(_)) => {
                match (self.bytes_like(a), self.bytes_like(b)) {
                    (Some(x), Some(y)) => Some(holds(op, x.cmp(&y))),
                    _ => None,
                }
            }
            (Value::Tuple(x), Value::Tuple(y)) => Some(self.compare_sequences(op, x, y)?),
            (Value::List(x), Value::List(y)) => {
                if equality && x.len() != y.len() {
                    return Ok(Some(op == CompareOp::Ne));
                }
                if super::space::stack_exhausted() {
                    return Err(self.recursion_error());
                }
                Some(self.compare_sequences(op, &x.to_vec(), &y.to_vec())?)
            }
            (Value::Dict(x), Value::Dict(y)) if equality => {
                if super::space::stack_exhausted() {
                    return Err(self.recursion_error());
                }
                Some(self.dicts_equal(x, y)? == (op == CompareOp::Eq))
            }
            (Value::Dict(x), Value::Dict(y)) if self.py2() => {
                let mut p = x.items();
                let mut q = y.items();
                let by_len = p.len().cmp(&q.len());
                if by_len != Ordering::Equal {
                    return Ok(Some(holds(op, by_len)));
                }
                p = self.sort_pairs(p)?;
                q = self.sort_pairs(q)?;
                let flat = |v: Vec<(Value, Value)>| -> Vec<Value> {
                    v.into_iter()
                        .map(|(k, v)| Value::tuple(vec![k, v]))
                        .collect()
                };
                Some(self.compare_sequences(op, &flat(p), &flat(q))?)
            }
            (Value::Set(_) | Value::DictView(_), Value::Set(_) | Value::DictView(_)) => {
                let x = self.as_set(a)?;
                let y = self.as_set(b)?;
                Some(match op {
                    CompareOp::Eq => x.len() == y.len() && self.subset(&x, &y)?,
                    CompareOp::Ne => x.len() != y.len() || !self.subset(&x, &y)?,
                    CompareOp::Le => self.subset(&x, &y)?,
                    CompareOp::Lt => x.len() < y.len() && self.subset(&x, &y)?,
                    CompareOp::Ge => self.subset(&y, &x)?,
                    _ => y.len() < x.len() && self.subset(&y, &x)?,
                })
            }
            (Value::Range(x), Value::Range(y)) if equality => {
                let (p, q) = (x.len(), y.len());
                let same = p == q && (p == 0 || x.start == y.start) && (p < 2 || x.step == y.step);
                Some(same == (op == CompareOp::Eq))
            }
            (Value::Slice(x), Value::Slice(y)) => {
                let p = [x.start.clone(), x.stop.clone(), x.step.clone()];
                let q = [y.start.clone(), y.stop.clone(), y.step.clone()];
                Some(self.compare_sequences(op, &p, &q)?)
            }
            (Value::Method(x), Value::Method(y)) if equality => {
                let same = x.func.is(&y.func)
                    && match (&x.receiver, &y.receiver) {
                        (Some(p), Some(q)) => p.is(q) || (self.py2() && self.eq(p, q)?),
                        (None, None) => true,
                        _ => false,
                    };
                Some(same == (op == CompareOp::Eq))
            }
            (Value::Cell(x), Value::Cell(y)) if equality => match (x.get(), y.get()) {
                (Some(p), Some(q)) => Some(self.eq(&p, &q)? == (op == CompareOp::Eq)),
                (p, q) => Some((p.is_none() && q.is_none()) == (op == CompareOp::Eq)),
            },
            _ => match (Num::of(a), Num::of(b)) {
                (Some(x), Some(y)) => match (x, y) {
                    (Num::Int(x), Num::Int(y)) => Some(holds(op, x.cmp(&y))),
                    (Num::Float(x), Num::Float(y)) => ordered(x.partial_cmp(&y)),
                    (Num::Float(x), Num::Int(y)) => ordered(float_cmp_int(x, y)),
                    (Num::Int(x), Num::Float(y)) => {
                        ordered(float_cmp_int(y, x).map(Ordering::reverse))
                    }
                    (Num::Big(x), Num::Big(y)) => Some(holds(op, x.cmp(&y))),
                    (Num::Big(x), Num::Int(y)) => Some(holds(op, x.cmp(&IBig::from(y)))),
                    (Num::Int(x), Num::Big(y)) => Some(holds(op, IBig::from(x).cmp(&y))),
                    (Num::Float(x), Num::Big(y)) => ordered(float_cmp_big(x, &y)),
                    (Num::Big(x), Num::Float(y)) => {
                        ordered(float_cmp_big(y, &x).map(Ordering::reverse))
                    }
                    (Num::Complex(a, b), y) if equality => {
                        let (c, d) = complex_of(&y);
                        Some((a == c && b == d) == (op == CompareOp::Eq))
                    }
                    (x, Num::Complex(a, b)) if equality => {
                        let (c, d) = complex_of(&x);
                        Some((a == c && b == d) == (op == CompareOp::Eq))
                    }
                    _ => None,
                },
                _ => None,
            },
        })
    }

    fn sort_pairs(&self, mut v: Vec<(Value, Value)>) -> PyResult<Vec<(Value, Value)>> {
        // Insertion sort: only for Python 2's order of dictionaries, which are small where anybody compares them.
        for i in 1..v.len() {
            let mut j = i;
            while j > 0 && self.lt(&v[j].0, &v[j - 1].0)? {
                v.swap(j, j - 1);
                j -= 1;
            }
        }
        Ok(v)
    }

    fn compare_sequences(&self, op: CompareOp, x: &[Value], y: &[Value]) -> PyResult<bool> {
        for (p, q) in x.iter().zip(y) {
            if !self.same(p, q)? {
                return match op {
                    CompareOp::Eq => Ok(false),
                    CompareOp::Ne => Ok(true),
                    _ => {
                        let r = self.compare(op, p, q)?;
                        self.is_true(&r)
                    }
                };
            }
        }
        Ok(holds(op, x.len().cmp(&y.len())))
    }

    fn dicts_equal(&self, x: &super::DictObj, y: &super::DictObj) -> PyResult<bool> {
        if x.len() != y.len() {
            return Ok(false);
        }
        for (k, v) in x.items() {
            match y.get(self, &k)? {
                Some(w) if self.same(&v, &w)? => {}
                _ => return Ok(false),
            }
        }
        Ok(true)
    }

    fn as_set(&self, v: &Value) -> PyResult<Rc<SetObj>> {
        match v {
            Value::Set(s) => Ok(s.clone()),
            _ => self.make_set(&self.iterate_vec(v)?, false),
        }
    }
    fn subset(&self, x: &SetObj, y: &SetObj) -> PyResult<bool> {
        for item in x.items() {
            if !y.contains(self, &item)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// `cmp(a, b)`
    pub fn cmp(&self, a: &Value, b: &Value) -> PyResult<i64> {
        if let Some(f) = self.user_special(a, n().cmp)? {
            let r = self.call(&f, std::slice::from_ref(b))?;
            if !matches!(r, Value::NotImplemented) {
                return Ok(self.int_value(&r)?.signum());
            }
        }
        if self.eq(a, b)? {
            return Ok(0);
        }
        Ok(if self.lt(a, b)? { -1 } else { 1 })
    }

    // ---- truth, hash, length, membership ----

    /// `bool(v)`
    pub fn is_true(&self, v: &Value) -> PyResult<bool> {
        Ok(match v {
            Value::Bool(b) => *b,
            Value::None => false,
            Value::Int(i) => *i != 0,
            Value::Long(l) => **l != IBig::ZERO,
            Value::Float(f) => *f != 0.0,
            Value::Complex(c) => c.0 != 0.0 || c.1 != 0.0,
            Value::Str(s) => !s.bytes.is_empty(),
            Value::Unicode(s) => !s.points.is_empty(),
            Value::ByteArray(s) => !s.borrow().is_empty(),
            Value::Tuple(t) => !t.is_empty(),
            Value::List(l) => !l.is_empty(),
            Value::Dict(d) => !d.is_empty(),
            Value::Set(s) => !s.is_empty(),
            Value::Range(r) => r.len() > 0,
            Value::DictView(d) => !d.dict.is_empty(),
            Value::Instance(_) => {
                if let Some(f) = self.user_special(v, n().bool_)? {
                    let r = self.call(&f, &[])?;
                    return match r {
                        Value::Bool(b) => Ok(b),
                        Value::Int(i) => Ok(i != 0),
                        other => Err(self.type_error(format!(
                            "__bool__ should return bool, returned {}",
                            other.type_name()
                        ))),
                    };
                }
                if let Some(f) = self.user_special(v, n().len)? {
                    let r = self.call(&f, &[])?;
                    return Ok(self.int_value(&r)? != 0);
                }
                match v.unwrapped() {
                    Value::Instance(_) => true,
                    inner => return self.is_true(&inner),
                }
            }
            Value::Class(c) if c.has_custom_metaclass() => {
                match self.user_special(v, n().bool_)? {
                    Some(f) => {
                        let r = self.call(&f, &[])?;
                        return self.is_true(&r);
                    }
                    None => true,
                }
            }
            Value::Native(native) => native.is_true(self)?,
            _ => true,
        })
    }

    /// `hash(v)`
    pub fn hash(&self, v: &Value) -> PyResult<i64> {
        if let Some(h) = quick_hash(v) {
            return Ok(h);
        }
        match v {
            Value::Instance(i) => {
                let class = i.class();
                match class.lookup(n().hash) {
                    Some((_, Value::None)) => Err(self.unhashable(v)),
                    Some((owner, f)) if owner.builtin.is_none() => {
                        let f = self.bind(f, v, &class)?;
                        let r = self.call(&f, &[])?;
                        match r.unwrapped() {
                            Value::Int(i) => Ok(i),
                            Value::Bool(b) => Ok(i64::from(b)),
                            Value::Long(l) => Ok(super::hash::big_hash(&l)),
                            _ => Err(self.type_error("__hash__ method should return an integer")),
                        }
                    }
                    _ => {
                        if class.old_style
                            && let Some(f) = self.special(v, n().hash)?
                        {
                            let r = self.call(&f, &[])?;
                            return self.int_value(&r);
                        }
                        match v.unwrapped() {
                            Value::Instance(_) => Ok(identity_hash(v)),
                            inner => self.hash(&inner),
                        }
                    }
                }
            }
            Value::Tuple(t) => {
                let mut hashes = Vec::with_capacity(t.len());
                for x in t.iter() {
                    hashes.push(self.hash(x)?);
                }
                Ok(tuple_hash(hashes.into_iter()))
            }
            Value::Set(s) if s.frozen => {
                let mut h: i64 = 1_927_868_237;
                for x in s.items() {
                    h ^= self.hash(&x)?.wrapping_mul(1_000_003) ^ 89_869_747;
                }
                Ok(h.wrapping_mul(69_069).wrapping_add(907_133_923))
            }
            Value::Native(native) => Ok(native.hash(self)?.unwrap_or_else(|| identity_hash(v))),
            Value::Method(m) => {
                let receiver = m.receiver.as_ref().map_or(0, identity_hash);
                Ok(receiver ^ identity_hash(&m.func))
            }
            Value::Class(c) => {
                if let Some(f) = self.user_special(v, n().hash)? {
                    let _ = c;
                    let r = self.call(&f, &[])?;
                    return self.int_value(&r);
                }
                Ok(identity_hash(v))
            }
            Value::Range(_) | Value::DictView(_) => Ok(identity_hash(v)),
            _ => Err(self.unhashable(v)),
        }
    }
    fn unhashable(&self, v: &Value) -> PyErr {
        self.type_error(format!("unhashable type: '{}'", v.type_name()))
    }

    /// `len(v)`
    pub fn len(&self, v: &Value) -> PyResult<usize> {
        Ok(match v {
            Value::Str(s) => s.bytes.len(),
            Value::Unicode(s) => s.points.len(),
            Value::ByteArray(s) => s.borrow().len(),
            Value::Tuple(t) => t.len(),
            Value::List(l) => l.len(),
            Value::Dict(d) => d.len(),
            Value::Set(s) => s.len(),
            Value::Range(r) => r.len() as usize,
            Value::DictView(d) => d.dict.len(),
            Value::Native(native) => match native.len(self)? {
                Some(len) => len,
                None => return Err(self.no_len(v)),
            },
            _ => match self.special(v, n().len)? {
                Some(f) => {
                    let r = self.call(&f, &[])?;
                    let i = self.int_value(&r)?;
                    usize::try_from(i)
                        .map_err(|_| self.value_error("__len__() should return >= 0"))?
                }
                None => return Err(self.no_len(v)),
            },
        })
    }
    fn no_len(&self, v: &Value) -> PyErr {
        self.type_error(match v {
            Value::Instance(i) if i.class().old_style => {
                return self.error(
                    "AttributeError",
                    format!(
                        "{} instance has no attribute '__len__'",
                        i.class().name.get()
                    ),
                );
            }
            _ => format!("object of type '{}' has no len()", v.type_name()),
        })
    }

    /// `item in container`
    pub fn contains(&self, container: &Value, item: &Value) -> PyResult<bool> {
        match container {
            Value::Dict(d) => d.contains(self, item),
            Value::Set(s) => {
                // `set in set`: a set looks itself up as a frozenset.
                if let Value::Set(x) = item
                    && !x.frozen
                {
                    let f = self.make_set(&x.items(), true)?;
                    return s.contains(self, &Value::Set(f));
                }
                s.contains(self, item)
            }
            Value::List(l) => {
                let mut i = 0;
                while let Some(x) = l.get(i) {
                    if self.same(&x, item)? {
                        return Ok(true);
                    }
                    i += 1;
                }
                Ok(false)
            }
            Value::Tuple(t) => {
                for x in t.iter() {
                    if self.same(x, item)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Value::Str(s) => match item.unwrapped() {
                Value::Str(x) => Ok(super::text::find(&s.bytes, &x.bytes).is_some()),
                Value::Unicode(x) => {
                    let s = self.to_points(container)?;
                    Ok(super::text::find(&s, &x.points).is_some())
                }
                Value::Int(i) => Ok(u8::try_from(i).is_ok_and(|b| s.bytes.contains(&b))),
                other => Err(self.type_error(format!(
                    "'in <string>' requires string as left operand, not {}",
                    other.type_name()
                ))),
            },
            Value::Unicode(s) => {
                let x = self.to_points(&item.unwrapped())?;
                Ok(super::text::find(&s.points, &x).is_some())
            }
            Value::ByteArray(s) => match item.unwrapped() {
                Value::Int(i) => Ok(u8::try_from(i).is_ok_and(|b| s.borrow().contains(&b))),
                other => match self.bytes_like(&other) {
                    Some(x) => Ok(super::text::find(&s.borrow(), &x).is_some()),
                    None => Err(self.type_error("a bytes-like object is required")),
                },
            },
            Value::Range(r) => match item {
                Value::Int(i) => {
                    let inside = if r.step > 0 {
                        *i >= r.start && *i < r.stop
                    } else {
                        *i <= r.start && *i > r.stop
                    };
                    Ok(inside && (*i as i128 - r.start as i128) % r.step as i128 == 0)
                }
                _ => self.contains_by_iteration(container, item),
            },
            Value::DictView(d) if d.kind == super::ViewKind::Keys => d.dict.contains(self, item),
            Value::Instance(_) | Value::Class(_) => {
                if let Some(f) = self.special_on(container, n().contains)? {
                    let r = self.call(&f, std::slice::from_ref(item))?;
                    return self.is_true(&r);
                }
                match container.unwrapped() {
                    Value::Instance(_) | Value::Class(_) => {
                        self.contains_by_iteration(container, item)
                    }
                    inner => self.contains(&inner, item),
                }
            }
            Value::Native(_) => match self.special(container, n().contains)? {
                Some(f) => {
                    let r = self.call(&f, std::slice::from_ref(item))?;
                    self.is_true(&r)
                }
                None => self.contains_by_iteration(container, item),
            },
            _ => self.contains_by_iteration(container, item),
        }
    }
    fn special_on(&self, v: &Value, name: Name) -> PyResult<Option<Value>> {
        match v {
            Value::Instance(i) if i.class().old_style => self.special(v, name),
            _ => self.user_special(v, name),
        }
    }
    fn contains_by_iteration(&self, container: &Value, item: &Value) -> PyResult<bool> {
        if !self.is_iterable(container) {
            return Err(self.type_error(format!(
                "argument of type '{}' is not iterable",
                container.type_name()
            )));
        }
        let it = self.iter(container)?;
        while let Some(x) = self.next(&it)? {
            if self.same(&x, item)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    // ---- conversions ----

    /// An integer for an index-like use: `int`, or through `__index__`.
    pub fn int_value(&self, v: &Value) -> PyResult<i64> {
        if let Value::Int(i) = v {
            return Ok(*i);
        }
        match self.index(v)? {
            Value::Int(i) => Ok(i),
            Value::Long(l) => i64::try_from(&*l).map_err(|_| {
                self.error("OverflowError", "Python int too large to convert to C long")
            }),
            _ => Err(self.type_error("an integer is required")),
        }
    }
    /// `operator.index(v)`: an `Int` or `Long`.
    pub fn index(&self, v: &Value) -> PyResult {
        match v {
            Value::Int(_) | Value::Long(_) => return Ok(v.clone()),
            Value::Bool(b) => return Ok(Value::Int(i64::from(*b))),
            _ => {}
        }
        if let Some(f) = self.user_special(v, n().index)? {
            let r = self.call(&f, &[])?;
            return self.index(&r);
        }
        match v.unwrapped() {
            x @ (Value::Int(_) | Value::Long(_)) => return Ok(x),
            _ => {}
        }
        if let Value::Native(_) = v
            && let Some(f) = self.special(v, n().index)?
        {
            return self.call(&f, &[]);
        }
        if self.py2()
            && let Value::Instance(_) = v
            && let Some(f) = self.special(v, n().int)?
        {
            let r = self.call(&f, &[])?;
            if r.as_big().is_some() {
                return Ok(r);
            }
        }
        Err(self.type_error(format!(
            "'{}' object cannot be interpreted as an integer",
            v.type_name()
        )))
    }
    /// A float: numbers, or through `__float__`.
    pub fn float_value(&self, v: &Value) -> PyResult<f64> {
        match Num::of(&v.unwrapped()) {
            Some(Num::Float(f)) => return Ok(f),
            Some(Num::Int(i)) => return Ok(i as f64),
            Some(Num::Big(b)) => {
                return super::numbers::big_to_float(&b).ok_or_else(|| {
                    self.error("OverflowError", "int too large to convert to float")
                });
            }
            _ => {}
        }
        if let Some(f) = self.special(v, n().float)? {
            let r = self.call(&f, &[])?;
            if let Value::Float(x) = r {
                return Ok(x);
            }
        }
        Err(self.type_error(if self.py2() {
            "a float is required".into()
        } else {
            format!("must be real number, not {}", v.type_name())
        }))
    }
    /// The code points of a string; bytes are decoded as UTF-8 (ASCII only in Python 2).
    pub fn to_points(&self, v: &Value) -> PyResult<Vec<u32>> {
        match v {
            Value::Unicode(u) => Ok(u.points.to_vec()),
            Value::Str(s) => self.decode_default(&s.bytes),
            Value::ByteArray(s) => self.decode_default(&s.borrow()),
            Value::Instance(_) => match v.unwrapped() {
                Value::Instance(_) => Err(self.need_string(v)),
                inner => self.to_points(&inner),
            },
            _ => Err(self.need_string(v)),
        }
    }
    fn need_string(&self, v: &Value) -> PyErr {
        self.type_error(format!(
            "coercing to Unicode: need string or buffer, {} found",
            v.type_name()
        ))
    }
    fn decode_default(&self, bytes: &[u8]) -> PyResult<Vec<u32>> {
        super::codecs::decode(
            self,
            bytes,
            if self.py2() { "ascii" } else { "utf-8" },
            "strict",
        )
    }
    /// The bytes of `str` or `bytearray` (or a subclass).
    pub fn bytes_like(&self, v: &Value) -> Option<Vec<u8>> {
        match v.unwrapped() {
            Value::Str(s) => Some(s.bytes.to_vec()),
            Value::ByteArray(s) => Some(s.borrow().clone()),
            _ => None,
        }
    }
    /// `l.extend(iterable)`
    pub fn list_extend_value(&self, l: &Rc<ListObj>, iterable: &Value) -> PyResult<()> {
        let items = self.iterate_vec(iterable)?;
        l.items.borrow_mut().extend(items);
        Ok(())
    }
}

fn complex_of(x: &Num) -> (f64, f64) {
    match x {
        Num::Int(i) => (*i as f64, 0.0),
        Num::Float(f) => (*f, 0.0),
        Num::Complex(a, b) => (*a, *b),
        Num::Big(_) => (f64::NAN, f64::NAN),
    }
}

/// Whether operators on the value go through methods: instances, natives, classes with a metaclass.
pub fn is_custom(v: &Value) -> bool {
    match v {
        Value::Instance(_) | Value::Native(_) => true,
        Value::Class(c) => c.has_custom_metaclass(),
        _ => false,
    }
}

/// Whether a class extends a built-in type with items.
pub fn is_container(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::List | Kind::Dict | Kind::Tuple | Kind::Set | Kind::FrozenSet
    )
}
