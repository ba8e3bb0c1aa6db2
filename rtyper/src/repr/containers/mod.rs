//! Containers: lists, ranges, dictionaries, tuples, slices, and iterators over them.
pub mod rdict;
mod riter;
pub mod rlist;
mod rlistops;
mod rrange;
pub mod rslice;
mod rtuple;
