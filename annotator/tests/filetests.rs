//! File tests: each `tests/filetests/*.py` is a program with the expected annotated graphs, or diagnostics, as
//! comments at its end. `GENEXT_BLESS=1 cargo test -p genext-annotator --test filetests` writes what comes out.
//! Beside the header lines that `common` explains, `# warnings: yes` also shows warnings.
use std::path::Path;

use annotator::{AnnotatorOptions, Schedule, show_graph};
use common::Prepared;
use python::live::on_big_stack;

mod common;

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/filetests");
    filetest::run(folder, "py", |path| on_big_stack(|| check(path)))
}

fn check(path: &Path) -> Result<(), String> {
    let source = common::source(path)?;
    let got = run(path, &source, Schedule::DepthFirst)?;
    for seed in 1..=3 {
        let other = run(path, &source, Schedule::Random(seed * 7919))?;
        if sorted(&other.1) != sorted(&got.1) {
            return Err(format!(
                "the result depends on the schedule (seed {seed}):\n{}\n--- depth first:\n{}",
                other.1, got.1
            ));
        }
    }
    common::expect(path, &source, &got.0)
}

fn sorted(text: &str) -> Vec<&str> {
    let mut v: Vec<&str> = text.lines().collect();
    v.sort_unstable();
    v
}

/// The text to compare, and the snapshot of the state.
fn run(path: &Path, source: &str, schedule: Schedule) -> Result<(String, String), String> {
    let options = AnnotatorOptions {
        schedule,
        ..AnnotatorOptions::default()
    };
    let Prepared {
        mut annotator,
        module,
        entry,
        args,
    } = Prepared::new(&common::space(), path, source, options)?;
    if let Err(diagnostics) = annotator.run(&entry, &args) {
        // Which of several errors is met first may depend on the order; that there are some does not.
        return Ok((common::render(path, &diagnostics), "errors".into()));
    }
    let mut out = String::new();
    for g in annotator.program.graphs.indices() {
        if common::is_shown(&module, source, &annotator.program.graphs[g].graph().name) {
            out += &show_graph::annotated(&annotator.program, g);
            out.push('\n');
        }
    }
    if !filetest::directives(source, "warnings").is_empty() {
        out += &common::render(path, annotator.diagnostics());
    }
    let unstable = annotator.check_fixed_point();
    if !unstable.is_empty() {
        return Err(format!("not a fixed point: {unstable:?}"));
    }
    if annotator.stats.not_monotone != 0 {
        return Err(format!(
            "{} rule applications were not monotone",
            annotator.stats.not_monotone
        ));
    }
    let snapshot = annotator.snapshot();
    let lines = snapshot.iter().map(|(k, v)| format!("{k} = {v}\n"));
    Ok((out, lines.collect()))
}
