//! Whole-program type inference: annotations. The theory is in Rigo, Hudson, Pedroni: *Compiling Dynamic Language
//! Implementations* (PyPy, 2005), chapter 6.
//!
//! Input: a live entry-point function and annotations of its arguments. The engine asks the flow space for graphs as it
//! discovers functions, flows annotations through them to a fixed point, and leaves the state (b, E) in a
//! [`AnnotatedProgram`].
//!
//! * [`model`]: annotations, interned: the lattice, constants, low-level types, their text.
//! * [`defs`]: what annotations refer to: hidden variables, lists, dictionaries, classes, descs; [`bookkeeper`] makes
//!   them of prebuilt objects.
//! * [`engine`]: the fixed point; `rules` of operations, `calls`, `classes`, [`builtins`].
//! * [`program`]: the result; `report`: errors and warnings; [`soundness`]: the checker.
//! * [`front`]: what is asked of live objects and the flow space. [`api`], [`python_api`]: for the layers above.
//!
//! # Use by the rtyper
//! ```text
//! let mut annotator = Annotator::new(space, Options::default());
//! annotator.run(&entry_point, &[list_of_str])?;            // Err: all diagnostics
//! let program: &Program = annotator.program();
//! let g = annotator.annotate_helper(&ll_func, &[Annotation::ptr(..), Annotation::int()])?;   // any time later
//! ```
//! [`AnnotatedProgram::graphs`] holds graphs with bindings; [`AnnotatedProgram::call`] what a call site calls, with a
//! map from the callee's parameters to the call's arguments; [`AnnotatedProgram::classes`] classes with attributes
//! where they live; [`AnnotatedProgram::families`] call tables.
pub mod api;
pub mod bookkeeper;
pub mod builtins;
mod calls;
mod claims;
mod classes;
pub mod defs;
pub mod engine;
pub mod front;
pub mod model;
pub mod program;
pub mod python_api;
mod report;
mod rules;
pub mod show_graph;
pub mod soundness;

pub use calls::instantiate::environment_attributes;
pub use classes::texts::{EXCEPTION_TEXT, ExceptionText, TEXTLESS};
pub use defs::*;
pub use engine::{Annotator, AnnotatorOptions, Schedule, Stats};
pub use front::FrontEnd;
pub use model::{
    Annotation, AnnotationKind, ClassId, DescId, DictId, IntKind, IterKind, ListId, Narrow,
};
pub use program::{AnnotatedProgram, Equiv, GraphInfo};
pub use report::warnings::Shortest;
