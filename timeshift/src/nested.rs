//! Calls that a generator makes itself.
//!
//! A call that is traced into is an action: the generator returns to the driver, which pushes a frame and steps the
//! callee's generator. Most calls of an interpreter's helpers come back without an action of their own, and for them
//! all of that is wasted. So a generator calls the callee's generator as a function. What it returns tells the rest:
//!
//! ```text
//! RETURN       the result is in `out`: the caller goes on
//! another      the caller tells the driver of its frame (`gx_jit_waits`), and returns the same action
//! ```
//! Frames are told of from the innermost one outwards; the driver builds from them what there would be if each call had
//! been an action. **What is compiled is the same**: nothing but the way to it is shorter.
//!
//! In an interpreter nearly everything may call everything: what adds two objects may call a method of the interpreted
//! program. So whether the callee is in progress already is asked when the call is about to be made, unless it cannot
//! be. If it is the call is left to the driver, which counts repetitions. So are calls beyond a number that are inside
//! each other, since each needs stack, and calls of portals, whose frames begin at a merge point.
use hintannotator::{CallPlan, Colored, CopyId};
use ir::index::{Idx, IndexVec};
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::FxHashSet;

use crate::points::targets;

/// Whether a generator may call that of a copy.
pub fn is_callable(colored: &Colored, copy: CopyId) -> bool {
    colored.copies[copy].portal.is_none()
}

/// The copies that may be in progress when they are called.
pub fn recursive(colored: &Colored) -> IndexVec<CopyId, bool> {
    let mut graph: DiGraph<CopyId, ()> = DiGraph::new();
    for id in colored.copies.indices() {
        graph.add_node(id);
    }
    let node = |c: CopyId| NodeIndex::new(c.index());
    // A portal that is called begins to count anew.
    let called = |c: CopyId| {
        let plans = colored.copies[c].calls.values();
        let inside = plans.filter(|p| !matches!(p, CallPlan::Portal(_)));
        inside.flat_map(targets)
    };
    for id in colored.copies.indices() {
        for target in called(id) {
            graph.update_edge(node(id), node(target), ());
        }
    }
    // Copies of one function count as the same.
    let mut first = rustc_hash::FxHashMap::default();
    for (id, copy) in colored.copies.iter_enumerated() {
        let one = *first.entry(copy.func).or_insert(id);
        if one != id {
            graph.update_edge(node(one), node(id), ());
            graph.update_edge(node(id), node(one), ());
        }
    }
    let mut recursive = IndexVec::from_elem(false, colored.copies.len());
    for scc in petgraph::algo::tarjan_scc(&graph) {
        let copies: FxHashSet<CopyId> = scc.iter().map(|&n| graph[n]).collect();
        let funcs: FxHashSet<_> = copies.iter().map(|&c| colored.copies[c].func).collect();
        let within = |&c: &CopyId| called(c).any(|t| copies.contains(&t));
        if funcs.len() > 1 || copies.iter().any(within) {
            for &c in &copies {
                recursive[c] = true;
            }
        }
    }
    recursive
}
