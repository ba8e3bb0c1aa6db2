//! All programs of all examples, in every way they can run: untranslated under CPython with the stand-in library,
//! untranslated in the built-in Python, and translated (at every optimisation level, and with a collection at every
//! allocation). The outputs agree. `jit.rs` runs them with a JIT.
use std::process::Command;

use genext_tests::cases::{cases, root};
use genext_tests::toolchain::{clean, genext, interpreter};
use libtest_mimic::{Arguments, Trial};

fn main() {
    let arguments = Arguments::from_args();
    let cases = cases();
    let mut trials = Vec::new();
    for case in cases.iter().filter(|c| !c.is_slow()) {
        let c = case.clone();
        trials.push(Trial::test(
            format!("cpython::{}::{}", c.example, c.stem()),
            move || {
                let mut command = Command::new("python3");
                command
                    .arg(root().join("examples/run_cpython.py"))
                    .arg(c.target());
                c.check(command)
            },
        ));
        let c = case.clone();
        trials.push(Trial::test(
            format!("untranslated::{}::{}", c.example, c.stem()),
            move || {
                let mut command = Command::new(genext());
                command.arg("py").arg(c.target());
                c.check(command)
            },
        ));
    }
    for level in ["0", "1", "2"] {
        for case in &cases {
            // The slow programs run optimised only.
            if case.is_slow() && level != "2" {
                continue;
            }
            let c = case.clone();
            trials.push(Trial::test(
                format!("O{level}::{}::{}", c.example, c.stem()),
                move || c.check(Command::new(interpreter(&c.example, level)?)),
            ));
            if case.is_slow() {
                continue;
            }
            let c = case.clone();
            trials.push(Trial::test(
                format!("O{level}-gc::{}::{}", c.example, c.stem()),
                move || {
                    let mut command = Command::new(interpreter(&c.example, level)?);
                    command.env("GENEXT_GC", "debug");
                    c.check(command)
                },
            ));
        }
    }
    let conclusion = libtest_mimic::run(&arguments, trials);
    clean();
    conclusion.exit();
}
