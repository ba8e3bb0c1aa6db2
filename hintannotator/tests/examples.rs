//! The example interpreters are coloured without errors, and the result holds its rules.
use std::path::{Path, PathBuf};
use std::rc::Rc;

use annotator::live_front::LiveFront;
use annotator::{Annotator, Options};
use flowspace::diag::{Diagnostic, render};
use flowspace::live::{Config, Space, Value, on_big_stack};
use hintannotator::{Colored, analyse, analyse_in_order, text, verify};
use rtyper::ll::Program;
use rtyper::ll::verify::{Phase, verify_program};
use rtyper::transform;
use rtyper::typer::RTyper;

fn show(list: &[Diagnostic]) -> String {
    list.iter().map(|d| render(d, false) + "\n").collect()
}

fn typed(target: &Path) -> Program {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let space = Rc::new(Space::new(Config {
        path: vec![root],
        ..Config::default()
    }));
    let module = space
        .import_target(target)
        .unwrap_or_else(|d| panic!("{}", render(&d, false)));
    let module = module.as_module().expect("a module").clone();
    let entry = match module.get("target") {
        Some(t) => match space.call(&t, &[Value::None, Value::list(vec![])]) {
            Ok(r) => r.as_tuple().map_or(r, |t| t[0].clone()),
            Err(_) => panic!("target() raises"),
        },
        None => module.get("entry_point").expect("an entry point"),
    };
    let options = Options {
        jit: true,
        ..Options::default()
    };
    let mut ann = Annotator::new(Box::new(LiveFront::new(space)), options);
    let argv = ann.argv();
    if let Err(l) = ann.run(&entry, &[argv]) {
        panic!("{}", show(&l));
    }
    let mut program = RTyper::new(Box::new(ann))
        .run(true)
        .unwrap_or_else(|l| panic!("{}", show(&l)));
    let options = transform::Options {
        jit: true,
        ..transform::Options::default()
    };
    transform::prune::run(&mut program, &options).expect("pruning");
    program
}

fn target(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../examples/{name}/target{name}.py"))
}

fn colored(name: &str) -> (Program, Colored) {
    let mut program = typed(&target(name));
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
            let names = |l: &[(flowspace::name::Name, flowspace::lltype::LLType)]| {
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
