//! The support library: boxes, red operations, virtual structures, heap knowledge, and the residual graph under construction.
//!
//! [`State::perform`](state::State::perform) is the centre: generators call it for each red operation.
//! * [`boxes`], [`heap`], [`exc`]: what is known. [`builder`]: the code. [`state`]: all of it, and roots.
//! * [`tables`]: the program as the JIT sees it. [`memory`]: access to its memory.
//! * [`ops`]: performing operations; [`learn`]: what branches teach.
//!
//! **Unsafe code** is in [`memory`] and [`state`] (reading the runtime).
pub mod boxes;
pub mod builder;
pub mod exc;
pub mod heap;
pub mod learn;
pub mod memory;
pub mod ops;
pub mod state;
pub mod tables;
