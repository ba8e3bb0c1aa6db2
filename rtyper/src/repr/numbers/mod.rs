//! Numbers: integers of all sizes with booleans among them, and floats.
pub mod rfloat;
pub mod rint;
