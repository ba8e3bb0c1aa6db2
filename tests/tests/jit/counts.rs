//! What residual code consists of: loops run once, their operations are counted in the log.
//!
//! The bars are those of `docs/performance.md`. A loop in the log may hold more than one turn (a head with several versions), so that counts
//! are taken per operation that each turn has once.
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use genext_tests::cases::root;
use genext_tests::jitlog::{Log, Loop};
use genext_tests::toolchain::{interpreter, work};
use libtest_mimic::{Failed, Trial};

/// Runs a program of an example at the default threshold with its log; the input is one line.
fn run(example: &str, program: &Path, args: &[&str], input: &str) -> Result<Log, String> {
    let name = program.file_stem().unwrap_or_default().to_string_lossy();
    let file = work().join(format!("{example}-{name}.log"));
    let stdin = work().join(format!("{example}-{name}.in"));
    std::fs::write(&stdin, format!("{input}\n")).map_err(|e| e.to_string())?;
    let input = std::fs::File::open(&stdin).map_err(|e| e.to_string())?;
    let output = Command::new(interpreter(example, "jit")?)
        .arg(program)
        .args(args)
        .env("GENEXT_JIT", "")
        .env("GENEXT_LOG", format!("jit:residual:{}", file.display()))
        .stdin(Stdio::from(input))
        .output()
        .map_err(|e| e.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let text = std::fs::read_to_string(&file).map_err(|e| e.to_string())?;
    Ok(Log::new(&text))
}

fn program(path: &str) -> PathBuf {
    root().join("examples").join(path)
}

/// The loop where the program stays; earlier ones lead to it.
fn last(log: &Log) -> Result<Loop, String> {
    log.loops()
        .pop()
        .ok_or_else(|| "there is no loop of residual code".to_owned())
}

fn demand(log: &Log, l: &Loop, holds: bool, what: &str) -> Result<(), String> {
    if holds {
        Ok(())
    } else {
        Err(format!("not so: {what}\n{}", log.show(l)))
    }
}

/// Nothing is allocated, called or dispatched on.
fn pure(log: &Log, l: &Loop) -> Result<(), String> {
    demand(log, l, l.allocations() == 0, "no allocation")?;
    demand(log, l, l.calls() == 0, "no call")?;
    let switches = l.fragments.iter().filter(|&&f| {
        let end = log.fragments[f].text.last();
        end.is_some_and(|t| t.contains("switch "))
    });
    demand(log, l, switches.count() == 0, "no dispatch")
}

/// `r1 += 1` while it is less than `r0`.
fn regvm_count() -> Result<(), String> {
    let log = run(
        "regvm",
        &program("regvm/programs/count.rvm"),
        &["20000"],
        "",
    )?;
    let l = last(&log)?;
    pure(&log, &l)?;
    demand(&log, &l, l.count("int_lt") > 0, "the test of the loop")?;
    demand(
        &log,
        &l,
        l.size() <= 2 * l.count("int_lt"),
        "an addition and a test per turn",
    )
}

fn regvm_square() -> Result<(), String> {
    let log = run(
        "regvm",
        &program("regvm/programs/square.rvm"),
        &["20000"],
        "",
    )?;
    let l = last(&log)?;
    pure(&log, &l)?;
    let turns = l.count("int_sub");
    demand(
        &log,
        &l,
        turns > 0 && l.size() <= 3 * turns,
        "three operations per turn",
    )
}

/// `a + b + c + d` in a loop.
fn tiny2_sum() -> Result<(), String> {
    let args = ["3000", "3", "4", "0"];
    let log = run("tiny2", &program("tiny2/programs/sum.t2"), &args, "")?;
    let l = last(&log)?;
    pure(&log, &l)?;
    demand(&log, &l, l.count("ptr_eq") == 0, "no class is tested twice")?;
    let turns = l.count("int_sub");
    demand(
        &log,
        &l,
        turns > 0 && l.size() <= 7 * turns,
        "seven operations per turn",
    )?;
    // The code before the loop: a test for each of the four arguments.
    let tests = log.counts().get("ptr_eq").copied().unwrap_or(0);
    demand(
        &log,
        &l,
        tests <= 4,
        "one type switch for each of the four variables",
    )
}

/// Sums and remainders of integers: locals and intermediate results are integers in registers.
fn kite_loop() -> Result<(), String> {
    let file = root().join("benchmarks/jit/loop.kite");
    let log = run("kite", &file, &["20000"], "")?;
    let l = last(&log)?;
    pure(&log, &l)?;
    demand(&log, &l, l.count("int_lt") > 0, "the test of the loop")?;
    demand(
        &log,
        &l,
        l.size() <= 16 * l.count("int_lt"),
        "sixteen operations per turn at most",
    )
}

/// A countdown in `tinyvm`.
fn tinyvm_loop() -> Result<(), String> {
    let file = root().join("tests/tests/jit/counts/loop.tvm");
    let log = run("tinyvm", &file, &[], "20000")?;
    let l = last(&log)?;
    pure(&log, &l)?;
    let turns = l.count("int_sub");
    demand(
        &log,
        &l,
        turns > 0 && l.size() <= 3 * turns,
        "three operations per turn",
    )
}

/// Twelve independent branches: code grows with the branches, not with the paths.
fn paths(example: &str, extension: &str, args: &[&str], input: &str) -> Result<(), String> {
    let file = program(&format!("{example}/programs/paths.{extension}"));
    let log = run(example, &file, args, input)?;
    let l = last(&log)?;
    pure(&log, &l)?;
    let versions = log.all("version").count();
    demand(
        &log,
        &l,
        versions <= 300,
        &format!("at most 300 versions, {versions} found"),
    )
}

pub fn trials() -> Vec<Trial> {
    let list: [(&str, fn() -> Result<(), String>); 7] = [
        ("regvm_count", regvm_count),
        ("regvm_square", regvm_square),
        ("tiny2_sum", tiny2_sum),
        ("kite_loop", kite_loop),
        ("tinyvm_loop", tinyvm_loop),
        ("regvm_paths", || paths("regvm", "rvm", &["20000"], "")),
        ("tinyvm_paths", || paths("tinyvm", "tvm", &[], "20000")),
    ];
    list.into_iter()
        .map(|(name, f)| Trial::test(format!("counts::{name}"), move || f().map_err(Failed::from)))
        .collect()
}
