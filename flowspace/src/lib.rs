//! Front end of genext: from RPython source text to SSI flow graphs.
//!
//! The way of the data inside this crate (design: D05.1 §4–5):
//!
//! ```text
//! text --parser--> AST --compile--> code objects --engine over the live space--> live objects
//!                                             \--engine over the flow space--> flow graphs
//! ```
//!
//! * [`live`]: the object model and the built-in Python.
//! * [`flow`]: abstract interpretation to flow graphs.
pub mod ast;
pub mod code;
pub mod compile;
pub mod engine;
pub mod flow;
pub mod live;
pub mod parser;
