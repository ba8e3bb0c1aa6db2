//! Subscription and slicing: `x[i]`, `x[i:j:k]`, assignment and deletion.
use std::rc::Rc;

use crate::live::objects::kinds::SliceObj;
use crate::live::operations::attr::n;
use crate::live::operations::iter::byte_string;
use crate::live::{InstanceObj, ListObj, PyResult, RangeObj, Space, Value};

impl Space {
    /// An index into a sequence of a length, negative ones counted from the end; `None` if out of range.
    fn position(&self, index: &Value, len: usize) -> PyResult<Option<usize>> {
        let i = match index {
            Value::Int(i) => *i,
            _ => {
                let big = self.index(index)?;
                match big.as_int() {
                    Some(i) => i,
                    None => {
                        return Err(self
                            .error("IndexError", "cannot fit 'int' into an index-sized integer"));
                    }
                }
            }
        };
        let i = if i < 0 { i + len as i64 } else { i };
        Ok(usize::try_from(i).ok().filter(|&i| i < len))
    }
    fn out_of_range(&self, what: &str) -> crate::live::PyErr {
        self.error("IndexError", format!("{what} index out of range"))
    }
    fn bad_index(&self, what: &str, index: &Value) -> crate::live::PyErr {
        self.type_error(format!(
            "{what} indices must be integers{}, not {}",
            if self.py2() { "" } else { " or slices" },
            index.type_name()
        ))
    }
    fn is_index(&self, v: &Value) -> bool {
        match v {
            Value::Int(_) | Value::Bool(_) | Value::Long(_) => true,
            Value::Instance(i) => i.class().find(n().index).is_some() || v.as_big().is_some(),
            Value::Native(native) => matches!(native.getattr(self, v, n().index), Ok(Some(_))),
            _ => false,
        }
    }

    /// `slice.indices(len)`: start, stop, step, clipped to the sequence.
    pub fn slice_indices(&self, s: &SliceObj, len: usize) -> PyResult<(i64, i64, i64)> {
        let len = len as i64;
        let step = match &s.step {
            Value::None => 1,
            v => self.clipped(v)?,
        };
        if step == 0 {
            return Err(self.value_error("slice step cannot be zero"));
        }
        let bound = |v: &Value, default: i64| -> PyResult<i64> {
            if v.is_none() {
                return Ok(default);
            }
            let i = self.clipped(v)?;
            let i = if i < 0 { i + len } else { i };
            let (low, high) = if step < 0 { (-1, len - 1) } else { (0, len) };
            Ok(i.clamp(low, high.max(low)))
        };
        let (start, stop) = if step < 0 { (len - 1, -1) } else { (0, len) };
        Ok((
            bound(&s.start, start)?,
            bound(&s.stop, stop)?,
            step.max(-i64::MAX),
        ))
    }
    /// An integer clipped to 62 bits, for slice bounds.
    fn clipped(&self, v: &Value) -> PyResult<i64> {
        const MAX: i64 = 1 << 62;
        if !self.is_index(v) {
            return Err(self
                .type_error("slice indices must be integers or None or have an __index__ method"));
        }
        Ok(self.saturated(v)?.clamp(-MAX, MAX))
    }
    /// An integer; beyond what a machine word holds, the limit.
    fn saturated(&self, v: &Value) -> PyResult<i64> {
        Ok(match self.index(v)? {
            // A `long` may be small.
            i if let Some(i) = i.as_int() => i,
            Value::Long(l) if *l < dashu_int::IBig::ZERO => i64::MIN,
            _ => i64::MAX,
        })
    }
    fn picked(&self, s: &SliceObj, len: usize) -> PyResult<Vec<usize>> {
        let (start, stop, step) = self.slice_indices(s, len)?;
        let next = |i: &i64| i.checked_add(step);
        let inside = |i: &i64| if step > 0 { *i < stop } else { *i > stop };
        Ok(std::iter::successors(Some(start), next)
            .take_while(inside)
            .map(|i| i as usize)
            .collect())
    }

    /// The index of an item in a sequence of a length.
    fn item_position(&self, index: &Value, len: usize, of: &str) -> PyResult<usize> {
        if !self.is_index(index) {
            return Err(self.bad_index(of, index));
        }
        let found = self.position(index, len)?;
        found.ok_or_else(|| self.out_of_range(of))
    }
    /// The items that a slice names.
    fn sliced<T: Clone>(&self, s: &SliceObj, items: &[T]) -> PyResult<Vec<T>> {
        let (start, stop, step) = self.slice_indices(s, items.len())?;
        if step == 1 {
            return Ok(items[start as usize..stop.max(start) as usize].to_vec());
        }
        let picked = self.picked(s, items.len())?;
        Ok(picked.into_iter().map(|i| items[i].clone()).collect())
    }

