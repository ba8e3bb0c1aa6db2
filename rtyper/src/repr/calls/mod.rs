//! Calls: of functions in the program; of Python's, of the library's, of the operating system's; of what speaks to the
//! JIT.
mod rbuiltin;
mod rcall;
mod rexternal;
pub mod rjit;
mod rlibrary;
mod rmemo;
