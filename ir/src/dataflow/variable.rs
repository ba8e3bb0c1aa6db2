//! Facts about variables, forward: sparse, because SSI form has no other way between blocks than links.
use super::{Lattice, sweep};
use crate::index::IndexVec;
use crate::model::{Arg, BlockId, Dialect, Graph, Link, LinkId, Operation, Predecessors, VarId};

/// An analysis that knows a fact about each variable.
///
/// What `passed` and `result` give may depend on facts about variables of the same block, and must be monotone in them:
/// from higher facts follow the same or higher ones.
pub trait VarAnalysis<D: Dialect> {
    /// What is known of a variable.
    type Fact: Lattice;
    /// The fact about a variable before anything has reached it.
    fn bottom(&self, v: VarId) -> Self::Fact;
    /// The fact about a variable that comes from outside: a parameter, or the exception of a link.
    fn defined(&self, v: VarId) -> Self::Fact;
    /// The fact about an argument of link `l`, an exit of block `from`, where it arrives.
    fn passed(
        &self,
        from: BlockId,
        l: LinkId,
        a: &Arg<D>,
        facts: &IndexVec<VarId, Self::Fact>,
    ) -> Self::Fact;
    /// Whether a fact is the highest, or is to stay as it is anyway: then nothing is computed for it.
    fn is_settled(&self, _: &Self::Fact) -> bool {
        false
    }
    /// The fact about the result of an operation of block `b`.
    fn result(
        &self,
        b: BlockId,
        op: &Operation<D>,
        facts: &IndexVec<VarId, Self::Fact>,
    ) -> Self::Fact;
}

/// The facts about the variables of the blocks of `order`, a reverse post-order from the start block on. `preds` are
/// the links between them.
pub fn variables<D: Dialect, A: VarAnalysis<D>>(
    g: &Graph<D>,
    order: &[BlockId],
    preds: &Predecessors,
    analysis: &A,
) -> IndexVec<VarId, A::Fact> {
    let mut facts: IndexVec<VarId, A::Fact> =
        g.vars.indices().map(|v| analysis.bottom(v)).collect();
    let outside = order.iter().flat_map(|&b| {
        let links = g.blocks[b].exits.iter().map(|&l| &g.links[l]);
        links.flat_map(Link::caught)
    });
    for v in outside.chain(g.args().iter().copied()) {
        facts[v] = analysis.defined(v);
    }
    sweep(
        order,
        |b, f| g.successors(b).for_each(f),
        |b| {
            let block = &g.blocks[b];
            let mut changed = false;
            if b != g.start {
                for (i, &v) in block.inputargs.iter().enumerate() {
                    for &(p, l) in &preds[b] {
                        if analysis.is_settled(&facts[v]) {
                            break;
                        }
                        let fact = analysis.passed(p, l, &g.links[l].args[i], &facts);
                        changed |= facts[v].join(&fact);
                    }
                }
            }
            for op in &block.ops {
                if analysis.is_settled(&facts[op.result]) {
                    continue;
                }
                let fact = analysis.result(b, op, &facts);
                changed |= facts[op.result].join(&fact);
            }
            changed
        },
    );
    facts
}
