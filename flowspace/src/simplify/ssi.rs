//! From SSA to SSI form, and passes on graphs in SSI form.
use ir::index::IndexVec;
use ir::model::{Block, BlockId, ExitCase, ExitSwitch, Link, Operand, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::value::FlowValue;
use super::super::{HlGraph, HlOp};
use super::ssa::{Renaming, booleans};
use crate::Hl;

/// Gives every block inputargs for the variables it uses, or passes on, without defining them.
///
/// What a block needs is found by walking back from each use to the definition (which dominates it, so the walk ends
/// there).
pub fn ssa_to_ssi(graph: &mut HlGraph) {
    let preds = graph.predecessors();
    let mut defines: IndexVec<VarId, Option<BlockId>> = IndexVec::from_elem(None, graph.vars.len());
    let blocks: Vec<BlockId> = graph.live_blocks().collect();
    for &b in &blocks {
        for &v in &graph.blocks[b].inputargs {
            defines[v] = Some(b);
        }
        for op in &graph.blocks[b].ops {
            defines[op.result] = Some(b);
        }
    }
    // Per block, in the order of discovery: the foreign variables it needs.
    let mut needs: IndexVec<BlockId, Vec<VarId>> =
        IndexVec::from_elem(Vec::new(), graph.blocks.len());
    let mut known: FxHashSet<(BlockId, VarId)> = FxHashSet::default();
    for &b in &blocks {
        let mut todo: Vec<(BlockId, VarId)> = Vec::new();
        for v in uses(graph, b) {
            todo.push((b, v));
        }
        while let Some((b, v)) = todo.pop() {
            // Variables of links have no defining block, and are used on their link only.
            if defines[v].is_none_or(|d| d == b) || !known.insert((b, v)) {
                continue;
            }
            needs[b].push(v);
            todo.extend(preds[b].iter().map(|&(p, _)| (p, v)));
        }
    }
    // A variable of a block stands for the foreign one inside it.
    let mut local: FxHashMap<(BlockId, VarId), VarId> = FxHashMap::default();
    for &b in &blocks {
        for &v in &needs[b] {
            let copy = graph.copy_var(v);
            graph.blocks[b].inputargs.push(copy);
            local.insert((b, v), copy);
        }
    }
    for &b in &blocks {
        let rename = |v: &mut FlowValue| {
            if let Operand::Var(x) = v
                && let Some(copy) = local.get(&(b, *x))
            {
                *x = *copy;
            }
        };
        let block = &mut graph.blocks[b];
        for op in &mut block.ops {
            op.args.iter_mut().for_each(rename);
        }
        if let ExitSwitch::Value(v) = &mut block.exitswitch {
            rename(v);
        }
        for l in graph.blocks[b].exits.clone() {
            let link = &mut graph.links[l];
            for v in &needs[link.target] {
                link.args.push(Operand::Var(*v));
            }
            link.args.iter_mut().for_each(rename);
        }
    }
}

fn uses(graph: &HlGraph, b: BlockId) -> Vec<VarId> {
    let block = &graph.blocks[b];
    let mut out: Vec<VarId> = Vec::new();
    for op in &block.ops {
        out.extend(op.args.iter().filter_map(|a| a.var()));
    }
    if let ExitSwitch::Value(Operand::Var(v)) = &block.exitswitch {
        out.push(*v);
    }
    for &l in &block.exits {
        out.extend(graph.links[l].args.iter().filter_map(|a| a.var()));
    }
    out
}

/// Renames the variables of one block and its exits.
pub fn rename_block(graph: &mut HlGraph, b: BlockId, renaming: &Renaming) {
    for op in &mut graph.blocks[b].ops {
        op.args.iter_mut().for_each(|a| renaming.apply(a));
    }
    if let ExitSwitch::Value(v) = &mut graph.blocks[b].exitswitch {
        renaming.apply(v);
    }
    for l in graph.blocks[b].exits.clone() {
        graph.links[l]
            .args
            .iter_mut()
            .for_each(|a| renaming.apply(a));
    }
}

/// Appends a block to its only predecessor if that leads nowhere else.
pub fn join_blocks(graph: &mut HlGraph) {
    let mut entries = vec![0u32; graph.blocks.len()];
    let blocks: Vec<BlockId> = graph.live_blocks().collect();
    for &b in &blocks {
        for t in graph.successors(b) {
            entries[t.0 as usize] += 1;
        }
    }
    entries[graph.start.0 as usize] += 1;
    for b in blocks {
        if graph.blocks[b].dead {
            continue;
        }
        loop {
            let block = &graph.blocks[b];
            if block.exitswitch != ExitSwitch::None || block.exits.len() != 1 {
                break;
            }
            let link = graph.links[block.exits[0]].clone();
            let target = link.target;
            if entries[target.0 as usize] != 1 || graph.is_final(target) || target == b {
                break;
            }
            let mut renaming = Renaming::default();
            for (&v, a) in graph.blocks[target].inputargs.iter().zip(&link.args) {
                renaming.insert(v, a.clone());
            }
            rename_block(graph, target, &renaming);
            let empty = Block::<Hl> {
                inputargs: Vec::new(),
                ops: Vec::new(),
                exitswitch: ExitSwitch::None,
                exits: Default::default(),
                span: graph.blocks[target].span,
                dead: true,
            };
            let taken = std::mem::replace(&mut graph.blocks[target], empty);
            let block = &mut graph.blocks[b];
            block.ops.extend(taken.ops);
            block.exits = taken.exits;
            block.exitswitch = taken.exitswitch;
        }
    }
}

/// Two inputargs of a block that get the same value on every link become one.
pub fn remove_duplicate_args(graph: &mut HlGraph) {
    let preds = graph.predecessors();
    let blocks: Vec<BlockId> = graph
        .live_blocks()
        .filter(|&b| b != graph.start && !graph.is_final(b))
        .collect();
    let mut progress = true;
    while progress {
        progress = false;
        for &b in &blocks {
            let mut seen: FxHashMap<Vec<FlowValue>, VarId> = FxHashMap::default();
            let mut renaming = Renaming::default();
            let mut i = 0;
            while i < graph.blocks[b].inputargs.len() {
                let input = graph.blocks[b].inputargs[i];
                let args: Vec<FlowValue> = preds[b]
                    .iter()
                    .map(|&(_, l)| graph.links[l].args[i].clone())
                    .collect();
                match seen.get(&args) {
                    Some(first) => {
                        renaming.insert(input, Operand::Var(*first));
                        graph.blocks[b].inputargs.remove(i);
                        for &(_, l) in &preds[b] {
                            graph.links[l].args.remove(i);
                        }
                    }
                    None => {
                        seen.insert(args, input);
                        i += 1;
                    }
                }
            }
            if !renaming.is_empty() {
                rename_block(graph, b, &renaming);
                progress = true;
            }
        }
    }
}

/// A test whose exits all lead to the same place with the same arguments decides nothing.
pub fn merge_equal_exits(graph: &mut HlGraph) {
    let blocks: Vec<BlockId> = graph.live_blocks().collect();
    for b in blocks {
        if !matches!(graph.blocks[b].exitswitch, ExitSwitch::Value(_)) {
            continue;
        }
        let exits = graph.blocks[b].exits.clone();
        let Some((&first, rest)) = exits.split_first() else {
            continue;
        };
        let same = rest.iter().all(|&l| {
            let (a, b) = (&graph.links[first], &graph.links[l]);
            a.target == b.target && a.args == b.args
        });
        if same {
            graph.links[first].exitcase = ExitCase::Always;
            graph.blocks[b].exitswitch = ExitSwitch::None;
            graph.blocks[b].exits.truncate(1);
        }
    }
}

/// `if x: ...` directly after another test of the same `x` on the path is decided: the link goes to the right side at
/// once. Only tests of booleans are: those of instances may call a method each time.
///
/// ```text
/// b0: v0 = lt(..); v1 = bool(v0); if v1 then b1(v0) else b2(v0)        b0: ..; if v1 then b3(v0) else b2(v0)
/// b1(v2): v3 = bool(v2); if v3 then b3(v2) else b4(v2)               ->
/// ```
pub fn coalesce_bool(graph: &mut HlGraph) {
    let booleans = booleans(graph);
    let mut todo: Vec<BlockId> = graph.live_blocks().collect();
    let mut budget = 4 * todo.len() + 16;
    while let Some(b) = todo.pop() {
        let Some(tested) = tested_value(graph, b).filter(|v| booleans.contains(v)) else {
            continue;
        };
        let mut changed = false;
        for l in graph.blocks[b].exits.clone() {
            let ExitCase::Bool(case) = graph.links[l].exitcase else {
                continue;
            };
            let target = graph.links[l].target;
            if target == b || graph.blocks[target].ops.len() != 1 || budget == 0 {
                continue;
            }
            let Some(again) = tested_value(graph, target) else {
                continue;
            };
            let block = &graph.blocks[target];
            let Some(i) = block.inputargs.iter().position(|&v| v == again) else {
                continue;
            };
            if graph.links[l].args[i] != Operand::Var(tested) {
                continue;
            }
            let onward = block
                .exits
                .iter()
                .map(|&x| &graph.links[x])
                .find(|x| x.exitcase == ExitCase::Bool(case));
            let Some(onward) = onward.cloned() else {
                continue;
            };
            let mut renaming = Renaming::default();
            for (&v, a) in block.inputargs.iter().zip(&graph.links[l].args) {
                renaming.insert(v, a.clone());
            }
            // The result of the second test is the result of the first.
            if let Some(first) = graph.blocks[b].ops.last() {
                renaming.insert(block.ops[0].result, Operand::Var(first.result));
            }
            let link: &mut Link<Hl> = &mut graph.links[l];
            link.target = onward.target;
            link.args = onward.args.clone();
            link.args.iter_mut().for_each(|a| renaming.apply(a));
            budget -= 1;
            changed = true;
        }
        if changed {
            todo.push(b);
        }
    }
    graph.remove_unreachable();
}

/// The variable whose `bool`, the last operation of the block, decides its exits.
fn tested_value(graph: &HlGraph, b: BlockId) -> Option<VarId> {
    let block = &graph.blocks[b];
    let last = block.ops.last()?;
    match &block.exitswitch {
        ExitSwitch::Value(Operand::Var(v)) if *v == last.result && last.op == HlOp::Bool => {
            last.args[0].var()
        }
        _ => None,
    }
}
