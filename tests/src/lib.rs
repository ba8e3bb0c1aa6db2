//! Tests that cross crates; see the files under `tests/`.
