//! The incoming links of every block.
use std::ops::Index;

use super::{BlockId, Dialect, Graph, LinkId};
use crate::index::Idx;

/// Incoming links by block, as (source, link), in two flat tables: a snapshot, which no change of the graph follows.
#[derive(Clone, Debug, Default)]
pub struct Predecessors {
    /// Where the links of a block begin; one more entry for the end.
    begin: Vec<u32>,
    links: Vec<(BlockId, LinkId)>,
}

impl Predecessors {
    /// Those of the links that `exits` gives for each of some blocks. The links into a block are in the order of
    /// `blocks`, those from one block in the order of its exits.
    pub fn along<'g, D: Dialect>(
        graph: &'g Graph<D>,
        blocks: impl Iterator<Item = BlockId> + Clone,
        exits: impl Fn(BlockId) -> &'g [LinkId],
    ) -> Predecessors {
        let all = blocks.flat_map(|b| exits(b).iter().map(move |&l| (b, l)));
        // First the number of links into block `i` at `i + 1`, then where they begin.
        let mut begin = vec![0u32; graph.blocks.len() + 1];
        for (_, l) in all.clone() {
            begin[graph.links[l].target.index() + 1] += 1;
        }
        let mut n = 0;
        for count in &mut begin {
            n += *count;
            *count = n;
        }
        let mut next = begin.clone();
        let mut links = vec![(BlockId(0), LinkId(0)); n as usize];
        for (b, l) in all {
            let at = &mut next[graph.links[l].target.index()];
            links[*at as usize] = (b, l);
            *at += 1;
        }
        Predecessors { begin, links }
    }
}

impl Index<BlockId> for Predecessors {
    type Output = [(BlockId, LinkId)];
    fn index(&self, b: BlockId) -> &[(BlockId, LinkId)] {
        let i = b.index();
        &self.links[self.begin[i] as usize..self.begin[i + 1] as usize]
    }
}
