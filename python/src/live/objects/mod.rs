//! The objects: what there is. What is done with them is in [`super::operations`], [`super::numbers`], [`super::text`].
//!
//! * [`value`]: [`value::Value`], the handle of any object.
//! * [`class`]: classes and instances; [`types`]: the built-in ones.
//! * [`dict`]: dictionaries and sets, with the [`hash`] of keys.
//! * [`kinds`]: lists, functions, methods, modules and the like, and objects implemented in Rust.
pub mod class;
pub mod dict;
pub mod hash;
pub mod kinds;
pub mod types;
pub mod value;
