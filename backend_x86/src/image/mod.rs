//! Images: linked programs as bytes.
//!
//! * [`format`]: header and tables, shared with the runtime's loader.
pub use ::abi::format;
