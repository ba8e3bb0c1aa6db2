//! Sets that grow from seeds: backward from what is needed to what it is made from.
use crate::index::{Idx, IndexVec};
use crate::model::{BlockId, Dialect, Graph, VarId};

/// Where a variable is defined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Def {
    /// In none of the blocks, or on a link.
    None,
    /// Inputarg `1` of block `0`.
    Input(BlockId, usize),
    /// Result of operation `1` of block `0`.
    Op(BlockId, usize),
}

/// The definitions of some blocks, by variable.
pub fn definitions<D: Dialect>(
    g: &Graph<D>,
    blocks: impl IntoIterator<Item = BlockId>,
) -> IndexVec<VarId, Def> {
    let mut defs = IndexVec::from_elem(Def::None, g.vars.len());
    for b in blocks {
        for (i, &v) in g.blocks[b].inputargs.iter().enumerate() {
            defs[v] = Def::Input(b, i);
        }
        for (i, op) in g.blocks[b].ops.iter().enumerate() {
            defs[op.result] = Def::Op(b, i);
        }
    }
    defs
}

/// The least set of nodes below `n` that holds the seeds and, with each node, what `next` adds for it.
pub fn closure<I: Idx>(
    n: usize,
    seeds: impl IntoIterator<Item = I>,
    mut next: impl FnMut(I, &mut Vec<I>),
) -> IndexVec<I, bool> {
    let mut found = IndexVec::from_elem(false, n);
    let mut todo: Vec<I> = seeds.into_iter().collect();
    while let Some(i) = todo.pop() {
        if !std::mem::replace(&mut found[i], true) {
            next(i, &mut todo);
        }
    }
    found
}
