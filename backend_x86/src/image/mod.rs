//! Images: linked programs as bytes.
//!
//! * [`format`]: header and tables, shared with the runtime's loader.
//! * [`data`]: prebuilt objects.
//! * [`stubs`]: shared code: the entry trampoline, slow paths.
//! * [`link`](mod@link): puts everything at its address.
//! * [`debug`]: debugging information: lines, functions, inlined calls, variables and types.
//! * [`unwind`]: call frame information for debuggers and profilers.
pub mod data;
pub mod debug;
pub use ::abi::format;
pub mod link;
pub mod locations;
pub mod stubs;
pub mod unwind;

pub use link::{Image, link};
