//! File tests: each `tests/filetests/*.py` is a program with the expected annotated graphs, or diagnostics, as comments
//! at its end. `GENEXT_BLESS=1 cargo test -p annotator --test filetests` writes what comes out.
//!
//! ```text
//! # entry: f(int, str)            the entry point and its arguments; `nonneg`, `float`, `bool`, `char`, `unicode`, `[..]` lists
//! # show: f g                     which functions to show (default: all of the file)
//! # warnings: yes                 also show warnings
//! ```
use std::path::Path;
use std::rc::Rc;

use annotator::front::live_front::LiveFront;
use annotator::{Annotation, Annotator, GraphId, Options, Schedule};
use python::live::{Config, Space, Value, on_big_stack};

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/filetests");
    filetest::run(folder, "py", |path| on_big_stack(|| check(path)))
}

const MARK: &str = "#| ";

fn check(path: &Path) -> Result<(), String> {
    let text = filetest::read(path)?;
    let source: String = text
        .lines()
        .filter(|l| !l.starts_with("#|"))
        .fold(String::new(), |s, l| s + l + "\n");
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
    let mut out = source.trim_end().to_string() + "\n\n";
    for line in got.0.trim_end().lines() {
        out.push_str(format!("{MARK}{line}").trim_end());
        out.push('\n');
    }
    filetest::whole(path, &out)
}

fn sorted(text: &str) -> Vec<&str> {
    let mut v: Vec<&str> = text.lines().collect();
    v.sort_unstable();
    v
}

/// The text to compare, and the snapshot of the state.
fn run(path: &Path, source: &str, schedule: Schedule) -> Result<(String, String), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let space = Rc::new(Space::new(Config {
        path: vec![root],
        ..Config::default()
    }));
    let header = |key: &str| {
        source
            .lines()
            .find_map(|l| l.strip_prefix(&format!("# {key}:")))
            .map(|s| s.trim().to_string())
    };
    let module = space
        .import_target(path)
        .map_err(|d| ir::diag::render(&d, false))?;
    let module = module.as_module().expect("a module").clone();
    let entry = header("entry").ok_or("no `# entry:` line")?;
    let (name, params) = entry.split_once('(').ok_or("`# entry: f(..)`")?;
    let func = module.get(name).ok_or("the entry point is not there")?;
    let mut a = Annotator::new(
        Box::new(LiveFront::new(space)),
        Options {
            schedule,
            ..Options::default()
        },
    );
    let params = params.trim_end_matches(')');
    let args: Vec<Annotation> = params
        .split(',')
        .map(str::trim)
        .filter(|s| !s.is_empty())
        .map(|p| parameter(&mut a, p))
        .collect();
    match a.run(&func, &args) {
        Err(diags) => {
            let mut out = String::new();
            for d in &diags {
                out += &ir::diag::render(d, false).replace(&path.display().to_string(), "FILE");
                out += "\n\n";
            }
            // Which of several errors is met first may depend on the order; that there are some does not.
            Ok((out, "errors".into()))
        }
        Ok(_) => {
            let shown = header("show");
            let module_name = module.name.get();
            let mut out = String::new();
            let ids: Vec<GraphId> = a.program.graphs.indices().collect();
            for g in ids {
                let name = a.program.graphs[g].graph().name.clone();
                let local = name.strip_prefix(&format!("{module_name}."));
                let wanted = match (&shown, local) {
                    (_, None) => false,
                    (None, Some(_)) => true,
                    (Some(list), Some(local)) => list.split_whitespace().any(|w| w == local),
                };
                if wanted {
                    out += &annotator::show_graph::annotated(&a.program, g);
                    out.push('\n');
                }
            }
            if header("warnings").is_some() {
                for d in a.diagnostics() {
                    out += &ir::diag::render(d, false).replace(&path.display().to_string(), "FILE");
                    out += "\n\n";
                }
            }
            let unstable = a.check_fixed_point();
            if !unstable.is_empty() {
                return Err(format!("not a fixed point: {unstable:?}"));
            }
            if a.stats.not_monotone != 0 {
                return Err(format!(
                    "{} rule applications were not monotone",
                    a.stats.not_monotone
                ));
            }
            let snapshot: String = a
                .snapshot()
                .iter()
                .map(|(k, v)| format!("{k} = {v}\n"))
                .collect();
            Ok((out, snapshot))
        }
    }
}

fn parameter(a: &mut Annotator, text: &str) -> Annotation {
    if let Some(inner) = text.strip_prefix('[').and_then(|t| t.strip_suffix(']')) {
        let item = parameter(a, inner);
        return a.fresh_list(item);
    }
    match text {
        "int" => Annotation::int(),
        "nonneg" => Annotation::nonneg(),
        "float" => Annotation::float(),
        "bool" => Annotation::bool(),
        "char" => Annotation::char(),
        "str" => Annotation::str(),
        "unicode" => Annotation::unicode(),
        "argv" => a.argv(),
        other => a.constant(&Value::str(other)),
    }
}
