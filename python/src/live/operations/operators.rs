//! Operators, comparisons, truth, hashing, length, membership.
//!
//! Every operation has a fast path for built-in values, then the protocol: the left operand's method, the right
//! operand's reflected method (first, if its class is a subclass that overrides it), `__cmp__`, and the defaults of the
//! running mode.
use std::rc::Rc;

use dashu_int::IBig;
use ir::name::Name;

use crate::code::{BinOp, UnaryOp};
use crate::live::numbers::{Num, NumError, arith};
use crate::live::operations::attr::n;
use crate::live::{PyErr, PyResult, SetObj, Space, Value};

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

/// The right operand as the value of its built-in class; but for formatting one value, which asks it for its text.
fn right_operand(op: BinOp, a: &Value, b: &Value) -> Value {
    let plain = b.unwrapped();
    match plain {
        Value::Tuple(_) | Value::Dict(_) => plain,
        _ if formats(op, &a.unwrapped()) => b.clone(),
        _ => plain,
    }
}
/// Whether it is the `%` of a text.
fn formats(op: BinOp, a: &Value) -> bool {
    op == BinOp::Mod && matches!(a, Value::Str(_) | Value::Unicode(_))
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
        if let Some(v) = self.builtin_binary(op, &a.unwrapped(), &right_operand(op, a, b))? {
            return Ok(v);
        }
        Err(self.unsupported_operands(op.symbol(), a, b))
    }

    fn try_coerce(&self, op: BinOp, a: &Value, b: &Value) -> PyResult<Option<Value>> {
        if let Some(f) = self.user_special(a, n().coerce)? {
            let r = self.call(&f, std::slice::from_ref(b))?;
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
        let is_seq = |v: &Value| {
            matches!(
                v,
                Value::Str(_) | Value::Unicode(_) | Value::List(_) | Value::Tuple(_)
            )
        };
        if symbol == "*" && (is_seq(a) || is_seq(b)) {
            let other = if is_seq(a) { b } else { a };
            return self.type_error(format!(
                "can't multiply sequence by non-int of type '{}'",
                other.type_name()
            ));
        }
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
                    if !matches!(
                        i.payload,
                        crate::live::Payload::None | crate::live::Payload::Exc(_)
                    ) =>
                {
                    let reflected = Name::new(method_names(op).1);
                    match i.class().lookup(reflected) {
                        // Any value can be formatted: its `__rmod__` is not asked.
                        Some((owner, _)) if owner.builtin.is_none() && !formats(op, x) => Ok(None),
                        _ => self.builtin_binary(op, x, &right_operand(op, x, other)),
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
        self.reserve_items(items.len().saturating_mul(n), size_of::<Value>())?;
        let mut out = Vec::with_capacity(items.len() * n);
        for _ in 0..n {
            out.extend_from_slice(items);
        }
        Ok(out)
    }

    /// Operators between built-in values; `None` for `NotImplemented`.
    pub fn builtin_binary(&self, op: BinOp, a: &Value, b: &Value) -> PyResult<Option<Value>> {
        if let (Value::Bool(p), Value::Bool(q)) = (a, b) {
            match op {
                BinOp::And => return Ok(Some(Value::Bool(p & q))),
                BinOp::Or => return Ok(Some(Value::Bool(p | q))),
                BinOp::Xor => return Ok(Some(Value::Bool(p ^ q))),
                _ => {}
            }
        }
        if let (Some(x), Some(y)) = (Num::of(a), Num::of(b)) {
            self.reserve_number(op, &x, &y)?;
            // Results that overflow 64 bits are longs even from ints.
            let r = arith(op, x, y).map_err(|e| self.num_error(e))?;
            return Ok(r.map(|x| self.number(x)));
        }
        match op {
            BinOp::Add => self.builtin_add(a, b),
            BinOp::Mul => self.builtin_repeat(a, b),
            _ => self.builtin_algebra(op, a, b),
        }
    }

    /// `%` of strings, operators of sets, `|` of dictionaries and of types.
    fn builtin_algebra(&self, op: BinOp, a: &Value, b: &Value) -> PyResult<Option<Value>> {
        match (op, a, b) {
            (BinOp::Mod, Value::Str(_) | Value::Unicode(_), _) => {
                return crate::live::text::percent::percent(self, a, b).map(Some);
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

    fn builtin_add(&self, a: &Value, b: &Value) -> PyResult<Option<Value>> {
        match (a, b) {
            (Value::Str(x), Value::Str(y)) => {
                self.reserve(x.bytes.len() + y.bytes.len())?;
                let mut v = Vec::with_capacity(x.bytes.len() + y.bytes.len());
                v.extend_from_slice(&x.bytes);
                v.extend_from_slice(&y.bytes);
                return Ok(Some(Value::from_vec(v)));
            }
            (Value::Str(_) | Value::Unicode(_), Value::Str(_) | Value::Unicode(_)) => {
                let mut v = self.to_points(a)?;
                let more = self.to_points(b)?;
                self.reserve_items(v.len() + more.len(), size_of::<u32>())?;
                v.extend(more);
                return Ok(Some(Value::code_points(v)));
            }
            (Value::Tuple(x), Value::Tuple(y)) => {
                return Ok(Some(Value::Tuple(
                    x.iter().chain(y.iter()).cloned().collect(),
                )));
            }
            (Value::List(x), Value::List(y)) => {
                self.reserve_items(x.len() + y.len(), size_of::<Value>())?;
                let mut v = x.to_vec();
                v.extend(y.to_vec());
                return Ok(Some(Value::list(v)));
            }
            (Value::ByteArray(x), _) => {
                if let Some(y) = self.bytes_like(b) {
                    let mut v = x.borrow().clone();
                    v.extend_from_slice(&y);
                    return Ok(Some(Value::ByteArray(Rc::new(v.into()))));
                }
            }
            (Value::Str(x), Value::ByteArray(y)) => {
                let mut v = x.bytes.to_vec();
                v.extend_from_slice(&y.borrow());
                return Ok(Some(Value::from_vec(v)));
            }
            _ => {}
        }
        Ok(None)
    }

    /// A sequence times a number, in either order.
    fn builtin_repeat(&self, a: &Value, b: &Value) -> PyResult<Option<Value>> {
        let (seq, count) = match (a, b) {
            (_, Value::Int(_) | Value::Bool(_) | Value::Long(_)) => (a, b),
            (Value::Int(_) | Value::Bool(_) | Value::Long(_), _) => (b, a),
            _ => return Ok(None),
        };
        let Some(count) = count.as_int() else {
            return match seq {
                Value::Str(_) | Value::Unicode(_) | Value::Tuple(_) | Value::List(_) => Err(self
                    .error(
                        "OverflowError",
                        "cannot fit 'int' into an index-sized integer",
                    )),
                _ => Ok(None),
            };
        };
        let count = count.max(0) as usize;
        let check = |len: usize| self.reserve_items(len, count);
        Ok(Some(match seq {
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
        }))
    }

    /// A set of these items, hashed as the program says.
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
}

/// Whether operators on the value go through methods: instances, natives, classes with a metaclass.
pub fn is_custom(v: &Value) -> bool {
    match v {
        Value::Instance(_) | Value::Native(_) => true,
        Value::Class(c) => c.has_custom_metaclass(),
        _ => false,
    }
}
