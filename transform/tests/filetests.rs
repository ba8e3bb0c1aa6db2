//! File tests of the passes: `tests/filetests/<directory>/*.ll`.
//!
//! ```text
//! # pass: simplify, cse
//! # run: f(3, 'a') => 5
//! # run: g(1) => raises ov_vt | aborts index_out_of_range | faults TEXT | out of fuel
//! ...program...
//! #=== output
//! ...functions after the passes (written with GENEXT_BLESS=1)...
//! ```
//! `# prelude: yes` puts declarations of exceptions and instances (`filetest::with_prelude`) before the program, and
//! `# check: yes` makes a checked build. The runs are made on the program as written and again after the passes
//! (in moving mode once the GC transform has run); both must give what the line says (`after:` runs only after).
//! Without `pass:` there is no output section.
use std::path::Path;

use lowlevel::Program;
use lowlevel::parse::parse_program;
use lowlevel::text::print_functions;
use lowlevel::verify::{Phase, verify_program};
use transform::effects::Effects;
use transform::{PassManager, PassOptions};

#[path = "../../lowlevel/tests/common/mod.rs"]
mod common;

const MARK: &str = "#=== output\n";

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/filetests");
    filetest::run(folder, "ll", run_file)
}

fn run_file(path: &Path) -> Result<(), String> {
    let text = filetest::read(path)?;
    let input = text.split_once(MARK).map_or(&*text, |s| s.0);
    let is_set = |key| filetest::directives(input, key).first() == Some(&"yes");
    let mut program = parse_program(&filetest::with_prelude(input)).map_err(|e| e.to_string())?;
    let starts = common::phase(input);
    verify_program(&program, starts)?;
    let runs = filetest::directives(input, "run");
    for r in &runs {
        check_run(&program, r, starts)?;
    }
    let passes: Vec<&str> = filetest::directives(input, "pass")
        .iter()
        .flat_map(|p| p.split(','))
        .map(str::trim)
        .collect();
    if passes.is_empty() {
        return Ok(());
    }
    let options = PassOptions {
        check: is_set("check"),
        ..PassOptions::default()
    };
    let mut manager = PassManager::with_options(starts, options);
    for p in passes {
        let pass = transform::pass_by_name(p).ok_or_else(|| format!("no pass {p}"))?;
        manager.run(&mut program, pass).map_err(|e| e.to_string())?;
    }
    for r in runs.iter().chain(&filetest::directives(input, "after")) {
        check_run(&program, r, manager.phase()).map_err(|e| format!("after the passes: {e}"))?;
    }
    filetest::behind_mark(path, MARK, |_| Ok(print_functions(&program)))
}

/// Makes the call of a `run` line; in moving mode behind the GC transform.
fn check_run(program: &Program, line: &str, phase: Phase) -> Result<(), String> {
    common::check_run(program, line, |i| {
        let i = i.phase(phase);
        match phase {
            Phase::Gc => i.moving(Effects::new(program).can_collect),
            _ => i,
        }
    })
}
