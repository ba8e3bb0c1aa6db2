//! Soundness of annotation on generated programs: every value lies in its annotation, the state is a fixed point and
//! does not depend on the schedule; and when a rule is broken on purpose, the checks find it.
//!
//! `GENEXT_SOUNDNESS_PROGRAMS=10000 cargo test -p genext-annotator --release --test
//! soundness` is the long mode (default: a second's worth); `GENEXT_SOUNDNESS_SEED=n` shows one program and what is
//! found.
use std::path::Path;
use std::rc::Rc;

use annotator::front::live_front::LiveFront;
use annotator::soundness::Broken;
use annotator::soundness::check::{Checks, SoundnessReport, check};
use annotator::soundness::coverage::Coverage;
use annotator::{Annotation, Annotator, AnnotatorOptions, FrontEnd};
use python::code::Mode;
use python::live::{Space, SpaceConfig, Stdout, Value, on_big_stack};

mod programs;

fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// Checks the program of a seed; `Err`: it is not accepted.
fn run(seed: u64, broken: Option<Broken>, schedules: u64) -> Result<SoundnessReport, String> {
    let text = programs::generate(seed);
    run_text(&text, broken, schedules)
}

fn run_text(text: &str, broken: Option<Broken>, schedules: u64) -> Result<SoundnessReport, String> {
    flowspace::build::clear_cache();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let space = Rc::new(Space::new(SpaceConfig {
        path: vec![root],
        stdout: Stdout::Capture(Rc::default()),
        ..SpaceConfig::default()
    }));
    let show = |d: &ir::diag::Diagnostic| ir::diag::render(d, false);
    let module = space
        .run_text(text, "program", Mode::Py3)
        .map_err(|e| show(&space.diagnostic(e)))?;
    let entry = module.get("entry").ok_or("no entry")?;
    let front = || Box::new(LiveFront::new(space.clone())) as Box<dyn FrontEnd>;
    let inputs = |_: &mut Annotator| vec![Annotation::int(), Annotation::int(), Annotation::str()];
    let values = vec![Value::Int(3), Value::Int(-2), Value::str("ab\0c")];
    let plan = Checks {
        options: AnnotatorOptions {
            broken,
            block_limit: 200_000,
            ..AnnotatorOptions::default()
        },
        schedules,
        limit: 300_000,
    };
    check(&space, &entry, &front, &inputs, values, &plan)
        .map_err(|all| all.iter().map(show).collect::<Vec<_>>().join("\n"))
}

fn describe(seed: u64, report: &SoundnessReport) -> String {
    let shown: Vec<String> = report
        .diagnostics()
        .iter()
        .map(|d| ir::diag::render(d, false))
        .collect();
    format!(
        "seed {seed} ({} rules not monotone)\n{}\nended: {:?}",
        report.not_monotone,
        shown.join("\n"),
        report.ended
    )
}

#[test]
fn generated_programs_are_sound() {
    on_big_stack(|| {
        if let Some(seed) = setting("GENEXT_SOUNDNESS_SEED") {
            println!("{}", programs::generate(seed));
            match run(seed, None, 4) {
                Ok(report) => println!("{}", describe(seed, &report)),
                Err(e) => println!("not accepted:\n{e}"),
            }
        }
        let n = setting("GENEXT_SOUNDNESS_PROGRAMS").unwrap_or(120);
        let (mut values, mut rejected, mut normal) = (0, Vec::new(), 0);
        let mut coverage = Coverage::default();
        let mut unsound = Vec::new();
        for seed in 1..=n {
            match run(seed, None, 2) {
                Ok(report) => {
                    if !report.sound() || report.not_monotone > 0 {
                        unsound.push(describe(seed, &report));
                    }
                    values += report.run.values;
                    coverage.merge(&report.coverage);
                    normal += u64::from(report.ended.is_none());
                }
                Err(e) => rejected.push((seed, e)),
            }
        }
        println!(
            "{n} programs, {values} values, {normal} ended normally, {} not accepted",
            rejected.len()
        );
        if let Some((seed, e)) = rejected.first() {
            println!("seed {seed} is not accepted:\n{e}");
        }
        println!("{}", coverage.text());
        let shown = unsound.len().min(4);
        assert!(
            unsound.is_empty(),
            "{} programs:\n{}",
            unsound.len(),
            unsound[..shown].join("\n")
        );
        assert!(
            rejected.len() as u64 * 20 <= n,
            "{} of {n} programs are not accepted",
            rejected.len()
        );
        let missing = coverage.missing();
        assert!(missing.is_empty(), "no program has {missing:?}");
        assert!(
            normal * 2 > n,
            "only {normal} of {n} programs ended normally"
        );
    });
}

/// What generated programs meet too seldom.
const SMALL: &str = r#"
def one(x):
    return 1

def two(x):
    return -2

