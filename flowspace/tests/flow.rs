//! File tests of the flow space: `tests/flow/*.py` are modules; the graphs of their functions (or the diagnostics) are expected
//! as comments after the line `# ==> flow`. `GENEXT_BLESS=1` writes them. Functions whose names begin with `_` are helpers.
use std::fmt::Write;
use std::path::{Path, PathBuf};

use flowspace::diag;
use flowspace::flow::{self, FlowGraph, HlOp, text};
use flowspace::live::{Space, Value, space::Config};
use flowspace::model::verify;
use libtest_mimic::{Arguments, Failed, Trial};

const MARK: &str = "# ==> flow\n";

fn main() {
    let args = Arguments::from_args();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/flow");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("tests/flow exists")
        .filter_map(|e| Some(e.ok()?.path()))
        .filter(|p| p.extension().is_some_and(|e| e == "py"))
        .collect();
    files.sort();
    let trials = files
        .into_iter()
        .map(|path| {
            let name = path
                .file_stem()
                .map_or(String::new(), |s| s.to_string_lossy().into_owned());
            Trial::test(name, move || check(&path))
        })
        .collect();
    libtest_mimic::run(&args, trials).exit();
}

fn check(path: &Path) -> Result<(), Failed> {
    let text = std::fs::read_to_string(path)?;
    let (source, expected) = match text.find(MARK) {
        Some(i) => (&text[..i], &text[i + MARK.len()..]),
        None => (text.as_str(), ""),
    };
    let graphs = flow_module(path).map_err(Failed::from)?;
    let mut actual = String::new();
    for line in graphs.lines() {
        let _ = writeln!(actual, "{}", format!("# {line}").trim_end());
    }
    if actual == expected {
        return Ok(());
    }
    if std::env::var_os("GENEXT_BLESS").is_some() {
        std::fs::write(path, format!("{source}{MARK}{actual}"))?;
        return Ok(());
    }
    Err(Failed::from(difference(expected, &actual)))
}

fn difference(expected: &str, actual: &str) -> String {
    let at = expected
        .lines()
        .zip(actual.lines())
        .take_while(|(a, b)| a == b)
        .count();
    let show = |t: &str| -> String {
        t.lines()
            .skip(at.saturating_sub(3))
            .take(14)
            .map(|l| format!("    {l}\n"))
            .collect()
    };
    format!(
        "line {}: expected\n{}got\n{}(GENEXT_BLESS=1 accepts it)",
        at + 1,
        show(expected),
        show(actual)
    )
}

fn flow_module(path: &Path) -> Result<String, String> {
    let space = Space::new(Config::default());
    let stem = path
        .file_stem()
        .map_or(String::new(), |s| s.to_string_lossy().into_owned());
    let module = space
        .run_path(path, &stem)
        .map_err(|e| diag::render(&space.diagnostic(e), false))?;
    let mut out = String::new();
    for (name, value) in module.dict.names() {
        let Value::Function(f) = &value else { continue };
        if name.as_str().starts_with('_') || f.module_name() != stem {
            continue;
        }
        match flow::build_flow(&space, &value) {
            Ok(graph) => show(&space, &graph, &mut out),
            Err(diagnostics) => {
                for d in diagnostics {
                    // The path depends on the machine.
                    let text = diag::render(&d, false);
                    let full = path.to_string_lossy();
                    let _ = writeln!(out, "{}", text.replace(&*full, &format!("{stem}.py")));
                }
            }
        }
    }
    Ok(out)
}

fn show(space: &Space, graph: &FlowGraph, out: &mut String) {
    let violations = verify::verify(&graph.graph, &verify::NoRules);
    if let Some(report) = verify::report(&graph.graph, &violations, &text::HlText::default()) {
        let _ = writeln!(out, "MALFORMED\n{report}");
        return;
    }
    let mut printer = text::HlText::default();
    let printed = flowspace::model::text::print(&graph.graph, &printer);
    out.push_str(&printed);
    match flowspace::model::text::parse(&printed, &mut printer) {
        Ok(again) => {
            let second = flowspace::model::text::print(&again, &printer);
            if second != printed {
                let _ = writeln!(out, "PRINTS DIFFERENTLY WHEN READ BACK\n{second}");
            }
        }
        Err(e) => {
            let _ = writeln!(out, "DOES NOT READ BACK: {e:?}");
        }
    }
    if graph.is_generator {
        let start = &graph.graph.blocks[graph.graph.start];
        let class = start
            .ops
            .iter()
            .filter(|op| op.op == HlOp::SimpleCall)
            .find_map(|op| op.args[0].as_const()?.0.as_class().cloned());
        let next = class.and_then(|c| c.own("next".into()));
        if let Some(next) = next
            && let Ok(g) = flow::build_flow(space, &next)
        {
            show(space, &g, out);
        }
    }
}
