//! Block versions (jit.md §3-4; pyLBBV §3-4): contexts, keys, the driver loop, edges, promotion, entry and exit, logs.
//!
//! * [`context`], [`partition`], [`lattice`]: what is known at a point, pyLBBV's operations on it, the order of contexts.
//! * [`keys`], [`table`]: which version an arrival takes.
pub mod context;
pub mod keys;
pub mod lattice;
pub mod partition;
pub mod table;