    /// `obj[index]`
    pub fn getitem(&self, obj: &Value, index: &Value) -> PyResult {
        if let Value::Slice(s) = index
            && let Some(part) = self.getslice_of(obj, s)?
        {
            return Ok(part);
        }
        Ok(match obj {
            Value::List(l) => {
                let i = self.item_position(index, l.len(), "list")?;
                l.get(i).ok_or_else(|| self.out_of_range("list"))?
            }
            Value::Tuple(t) => t[self.item_position(index, t.len(), "tuple")?].clone(),
            Value::Str(t) => {
                byte_string(t.bytes[self.item_position(index, t.bytes.len(), "string")?])
            }
            Value::Unicode(t) => {
                let i = self.item_position(index, t.points.len(), "string")?;
                Value::code_points(vec![t.points[i]])
            }
            Value::ByteArray(t) => {
                let t = t.borrow();
                match self.position(index, t.len())? {
                    Some(i) => Value::Int(i64::from(t[i])),
                    None => return Err(self.out_of_range("bytearray")),
                }
            }
            Value::Range(r) => match self.position(index, r.len() as usize)? {
                Some(i) => Value::Int(r.get(i as i64)),
                None => {
                    let name = if r.xrange { "xrange" } else { "range" };
                    return Err(self.out_of_range(&format!("{name} object")));
                }
            },
            Value::Dict(d) => match d.get(self, index)? {
                Some(v) => v,
                None => return Err(self.key_error(index)),
            },
            Value::Instance(i) => return self.instance_item(i, obj, index),
            Value::Native(native) => match native.getitem(self, index)? {
                Some(v) => v,
                None => return Err(self.not_subscriptable(obj)),
            },
            Value::Class(_) => return self.class_item(obj, index),
            _ => return Err(self.not_subscriptable(obj)),
        })
    }
    /// A slice of a sequence of a built-in type; `None` if it is none.
    fn getslice_of(&self, obj: &Value, s: &SliceObj) -> PyResult<Option<Value>> {
        Ok(Some(match obj {
            Value::List(l) => Value::list(self.sliced(s, &l.items.borrow())?),
            Value::Tuple(t) => Value::tuple(self.sliced(s, t)?),
            Value::Str(t) => Value::from_vec(self.sliced(s, &t.bytes)?),
            Value::Unicode(t) => Value::code_points(self.sliced(s, &t.points)?),
            Value::ByteArray(t) => Value::ByteArray(Rc::new(self.sliced(s, &t.borrow())?.into())),
            Value::Range(r) => {
                let (start, stop, step) = self.slice_indices(s, r.len() as usize)?;
                Value::Range(Rc::new(RangeObj {
                    start: r.get(start),
                    stop: r.get(stop),
                    step: r.step * step,
                    xrange: r.xrange,
                }))
            }
            _ => return Ok(None),
        }))
    }
    /// `obj[index]` of an instance.
    fn instance_item(&self, i: &InstanceObj, obj: &Value, index: &Value) -> PyResult {
        if let Some(f) = self.item_method(obj, n().getitem)? {
            if self.py2()
                && let Value::Slice(s) = index
                && self.is_old_slice(s)
                && let Some(g) = self.item_method(obj, n().getslice)?
            {
                let (a, b) = self.old_slice(obj, s)?;
                return self.call(&g, &[a, b]);
            }
            return self.call(&f, std::slice::from_ref(index));
        }
        if let Value::Slice(s) = index
            && self.is_old_slice(s)
            && let Some(g) = self.item_method(obj, n().getslice)?
        {
            let (a, b) = self.old_slice(obj, s)?;
            return self.call(&g, &[a, b]);
        }
        match obj.unwrapped() {
            Value::Instance(_) => Err(self.not_subscriptable(obj)),
            Value::Dict(d) => match d.get(self, index)? {
                Some(v) => Ok(v),
                None => match i.class().find(n().missing) {
                    Some(f) => {
                        let f = self.bind(f, obj, &i.class())?;
                        self.call(&f, std::slice::from_ref(index))
                    }
                    None => Err(self.key_error(index)),
                },
            },
            inner => self.getitem(&inner, index),
        }
    }
    /// `obj[index]` of a class.
    fn class_item(&self, obj: &Value, index: &Value) -> PyResult {
        if let Some(f) = self.user_special(obj, n().getitem)? {
            return self.call(&f, std::slice::from_ref(index));
        }
        match self.getattr_opt(obj, "__class_getitem__".into())? {
            Some(f) => self.call(&f, std::slice::from_ref(index)),
            // `list[int]` in an annotation: the class itself stands for it.
            None if matches!(obj, Value::Class(c) if c.builtin.is_some()) && !self.py2() => {
                Ok(obj.clone())
            }
            None => Err(self.not_subscriptable(obj)),
        }
    }
    fn not_subscriptable(&self, obj: &Value) -> crate::live::PyErr {
        if self.py2() {
            if let Value::Instance(i) = obj
                && i.class().old_style
            {
                return self.error(
                    "AttributeError",
                    format!(
                        "{} instance has no attribute '__getitem__'",
                        i.class().name.get()
                    ),
                );
            }
            return self.type_error(format!(
                "'{}' object has no attribute '__getitem__'",
                obj.type_name()
            ));
        }
        self.type_error(format!("'{}' object is not subscriptable", obj.type_name()))
    }
    /// A user-defined item method.
    fn item_method(&self, obj: &Value, name: ir::name::Name) -> PyResult<Option<Value>> {
        match obj {
            Value::Instance(i) if i.class().old_style => self.special(obj, name),
            _ => self.user_special(obj, name),
        }
    }
    /// Whether `__getslice__` and the like are asked for a slice: its bounds are integers, or missing.
    fn is_old_slice(&self, s: &SliceObj) -> bool {
        let is_bound = |v: &Value| v.is_none() || self.is_index(v);
        s.step.is_none() && is_bound(&s.start) && is_bound(&s.stop)
    }
    /// The bounds that `__getslice__` and the like are called with.
    fn old_slice(&self, obj: &Value, s: &SliceObj) -> PyResult<(Value, Value)> {
        let bound = |v: &Value, default: i64| match v {
            Value::None => Ok(default),
            v => self.saturated(v),
        };
        let (mut start, mut stop) = (bound(&s.start, 0)?, bound(&s.stop, i64::MAX)?);
        if start < 0 || stop < 0 {
            let len = self.len(obj)? as i64;
            start += if start < 0 { len } else { 0 };
            stop += if stop < 0 { len } else { 0 };
        }
        Ok((Value::Int(start), Value::Int(stop)))
    }

