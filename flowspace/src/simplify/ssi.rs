//! From SSA to SSI form, and passes on graphs in SSI form.
use ir::model::{BlockId, ExitCase, ExitSwitch, Link, LinkId, Operand, VarId};
use ir::rewrite::blocks::copy_block;
use ir::rewrite::ssi;
use rustc_hash::FxHashMap;

use super::super::{HlGraph, HlOp, Renaming};
use super::ssa::{booleans, merge_inputargs};
use crate::Hl;

/// Gives every block inputargs for the variables it uses, or passes on, without defining them.
pub fn ssa_to_ssi(graph: &mut HlGraph) {
    ssi::restore_in(graph, ssi::Order::AsReached);
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
            let mut renaming = Renaming::default();
            if merge_inputargs(graph, b, &preds[b], &mut renaming, |_, _| None) {
                renaming.block(graph, b);
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
            if budget == 0 || !leads_to_same_test(graph, b, l, tested) {
                continue;
            }
            let block = &graph.blocks[graph.links[l].target];
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
            renaming.args(&mut link.args);
            budget -= 1;
            changed = true;
        }
        if changed {
            todo.push(b);
        }
    }
    graph.remove_unreachable();
}

/// `x = a and b; if x: ...`, where nothing says that `a` is a boolean: the way on which `a` was found to be false gets
/// a test of its own. `a` and `b` need not be of one type then, and what is known of `a` there decides its test.
///
/// ```text
/// if bool(a) then b1(..) else b2(a)     b1: b2(b)     b2(x): if bool(x) then .. else ..
/// ==>
/// if bool(a) then b1(..) else b3(a)     b1: b2(b)     b2(x): the same     b3(x): the same
/// ```
pub fn split_repeated_tests(graph: &mut HlGraph) {
    let mut incoming: FxHashMap<BlockId, usize> = FxHashMap::default();
    let blocks: Vec<BlockId> = graph.live_blocks().collect();
    for &b in &blocks {
        for l in &graph.blocks[b].exits {
            *incoming.entry(graph.links[*l].target).or_default() += 1;
        }
    }
    for b in blocks {
        let Some(tested) = tested_value(graph, b) else {
            continue;
        };
        for l in graph.blocks[b].exits.clone() {
            let target = graph.links[l].target;
            let alone = incoming.get(&target).is_none_or(|&n| n < 2);
            if alone || !leads_to_same_test(graph, b, l, tested) {
                continue;
            }
            let copy = copy_block(graph, target);
            graph.links[l].target = copy;
            incoming.entry(target).and_modify(|n| *n -= 1);
            for x in &graph.blocks[copy].exits {
                *incoming.entry(graph.links[*x].target).or_default() += 1;
            }
        }
    }
}

/// Whether a link of `b`, which tests `tested`, leads to another block that does nothing but test the same value.
fn leads_to_same_test(graph: &HlGraph, b: BlockId, l: LinkId, tested: VarId) -> bool {
    let link = &graph.links[l];
    let block = &graph.blocks[link.target];
    if link.target == b || block.ops.len() != 1 {
        return false;
    }
    let Some(again) = tested_value(graph, link.target) else {
        return false;
    };
    let at = block.inputargs.iter().position(|&v| v == again);
    at.is_some_and(|i| link.args[i] == Operand::Var(tested))
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
