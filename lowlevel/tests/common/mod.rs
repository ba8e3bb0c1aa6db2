//! The `phase` and `run` lines of file tests of low-level programs.
//!
//! ```text
//! # phase: exceptions
//! # run: f(3, 'a') => 5
//! # run: g(1) => raises ov_vt | aborts index_out_of_range | faults TEXT | out of fuel
//! ```
use lowlevel::Program;
use lowlevel::interp::{Interp, Outcome, Val};
use lowlevel::verify::Phase;

/// The phase that a file's program is in.
pub(crate) fn phase(input: &str) -> Phase {
    match filetest::directives(input, "phase").first() {
        Some(&"exceptions") => Phase::Exceptions,
        Some(&"gc") => Phase::Gc,
        _ => Phase::Typed,
    }
}

/// Makes the call of a `run` line and compares. `interp` sets the interpreter up.
pub(crate) fn check_run<'p>(
    program: &'p Program,
    line: &str,
    interp: impl FnOnce(Interp<'p>) -> Interp<'p>,
) -> Result<(), String> {
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
    let mut interp = interp(Interp::new(program));
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
