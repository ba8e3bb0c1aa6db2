//! x86-64 back end: instruction selection, register allocation, emission, images.
//!
//! * [`abi`]: what emitted code and the runtime agree on.
//! * [`image`]: linked programs as bytes; [`image::format`] is what the runtime's loader reads.
pub use ::abi::context as abi;
pub mod image;
