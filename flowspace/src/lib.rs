//! Front end of genext: from RPython source text to SSI flow graphs.
//!
//! The way of the data inside this crate (design: D05.1 §4–5):
//!
//! ```text
//! text --parser--> AST --compile--> code objects --engine over the live space--> live objects
//!                                             \--engine over the flow space--> flow graphs
//! ```
//!
//! * [`source`], [`diag`], [`name`], [`index`]: positions, diagnostics, interned names, dense entity maps.
//! * [`live`]: the object model and the built-in Python.
//! * [`model`]: the graph model shared by every later stage (generic over a *dialect*: flow-level or low-level).
//! * [`lltype`]: the language of low-level types (shared with annotation, which must speak of low-level pointers).
#[cfg(feature = "frontend")]
pub mod ast;
#[cfg(feature = "frontend")]
pub mod code;
#[cfg(feature = "frontend")]
pub mod compile;
#[cfg(feature = "frontend")]
pub mod diag;
#[cfg(feature = "frontend")]
pub mod engine;
#[cfg(feature = "frontend")]
pub mod flow;
pub mod index;
#[cfg(feature = "frontend")]
pub mod live;
pub mod lltype;
pub mod model;
pub mod name;
#[cfg(feature = "frontend")]
pub mod parser;
pub mod source;

#[doc(hidden)]
pub use serde;
