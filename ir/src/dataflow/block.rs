//! Facts about blocks.
use super::{Lattice, sweep};
use crate::index::IndexVec;
use crate::model::{BlockId, Dialect, Graph, LinkId, Predecessors};

/// Which way facts go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// With control: from a block to its successors.
    Forward,
    /// Against it.
    Backward,
}

/// An analysis that knows one state at the begin, and one at the end, of every block.
///
/// `transfer` must be monotone: from a higher state it makes the same or a higher one.
pub trait BlockAnalysis<D: Dialect> {
    /// What is known at a program point.
    type State: Lattice;
    /// Which way it goes.
    const DIRECTION: Direction;
    /// The state that nothing has reached yet.
    fn bottom(&self) -> Self::State;
    /// The state from outside: at the begin of the start block (forward), at the end of blocks without exits
    /// (backward).
    fn boundary(&self) -> Self::State {
        self.bottom()
    }
    /// Takes a state through a block: from its begin to its end (forward), or the other way (backward).
    fn transfer(&self, b: BlockId, state: &mut Self::State);
}

/// The state of each block of `order` (a reverse post-order) before it is taken through the block: at its begin
/// (forward), at its end (backward). `preds` are links between those blocks, `exits` the same from the other side.
pub fn blocks<'g, D: Dialect, A: BlockAnalysis<D>>(
    g: &'g Graph<D>,
    order: &[BlockId],
    preds: &Predecessors,
    exits: impl Fn(BlockId) -> &'g [LinkId],
    analysis: &A,
) -> IndexVec<BlockId, A::State> {
    let forward = A::DIRECTION == Direction::Forward;
    let n = g.blocks.len();
    // What leaves each block, and what arrives.
    let mut out: IndexVec<BlockId, A::State> = IndexVec::from_elem(analysis.bottom(), n);
    let mut arrived = out.clone();
    let targets = |b: BlockId| exits(b).iter().map(|&l| g.links[l].target);
    let mut visit = |b: BlockId| {
        let mut state = analysis.bottom();
        if forward {
            if b == g.start {
                state = analysis.boundary();
            }
            for &(p, _) in &preds[b] {
                state.join(&out[p]);
            }
        } else {
            if exits(b).is_empty() {
                state = analysis.boundary();
            }
            for t in targets(b) {
                state.join(&out[t]);
            }
        }
        arrived[b] = state.clone();
        analysis.transfer(b, &mut state);
        let changed = state != out[b];
        out[b] = state;
        changed
    };
    if forward {
        sweep(order, |b, f| targets(b).for_each(f), &mut visit);
    } else {
        let order: Vec<BlockId> = order.iter().rev().copied().collect();
        sweep(
            &order,
            |b, f| preds[b].iter().for_each(|&(p, _)| f(p)),
            &mut visit,
        );
    }
    arrived
}
