//! Block versions, made lazily (Chevalier-Boisvert, Feeley: *Simple and Effective Type Check Removal through Lazy Basic
//! Block Versioning*, 2015; Jin, Poon: *Exploring a Tier 2 Interpreter for CPython*, 2023): contexts, keys, the driver
//! loop, edges, promotion, entry and exit, logs.
//!
//! ```text
//! counter ─▶ entry ─▶ session ─▶ emit ─▶ code ──edge stub──▶ edges ─▶ execute | session | promotion
//! ```
//! * [`context`], [`partition`], [`lattice`]: what is known at a point, the operations on it, the order of
//!   contexts.
//! * [`keys`], [`table`]: which version an arrival takes.
//! * [`snapshot`]: boxes to contexts, and those in few bytes, what they have in common once ([`pieces`]);
//!   [`bridge`]: contexts to boxes. [`run`]: generators and what they ask for.
//! * [`session`], [`emit`]: compiling. [`bias`]: which way branches go. [`edges`], [`promotion`]: what stubs call.
//!   [`execute`]: below the threshold. [`entry`]: entering compiled code. [`loans`]: objects of frames that wait for
//!   what they have called.
//! * [`origins`]: names of what is compiled, the same in each run.
//! * [`budget`]: what compiling may cost. [`code`], [`edge`]: what was compiled. [`invalidate`]: what is
//!   killed. [`regenerate`]: what is made again when it has run often. [`flush`]: forgetting all of it when memory is
//!   exhausted; [`numbered`]: vectors whose numbers go on then. [`jit`]: what the process has of all that.
//!   [`image`]: from the tables of the image. [`text`], [`report`], [`log`]: what is told of it; [`idle`]: what of a
//!   program that never asks for a JIT.
//! * [`symbols`]: names of code for perf and gdb ([`gdb`]).
//!
//! **Unsafe code** is in [`native`]; [`gdb`] exports names.
pub mod bias;
pub mod bridge;
pub mod budget;
pub mod code;
pub mod context;
mod detail;
pub mod edge;
pub mod edges;
pub mod emit;
pub mod entry;
pub mod execute;
mod flush;
pub mod gdb;
mod idle;
pub mod image;
mod invalidate;
pub mod jit;
pub mod keys;
pub mod lattice;
mod loans;
pub mod log;
pub mod native;
mod nested;
pub mod numbered;
pub mod origins;
pub mod params;
pub mod partition;
pub mod pieces;
pub mod promotion;
mod regenerate;
pub mod report;
pub mod run;
pub mod sampling;
pub mod session;
pub mod snapshot;
pub mod symbols;
pub mod table;
pub mod text;
mod turnover;
mod verify;
