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
#[cfg(feature = "generate")]
pub mod generate;
pub mod info;
pub mod support;
pub mod versions;

/// Adds the functions of a JIT to those that programs may import. Once, before a program with a JIT is loaded.
pub fn register() {
    for functions in [support::externs::TABLE, versions::native::TABLE] {
        runtime::externs::register(functions);
    }
}

/// Makes the JIT of a loaded program ready, before the program starts: sets the threshold of its counters. Everything else waits until something is hot.
pub fn start(rt: &mut runtime::runtime::Runtime) {
    versions::native::start(rt);
}
