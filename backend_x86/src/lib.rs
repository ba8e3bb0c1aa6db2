//! x86-64 back end: instruction selection, register allocation, emission, images.
//!
//! * [`abi`]: what emitted code and the runtime agree on.
pub mod abi;
