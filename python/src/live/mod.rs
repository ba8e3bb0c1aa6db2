//! The live space: the built-in Python.
//!
//! It imports modules and runs them with Python's full import-time dynamism, evaluates memo functions while annotating,
//! and is `genext py`. The engine executes the code; this module holds the objects and every operation on them.
//!
//! * [`objects`]: what there is: [`Value`], the handle of any object, classes, dictionaries, functions, ...
//! * [`operations`]: what is done with them: attributes, items, calls, operators, exceptions. [`numbers`]: arithmetic;
//!   [`text`]: formats, encodings, `repr`.
//! * [`builtins`], [`methods`]: the functions and methods that programs call by name; [`modules`], and Python text in
//!   `lib/`: the standard library.
//! * [`space`]: [`Space`], the interpreter: its state, frames, limits, errors; [`import`]: the importer.
//!
//! For inspection by the flow space and the annotator (no Python code is ever run by these):
//! [`Value::identity`], [`Value::qualified_name`], [`FunctionObj`], [`ClassObj::lookup`], [`ClassObj::mro`],
//! [`InstanceObj::attributes`], [`DictObj::names`], [`ModuleObj::get`].
mod budget;
pub mod builtins;
mod explain;
mod finalizers;
pub mod import;
pub mod methods;
pub mod modules;
pub mod numbers;
pub mod objects;
pub mod operations;
pub mod quick;
pub mod space;
pub mod text;

pub use import::is_library;
pub use objects::class::{
    ClassObj, ClassRef, ExcState, InstanceObj, Payload, TraceEntry, classes_version,
};
pub use objects::dict::{DictObj, SetObj};
pub use objects::kinds::*;
pub use objects::types::{BuiltinType, Types, class_of, types};
pub use objects::value::{Identity, StrObj, UnicodeObj, Value, name_value};
pub use operations::iter::IterObj;
pub use space::{Extension, PyErr, PyResult, Space, SpaceConfig, Stdout, on_big_stack};

use ir::name::Name;

/// The arguments of a call, with `*` and `**` already spread.
#[derive(Clone, Default)]
pub struct Args {
    pub pos: Vec<Value>,
    pub kw: Vec<(Name, Value)>,
}

impl Args {
    /// Arguments of a call without keywords.
    pub fn pos(pos: Vec<Value>) -> Args {
        Args {
            pos,
            kw: Vec::new(),
        }
    }
    /// Those behind the receiver.
    pub fn rest(&self) -> Args {
        Args {
            pos: self.pos[1..].to_vec(),
            kw: self.kw.clone(),
        }
    }
}
