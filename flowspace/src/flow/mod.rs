//! The flow space.
pub mod op;
pub use op::{CallShape, HlOp};
