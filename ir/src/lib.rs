//! What every stage speaks: places in sources, diagnostics, names, low-level types, graphs.
//!
//! * [`source`], [`diag`], [`suggest`]: files and positions; diagnostics and their text; the closest of the known
//!   names.
//! * [`name`], [`index`]: interned names, dense entity maps.
//! * [`lltype`]: the language of low-level types, in which annotations and low-level programs speak of memory.
//! * [`model`]: graphs, generic over a *dialect* (flow level or low level), with their verifier, text form and
//!   pictures.
//! * [`rewrite`]: the kit for changing graphs. [`dataflow`]: fixed points over graphs.
//!
//! This crate knows no stage: neither Python nor operations of a dialect.
pub mod dataflow;
pub mod diag;
pub mod index;
pub mod lltype;
pub mod model;
pub mod name;
pub mod rewrite;
pub mod source;
pub mod suggest;
#[cfg(test)]
mod toy;

// For the expansion of `entity!` in crates that do not name `serde` themselves.
#[doc(hidden)]
pub use serde;
