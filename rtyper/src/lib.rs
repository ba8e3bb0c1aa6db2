//! From annotated flow graphs to optimised low-level graphs.
//!
//! * [`ll`]: the low-level dialect of the graph model: operations, constants, whole programs; plain data, `Send`.
pub mod ll;
