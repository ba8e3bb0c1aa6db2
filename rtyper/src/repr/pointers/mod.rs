//! Low-level pointers in programs and in LLPython helpers.
mod rll;
mod rlltype;
mod rptr;
