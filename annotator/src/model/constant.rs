//! Constants of annotations: live objects with the equality that constant propagation needs (the flow space's: same
//! type and, for immutable built-in values, same value; everything else by identity).
pub use flowspace::Const;
pub use flowspace::value::same_const as same;
