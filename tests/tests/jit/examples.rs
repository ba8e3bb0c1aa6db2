//! All programs of the examples with a JIT: output, errors and exit code are the expected ones.
use std::process::Command;

use genext_tests::cases::cases;
use genext_tests::toolchain::interpreter;
use libtest_mimic::Trial;

/// How programs run: the name of the test, `GENEXT_JIT`, and whether there is a collection at every allocation.
const SETTINGS: [(&str, &str, bool); 10] = [
    ("Ojit", "", false),
    ("Ojit-1", "threshold=1", false),
    ("Ojit-2", "threshold=2", false),
    ("Ojit-7", "threshold=7", false),
    ("Ojit-again", "threshold=2,regenerate=1", false),
    ("Ojit-once", "threshold=2,regenerate=0", false),
    ("Ojit-flush", "threshold=2,flush=1", false),
    ("Ojit-cap1", "threshold=2,edge_threshold=1,cap=1", false),
    ("Ojit-executed", "threshold=1,edge_threshold=1000000", false),
    ("Ojit-gc", "threshold=2", true),
];
/// Programs so large that at a low threshold compilation takes most of the time: one setting will do.
const LARGE: [(&str, &str); 1] = [("bf", "mandelbrot_small")];

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for case in cases() {
        for (name, jit, gc) in SETTINGS {
            let default = jit.is_empty() && !gc;
            let large = LARGE.contains(&(&case.example, case.stem()));
            if !super::long() && (case.is_slow() || large && !default && name != "Ojit-2") {
                continue;
            }
            // The slow programs run at the default threshold only.
            if case.is_slow() && !default {
                continue;
            }
            let c = case.clone();
            trials.push(Trial::test(
                format!("{name}::{}::{}", c.example, c.stem()),
                move || {
                    let mut command = Command::new(interpreter(&c.example, "jit")?);
                    command
                        .env("GENEXT_JIT", super::setting(jit))
                        .env_remove("GENEXT_LOG");
                    if gc {
                        command.env("GENEXT_GC", "debug");
                    }
                    c.check(command)
                },
            ));
        }
    }
    trials
}
