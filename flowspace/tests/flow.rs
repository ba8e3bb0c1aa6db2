//! File tests of the flow space: `tests/flow/*.py` are modules; the graphs of their functions (or the diagnostics) are
//! expected as comments after the line `# ==> flow`. `GENEXT_BLESS=1` writes them. Functions whose names begin with `_`
//! are helpers.
use std::fmt::Write;
use std::path::Path;

use flowspace::{FlowGraph, HlOp, text};
use ir::diag;
use ir::model::verify;
use python::live::{Space, Value, space::SpaceConfig};

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/flow");
    filetest::run(folder, "py", check)
}

fn check(path: &Path) -> Result<(), String> {
    filetest::behind_mark(path, "# ==> flow\n", |_| {
        let mut actual = String::new();
        for line in flow_module(path)?.lines() {
            let _ = writeln!(actual, "{}", format!("# {line}").trim_end());
        }
        Ok(actual)
    })
}

fn flow_module(path: &Path) -> Result<String, String> {
    let space = Space::new(SpaceConfig::default());
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
        match flowspace::build_flow(&space, &value) {
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
    let printed = ir::model::text::print(&graph.graph, &printer);
    out.push_str(&printed);
    match ir::model::text::parse(&printed, &mut printer) {
        Ok(again) => {
            let second = ir::model::text::print(&again, &printer);
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
            && let Ok(g) = flowspace::build_flow(space, &next)
        {
            show(space, &g, out);
        }
    }
}
