//! The example interpreters are coloured without errors, and the result holds its rules.
mod common;

use std::path::{Path, PathBuf};

use common::{show, typed};
use hintannotator::{Colored, analyse, analyse_in_order, text, verify};
use lowlevel::Program;
use lowlevel::verify::{Phase, verify_program};
use python::live::on_big_stack;

fn target(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../examples/{name}/target{name}.py"))
}

fn colored(name: &str) -> (Program, Colored) {
    let mut program = typed(&target(name)).unwrap_or_else(|l| panic!("{}", show(&l)));
    let mut again = program.clone();
    let start = std::time::Instant::now();
    let colored = analyse(&mut program).unwrap_or_else(|l| panic!("{}", show(&l)));
    println!(
        "{name}: {} copies of {} graphs in {:?}\n{}",
        colored.copies.len(),
        colored.graphs.len(),
        start.elapsed(),
        show(&colored.notes)
    );
    if let Ok(dir) = std::env::var("GENEXT_COLORS") {
        std::fs::write(format!("{dir}/{name}.txt"), text::print(&program, &colored))
            .expect("writing");
    }
    let wrong = verify::verify(&program, &colored);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    verify_program(&program, Phase::Typed).unwrap_or_else(|e| panic!("{e}"));
    // Another order of work.
    let mut n = 0usize;
    let other = analyse_in_order(&mut again, &mut |len| {
        n = n
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695);
        (n >> 33) % len
    })
    .unwrap_or_else(|l| panic!("{}", show(&l)));
    assert!(
        text::print(&program, &colored) == text::print(&again, &other),
        "{name}: colours depend on the order of work"
    );
    (program, colored)
}

/// Names of greens and reds of each portal.
fn portals(colored: &Colored) -> Vec<String> {
    colored
        .portals
        .iter()
        .map(|p| {
            let names = |l: &[(ir::name::Name, ir::lltype::LLType)]| {
                l.iter()
                    .map(|(n, _)| n.to_string())
                    .collect::<Vec<_>>()
                    .join(" ")
            };
            format!("{} | {}", names(&p.greens), names(&p.reds))
        })
        .collect()
}

fn check(name: &str, expected: &[&str], notes: usize) {
    on_big_stack(|| {
        let (_, c) = colored(name);
        assert_eq!(portals(&c), expected, "{name}");
        assert_eq!(c.notes.len(), notes, "{}", show(&c.notes));
    });
}

#[test]
fn bf() {
    check("bf", &["pc program bracket_map | position cells"], 0);
}

#[test]
fn tinyvm() {
    check("tinyvm", &["pc function program | frame stack"], 0);
}

#[test]
fn kite() {
    check("kite", &["pc code | frame"], 0);
}

#[test]
fn tiny1() {
    check("tiny1", &["program pc | acc step"], 0);
}

#[test]
fn tiny2() {
    check("tiny2", &["program pos | stack args"], 0);
}

#[test]
fn regvm() {
    check(
        "regvm",
        &["pc program | r0 r1 r2 r3 r4 r5 r6 r7 memory calls"],
        0,
    );
}
