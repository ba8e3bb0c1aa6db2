//! How often blocks run, by guess: every exit of a block is equally likely, except those that lead to an error or are
//! marked as unlikely.
//!
//! A block is *cold* if it aborts, raises or notes a traceback, or if all it leads to is cold. It is *rare* if it is
//! cold or all ways to it take an unlikely exit.
use ir::dataflow::sweep;
use ir::index::IndexVec;
use ir::model::{BlockId, LinkId, order};
use lowlevel::likelihood::is_unlikely;
use lowlevel::{LLGraph, LLOp};
use rustc_hash::FxHashSet;

/// Blocks that run only when something goes wrong.
pub fn cold_blocks(g: &LLGraph) -> IndexVec<BlockId, bool> {
    let mut cold = IndexVec::from_elem(false, g.blocks.len());
    cold[g.except_block] = true;
    for b in g.live_blocks() {
        cold[b] |= g.blocks[b].ops.iter().any(|o| {
            let leaves = matches!(o.op, LLOp::Abort(_) | LLOp::ExcSet | LLOp::ExcClear);
            leaves || o.op.is_traceback()
        });
    }
    let mut order = order::reverse_postorder(g);
    order.reverse();
    let preds = g.predecessors();
    sweep(
        &order,
        |b, again| preds[b].iter().for_each(|&(p, _)| again(p)),
        |b| {
            let ends = g.blocks[b].exits.is_empty();
            let found = !cold[b] && b != g.start && !ends && g.successors(b).all(|t| cold[t]);
            cold[b] |= found;
            found
        },
    );
    cold
}

/// Blocks that are cold, or reached by unlikely exits only.
pub fn rare_blocks(g: &LLGraph) -> IndexVec<BlockId, bool> {
    let cold = cold_blocks(g);
    let mut rare = IndexVec::from_elem(true, g.blocks.len());
    rare[g.start] = false;
    let mut todo = vec![g.start];
    while let Some(b) = todo.pop() {
        for &l in &g.blocks[b].exits {
            let t = g.links[l].target;
            if rare[t] && !cold[t] && !is_unlikely(g, b, l) {
                rare[t] = false;
                todo.push(t);
            }
        }
    }
    rare
}

/// For every loop header: the likelihood that one round passes a block for which `hit` holds.
pub fn rounds_that_pass(
    g: &LLGraph,
    hit: &dyn Fn(BlockId) -> bool,
) -> IndexVec<BlockId, Option<f64>> {
    let back: FxHashSet<(BlockId, BlockId)> = order::back_edges(g).into_iter().collect();
    let cold = cold_blocks(g);
    let rpo = order::reverse_postorder(g);
    let headers: FxHashSet<BlockId> = back.iter().map(|e| e.1).collect();
    let preds = g.predecessors();
    let mut result = IndexVec::from_elem(None, g.blocks.len());
    for &h in rpo.iter().filter(|b| headers.contains(b)) {
        // The loop: what reaches a back edge to `h` without passing `h`.
        let mut inside: FxHashSet<BlockId> = [h].into_iter().collect();
        let mut todo: Vec<BlockId> = back.iter().filter(|e| e.1 == h).map(|e| e.0).collect();
        while let Some(b) = todo.pop() {
            if inside.insert(b) {
                todo.extend(preds[b].iter().map(|&(p, _)| p));
            }
        }
        // How much arrives, and how much of it has passed a hit, per block.
        let mut mass: IndexVec<BlockId, (f64, f64)> =
            IndexVec::from_elem((0.0, 0.0), g.blocks.len());
        mass[h] = (1.0, 0.0);
        let mut total = (0.0, 0.0);
        for &b in rpo.iter().filter(|b| inside.contains(b)) {
            let (all, mut passed) = mass[b];
            if hit(b) {
                passed = all;
            }
            let exits = &g.blocks[b].exits;
            let weight = |l: LinkId| {
                if cold[g.links[l].target] || is_unlikely(g, b, l) {
                    0.001
                } else {
                    1.0
                }
            };
            let sum: f64 = exits.iter().map(|&l| weight(l)).sum();
            for &l in exits {
                let t = g.links[l].target;
                let share = weight(l) / sum;
                if t == h {
                    total.0 += all * share;
                    total.1 += passed * share;
                } else if inside.contains(&t) && !back.contains(&(b, t)) {
                    mass[t].0 += all * share;
                    mass[t].1 += passed * share;
                }
            }
        }
        result[h] = (total.0 > 0.0).then(|| total.1 / total.0);
    }
    result
}
