//! Low-level pointers in programs and in LLPython helpers.
pub mod rll;
pub mod rlltype;
pub mod rptr;
