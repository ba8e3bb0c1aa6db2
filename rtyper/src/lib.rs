//! From annotated flow graphs to optimised low-level graphs.
//!
//! * [`ll`]: the low-level dialect of the graph model: operations, constants, whole programs; plain data, `Send`.
//! * [`typer`]: the RTyper: functions, calls, constants, helpers; [`repr`]: representations, one file per family; [`externs`]:
//!   the functions of the runtime.
//! * [`interp`]: an interpreter of low-level programs with checked memory.
//! * [`transform`]: passes over low-level programs, down to what the back end compiles.
pub mod externs;
pub mod interp;
pub mod ll;
pub mod repr;
pub mod transform;
pub mod typer;
