//! Differential tests: the same Python source runs in the live space and, annotated and typed, in the low-level
//! interpreter.
//!
//! Every function `t_*(n)` in `tests/differential/*.py` is called with small integers; result (int, bool, float, str,
//! None) or the class of the exception must agree. Where the live space raises IndexError and the like without a
//! handler, a safety error counts as the same. `GX_SHOW=name` prints the low-level program of one function.
use std::path::{Path, PathBuf};
use std::rc::Rc;

use annotator::front::live_front::LiveFront;
use annotator::{Annotation, Annotator, AnnotatorOptions};
use ir::diag::{Diagnostic, render};
use libtest_mimic::{Arguments, Failed, Trial};
use lowlevel::interp::Interp;
use lowlevel::verify::Phase;
use python::live::space::SpaceConfig;
use python::live::{Space, Value};
use rtyper::typer::RTyper;

mod common;
use common::{externs, live, low_level, same};

fn show(list: &[Diagnostic]) -> String {
    list.iter().map(|d| render(d, false) + "\n").collect()
}

fn functions(text: &str) -> Vec<String> {
    text.lines()
        .filter_map(|l| l.strip_prefix("def t_"))
        .filter_map(|l| l.split_once('('))
        .map(|(n, _)| format!("t_{n}"))
        .collect()
}

const INPUTS: &[i64] = &[0, 1, 2, 3, 5, 7, 12, -1, -2, -7];

/// As a usual and as a checked build.
fn run(path: &Path, name: &str) -> Result<(), Failed> {
    run_build(path, name, false)?;
    run_build(path, name, true)
}

fn run_build(path: &Path, name: &str, check: bool) -> Result<(), Failed> {
    let space = Rc::new(Space::new(SpaceConfig::default()));
    let m = space
        .run_path(path, "cases")
        .map_err(|e| show(&[space.diagnostic(e)]))?;
    let f = m.get(name).ok_or("the function is missing")?;
    let mut ann = Annotator::new(
        Box::new(LiveFront::new(space.clone())),
        AnnotatorOptions::default(),
    );
    let g = ann.run(&f, &[Annotation::int()]).map_err(|l| show(&l))?;
    let result = ann.program.graphs[g].result();
    let mut typer = RTyper::new(Box::new(ann));
    typer.check = check;
    let program = typer.run(false).map_err(|l| show(&l))?;
    if std::env::var("GX_SHOW").is_ok_and(|s| s == name) {
        println!("{}", lowlevel::text::print_program(&program));
    }
    if let Err(errors) = lowlevel::verify::verify_program(&program, Phase::Typed) {
        return Err(format!("{errors:?}")
            .chars()
            .take(3000)
            .collect::<String>()
            .into());
    }
    // The same program as the back end gets it, with every object moving at every safepoint.
    let mut optimised = program.clone();
    let options = transform::PassOptions {
        verify: true,
        check,
        ..transform::PassOptions::level(2)
    };
    transform::run_pipeline(&mut optimised, &options).map_err(|e| e.to_string())?;
    let collecting = transform::effects::Effects::new(&optimised).can_collect;
    for (&n, low) in INPUTS.iter().flat_map(|n| [(n, false), (n, true)]) {
        let want = live(&space, &f, &[Value::Int(n)]);
        let program = if low { &optimised } else { &program };
        let mut interp = Interp::with_externs(program, Box::new(externs(&space)));
        if low {
            interp = interp.moving(collecting.clone());
        }
        let got = low_level(program, &mut interp, &[Value::Int(n)], result)
            .map_err(|e| format!("{name}({n}), checked {check}: {e}"))?;
        if !same(&want, &got) {
            let stage = if low { "optimised" } else { "typed" };
            let stage = format!("{}{stage}", if check { "checked, " } else { "" });
            return Err(format!("{name}({n}): live {want:?}, {stage} {got:?}").into());
        }
    }
    Ok(())
}

fn main() {
    let args = Arguments::from_args();
    let dir = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/differential");
    let mut files: Vec<PathBuf> = std::fs::read_dir(&dir)
        .map(|d| d.filter_map(|e| Some(e.ok()?.path())).collect())
        .unwrap_or_default();
    files.retain(|p| p.extension().is_some_and(|e| e == "py"));
    files.sort();
    let mut trials = Vec::new();
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let stem = path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        for name in functions(&text) {
            let path = path.clone();
            trials.push(Trial::test(format!("{stem}::{name}"), move || {
                run(&path, &name)
            }));
        }
    }
    libtest_mimic::run(&args, trials).exit();
}
