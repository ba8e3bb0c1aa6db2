//! The run time of a JIT: what generators call, and what runs them. It is linked into programs that
//! have a JIT.
//!
//! ```text
//! interpreter ──hot──▶ session ──runs──▶ generator ──calls──▶ support (boxes, folding, virtuals)
//!                                                             ──▶ residual graphs ──▶ code
//! ```
//! * Crate [`jit_abi`]: what generators, the translated interpreter and this library agree on, and the tables in the
//!   image. Crate `timeshift` makes generators and tables.
//! * [`support`]: boxes, red operations (fold, virtualise or emit), allocation of virtual objects for real.
//! * [`versions`]: contexts, block versions, the driver loop, edges, promotion, entry and exit, logs.
pub mod support;
pub mod versions;

/// Adds the functions of a JIT to those that programs may import. Once, before a program with a JIT is loaded.
pub fn register() {
    for functions in [support::externs::TABLE, versions::native::TABLE] {
        runtime::externs::register(functions);
    }
}

/// Makes the JIT of a loaded program ready, before the program starts: sets the threshold of its counters. Everything
/// else waits until something is hot.
pub fn start(rt: &mut runtime::runtime::Runtime) {
    versions::native::start(rt);
}