    /// `obj[index] = value`
    pub fn setitem(&self, obj: &Value, index: &Value, value: Value) -> PyResult<()> {
        match obj {
            Value::List(l) => self.set_list_item(l, index, value),
            Value::Dict(d) => d.set(self, index.clone(), value),
            Value::ByteArray(t) => self.set_byte(t, index, &value),
            Value::Instance(_) | Value::Class(_) => {
                if let Value::Slice(s) = index
                    && self.is_old_slice(s)
                    && let Some(g) = self.item_method(obj, n().setslice)?
                    && (self.py2() || self.item_method(obj, n().setitem)?.is_none())
                {
                    let (a, b) = self.old_slice(obj, s)?;
                    self.call(&g, &[a, b, value])?;
                    return Ok(());
                }
                if let Some(f) = self.item_method(obj, n().setitem)? {
                    self.call(&f, &[index.clone(), value])?;
                    return Ok(());
                }
                match obj.unwrapped() {
                    Value::Instance(_) | Value::Class(_) => {
                        Err(self.no_item_assignment(obj, "assignment"))
                    }
                    inner => self.setitem(&inner, index, value),
                }
            }
            Value::Native(native) => {
                if native.setitem(self, index, value)? {
                    Ok(())
                } else {
                    Err(self.no_item_assignment(obj, "assignment"))
                }
            }
            _ => Err(self.no_item_assignment(obj, "assignment")),
        }
    }
    fn set_list_item(&self, l: &Rc<ListObj>, index: &Value, value: Value) -> PyResult<()> {
        if let Value::Slice(s) = index {
            return self.set_list_slice(l, s, &value);
        }
        if !self.is_index(index) {
            return Err(self.bad_index("list", index));
        }
        match self.position(index, l.len())? {
            Some(i) => {
                let old = match l.items.borrow_mut().get_mut(i) {
                    Some(slot) => std::mem::replace(slot, value),
                    None => Value::None,
                };
                drop(old);
                Ok(())
            }
            None => Err(self.error("IndexError", "list assignment index out of range")),
        }
    }

    fn set_byte(
        &self,
        t: &std::cell::RefCell<Vec<u8>>,
        index: &Value,
        value: &Value,
    ) -> PyResult<()> {
        if let Value::Slice(s) = index {
            let Some(new) = self.bytes_like(value) else {
                return Err(self.type_error("can assign only bytes to a bytearray slice"));
            };
            let (start, stop, step) = self.slice_indices(s, t.borrow().len())?;
            if step != 1 {
                return Err(self.value_error("extended slices of bytearrays cannot be assigned"));
            }
            let stop = stop.max(start) as usize;
            t.borrow_mut().splice(start as usize..stop, new);
            return Ok(());
        }
        let byte = match value.unwrapped() {
            Value::Str(s) if s.bytes.len() == 1 => i64::from(s.bytes[0]),
            v => self.int_value(&v)?,
        };
        let Ok(byte) = u8::try_from(byte) else {
            return Err(self.value_error("byte must be in range(0, 256)"));
        };
        let len = t.borrow().len();
        match self.position(index, len)? {
            Some(i) => {
                t.borrow_mut()[i] = byte;
                Ok(())
            }
            None => Err(self.out_of_range("bytearray")),
        }
    }

