//! From annotated flow graphs to optimised low-level graphs.
//!
//! * [`ll`]: the low-level dialect of the graph model: operations, constants, whole programs; plain data, `Send`.
//! * [`typer`]: the RTyper: functions, calls, constants, helpers; [`repr`]: representations, one file per family; [`externs`]:
//!   the functions of the runtime.
//! * [`interp`]: an interpreter of low-level programs with checked memory.
//! * [`transform`]: passes over low-level programs, down to what the back end compiles.
#[cfg(feature = "typer")]
pub mod externs;
#[cfg(feature = "typer")]
pub mod interp;
pub mod ll;
#[cfg(feature = "typer")]
pub mod repr;
#[cfg(feature = "typer")]
pub mod transform;
#[cfg(feature = "typer")]
pub mod typer;