def entry(a, b, s):
    f = two
    if a > 100:
        f = one
    n = f(a)
    for i in range(len(s)):
        c = s[i]
        if c == "\0":
            n += 1
    return n
"#;

#[test]
fn broken_rules_are_found() {
    on_big_stack(|| {
        let mut missed = Vec::new();
        for broken in Broken::ALL {
            let small = run_text(SMALL, Some(broken), 0).is_ok_and(|r| !r.sound());
            let seeds = if small { 0..=0 } else { 1..=120 };
            let found = seeds.into_iter().find(|&seed| {
                small
                    || match run(seed, Some(broken), 0) {
                        Ok(report) => !report.sound() || report.not_monotone > 0,
                        Err(_) => false,
                    }
            });
            match found {
                Some(seed) => println!("{broken:?}: found by program {seed}"),
                None => missed.push(broken),
            }
        }
        assert!(missed.is_empty(), "not found: {missed:?}");
    });
}

/// Programs whose specialised calls have arguments that become more general, with the copies of `f` that they make.
const WIDENING: &[(&str, &[&str])] = &[
    // Two branches meet before the call: one copy, under every schedule.
    (
        "
@specialize.arg_or_var(0)
def f(k, x):
    return x + k

def g(k, x):
    return f(k, x)

def entry(a, b, s):
    if a > b:
        return g(1, b)
    return g(2, a)
",
        &["_"],
    ),
    // The counter of a loop is an integer only after the call with 0 has returned.
    (
        "
@specialize.arg_or_var(0)
def f(k, x):
    return x + k

def entry(a, b, s):
    k, n = 0, 0
    while k < 3:
        n += f(k, b)
        k += 1
    return n
",
        &["Int+=0", "_"],
    ),
    // The same by type: the instance of a subclass meets one of its base.
    (
        "
class Base(object):
    def get(self):
        return 1
class Sub(Base):
    def get(self):
        return -1

@specialize.argtype(0)
def f(o):
    return o.get()

def entry(a, b, s):
    o, n = Sub(), 0
    for i in range(a):
        n += f(o)
        o = Base()
    return n
",
        &["Inst(program.Base)", "Inst(program.Sub)"],
    ),
    // What the call returns makes its argument more general: then the first copy is needed to know that.
    (
        "
@specialize.arg_or_var(0)
def f(k, x):
    return x - k

def entry(a, b, s):
    n = 1
    for i in range(a):
        n = f(n, i)
    return n
",
        &["Int+=1", "_"],
    ),
    // The items of a list become more general.
    (
        "
class Base(object):
    pass
class Sub(Base):
    pass

@specialize.arglistitemtype(0)
def f(l):
    return l[0]

def entry(a, b, s):
    l = [Sub()]
    o = f(l)
    l.append(Base())
    return 1 if isinstance(o, Sub) else -1
",
        &["Inst(program.Base)", "Inst(program.Sub)"],
    ),
    // Copies of copies.
    (
        "
@specialize.arg_or_var(0)
def g(k, x):
    return f(k + 1, x)

@specialize.arg_or_var(0)
def f(k, x):
    return x - k

def entry(a, b, s):
    k, n = 0, f(7, a)
    while k < 3:
        n += g(k, b) + g(2, n)
        k += 1
    return n
",
        &["Int+=1", "Int+=3", "Int+=7", "_"],
    ),
];

#[test]
fn widening_arguments_do_not_depend_on_the_schedule() {
    on_big_stack(|| {
        for (text, copies) in WIDENING {
            let text = format!("from rpython.rlib.objectmodel import specialize\n{text}");
            let report = run_text(&text, None, 20).unwrap_or_else(|e| panic!("{e}"));
            assert!(report.sound(), "{text}\n{}", describe(0, &report));
            assert_eq!(report.not_monotone, 0, "{text}");
            let mut keys: Vec<String> = annotated(&text)
                .snapshot()
                .keys()
                .filter_map(|k| {
                    let rest = k.strip_prefix("program.f \"None")?;
                    Some(rest.split_once('"')?.0.to_string())
                })
                .collect();
            keys.sort();
            keys.dedup();
            assert_eq!(keys, *copies, "{text}");
        }
    });
}

fn annotated(text: &str) -> Annotator {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let space = Rc::new(Space::new(SpaceConfig {
        path: vec![root],
        ..SpaceConfig::default()
    }));
    let module = space.run_text(text, "program", Mode::Py3);
    let module = module.unwrap_or_else(|e| panic!("{}", space.diagnostic(e).message));
    let entry = module.get("entry").expect("an entry point");
    let mut a = Annotator::new(Box::new(LiveFront::new(space)), AnnotatorOptions::default());
    let inputs = [Annotation::int(), Annotation::int(), Annotation::str()];
    a.run(&entry, &inputs)
        .unwrap_or_else(|all| panic!("{}", all[0].message));
    a
}
