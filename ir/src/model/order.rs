//! Orders over a graph's blocks: reverse post-order, dominators, strongly connected regions (by petgraph).
use petgraph::graph::{DiGraph, NodeIndex};

use super::{BlockId, Dialect, Graph, LinkId, Predecessors};
use crate::index::{Idx, IndexVec};

/// Blocks reachable from the start, each before its successors where no loop forbids it.
pub fn reverse_postorder<D: Dialect>(graph: &Graph<D>) -> Vec<BlockId> {
    reverse_postorder_along(graph, graph.start, |b| &graph.blocks[b].exits)
}

/// The same from any block on, along those exits of each block that `exits` gives.
pub fn reverse_postorder_along<'g, D: Dialect>(
    graph: &'g Graph<D>,
    entry: BlockId,
    exits: impl Fn(BlockId) -> &'g [LinkId],
) -> Vec<BlockId> {
    let mut seen = IndexVec::<BlockId, bool>::from_elem(false, graph.blocks.len());
    let mut post = Vec::new();
    let mut stack = vec![(entry, 0usize)];
    seen[entry] = true;
    while let Some((b, i)) = stack.pop() {
        // Exits are visited last to first, so that the first exit's region comes first in the result.
        let exits = exits(b);
        if i < exits.len() {
            stack.push((b, i + 1));
            let t = graph.links[exits[exits.len() - 1 - i]].target;
            if !std::mem::replace(&mut seen[t], true) {
                stack.push((t, 0));
            }
        } else {
            post.push(b);
        }
    }
    post.reverse();
    post
}

/// The control-flow graph as petgraph sees it; node `i` is block `i`.
pub fn control_flow<D: Dialect>(graph: &Graph<D>) -> DiGraph<BlockId, ()> {
    let mut g = DiGraph::with_capacity(graph.blocks.len(), graph.links.len());
    for b in graph.blocks.indices() {
        g.add_node(b);
    }
    for b in graph.live_blocks() {
        for t in graph.successors(b) {
            g.add_edge(NodeIndex::new(b.index()), NodeIndex::new(t.index()), ());
        }
    }
    g
}

/// Immediate dominators (Cooper, Harvey, Kennedy: *A Simple, Fast Dominance Algorithm*, 2001).
#[derive(Clone, Debug)]
pub struct Dominators {
    entry: BlockId,
    above: IndexVec<BlockId, Option<BlockId>>,
}

impl Dominators {
    /// Those of the blocks reachable from `entry`.
    pub fn from<D: Dialect>(graph: &Graph<D>, entry: BlockId) -> Dominators {
        let order = reverse_postorder_along(graph, entry, |b| &graph.blocks[b].exits);
        let preds =
            Predecessors::along(graph, order.iter().copied(), |b| &graph.blocks[b].exits[..]);
        let mut number = IndexVec::<BlockId, u32>::from_elem(u32::MAX, graph.blocks.len());
        for (i, &b) in order.iter().enumerate() {
            number[b] = i as u32;
        }
        // By number; the entry stands above itself while this goes on.
        let mut above: Vec<u32> = vec![u32::MAX; order.len()];
        above[0] = 0;
        let mut changed = true;
        while changed {
            changed = false;
            for (i, &b) in order.iter().enumerate().skip(1) {
                let known = preds[b].iter().map(|&(p, _)| number[p]);
                let found = known
                    .filter(|&p| above[p as usize] != u32::MAX)
                    .reduce(|mut x, mut y| {
                        while x != y {
                            while x > y {
                                x = above[x as usize];
                            }
                            while y > x {
                                y = above[y as usize];
                            }
                        }
                        x
                    })
                    .unwrap_or(u32::MAX);
                changed |= std::mem::replace(&mut above[i], found) != found;
            }
        }
        let mut result = IndexVec::from_elem(None, graph.blocks.len());
        for (&b, &d) in order.iter().zip(&above).skip(1) {
            result[b] = Some(order[d as usize]);
        }
        Dominators {
            entry,
            above: result,
        }
    }
    /// The closest block, beside itself, that every way to a block passes; none for the entry and for what it does not
    /// reach.
    pub fn immediate(&self, b: BlockId) -> Option<BlockId> {
        self.above[b]
    }
    /// Whether every way from the entry to `b` passes `a`, which may be `b` itself. Unreachable blocks dominate
    /// nothing and are dominated by nothing.
    pub fn dominates(&self, a: BlockId, b: BlockId) -> bool {
        let reached = b == self.entry || self.above[b].is_some();
        reached && std::iter::successors(Some(b), |&x| self.above[x]).any(|x| x == a)
    }
}

/// Immediate dominators from the start block.
pub fn dominators<D: Dialect>(graph: &Graph<D>) -> Dominators {
    Dominators::from(graph, graph.start)
}

/// For every block, the number of its strongly connected region if that region is a loop, else `None`.
pub fn loop_regions<D: Dialect>(graph: &Graph<D>) -> IndexVec<BlockId, Option<u32>> {
    let cfg = control_flow(graph);
    let mut region = IndexVec::from_elem(None, graph.blocks.len());
    for (n, scc) in petgraph::algo::tarjan_scc(&cfg).into_iter().enumerate() {
        if scc.len() > 1 || cfg.contains_edge(scc[0], scc[0]) {
            for node in scc {
                region[cfg[node]] = Some(n as u32);
            }
        }
    }
    region
}

/// Links that lead back to a block open on the depth-first path (loop edges), as (source, target).
pub fn back_edges<D: Dialect>(graph: &Graph<D>) -> Vec<(BlockId, BlockId)> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    let mut state = IndexVec::<BlockId, State>::from_elem(State::New, graph.blocks.len());
    let mut result = Vec::new();
    let mut stack = vec![(graph.start, 0usize)];
    state[graph.start] = State::Open;
    while let Some((b, i)) = stack.pop() {
        if let Some(&l) = graph.blocks[b].exits.get(i) {
            stack.push((b, i + 1));
            let t = graph.links[l].target;
            match state[t] {
                State::New => {
                    state[t] = State::Open;
                    stack.push((t, 0));
                }
                State::Open => result.push((b, t)),
                State::Done => {}
            }
        } else {
            state[b] = State::Done;
        }
    }
    result
}
