//! Whole-program type inference: annotations. The theory is in Rigo, Hudson, Pedroni: *Compiling Dynamic Language
//! Implementations* (PyPy, 2005), chapter 6.
//!
//! Input: a live entry-point function and annotations of its arguments. The engine asks the flow space for graphs as it
//! discovers functions, flows annotations through them to a fixed point, and leaves the state (b, E) in a [`Program`].
//!
//! * [`model`]: annotations (the lattice), interned. * [`konst`]: constants. * [`defs`]: hidden variables, lists,
//!   dictionaries, classes, descs. * [`program`]: the result.
//!
//! # Use by the rtyper
//! ```text
//! let mut annotator = Annotator::new(space, Options::default());
//! annotator.run(&entry_point, &[list_of_str])?;            // Err: all diagnostics
//! let program: &Program = annotator.program();
//! let g = annotator.annotate_helper(&ll_func, &[Annotation::ptr(..), Annotation::int()])?;   // any time later
//! ```
//! [`Program::graphs`] holds graphs with bindings; [`Program::call`] what a call site calls, with a map from the
//! callee's parameters to the call's arguments; [`Program::classes`] classes with attributes where they live;
//! [`Program::families`] call tables.
pub mod api;
mod attributes;
pub mod bookkeeper;
pub mod builtins;
mod calls;
mod claims;
mod classes;
pub mod defs;
pub mod embed;
pub mod engine;
mod exceptions;
mod families;
mod flowing;
pub mod front;
mod help;
pub mod hl;
pub mod konst;
pub mod lattice;
pub mod live_front;
mod lowtypes;
pub mod model;
mod plan;
mod presence;
pub mod program;
mod provenance;
mod repeat;
mod report;
mod rules;
mod settle;
pub mod show;
pub mod show_graph;
pub mod soundness;
pub mod specialize;
mod state;
mod unset;
mod unused;
mod warnings;

pub use defs::*;
pub use engine::{Annotator, Options, Schedule, Stats};
pub use front::FrontEnd;
pub use model::{Annotation, ClassId, DescId, DictId, IntKind, IterKind, Kind, ListId, Narrow};
pub use program::{Equiv, GraphInfo, Program};
pub use warnings::Shortest;
