//! File tests of low-level programs: `tests/filetests/<directory>/*.ll`.
//!
//! ```text
//! # pass: simplify, cse
//! # run: f(3, 'a') => 5
//! # run: g(1) => raises ov_vt | aborts index_out_of_range | faults TEXT | out of fuel
//! ...program...
//! #=== output
//! ...functions after the passes (written with GENEXT_BLESS=1)...
//! ```
//! The runs are made on the program as written and again after the passes (in moving mode once the GC transform has run); both must give what
//! the line says (`after:` runs only after). Without `pass:` there is no output section.
use std::path::Path;

use rtyper::interp::{Interp, Outcome, Val};
use rtyper::ll::Program;
use rtyper::ll::parse::parse_program;
use rtyper::ll::text::print_functions;
use rtyper::ll::verify::{Phase, verify_program};
use rtyper::transform::{self, PassManager};

const MARK: &str = "#=== output\n";

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/filetests");
    filetest::run(folder, "ll", run_file)
}

fn directives<'a>(text: &'a str, key: &str) -> Vec<&'a str> {
    text.lines()
        .filter_map(|l| l.strip_prefix("# ")?.strip_prefix(key)?.strip_prefix(':'))
        .map(str::trim)
        .collect()
}

fn run_file(path: &Path) -> Result<(), String> {
    let text = filetest::read(path)?;
    let input = text.split_once(MARK).map_or(&*text, |s| s.0);
    let mut program = parse_program(input).map_err(|e| e.to_string())?;
    let starts = match directives(input, "phase").first() {
        Some(&"exceptions") => Phase::Exceptions,
        Some(&"gc") => Phase::Gc,
        _ => Phase::Typed,
    };
    verify_program(&program, starts)?;
    let runs = directives(input, "run");
    for r in &runs {
        check_run(&program, r, starts)?;
    }
    let passes: Vec<&str> = directives(input, "pass")
        .iter()
        .flat_map(|p| p.split(','))
        .map(str::trim)
        .collect();
    if passes.is_empty() {
        return Ok(());
    }
    let mut manager = PassManager::new(starts);
    for p in passes {
        let pass = transform::pass_by_name(p).ok_or_else(|| format!("no pass {p}"))?;
        manager.run(&mut program, pass).map_err(|e| e.to_string())?;
    }
    for r in runs.iter().chain(&directives(input, "after")) {
        check_run(&program, r, manager.phase()).map_err(|e| format!("after the passes: {e}"))?;
    }
    filetest::behind_mark(path, MARK, |_| Ok(print_functions(&program)))
}

fn check_run(program: &Program, line: &str, phase: Phase) -> Result<(), String> {
    let (call, want) = line
        .split_once("=>")
        .ok_or("expected `f(args) => result`")?;
    let open = call.find('(').ok_or("expected `f(args)`")?;
    let f = program
        .func_by_name(call[..open].trim())
        .ok_or_else(|| format!("no function {call}"))?;
    let args: Vec<Val> = call[open + 1..]
        .trim()
        .trim_end_matches(')')
        .split(',')
        .filter(|a| !a.trim().is_empty())
        .map(|a| value(a.trim()))
        .collect();
    let mut interp = Interp::new(program).phase(phase);
    if phase == Phase::Gc {
        interp = interp.moving(transform::effects::Effects::new(program).can_collect);
    }
    interp.fuel = 1_000_000;
    let got = match interp.call(f, &args) {
        Ok(v) => show(v),
        Err(Outcome::Raised { class, .. }) => format!("raises {class}"),
        Err(Outcome::Abort(why)) => format!("aborts {}", why.name()),
        Err(Outcome::Exit(n)) => format!("exits {n}"),
        Err(Outcome::OutOfFuel) => "out of fuel".into(),
        Err(Outcome::Fault(m)) => format!("faults {m}"),
    };
    let want = want.trim();
    let same = if want.starts_with("faults") {
        got.starts_with(want)
    } else {
        got == want
    };
    if same {
        Ok(())
    } else {
        Err(format!("{line}\n  but it {got}"))
    }
}

fn value(text: &str) -> Val {
    match text {
        "true" => Val::Int(1),
        "false" => Val::Int(0),
        "null" => Val::Null,
        _ => match text.strip_prefix('\'') {
            Some(c) => Val::Int(i64::from(c.as_bytes()[0])),
            None if text.contains('.') => Val::float(text.parse().expect("a float")),
            None => Val::Int(text.parse().expect("an integer")),
        },
    }
}

fn show(v: Val) -> String {
    match v {
        Val::Int(i) => i.to_string(),
        Val::Float(b) => format!("{:?}", f64::from_bits(b)),
        Val::Void => "void".into(),
        Val::Null => "null".into(),
        other => format!("{other:?}"),
    }
}
