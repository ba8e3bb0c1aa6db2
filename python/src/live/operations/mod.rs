//! What is done with objects: each operation has a fast path for built-in values, then Python's protocol.
//!
//! * [`attr`]: attributes; [`items`]: subscription and slicing; [`iter`]: iteration.
//! * [`operators`]: unary and binary ones; [`compare`]; [`protocols`]: truth, hash, length, membership, conversions.
//! * [`call`]: calls; [`classes`]: the making of classes and functions; [`generator`]: suspended frames.
//! * [`exc`]: raising, catching and reporting.
//! * [`engine_impl`]: all of them as the object space of [`crate::engine`].
pub mod attr;
pub mod call;
mod classes;
pub mod compare;
pub(crate) mod engine_impl;
pub mod exc;
pub mod generator;
pub mod items;
pub mod iter;
pub mod operators;
mod protocols;
