//! Constants of annotations: live objects with the equality that constant propagation needs.
//!
//! Two constants are equal if they are of one type and, for immutable built-in values, of one value; everything else is
//! equal only to itself (identity). `1`, `1.0` and `True` are three constants. Floats compare by bits, so `-0.0` and NaNs
//! are safe. Integers of other widths (`r_uint(3)`) are instances of their live classes and compare by class and value.
use std::hash::{Hash, Hasher};

use flowspace::live::{InstanceObj, Kind, Value};

/// A live object as part of an annotation.
#[derive(Clone)]
pub struct Const(pub Value);

impl std::fmt::Debug for Const {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl PartialEq for Const {
    fn eq(&self, other: &Const) -> bool {
        same(&self.0, &other.0)
    }
}
impl Eq for Const {}

/// Instances of subclasses of `int` (`r_uint(3)`).
fn is_number(i: &InstanceObj) -> bool {
    matches!(i.class().layout, Kind::Int | Kind::Long)
}

/// Whether two live objects are the same constant.
pub fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Str(x), Value::Str(y)) => x.bytes == y.bytes,
        (Value::Unicode(x), Value::Unicode(y)) => x.points == y.points,
        (Value::Long(x), Value::Long(y)) => x == y,
        (Value::Tuple(x), Value::Tuple(y)) => {
            x.len() == y.len() && x.iter().zip(y.iter()).all(|(a, b)| same(a, b))
        }
        (Value::Instance(x), Value::Instance(y)) => {
            a.is(b)
                || (is_number(x)
                    && std::rc::Rc::ptr_eq(&x.class(), &y.class())
                    && a.as_big() == b.as_big())
        }
        (Value::Method(x), Value::Method(y)) => {
            a.is(b)
                || (same(&x.func, &y.func)
                    && match (&x.receiver, &y.receiver) {
                        (Some(p), Some(q)) => same(p, q),
                        (None, None) => true,
                        _ => false,
                    })
        }
        _ => a.is(b),
    }
}

fn hash_value<H: Hasher>(v: &Value, state: &mut H) {
    match v {
        Value::Str(x) => x.bytes.hash(state),
        Value::Unicode(x) => x.points.hash(state),
        Value::Long(x) => x.hash(state),
        Value::Tuple(x) => {
            state.write_usize(x.len());
            x.iter().for_each(|i| hash_value(i, state));
        }
        Value::Instance(x) if is_number(x) => v.as_big().hash(state),
        Value::Method(m) => {
            hash_value(&m.func, state);
            if let Some(r) = &m.receiver {
                hash_value(r, state);
            }
        }
        _ => v.identity().hash(state),
    }
}

impl Hash for Const {
    fn hash<H: Hasher>(&self, state: &mut H) {
        hash_value(&self.0, state);
    }
}
