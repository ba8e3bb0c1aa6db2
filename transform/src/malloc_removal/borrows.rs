//! Slow paths (helpers of the toolchain that are not to be inlined) and the parameters that they only read and write
//! fields of: what such a function was given is known to nobody else when it returns.
use ir::index::IndexVec;
use ir::model::VarId;
use lowlevel::{FuncId, InlineHint, LLGraph, LLOp, Program};
use rustc_hash::FxHashMap;

use super::keeps_fields_apart;

/// Of each slow path: whether each parameter is one of those.
pub(super) type Borrowed = FxHashMap<FuncId, Vec<bool>>;

/// The slow paths of a program.
pub(super) fn borrowed(program: &Program) -> Borrowed {
    let slow = program.funcs.iter_enumerated();
    slow.filter(|(_, f)| f.attrs.inline == InlineHint::Never && f.attrs.helper)
        .map(|(id, f)| {
            let args = f.graph.args().to_vec();
            let only = args.into_iter().map(|p| only_fields(&f.graph, p, true));
            (id, only.collect())
        })
        .collect()
}

/// Whether a function does nothing with a parameter but to read its fields, and to write them if it may.
pub(super) fn only_fields(g: &LLGraph, parameter: VarId, may_write: bool) -> bool {
    let mut is_it = IndexVec::<VarId, bool>::from_elem(false, g.vars.len());
    is_it[parameter] = true;
    // Names of it are found in rounds: there are few.
    loop {
        let mut more = Vec::new();
        for b in g.live_blocks() {
            let block = &g.blocks[b];
            for op in &block.ops {
                for (n, a) in op.args.iter().enumerate() {
                    if !a.var().is_some_and(|v| is_it[v]) {
                        continue;
                    }
                    let writes = matches!(op.op, LLOp::SetField(..));
                    if !keeps_fields_apart(op, n) || writes && !may_write {
                        return false;
                    }
                    if matches!(op.op, LLOp::CastPointer | LLOp::SameAs) {
                        more.push(op.result);
                    }
                }
            }
            for &l in &block.exits {
                let link = &g.links[l];
                for (a, &q) in link.args.iter().zip(&g.blocks[link.target].inputargs) {
                    if a.var().is_some_and(|v| is_it[v]) {
                        if g.is_final(link.target) {
                            return false;
                        }
                        more.push(q);
                    }
                }
            }
        }
        more.retain(|&v| !is_it[v]);
        if more.is_empty() {
            return true;
        }
        for v in more {
            is_it[v] = true;
        }
    }
}
