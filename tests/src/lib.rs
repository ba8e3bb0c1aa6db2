//! Tests that cross crates; see the files under `tests/`. The library holds what they share: the programs of the
//! examples, generators of programs, interpreters translated once, programs run at every level, and readers of what a
//! JIT logs.
pub mod cases;
pub mod generate;
pub mod jitlog;
pub mod levels;
pub mod lowlevel;
pub mod mutate;
pub mod soundness;
pub mod toolchain;
