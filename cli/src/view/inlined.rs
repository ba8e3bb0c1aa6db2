//! Functions that are not there any more behind the passes, and where they went: operations keep the place of the
//! source that they come from, so a function is part of those that have operations out of its lines.
use std::collections::{BTreeSet, HashMap, HashSet};

use ir::source::Span;

use super::Gone;

/// The functions of `before` (names and places) that a program does not have. Those inside of which another one is
/// defined get its operations, too.
pub fn gone(before: &[(String, Span)], program: &lowlevel::Program) -> Vec<Gone> {
    let there: HashSet<&str> = program.funcs.iter().map(|f| f.name.as_str()).collect();
    let missing: Vec<&(String, Span)> = (before.iter())
        .filter(|(name, span)| !there.contains(name.as_str()) && !span.is_none())
        .collect();
    let mut by_file: HashMap<_, Vec<usize>> = HashMap::new();
    for (i, (_, span)) in missing.iter().enumerate() {
        by_file.entry(span.file).or_default().push(i);
    }
    let mut parts: Vec<BTreeSet<&str>> = vec![BTreeSet::new(); missing.len()];
    for f in &program.funcs {
        let mut seen: HashSet<Span> = HashSet::new();
        let ops = f.graph.live_blocks().flat_map(|b| &f.graph.blocks[b].ops);
        for span in ops.map(|op| op.span.original()).filter(|s| !s.is_none()) {
            if !seen.insert(span) {
                continue;
            }
            for &i in by_file.get(&span.file).into_iter().flatten() {
                let whole = missing[i].1;
                if span.start >= whole.start && span.end <= whole.end {
                    parts[i].insert(&f.name);
                }
            }
        }
    }
    let owned = |names: BTreeSet<&str>| names.into_iter().map(str::to_owned).collect();
    (missing.iter().zip(parts))
        .map(|((name, _), into)| (name.clone(), owned(into)))
        .collect()
}

/// The sentence that says where a function went.
pub fn text((name, into): &Gone) -> String {
    const SHOWN: usize = 6;
    let more = into.len().saturating_sub(SHOWN);
    match into.len() {
        0 => format!("`{name}` was there before the passes; nothing is left of it"),
        _ => format!(
            "`{name}` was inlined into {}{}",
            into[..into.len().min(SHOWN)].join(", "),
            if more > 0 {
                format!(" and {more} more")
            } else {
                String::new()
            }
        ),
    }
}
