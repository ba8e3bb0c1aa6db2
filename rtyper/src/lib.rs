//! From annotated flow graphs to low-level graphs.
//!
//! * [`repr`]: representations, one file per family: how values of an annotation look in memory, and what their
//!   operations become.
//! * [`typer`]: the RTyper: functions, calls, constants, helpers.
pub mod repr;
pub mod typer;
