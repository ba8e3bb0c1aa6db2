//! Truth, hash, length, membership, and conversions to numbers and strings.
use std::rc::Rc;

use dashu_int::IBig;
use ir::name::Name;

use crate::live::numbers::Num;
use crate::live::objects::hash::{identity_hash, quick_hash, tuple_hash};
use crate::live::operations::attr::n;
use crate::live::{ListObj, PyErr, PyResult, Space, Value};

impl Space {
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
            Value::Range(r) => !r.is_empty(),
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
                    return Ok(self.length_from(&r)? != 0);
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
                            Value::Long(l) => Ok(crate::live::objects::hash::big_hash(&l)),
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
            Value::Range(r) => r.exact_len().ok_or_else(|| {
                self.error(
                    "OverflowError",
                    "Python int too large to convert to C ssize_t",
                )
            })? as usize,
            Value::DictView(d) => d.dict.len(),
            Value::Native(native) => match native.len(self)? {
                Some(len) => len,
                None => return Err(self.no_len(v)),
            },
            _ => match self.special(v, n().len)? {
                Some(f) => {
                    let r = self.call(&f, &[])?;
                    self.length_from(&r)?
                }
                None => return Err(self.no_len(v)),
            },
        })
    }
    /// The length that `__len__` returned.
    pub fn length_from(&self, result: &Value) -> PyResult<usize> {
        let length = self.int_value(result)?;
        usize::try_from(length).map_err(|_| self.value_error("__len__() should return >= 0"))
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
            Value::Set(s) => self.set_contains(s, item),
            Value::List(l) => {
                let mut i = 0;
                while let Some(x) = l.get(i) {
                    if self.same_item(&x, item)? {
                        return Ok(true);
                    }
                    i += 1;
                }
                Ok(false)
            }
            Value::Tuple(t) => {
                for x in t.iter() {
                    if self.same_item(x, item)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Value::Str(s) => match item.unwrapped() {
                Value::Str(x) => Ok(crate::live::text::find(&s.bytes, &x.bytes).is_some()),
                Value::Unicode(x) => {
                    let s = self.to_points(container)?;
                    Ok(crate::live::text::find(&s, &x.points).is_some())
                }
                other => Err(self.type_error(format!(
                    "'in <string>' requires string as left operand, not {}",
                    other.type_name()
                ))),
            },
            Value::Unicode(s) => {
                let x = self.to_points(&item.unwrapped())?;
                Ok(crate::live::text::find(&s.points, &x).is_some())
            }
            Value::ByteArray(s) => self.bytearray_contains(&s.borrow(), item),
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
            Value::DictView(d) if d.kind == crate::live::ViewKind::Keys => {
                d.dict.contains(self, item)
            }
            Value::Instance(_) | Value::Class(_) => self.object_contains(container, item),
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
    fn set_contains(&self, s: &crate::live::SetObj, item: &Value) -> PyResult<bool> {
        // `set in set`: a set looks itself up as a frozenset.
        if let Value::Set(x) = item
            && !x.frozen
        {
            let f = self.make_set(&x.items(), true)?;
            return s.contains(self, &Value::Set(f));
        }
        s.contains(self, item)
    }

    fn object_contains(&self, container: &Value, item: &Value) -> PyResult<bool> {
        if let Some(f) = self.special_on(container, n().contains)? {
            let r = self.call(&f, std::slice::from_ref(item))?;
            return self.is_true(&r);
        }
        match container.unwrapped() {
            Value::Instance(_) | Value::Class(_) => self.contains_by_iteration(container, item),
            inner => self.contains(&inner, item),
        }
    }

    fn bytearray_contains(&self, bytes: &[u8], item: &Value) -> PyResult<bool> {
        match item.unwrapped() {
            Value::Int(i) => match u8::try_from(i) {
                Ok(b) => Ok(bytes.contains(&b)),
                Err(_) => Err(self.value_error("byte must be in range(0, 256)")),
            },
            other => match self.bytes_like(&other) {
                Some(x) => Ok(crate::live::text::find(bytes, &x).is_some()),
                None => Err(self.type_error("a bytes-like object is required")),
            },
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
            if self.same_item(&x, item)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
    /// Whether an item of a container is the one that `in` looks for: Python 2 asks the latter first.
    fn same_item(&self, x: &Value, item: &Value) -> PyResult<bool> {
        if self.py2() {
            self.same(item, x)
        } else {
            self.same(x, item)
        }
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
        if let x @ (Value::Int(_) | Value::Long(_)) = v.unwrapped() {
            return Ok(x);
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
                return crate::live::numbers::big_to_float(&b).ok_or_else(|| {
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
        crate::live::text::codecs::decode(
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
