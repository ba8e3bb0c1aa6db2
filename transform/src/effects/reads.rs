//! What functions read of memory that may change.
//!
//! An elidable function gives the same for the same arguments, so a JIT calls it ahead of the program. Interpreters
//! that rewrite their own bytecode read it by such functions, and are right to do so as long as each of the two forms
//! does the same: but what was rewritten a moment ago must be read as it is then, not as it was while code was
//! compiled.
//!
//! ```text
//! def opcode(self, pc):              # elidable
//!     return self.code[pc]           # reads the items of this kind of array
//!
//! self.code[pc] = QUICK; continue    # and the same place is read again
//! ```
//! What an elidable function finds in tables of its own does not count, as it has computed that itself
//! ([`own_tables`]), nor does the hash that a text gets when it is asked for.
use ir::dataflow::Worklist;
use ir::index::IndexVec;
use lowlevel::{AliasRegion, Effect, FuncId, LLGraph, Program};
use std::collections::BTreeSet;

use super::{callees, callers, own_tables};

/// Functions that read more than so many kinds of locations do not tell which.
const LIMIT: usize = 400;

/// For each function the locations that may change and that it, or what it calls, reads: sorted; `None` if they are
/// many, or not known.
pub fn reads(program: &Program) -> IndexVec<FuncId, Option<Vec<AliasRegion>>> {
    let types = &program.types;
    let tables = own_tables(program, |f| program.funcs[f].attrs.elidable);
    let is_computed = |f: FuncId, l: &AliasRegion| {
        is_hash(program, *l) || tables.get(&f).is_some_and(|own| own.contains(l))
    };
    let own = |f: FuncId| {
        let mut out = BTreeSet::new();
        for op in operations(&program.funcs[f].graph) {
            match op.effect() {
                Effect::Loads(l) if !l.is_immutable(types) && !is_computed(f, &l) => {
                    out.insert(l);
                }
                Effect::ReadsMemory => return None,
                _ => {}
            }
        }
        Some(out)
    };
    let mut all: IndexVec<FuncId, Option<BTreeSet<AliasRegion>>> =
        program.funcs.indices().map(own).collect();
    let callers = callers(program);
    let mut todo: Worklist<FuncId> = Worklist::all(program.funcs.len());
    while let Some(f) = todo.pop() {
        let calls = operations(&program.funcs[f].graph).flat_map(callees);
        let more: Option<Vec<AliasRegion>> = calls.into_iter().copied().try_fold(
            Vec::new(),
            |mut list: Vec<AliasRegion>, callee| {
                list.extend(all[callee].as_ref()?.iter().copied());
                Some(list)
            },
        );
        let Some(known) = &mut all[f] else { continue };
        let before = known.len();
        let changed = match more {
            Some(more) => {
                known.extend(more);
                known.len() > before
            }
            None => true,
        };
        if !changed {
            continue;
        }
        if known.len() > LIMIT || known.len() == before {
            all[f] = None;
        }
        callers[f].iter().for_each(|&c| todo.push(c));
    }
    (all.iter())
        .map(|known| known.as_ref().map(|list| list.iter().copied().collect()))
        .collect()
}

/// Whether a location is the hash in a text.
fn is_hash(program: &Program, l: AliasRegion) -> bool {
    let AliasRegion::Field(c, f) = l else {
        return false;
    };
    let known = &program.known;
    [known.string, known.unicode].contains(&Some(c))
        && program.types.field_index(c, "hash") == Some(f as usize)
}

/// The locations that the operations of a graph itself write.
pub fn stored(graph: &LLGraph) -> impl Iterator<Item = AliasRegion> + '_ {
    operations(graph).filter_map(|op| match op.effect() {
        Effect::Stores(l) => Some(l),
        Effect::Fills(c) => Some(AliasRegion::Items(c)),
        _ => None,
    })
}

fn operations(graph: &LLGraph) -> impl Iterator<Item = &lowlevel::LLOp> {
    (graph.live_blocks())
        .flat_map(|b| &graph.blocks[b].ops)
        .map(|o| &o.op)
}
