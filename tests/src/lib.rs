//! Tests that cross crates; see the files under `tests/`. The library holds what they share: generators of programs.
pub mod generate;
