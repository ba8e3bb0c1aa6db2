//! From SSA to SSI form: after it, a variable is used only in the block that defines it.
//!
//! While a graph is being made or changed, a value defined in one block may be used in blocks it dominates. What a
//! block needs from outside is found by walking back from each use to the definition; it becomes a fresh inputarg,
//! passed along all incoming links (every block is a function of its inputargs). Cost: linear in the size of the graph
//! times the number of variables that a block passes on.
//!
//! ```text
//! b0(v0): v1 = int_add(v0, 1)            b0(v0): v1 = int_add(v0, 1)
//!         goto b1()                ==>           goto b1(v1)
//! b1():   goto return(v1)                b1(v2): goto return(v2)
//! ```
use rustc_hash::FxHashSet;

use super::Renaming;
use crate::index::IndexVec;
use crate::model::{BlockId, Dialect, Graph, Link, Operand, VarId};

/// The order of the inputargs that a block gets. It means nothing, but whoever comes later sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// What a block uses itself comes before what it only passes on.
    OwnFirst,
    /// As the ways from the uses of one block after the other reach it.
    AsReached,
}

/// Restores the SSI property of `g`, in which every variable has one definition that dominates its uses.
pub fn restore<D: Dialect>(g: &mut Graph<D>) {
    restore_in(g, Order::OwnFirst);
}

/// The same, with the new inputargs in this order.
pub fn restore_in<D: Dialect>(g: &mut Graph<D>, order: Order) {
    g.remove_unreachable();
    let needs = needs(g, order);
    for (b, needed) in needs.iter_enumerated() {
        let mut renaming = Renaming::default();
        for &v in needed {
            let input = g.copy_var(v);
            g.blocks[b].inputargs.push(input);
            renaming.insert(v, Operand::Var(input));
        }
        for i in 0..g.blocks[b].exits.len() {
            let l = g.blocks[b].exits[i];
            let passed = &needs[g.links[l].target];
            (g.links[l].args).extend(passed.iter().map(|&v| Operand::Var(v)));
        }
        renaming.block(g, b);
    }
}

/// What each block uses, or passes on, without defining it.
fn needs<D: Dialect>(g: &Graph<D>, order: Order) -> IndexVec<BlockId, Vec<VarId>> {
    let mut defined: IndexVec<VarId, Option<BlockId>> = IndexVec::from_elem(None, g.vars.len());
    for b in g.live_blocks() {
        let block = &g.blocks[b];
        let links = block.exits.iter().map(|&l| &g.links[l]);
        // The exception of a link is at hand behind the link only, which dominates its uses.
        let caught = links.flat_map(Link::caught);
        let results = block.ops.iter().map(|o| o.result);
        for v in caught.chain(results).chain(block.inputargs.iter().copied()) {
            defined[v] = Some(b);
        }
    }
    let preds = g.predecessors();
    let mut needs = IndexVec::from_elem(Vec::new(), g.blocks.len());
    let mut known: FxHashSet<(BlockId, VarId)> = FxHashSet::default();
    let mut need = |b: BlockId, v: VarId| {
        let new = defined[v].is_some_and(|d| d != b) && known.insert((b, v));
        if new {
            needs[b].push(v);
        }
        new
    };
    let mut todo: Vec<(BlockId, VarId)> = Vec::new();
    for b in g.live_blocks() {
        g.reads(b, |a| {
            if let Operand::Var(v) = *a
                && (order == Order::AsReached || need(b, v))
            {
                todo.push((b, v));
            }
        });
        while order == Order::AsReached
            && let Some((b, v)) = todo.pop()
        {
            if need(b, v) {
                todo.extend(preds[b].iter().map(|&(p, _)| (p, v)));
            }
        }
    }
    while let Some((b, v)) = todo.pop() {
        todo.extend((preds[b].iter()).filter_map(|&(p, _)| need(p, v).then_some((p, v))));
    }
    needs
}
