//! The support library: boxes, red operations, virtual structures, heap knowledge, and the residual graph under construction.
pub mod boxes;
