//! Comparisons: rich methods, reflected ones, `__cmp__`, and the defaults of each mode.
use std::cmp::Ordering;
use std::rc::Rc;

use dashu_int::IBig;
use ir::name::Name;

use crate::code::CompareOp;
use crate::live::numbers::Num;
use crate::live::objects::hash::quick_eq;
use crate::live::operations::attr::n;
use crate::live::operations::operators::is_custom;
use crate::live::{PyResult, SetObj, Space, Value};

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
        if crate::live::space::stack_exhausted() {
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
        let equality = matches!(op, CompareOp::Eq | CompareOp::Ne);
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
                if crate::live::space::stack_exhausted() {
                    return Err(self.recursion_error());
                }
                Some(self.compare_sequences(op, &x.to_vec(), &y.to_vec())?)
            }
            (Value::Dict(x), Value::Dict(y)) if equality => {
                if crate::live::space::stack_exhausted() {
                    return Err(self.recursion_error());
                }
                Some(self.dicts_equal(x, y)? == (op == CompareOp::Eq))
            }
            (Value::Dict(x), Value::Dict(y)) if self.py2() => Some(self.compare_dicts(op, x, y)?),
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
                (Some(x), Some(y)) => compare_numbers(op, x, y),
                _ => None,
            },
        })
    }

    /// Python 2's order of dictionaries: by size, then by their sorted items.
    fn compare_dicts(
        &self,
        op: CompareOp,
        x: &crate::live::DictObj,
        y: &crate::live::DictObj,
    ) -> PyResult<bool> {
        let mut p = x.items();
        let mut q = y.items();
        let by_len = p.len().cmp(&q.len());
        if by_len != Ordering::Equal {
            return Ok(holds(op, by_len));
        }
        p = self.sort_pairs(p)?;
        q = self.sort_pairs(q)?;
        let flat = |v: Vec<(Value, Value)>| -> Vec<Value> {
            v.into_iter()
                .map(|(k, v)| Value::tuple(vec![k, v]))
                .collect()
        };
        self.compare_sequences(op, &flat(p), &flat(q))
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

    fn dicts_equal(&self, x: &crate::live::DictObj, y: &crate::live::DictObj) -> PyResult<bool> {
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
}

fn complex_of(x: &Num) -> (f64, f64) {
    match x {
        Num::Int(i) => (*i as f64, 0.0),
        Num::Float(f) => (*f, 0.0),
        Num::Complex(a, b) => (*a, *b),
        Num::Big(_) => (f64::NAN, f64::NAN),
    }
}

/// Comparison of numbers of whichever types; `None` for an order of complex numbers.
fn compare_numbers(op: CompareOp, x: Num, y: Num) -> Option<bool> {
    use crate::live::numbers::{float_cmp_big, float_cmp_int};
    let equality = matches!(op, CompareOp::Eq | CompareOp::Ne);
    let ordered = |o: Option<Ordering>| match o {
        Some(o) => Some(holds(op, o)),
        None => Some(op == CompareOp::Ne),
    };
    match (x, y) {
        (Num::Int(x), Num::Int(y)) => Some(holds(op, x.cmp(&y))),
        (Num::Float(x), Num::Float(y)) => ordered(x.partial_cmp(&y)),
        (Num::Float(x), Num::Int(y)) => ordered(float_cmp_int(x, y)),
        (Num::Int(x), Num::Float(y)) => ordered(float_cmp_int(y, x).map(Ordering::reverse)),
        (Num::Big(x), Num::Big(y)) => Some(holds(op, x.cmp(&y))),
        (Num::Big(x), Num::Int(y)) => Some(holds(op, x.cmp(&IBig::from(y)))),
        (Num::Int(x), Num::Big(y)) => Some(holds(op, IBig::from(x).cmp(&y))),
        (Num::Float(x), Num::Big(y)) => ordered(float_cmp_big(x, &y)),
        (Num::Big(x), Num::Float(y)) => ordered(float_cmp_big(y, &x).map(Ordering::reverse)),
        (Num::Complex(a, b), y) if equality => {
            let (c, d) = complex_of(&y);
            Some((a == c && b == d) == (op == CompareOp::Eq))
        }
        (x, Num::Complex(a, b)) if equality => {
            let (c, d) = complex_of(&x);
            Some((a == c && b == d) == (op == CompareOp::Eq))
        }
        _ => None,
    }
}
