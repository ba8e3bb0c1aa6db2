//! What inputargs are copies of, and the way of a value to where it is wanted.
use rustc_hash::FxHashSet;

use crate::dataflow::{Def, Lattice, VarAnalysis, definitions, variables};
use crate::index::IndexVec;
use crate::model::{
    Arg, BlockId, Dialect, Graph, LinkId, Operand, Operation, Predecessors, VarId, order,
};

/// What is known of the origin of a variable.
#[derive(Clone, PartialEq)]
enum Origin<A> {
    Unknown,
    /// One value so far.
    Copy(A),
    /// The variable itself.
    Own,
}

impl<A: Clone + PartialEq> Lattice for Origin<A> {
    fn join(&mut self, other: &Self) -> bool {
        let joined = match (&*self, other) {
            (_, Origin::Unknown) | (Origin::Own, _) => return false,
            (Origin::Copy(a), Origin::Copy(b)) if a == b => return false,
            (Origin::Unknown, o) => o.clone(),
            _ => Origin::Own,
        };
        *self = joined;
        true
    }
}

/// Which variables are results of operations, values of their own from the beginning.
struct Copies {
    defs: IndexVec<VarId, Def>,
}

impl<D: Dialect> VarAnalysis<D> for Copies {
    type Fact = Origin<Arg<D>>;
    fn bottom(&self, v: VarId) -> Self::Fact {
        match self.defs[v] {
            Def::Op(..) => Origin::Own,
            _ => Origin::Unknown,
        }
    }
    fn defined(&self, _: VarId) -> Self::Fact {
        Origin::Own
    }
    fn passed(
        &self,
        _: BlockId,
        _: LinkId,
        a: &Arg<D>,
        facts: &IndexVec<VarId, Self::Fact>,
    ) -> Self::Fact {
        match a {
            Operand::Const(_) => Origin::Copy(a.clone()),
            Operand::Var(v) => match &facts[*v] {
                Origin::Own => Origin::Copy(a.clone()),
                known => known.clone(),
            },
        }
    }
    fn is_settled(&self, fact: &Self::Fact) -> bool {
        *fact == Origin::Own
    }
    fn result(&self, _: BlockId, _: &Operation<D>, _: &IndexVec<VarId, Self::Fact>) -> Self::Fact {
        Origin::Own
    }
}

/// What each variable is a copy of: itself, or, for an inputarg, the one variable (of a dominating block) or constant
/// that all links pass in the end. In `b1(v1)`, where every link passes `v0` or `v1` itself, `v1` is a copy of `v0`.
///
/// An inputarg that turns out to be no copy is passed as itself from then on, and not as what it was taken for: who got
/// that before becomes a value of its own rather than a copy of the inputarg. This is safe, but not monotone: how much
/// is found depends on the order of visits, a reverse post-order.
pub fn origins<D: Dialect>(g: &Graph<D>) -> IndexVec<VarId, Arg<D>> {
    let order = order::reverse_postorder(g);
    let defs = definitions(g, order.iter().copied());
    let known = variables(g, &order, &g.predecessors(), &Copies { defs });
    known
        .iter_enumerated()
        .map(|(v, o)| match o {
            Origin::Copy(a) => a.clone(),
            Origin::Unknown | Origin::Own => Operand::Var(v),
        })
        .collect()
}

/// Makes a value known in block `b`: adds inputargs to all blocks between those that have it (`available`) and `b`. The
/// value must dominate `b`. `None` if more than `limit` blocks lie between, or if an exception exit would have to pass
/// the result of what raised.
pub fn carry<D: Dialect>(
    g: &mut Graph<D>,
    preds: &Predecessors,
    available: &mut dyn FnMut(BlockId, Option<VarId>) -> Option<VarId>,
    b: BlockId,
    limit: usize,
) -> Option<VarId> {
    if let Some(v) = available(b, None) {
        return Some(v);
    }
    let mut between: Vec<BlockId> = vec![b];
    let mut seen: FxHashSet<BlockId> = [b].into_iter().collect();
    let mut i = 0;
    let mut source = None;
    while i < between.len() {
        let x = between[i];
        i += 1;
        if x == g.start || preds[x].is_empty() || between.len() > limit {
            return None;
        }
        for &(p, l) in &preds[x] {
            match available(p, None) {
                Some(v) => {
                    let last = g.blocks[p].ops.last().map(|o| o.result);
                    if last == Some(v) && g.links[l].last_exception.is_some() {
                        return None;
                    }
                    source = Some(v);
                }
                None if seen.insert(p) => between.push(p),
                None => {}
            }
        }
    }
    let source = source?;
    for &x in &between {
        let q = g.copy_var(source);
        g.blocks[x].inputargs.push(q);
        available(x, Some(q));
    }
    for &x in &between {
        for &(p, l) in &preds[x] {
            let v = available(p, None).expect("made available above");
            g.links[l].args.push(Operand::Var(v));
        }
    }
    available(b, None)
}
