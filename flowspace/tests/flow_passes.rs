//! File tests of the simplification passes: `tests/flow_passes/*.txt` hold sections
//!
//! ```text
//! == pass_name: what the case shows
//! graph before
//! ==>
//! graph after
//! ```
//! `GENEXT_BLESS=1` writes the graphs after `==>`. Graphs are parsed, passed, verified (if the pass keeps SSI) and
//! printed.
use std::fmt::Write;
use std::path::Path;

use flowspace::simplify::{self, exceptions, ssa, ssi};
use flowspace::{HlGraph, text::HlText};
use ir::model::{text, verify};
use ir::rewrite::join;

/// A pass by name; `true` if its result is in SSI form.
fn pass(name: &str) -> Option<(fn(&mut HlGraph), bool)> {
    Some(match name {
        "eliminate_empty_blocks" => (ssa::eliminate_empty_blocks, true),
        "remove_identical_vars" => (ssa::remove_identical_vars, false),
        "remove_dead_vars" => (ssa::remove_dead_vars, true),
        "fold_exitswitches" => (ssa::fold_exitswitches, true),
        "fold_known_instances" => (ssa::fold_known_instances, true),
        "join_blocks_ssa" => (|g| _ = join::join_blocks_ssa(g), false),
        "ssa_to_ssi" => (ssi::ssa_to_ssi, true),
        "join_blocks" => (|g| _ = join::join_blocks(g), true),
        "remove_duplicate_args" => (ssi::remove_duplicate_args, true),
        "merge_equal_exits" => (ssi::merge_equal_exits, true),
        "coalesce_bool" => (ssi::coalesce_bool, true),
        "simplify_exceptions" => (exceptions::simplify_exceptions, true),
        "remove_dead_exceptions" => (exceptions::remove_dead_exceptions, true),
        "cleanup" => (simplify::cleanup, true),
        _ => return None,
    })
}

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/flow_passes");
    filetest::run(folder, "txt", check)
}

fn check(path: &Path) -> Result<(), String> {
    let file = filetest::read(path)?;
    let mut out = String::new();
    for section in file.split("\n== ").map(|s| s.trim_start_matches("== ")) {
        let (head, rest) = section
            .split_once('\n')
            .ok_or("a section has a head line")?;
        let (name, _) = head.split_once(':').ok_or("`== pass: text`")?;
        let before = match rest.split_once("==>") {
            Some((before, _)) => before.trim(),
            None => rest.trim(),
        };
        let (run, is_ssi) = pass(name).ok_or_else(|| format!("unknown pass `{name}`"))?;
        let mut printer = HlText::default();
        let mut graph =
            text::parse(before, &mut printer).map_err(|e| format!("{head}: {e:?}\n{before}"))?;
        run(&mut graph);
        if is_ssi {
            let violations = verify::verify(&graph, &verify::NoRules);
            if let Some(report) = verify::report(&graph, &violations, &printer) {
                return Err(format!("{head}:\n{report}"));
            }
        }
        if !out.is_empty() {
            out.push('\n');
        }
        let _ = write!(
            out,
            "== {head}\n{before}\n==>\n{}",
            text::print(&graph, &printer)
        );
    }
    filetest::whole(path, &out)
}
