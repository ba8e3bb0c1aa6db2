//! Restores the SSI property: after it, a variable is used only in the block that defines it.
//!
//! While a graph is being made or changed, a value defined in one block may be used in blocks it dominates. A liveness
//! analysis finds for each block the variables it needs from outside; each becomes a fresh inputarg, passed along all
//! incoming links (every block is a function of its inputargs). Cost: linear in the size of the graph times
//! the depth of loops.
//!
//! ```text
//! b0(v0): v1 = int_add(v0, 1)            b0(v0): v1 = int_add(v0, 1)
//!         goto b1()                ==>           goto b1(v1)
//! b1():   goto return(v1)                b1(v2): goto return(v2)
//! ```
use rustc_hash::{FxHashMap, FxHashSet};

use crate::index::IndexVec;

use super::{BlockId, Dialect, ExitSwitch, Graph, Operand, VarId};

/// Restores the SSI property of `g`, in which every variable has one definition that dominates its uses.
pub fn restore<D: Dialect>(g: &mut Graph<D>) {
    g.remove_unreachable();
    let blocks: Vec<BlockId> = g.live_blocks().collect();
    let mut defined =
        IndexVec::<BlockId, FxHashSet<VarId>>::from_elem(FxHashSet::default(), g.blocks.len());
    let mut need = IndexVec::<BlockId, Vec<VarId>>::from_elem(Vec::new(), g.blocks.len());
    let mut needed =
        IndexVec::<BlockId, FxHashSet<VarId>>::from_elem(FxHashSet::default(), g.blocks.len());
    let mut todo = Vec::new();
    for &b in &blocks {
        let block = &g.blocks[b];
        let mut defs: FxHashSet<VarId> = block.inputargs.iter().copied().collect();
        let mut uses = Vec::new();
        for op in &block.ops {
            for v in op.args.iter().filter_map(Operand::var) {
                if !defs.contains(&v) {
                    uses.push(v);
                }
            }
            defs.insert(op.result);
        }
        if let ExitSwitch::Value(Operand::Var(v)) = &block.exitswitch
            && !defs.contains(v)
        {
            uses.push(*v);
        }
        for &l in &block.exits {
            let link = &g.links[l];
            for v in link.args.iter().filter_map(Operand::var) {
                let on_link = link.last_exception == Some(v) || link.last_exc_value == Some(v);
                if !on_link && !defs.contains(&v) {
                    uses.push(v);
                }
            }
        }
        for v in uses {
            if needed[b].insert(v) {
                need[b].push(v);
                todo.push((b, v));
            }
        }
        defined[b] = defs;
    }
    if todo.is_empty() {
        return;
    }
    let preds = g.predecessors();
    while let Some((b, v)) = todo.pop() {
        for &(p, l) in &preds[b] {
            let link = &g.links[l];
            let on_link = link.last_exception == Some(v) || link.last_exc_value == Some(v);
            if !on_link && !defined[p].contains(&v) && needed[p].insert(v) {
                need[p].push(v);
                todo.push((p, v));
            }
        }
    }
    // Fresh inputargs, then renaming inside each block.
    let mut renames = IndexVec::<BlockId, FxHashMap<VarId, VarId>>::from_elem(
        FxHashMap::default(),
        g.blocks.len(),
    );
    for &b in &blocks {
        for v in need[b].clone() {
            let n = g.copy_var(v);
            g.blocks[b].inputargs.push(n);
            renames[b].insert(v, n);
        }
    }
    for &b in &blocks {
        let map = &renames[b];
        let links = g.blocks[b].exits.clone();
        for l in links {
            let target = g.links[l].target;
            let link = &mut g.links[l];
            link.args
                .extend(need[target].iter().map(|&v| Operand::Var(v)));
            let (e, x) = (link.last_exception, link.last_exc_value);
            for a in &mut link.args {
                if let Operand::Var(v) = a
                    && Some(*v) != e
                    && Some(*v) != x
                    && let Some(&n) = map.get(v)
                {
                    *a = Operand::Var(n);
                }
            }
        }
        if map.is_empty() {
            continue;
        }
        let block = &mut g.blocks[b];
        for op in &mut block.ops {
            for a in &mut op.args {
                if let Operand::Var(v) = a
                    && let Some(&n) = map.get(v)
                {
                    *a = Operand::Var(n);
                }
            }
        }
        if let ExitSwitch::Value(Operand::Var(v)) = &mut block.exitswitch
            && let Some(&n) = map.get(v)
        {
            *v = n;
        }
    }
}
