//! Timeshifting: generator construction (translation time) and the JIT's support library (run time). D08.2 §3.2-3.4.
//!
//! ```text
//! coloured graphs ──generate──▶ generator graphs + tables (info) ──back end──▶ image
//!                                          │ run time
//! interpreter ──hot──▶ driver ──runs──▶ generator ──calls──▶ support (boxes, folding, virtuals) ──▶ residual graphs ──▶ code
//! ```
//! * [`abi`]: what generators, the translated interpreter and the support library agree on.
//! * [`info`]: the tables that go into the image.
//! * [`generate`]: coloured graphs to generator graphs; merge points of the translated interpreter.
//! * [`support`]: boxes, red operations (fold, virtualise or emit), execution of operations for real.
//! * [`versions`]: contexts, block versions, the driver loop, edges, promotion, entry and exit, logs.
pub mod abi;
pub mod generate;
pub mod info;
pub mod support;
pub mod versions;
