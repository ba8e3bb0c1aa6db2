//! A Python: from source text to live objects.
//!
//! ```text
//! text --parser--> AST --compile--> code objects --engine over the live space--> live objects
//! ```
//! * [`parser`], [`ast`]: Python 3 and Python 2 text to trees. [`compile`]: trees to [`code`] objects.
//! * [`engine`]: the interpreter loop, generic over an object space; the flow space (crate `flowspace`) is another one.
//! * [`live`]: the object space of real values: the built-in Python, which imports programs, runs their start-up code
//!   and their tests, and folds constants for the later stages.
//! * [`vocabulary`]: the built-ins by name, for all stages that know them.
pub mod ast;
pub mod code;
pub mod compile;
pub mod engine;
pub mod live;
pub mod parser;
pub mod vocabulary;
