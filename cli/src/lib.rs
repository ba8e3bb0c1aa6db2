//! The `genext` program as a library: so that tests across crates can drive the same code.
pub mod executable;
pub mod view;
