//! The `genext` program as a library, so that tests across crates can drive the same code.
//!
//! [`args`] is the command line, [`driver`] the way of the data through all stages, [`commands`] what each command does
//! with it, [`executable`] writes standalone programs, [`view`] shows graphs.
pub mod args;
mod builtin_python;
pub mod commands;
pub mod driver;
pub mod executable;
pub mod explain;
pub mod jit_bisect;
pub mod jitlog;
pub mod lsp;
mod manual;
mod new;
pub mod report;
mod sarif;
pub mod soundness;
mod source;
pub mod target;
pub mod test;
pub mod timings;
pub mod view;
