//! The interpreter of the live space.
use std::rc::Rc;

use super::hash::{identity_hash, quick_eq, quick_hash};
use super::{InstanceObj, Value};
use crate::diag::Diagnostic;

/// Why an operation has no result.
pub enum PyErr {
    /// An exception of the interpreted program.
    Raise(Rc<InstanceObj>),
    /// Leaves the interpreter at once: a limit was hit, or our own bug.
    Abort(Box<Diagnostic>),
}

/// The result of an operation.
pub type PyResult<T = Value> = Result<T, PyErr>;

/// The live space.
pub struct Space {}

impl Space {
    /// `hash(v)`
    pub fn hash(&self, v: &Value) -> PyResult<i64> {
        Ok(quick_hash(v).unwrap_or_else(|| identity_hash(v)))
    }
    /// `a == b`
    pub fn eq(&self, a: &Value, b: &Value) -> PyResult<bool> {
        Ok(quick_eq(a, b).unwrap_or(false))
    }
}
