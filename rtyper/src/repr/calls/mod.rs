//! Calls: of functions in the program; of Python's, of the library's, of the operating system's; of what speaks to the
//! JIT.
pub mod rbuiltin;
pub mod rcall;
pub mod rexternal;
pub mod rjit;
pub mod rlibrary;
