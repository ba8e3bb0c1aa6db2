//! The live space: the built-in Python.
//!
//! It imports modules and runs them with Python's full import-time dynamism, evaluates memo functions while annotating,
//! and is `genext py`. The engine executes the code; this module holds the objects and every operation on them.
//!
//! * [`value`]: [`Value`], the handle of any object; [`objects`]: functions, methods, modules, ...; [`class`]: classes
//!   and instances; [`dict`]: dictionaries and sets; [`types`]: the built-in types.
//! * [`space`]: [`Space`], the interpreter: attribute protocol, calls, operators, imports.
//!
//! For inspection by the flow space and the annotator (no Python code is ever run by these):
//! [`Value::identity`], [`Value::qualified_name`], [`FunctionObj`], [`ClassObj::lookup`], [`ClassObj::mro`],
//! [`InstanceObj::attributes`], [`DictObj::names`], [`ModuleObj::get`].
pub mod attr;
mod budget;
pub mod builtins;
pub mod call;
pub mod class;
mod classes;
pub mod codecs;
pub mod compare;
pub mod dict;
mod digits;
mod engine_impl;
pub mod exc;
mod explain;
mod fallbacks;
pub mod format;
pub mod generator;
pub mod hash;
pub mod import;
pub mod items;
pub mod iter;
pub mod methods;
pub mod modules;
pub mod numbers;
pub mod objects;
pub mod operators;
mod printing;
mod protocols;
pub mod repr;
mod rounding;
pub mod space;
pub mod text;
pub mod types;
mod unicode;
pub mod value;

pub use class::{ClassObj, ClassRef, ExcState, InstanceObj, Payload, TraceEntry};
pub use dict::{DictObj, SetObj};
pub use import::is_library;
pub use iter::IterObj;
pub use objects::*;
pub use space::{Config, Extension, PyErr, PyResult, Space, Stdout, on_big_stack};
pub use types::{Kind, Types, class_of, types};
pub use value::{Identity, StrObj, UnicodeObj, Value, name_value};

use ir::name::Name;

/// The arguments of a call, with `*` and `**` already spread.
#[derive(Clone, Default)]
pub struct Args {
    /// Positional arguments.
    pub pos: Vec<Value>,
    /// Keyword arguments.
    pub kw: Vec<(Name, Value)>,
}

impl Args {
    /// Positional arguments only.
    pub fn pos(pos: Vec<Value>) -> Args {
        Args {
            pos,
            kw: Vec::new(),
        }
    }
}
