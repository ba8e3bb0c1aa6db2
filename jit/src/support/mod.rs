//! The support library: boxes, red operations, virtual structures, heap knowledge, and the residual graph under
//! construction.
//!
//! [`SupportState::perform`](state::State::perform) is the centre: generators call it for each red operation.
//! * [`boxes`], [`heap`], [`exc`]: what is known. [`builder`]: the code. [`state`]: all of it, and roots.
//! * [`tables`]: the program as the JIT sees it. [`memory`]: access to its memory.
//! * [`ops`]: performing operations; [`quick`]: those that cost nothing; [`fold`]: numbers and pointers; [`access`]:
//!   loads and stores; [`virtuals`], [`virtualizables`], [`calls`].
//! * [`learn`]: what branches teach; [`actual`]: the values of the arrival that is compiled for. [`execute`]:
//!   virtual objects allocated for real. [`watch`]: fields that change rarely. [`externs`]: what generators call.
//!   [`promises`]: hints verified at run time. [`checked`]: generators that may run.
//!
//! **Unsafe code** is in [`memory`], [`externs`] (the runtime) and [`state`] (reading the runtime).
pub mod access;
pub mod actual;
mod answers;
pub mod bounds;
pub mod boxes;
pub mod builder;
pub mod calls;
pub mod checked;
pub mod deferred;
pub mod definitions;
pub mod exc;
pub mod execute;
pub mod externs;
pub mod fold;
pub mod heap;
pub mod learn;
pub mod loans;
pub mod memory;
pub mod nested;
pub mod ops;
pub mod promises;
pub mod quick;
pub mod records;
pub mod references;
pub mod state;
pub mod tables;
pub mod virtualizables;
pub mod virtuals;
pub mod watch;
