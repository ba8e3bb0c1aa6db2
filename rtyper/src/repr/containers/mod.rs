//! Containers: lists, ranges, dictionaries, tuples, slices, and iterators over them.
pub mod rdict;
pub mod riter;
pub mod rlist;
pub mod rlistops;
pub mod rrange;
pub mod rslice;
pub mod rtuple;
