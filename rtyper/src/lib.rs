//! From annotated flow graphs to optimised low-level graphs.
//!
//! * [`ll`]: the low-level dialect of the graph model: operations, constants, whole programs; plain data, `Send`.
//! * [`interp`]: an interpreter of low-level programs with checked memory.
//! * [`transform`]: passes over low-level programs, down to what the back end compiles.
pub mod interp;
pub mod ll;
pub mod transform;
