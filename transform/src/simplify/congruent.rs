//! Inputargs of a block that always have the same value, also round loops.
//!
//! ```text
//! b1(v1, v2): goto b2(v1, v2)               b1(v1): goto b2(v1)
//! b2(v3, v4): if v3 then b1(v3, v4) ...     b2(v3): if v3 then b1(v3) ...
//! ```
//! [`constants`] finds those that are one constant. Of the others, at first all inputargs of a block that have one type
//! are taken for the same. They are told apart where a link passes different values, until that makes no more
//! difference.
use ir::index::IndexVec;
use ir::model::{BlockId, Operand, Predecessors, VarId, order};
use ir::rewrite::dead::remove_inputargs_of;
use ir::rewrite::origins;
use lowlevel::{Const, LLGraph};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::rewrite::Renaming;

/// Rounds over the graph; where more are needed, nothing is done.
const ROUNDS: usize = 30;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Passed {
    /// A variable of the class that this one leads.
    Class(VarId),
    Const(Const),
}

/// Keeps one of those that are the same; whether there were any.
pub fn run(g: &mut LLGraph) -> bool {
    let preds = g.predecessors();
    let blocks: Vec<BlockId> = order::reverse_postorder(g)
        .into_iter()
        .filter(|&b| b != g.start && !g.is_final(b) && g.blocks[b].inputargs.len() > 1)
        .collect();
    let Some(leaders) = leaders(g, &preds, &blocks) else {
        return false;
    };
    let mut any = false;
    for b in blocks {
        let inputs = g.blocks[b].inputargs.iter();
        let renaming: Renaming = inputs.map(|&v| (v, Operand::Var(leaders[v]))).collect();
        renaming.block(g, b);
        any |= remove_inputargs_of(g, b, &preds, |v| leaders[v] == v);
    }
    any
}

/// Replaces inputargs that are always the same constant, also round loops; whether there were any.
pub fn constants(g: &mut LLGraph) -> bool {
    let origins = origins(g);
    let known = |v: VarId| matches!(origins[v], Operand::Const(_));
    let blocks: Vec<BlockId> = g
        .live_blocks()
        .filter(|&b| b != g.start && !g.is_final(b))
        .filter(|&b| g.blocks[b].inputargs.iter().any(|&v| known(v)))
        .collect();
    if blocks.is_empty() {
        return false;
    }
    let preds = g.predecessors();
    for b in blocks {
        let inputs = g.blocks[b].inputargs.iter();
        let renaming: Renaming = inputs
            .filter(|&&v| known(v))
            .map(|&v| (v, origins[v].clone()))
            .collect();
        renaming.block(g, b);
        remove_inputargs_of(g, b, &preds, |v| !known(v));
    }
    true
}

/// The first of those that are the same, for each variable.
fn leaders(
    g: &LLGraph,
    preds: &Predecessors,
    blocks: &[BlockId],
) -> Option<IndexVec<VarId, VarId>> {
    let mut leaders: IndexVec<VarId, VarId> = g.vars.indices().collect();
    let mut classes: FxHashMap<_, VarId> = FxHashMap::default();
    for &b in blocks {
        classes.clear();
        for &v in &g.blocks[b].inputargs {
            leaders[v] = *classes.entry(*g.ty(v)).or_insert(v);
        }
    }
    let mut apart: FxHashMap<(VarId, SmallVec<[Passed; 4]>), VarId> = FxHashMap::default();
    for _ in 0..ROUNDS {
        let mut changed = false;
        for &b in blocks {
            apart.clear();
            // A block that jumps to itself passes what is being told apart: the keys are those of before.
            let mut new: SmallVec<[(VarId, VarId); 16]> = SmallVec::new();
            for (i, &v) in g.blocks[b].inputargs.iter().enumerate() {
                let passed = preds[b].iter().map(|&(_, l)| match &g.links[l].args[i] {
                    Operand::Var(a) => Passed::Class(leaders[*a]),
                    Operand::Const(c) => Passed::Const(*c),
                });
                // The first of a class stands first, so that it leads the first part of the class too.
                let leader = *(apart.entry((leaders[v], passed.collect()))).or_insert(v);
                if leader != leaders[v] {
                    new.push((v, leader));
                }
            }
            changed |= !new.is_empty();
            for (v, leader) in new {
                leaders[v] = leader;
            }
        }
        if !changed {
            return Some(leaders);
        }
    }
    None
}
