//! Data flow: facts about graphs by fixed points.
//!
//! Graphs are SSI, so there are three kinds of analyses, and an engine for each:
//!
//! | engine | a fact is known of | for instance |
//! | --- | --- | --- |
//! | [`variables`] ([`VarAnalysis`]) | each variable; forward: links carry facts from arguments to inputargs | ranges, origins |
//! | [`blocks`] ([`BlockAnalysis`]) | each block's begin or end, forward or backward | root slots that are set, or read later |
//! | [`closure`] with [`definitions`] | a set that grows from seeds, as a rule backward | what is needed |
//!
//! Facts are elements of a [`Lattice`] that start at its bottom and only rise. What an analysis computes must be
//! *monotone*: from higher facts it makes the same or higher ones. Then the result is the least fixed point, whatever
//! the order of visits. A greatest fixed point (at first everything is believed, then less and less) is the same with
//! the lattice upside down: bottom is what is believed at first.
//!
//! The engines visit blocks in reverse post-order (post-order if they go backward), again and again, and leave out
//! those for which nothing has changed: [`sweep`]. It can be used alone where an analysis changes its facts in its own
//! way. Over the call graph, where no order is known, [`Worklist`] does the bookkeeping.
use crate::index::{Idx, IndexVec};

mod block;
mod demand;
mod variable;

pub use block::{BlockAnalysis, Direction, blocks};
pub use demand::{Def, closure, definitions};
pub use variable::{VarAnalysis, variables};

/// A join-semilattice of finite height: how facts from several ways become one.
pub trait Lattice: Clone + PartialEq {
    /// Raises this element to the least one that is not below either; whether it was not that already.
    fn join(&mut self, other: &Self) -> bool;
}

/// False below true: a fact that one way is enough for.
impl Lattice for bool {
    fn join(&mut self, other: &Self) -> bool {
        !std::mem::replace(self, *self || *other) && *other
    }
}

/// `None` below all.
impl<T: Lattice> Lattice for Option<T> {
    fn join(&mut self, other: &Self) -> bool {
        match (&mut *self, other) {
            (_, None) => false,
            (Some(a), Some(b)) => a.join(b),
            (None, b) => {
                self.clone_from(b);
                true
            }
        }
    }
}

/// Visits the nodes in this order, in rounds, until there is no change. After the first round only those are visited
/// which `dependents` names for a node whose visit returned that it changed something; nodes outside of `order` are
/// not.
pub fn sweep<I: Idx>(
    order: &[I],
    mut dependents: impl FnMut(I, &mut dyn FnMut(I)),
    mut visit: impl FnMut(I) -> bool,
) {
    let n = order.iter().map(|b| b.index() + 1).max().unwrap_or(0);
    let mut place: Vec<u32> = vec![u32::MAX; n];
    for (i, b) in order.iter().enumerate() {
        place[b.index()] = i as u32;
    }
    let mut due = vec![true; order.len()];
    let mut again = true;
    while std::mem::take(&mut again) {
        for (i, &b) in order.iter().enumerate() {
            if std::mem::take(&mut due[i]) && visit(b) {
                dependents(b, &mut |d| {
                    let at = place.get(d.index()).map_or(u32::MAX, |&p| p) as usize;
                    if let Some(due) = due.get_mut(at) {
                        *due = true;
                        again |= at <= i;
                    }
                });
            }
        }
    }
}

/// Nodes to be looked at, each once until it is taken out: for fixed points over graphs without an order, as that of
/// calls.
pub struct Worklist<I> {
    stack: Vec<I>,
    waiting: IndexVec<I, bool>,
}

impl<I: Idx> Worklist<I> {
    /// All of `n` nodes.
    pub fn all(n: usize) -> Worklist<I> {
        Worklist {
            stack: (0..n).map(I::new).collect(),
            waiting: IndexVec::from_elem(true, n),
        }
    }
    /// None of `n` nodes.
    pub fn none(n: usize) -> Worklist<I> {
        Worklist {
            stack: Vec::new(),
            waiting: IndexVec::from_elem(false, n),
        }
    }
    /// Puts a node in, unless it is.
    pub fn push(&mut self, i: I) {
        if !std::mem::replace(&mut self.waiting[i], true) {
            self.stack.push(i);
        }
    }
    /// Takes out the one that was put in last.
    pub fn pop(&mut self) -> Option<I> {
        let i = self.stack.pop()?;
        self.waiting[i] = false;
        Some(i)
    }
}

#[cfg(test)]
mod tests;
