//! Immutable fields that functions store to through their arguments.
//!
//! A field that is declared immutable, or found to be (`crate::immutability`), never changes once its object is
//! initialised. Until then constructors store to it, and who calls them sees the field before and after:
//!
//! ```text
//! v1 = getfield[Base.size](v0)                  # the default of the class
//! v2 = direct_call[Base.__init__](v0, 7)        # initialises (0, Base.size)
//! v3 = getfield[Base.size](v0)                  # 7
//! ```
//! Nobody but its makers knows such an object, so a call changes the field only of objects that are its arguments.
use ir::index::IndexVec;
use ir::model::{Operand, VarId};
use lowlevel::{AliasRegion, FuncId, LLGraph, LLOp, Program};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{call_args, callees};
use crate::made::immutable_store;
use crate::rewrite::SameObjects;

/// An argument, by its index, and a field of it.
pub type Initialises = Vec<(usize, AliasRegion)>;

/// What each function initialises, by itself or by what it calls.
pub(super) fn initialises(
    program: &Program,
    callers: &IndexVec<FuncId, Vec<FuncId>>,
) -> IndexVec<FuncId, Initialises> {
    let mut all: IndexVec<FuncId, Initialises> =
        IndexVec::from_elem(Vec::new(), program.funcs.len());
    let mut todo = Vec::new();
    for (id, f) in program.funcs.iter_enumerated() {
        all[id] = own(program, &f.graph);
        if !all[id].is_empty() {
            todo.push(id);
        }
    }
    let mut objects: FxHashMap<FuncId, SameObjects> = FxHashMap::default();
    while let Some(f) = todo.pop() {
        for &c in &callers[f] {
            let g = &program.funcs[c].graph;
            let same = objects.entry(c).or_insert_with(|| SameObjects::new(g));
            let before = all[c].len();
            for op in g.live_blocks().flat_map(|b| &g.blocks[b].ops) {
                if !callees(&op.op).contains(&f) {
                    continue;
                }
                for (i, field) in all[f].clone() {
                    let arg = call_args(op).get(i).and_then(|a| same.of(a));
                    let arg = arg.and_then(|v| g.args().iter().position(|&a| a == v));
                    let new = arg.map(|i| (i, field)).filter(|x| !all[c].contains(x));
                    all[c].extend(new);
                }
            }
            if all[c].len() > before {
                todo.push(c);
            }
        }
    }
    all
}

/// What a graph itself stores.
fn own(program: &Program, g: &LLGraph) -> Initialises {
    let mut made: FxHashSet<VarId> = FxHashSet::default();
    let mut same = None;
    let mut found = Vec::new();
    for op in g.live_blocks().flat_map(|b| &g.blocks[b].ops) {
        if let LLOp::Malloc(_) = op.op {
            made.insert(op.result);
        }
        let base = op.args.first().and_then(Operand::var);
        if let Some((c, f)) = immutable_store(program, &op.op)
            && let Some(v) = base.filter(|v| !made.contains(v))
        {
            let v = same.get_or_insert_with(|| SameObjects::new(g)).of_var(v);
            let new =
                (g.args().iter().position(|&a| a == v)).map(|i| (i, AliasRegion::Field(c, f)));
            found.extend(new.filter(|x| !found.contains(x)));
        }
    }
    found
}
