//! Generated RPython programs, each at every level: what they print under CPython with the stand-in library is right.
//!
//! Every run makes other programs; the first seed is printed. A failing program is made as small as possible and kept.
//!
//! | variable | |
//! |---|---|
//! | `GENEXT_SEED=n` | the first seed: runs the same programs again |
//! | `GENEXT_PROGRAMS=n` | how many programs |
//! | `GENEXT_GENERATED=long` | at all levels (`tests/long.sh`) |
//! | `GENEXT_GENERATED=jit` | interpreters only, of all sorts, with a JIT at all thresholds and other settings |
//! | `GENEXT_GENERATED_FOLDER=path` | where failing programs and the list of what is done are kept: a run that was stopped goes on there |
//! | `GENEXT_FEATURES=List,Try` | only these features; `GENEXT_WITHOUT`: all but these |
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use genext_tests::generate::rpython::{check, tree};
use genext_tests::{lowlevel, toolchain};
use libtest_mimic::{Arguments, Trial};

/// Programs in an ordinary run of the tests.
const PROGRAMS: u64 = 100;
/// Programs of one trial.
const CHUNK: u64 = 10;

/// Refusals that the generator does not avoid, and what is known and open: they are counted and shown, and fail no
/// test. (Part of the signature.)
const KNOWN: &[&str] = &[
    "unsupported[EN]: not supported yet: conversion from",
    // A refusal: a constant operation gave an integer beyond the machine word, and the program goes on with it.
    "does not fit in a machine word",
    // A refusal: a value that is always None.
    "error[EN]: len() of None",
    "error[EN]: attribute `` of None",
    "error[EN]: None is called",
    // A refusal: a list that nothing is ever put into, because a filter over a constant list lets nothing through.
    "error[EN]: an item is taken out of a container that is always empty",
];

struct Run {
    mode: check::Mode,
    folder: PathBuf,
    /// Trials that are done: their first seeds.
    done: BTreeSet<u64>,
    /// Failures by signature: how many.
    failures: Mutex<BTreeMap<String, u64>>,
}

impl Run {
    /// One program; a text if it fails.
    fn program(&self, seed: u64) -> Result<(), String> {
        let program = self.mode.program(seed);
        let path = check::file(&self.folder, seed, "");
        check::write(&path, seed, &program)?;
        let levels = check::levels(&program, self.mode, seed);
        let Some(failure) = check::failure(&path, &levels) else {
            let _ = std::fs::remove_file(&path);
            return Ok(());
        };
        let head = format!("seed {seed}: {}\n{}", failure.signature, path.display());
        let count = {
            let mut failures = self.failures.lock().expect("no panic with the lock held");
            let count = failures.entry(failure.signature.clone()).or_default();
            *count += 1;
            *count
        };
        if KNOWN.iter().any(|k| failure.signature.contains(k)) {
            return Ok(());
        }
        if count > 1 {
            return Err(format!("{head}\nnumber {count} of this signature"));
        }
        let scratch = check::file(&self.folder, seed, "_scratch");
        let long = self.mode != check::Mode::Short;
        let small = check::minimise(program.tree, &failure, &scratch, long);
        let _ = std::fs::remove_file(scratch);
        let text = tree::text(&small);
        let path = check::file(&self.folder, seed, "_small");
        std::fs::write(&path, &text).map_err(|e| e.to_string())?;
        let report = check::failure(&path, &levels).unwrap_or(failure).report;
        Err(format!("{head}\n{report}\n{}:\n{text}", path.display()))
    }
    fn chunk(&self, first: u64, end: u64) -> Result<(), String> {
        if self.done.contains(&first) {
            return Ok(());
        }
        let errors: Vec<String> = (first..end).filter_map(|s| self.program(s).err()).collect();
        if !errors.is_empty() {
            return Err(errors.join("\n\n"));
        }
        let list = std::fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(self.folder.join("done"));
        if let Ok(mut list) = list {
            let _ = writeln!(list, "{first}");
        }
        Ok(())
    }
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

/// Other programs each time.
fn fresh_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(1, |d| d.as_millis() as u64) % 1_000_000_000
}

fn main() {
    lowlevel::intercept();
    let arguments = Arguments::from_args();
    let first = number("GENEXT_SEED").unwrap_or_else(fresh_seed);
    let count = number("GENEXT_PROGRAMS").unwrap_or(PROGRAMS);
    let named = std::env::var_os("GENEXT_GENERATED_FOLDER").map(PathBuf::from);
    let folder = named.unwrap_or_else(|| toolchain::work().join("generated"));
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let done = std::fs::read_to_string(folder.join("done")).unwrap_or_default();
    let run = Arc::new(Run {
        mode: match std::env::var("GENEXT_GENERATED").as_deref() {
            Ok("long") => check::Mode::Long,
            Ok("jit") => check::Mode::Jit,
            _ => check::Mode::Short,
        },
        done: done.lines().filter_map(|l| l.parse().ok()).collect(),
        folder,
        failures: Mutex::default(),
    });
    println!("generated programs: GENEXT_SEED={first} GENEXT_PROGRAMS={count}");
    let mut trials = Vec::new();
    for start in (first..first + count).step_by(CHUNK as usize) {
        let end = (start + CHUNK).min(first + count);
        let run = run.clone();
        trials.push(Trial::test(
            format!("seeds_{start}_{}", end - 1),
            move || Ok(run.chunk(start, end)?),
        ));
    }
    let conclusion = libtest_mimic::run(&arguments, trials);
    let failures = run.failures.lock().expect("all tests have ended");
    if !failures.is_empty() {
        println!("failures, each with the number of programs:");
    }
    for (signature, n) in failures.iter() {
        println!("{n:6} {signature}");
    }
    if conclusion.has_failed() {
        println!("programs are in {}", run.folder.display());
    } else {
        toolchain::clean();
    }
    conclusion.exit();
}
