//! File tests: RPython in, low-level graphs out. Each `tests/filetests/<directory>/*.py` is a small program, whose
//! low-level graphs (or diagnostics) stand as comments at its end. `GENEXT_BLESS=1 cargo test -p genext-rtyper --test
//! filetests` writes what comes out.
//!
//! ```text
//! # An item of a list: what the test shows.
//! # entry: f(nonneg)              the entry point and the types of its arguments
//! # show: f                       which functions to show (default: all of the file)
//! # run: f(2) => 3                or `=> raises IndexError`
//! ```
//! The runs are made untranslated, on the low-level graphs, and on what all passes make of these with objects that
//! move.
use std::path::Path;
use std::rc::Rc;

use annotator::{Annotation, AnnotatorOptions};
use common::{externs, live, low_level, same};
use lowlevel::Program;
use lowlevel::interp::Interp;
use lowlevel::text::{Names, print_function};
use lowlevel::verify::{Phase, verify_program};
use prepare::Prepared;
use python::code::Mode;
use python::live::{Space, Value, on_big_stack};
use rtyper::typer::RTyper;

mod common;
#[path = "../../annotator/tests/common/mod.rs"]
mod prepare;

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/filetests");
    filetest::run(folder, "py", |path| on_big_stack(|| check(path)))
}

fn check(path: &Path) -> Result<(), String> {
    let source = prepare::source(path)?;
    let output = lower(path, &source)?;
    prepare::expect(path, &source, &output)
}

/// Types a program and makes its runs; the graphs to show, or the diagnostics.
fn lower(path: &Path, source: &str) -> Result<String, String> {
    let space = prepare::space();
    let Prepared {
        mut annotator,
        module,
        entry,
        args,
    } = Prepared::new(&space, path, source, AnnotatorOptions::default())?;
    let graph = match annotator.run(&entry, &args) {
        Ok(graph) => graph,
        Err(diagnostics) => return Ok(prepare::render(path, &diagnostics)),
    };
    let result = annotator.program.graphs[graph].result();
    let mut typer = RTyper::new(Box::new(annotator));
    typer.for_jit = source.lines().any(|l| l == "# for_jit");
    let program = match typer.run(false) {
        Ok(program) => program,
        Err(diagnostics) => return Ok(prepare::render(path, &diagnostics)),
    };
    verify_program(&program, Phase::Typed)?;
    for run in filetest::directives(source, "run") {
        check_run(&space, &entry, &program, result, run)?;
    }
    let names = Names::new(&program);
    let shown = program
        .funcs
        .iter()
        .filter(|f| prepare::is_shown(&module, source, &f.name));
    Ok(shown
        .map(|f| print_function(&program, &names, f) + "\n")
        .collect())
}

/// Makes the call of a `run` line at all levels.
fn check_run(
    space: &Rc<Space>,
    entry: &Value,
    program: &Program,
    result: Annotation,
    line: &str,
) -> Result<(), String> {
    let (call, want) = line.split_once("=>").ok_or("`# run: f(..) => result`")?;
    let (_, args) = call.trim().split_once('(').ok_or("`f(..)`")?;
    let args = format!("args = tuple([{}])", args.strip_suffix(')').unwrap_or(args));
    let want = want.trim();
    let want = match want.strip_prefix("raises ") {
        Some(class) => Err(class.to_owned()),
        None => Ok(want.to_owned()),
    };
    let args = space
        .run_text(&args, "args", Mode::Py3)
        .map_err(|e| space.diagnostic(e).message)?;
    let args = args.get("args").and_then(|a| a.as_tuple());
    let args = args.ok_or("the arguments of a run")?;
    let check = |level: &str, got| match same(&want, &got) {
        true => Ok(()),
        false => Err(format!("{line}\n  but {level} it is {got:?}")),
    };
    check("untranslated", live(space, entry, &args))?;
    let mut interp = Interp::with_externs(program, Box::new(externs(space)));
    check("typed", low_level(program, &mut interp, &args, result)?)?;
    let mut optimised = program.clone();
    let options = transform::PassOptions {
        verify: true,
        ..transform::PassOptions::level(2)
    };
    transform::run_pipeline(&mut optimised, &options).map_err(|e| e.to_string())?;
    let collecting = transform::effects::Effects::new(&optimised).can_collect;
    let interp = Interp::with_externs(&optimised, Box::new(externs(space)));
    let got = low_level(&optimised, &mut interp.moving(collecting), &args, result)?;
    check("optimised", got)
}