    fn delete_list_item(&self, l: &ListObj, index: &Value) -> PyResult<()> {
        if let Value::Slice(s) = index {
            let mut picked = self.picked(s, l.len())?;
            picked.sort_unstable();
            let mut dropped = Vec::new();
            let mut items = l.items.borrow_mut();
            if let (Some(&a), Some(&b)) = (picked.first(), picked.last())
                && b - a + 1 == picked.len()
            {
                dropped.extend(items.drain(a..=b));
            } else {
                for i in picked.into_iter().rev() {
                    dropped.push(items.remove(i));
                }
            }
            drop(items);
            drop(dropped);
            return Ok(());
        }
        if !self.is_index(index) {
            return Err(self.bad_index("list", index));
        }
        match self.position(index, l.len())? {
            Some(i) => {
                let old = l.items.borrow_mut().remove(i);
                drop(old);
                Ok(())
            }
            None => Err(self.error("IndexError", "list assignment index out of range")),
        }
    }

    fn no_item_assignment(&self, obj: &Value, what: &str) -> crate::live::PyErr {
        self.type_error(format!(
            "'{}' object does not support item {what}",
            obj.type_name()
        ))
    }
    fn set_list_slice(&self, l: &Rc<ListObj>, s: &SliceObj, value: &Value) -> PyResult<()> {
        let new = self.iterate_vec(value)?;
        let (start, stop, step) = self.slice_indices(s, l.len())?;
        if step == 1 {
            let stop = stop.max(start) as usize;
            let old: Vec<Value> = l
                .items
                .borrow_mut()
                .splice(start as usize..stop, new)
                .collect();
            drop(old);
            return Ok(());
        }
        let picked = self.picked(s, l.len())?;
        if picked.len() != new.len() {
            return Err(self.value_error(format!(
                "attempt to assign sequence of size {} to extended slice of size {}",
                new.len(),
                picked.len()
            )));
        }
        let mut items = l.items.borrow_mut();
        for (i, v) in picked.into_iter().zip(new) {
            items[i] = v;
        }
        Ok(())
    }

    /// `del obj[index]`
    pub fn delitem(&self, obj: &Value, index: &Value) -> PyResult<()> {
        match obj {
            Value::List(l) => self.delete_list_item(l, index),
            Value::Dict(d) => match d.remove(self, index)? {
                Some(_) => Ok(()),
                None => Err(self.key_error(index)),
            },
            Value::ByteArray(t) => {
                let len = t.borrow().len();
                if let Value::Slice(s) = index {
                    let mut picked = self.picked(s, len)?;
                    picked.sort_unstable();
                    for i in picked.into_iter().rev() {
                        t.borrow_mut().remove(i);
                    }
                    return Ok(());
                }
                match self.position(index, len)? {
                    Some(i) => {
                        t.borrow_mut().remove(i);
                        Ok(())
                    }
                    None => Err(self.out_of_range("bytearray")),
                }
            }
            Value::Instance(_) | Value::Class(_) => {
                if let Value::Slice(s) = index
                    && self.is_old_slice(s)
                    && let Some(g) = self.item_method(obj, n().delslice)?
                    && (self.py2() || self.item_method(obj, n().delitem)?.is_none())
                {
                    let (a, b) = self.old_slice(obj, s)?;
                    self.call(&g, &[a, b])?;
                    return Ok(());
                }
                if let Some(f) = self.item_method(obj, n().delitem)? {
                    self.call(&f, std::slice::from_ref(index))?;
                    return Ok(());
                }
                match obj.unwrapped() {
                    Value::Instance(_) | Value::Class(_) => {
                        Err(self.no_item_assignment(obj, "deletion"))
                    }
                    inner => self.delitem(&inner, index),
                }
            }
            Value::Native(_) => match self.special(obj, n().delitem)? {
                Some(f) => {
                    self.call(&f, std::slice::from_ref(index))?;
                    Ok(())
                }
                None => Err(self.no_item_assignment(obj, "deletion")),
            },
            _ => Err(self.no_item_assignment(obj, "deletion")),
        }
    }
}

/// A slice object.
pub fn slice(start: Value, stop: Value, step: Value) -> Value {
    Value::Slice(Rc::new(SliceObj { start, stop, step }))
}
