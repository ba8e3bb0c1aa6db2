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
//! Without `pass:` there is no output section. `# owners: S.f T.g apart` says whether two fields are known never to
//! refer to one list (`apart`), may do so (`one`), or may refer to any (`unknown`, of one of them).
use std::path::Path;

use ir::lltype::Container;
use lowlevel::parse::parse_program;
use lowlevel::text::print_functions;
use lowlevel::verify::{Phase, verify_program};
use lowlevel::{AliasRegion, OUTSIDE_OWNER, Program};
use transform::effects::Effects;
use transform::{PassManager, PassOptions};

#[path = "../../lowlevel/tests/common/mod.rs"]
mod common;

const MARK: &str = "#=== output\n";

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/filetests");
    filetest::run(folder, "ll", run_file)
}

/// A line `owners:`.
fn check_owners(program: &Program, line: &str) -> Result<(), String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let &[a, b, relation] = &words[..] else {
        return Err(format!("two fields and a relation: {line}"));
    };
    let owners = transform::effects::owners(program);
    let class = |name: &str| -> Result<Option<u32>, String> {
        let (container, field) = name.split_once('.').ok_or(format!("no field: {name}"))?;
        let found = program.types.iter().find_map(|(id, c)| match c {
            Container::Struct(s) if s.name == *container => {
                let index = program.types.field_index(id, field)?;
                Some(AliasRegion::Field(id, index as u32))
            }
            _ => None,
        });
        let part = found.ok_or(format!("no such field: {name}"))?;
        Ok(transform::effects::owner_of(&owners, part))
    };
    let found = match (class(a)?, class(b)?) {
        (Some(OUTSIDE_OWNER), Some(OUTSIDE_OWNER)) => "unknown",
        (Some(a), Some(b)) if a == b => "one",
        (Some(_), Some(_)) => "apart",
        _ => "unknown",
    };
    match found == relation {
        true => Ok(()),
        false => Err(format!("{a} and {b} are {found}, not {relation}")),
    }
}

/// A line `unsettled:`.
fn check_unsettled(program: &Program, line: &str) -> Result<(), String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let &[name, wanted] = &words[..] else {
        return Err(format!("a function and `yes` or `no`: {line}"));
    };
    let reads = transform::effects::reads(program);
    let unsettled = transform::effects::unsettled(program, &reads);
    let named = |(f, _): &(lowlevel::FuncId, &lowlevel::Function)| program.funcs[*f].name == name;
    let (f, _) = (program.funcs.iter_enumerated())
        .find(named)
        .ok_or(format!("no such function: {name}"))?;
    let found = if unsettled[f] { "yes" } else { "no" };
    match found == wanted {
        true => Ok(()),
        false => Err(format!("{name} is unsettled: {found}, not {wanted}")),
    }
}

fn run_file(path: &Path) -> Result<(), String> {
    let text = filetest::read(path)?;
    let input = text.split_once(MARK).map_or(&*text, |s| s.0);
    let is_set = |key| filetest::directives(input, key).first() == Some(&"yes");
    let mut program = parse_program(&filetest::with_prelude(input)).map_err(|e| e.to_string())?;
    let starts = common::phase(input);
    verify_program(&program, starts)?;
    for line in filetest::directives(input, "owners") {
        check_owners(&program, line)?;
    }
    for line in filetest::directives(input, "unsettled") {
        check_unsettled(&program, line)?;
    }
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
