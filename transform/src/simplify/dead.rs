//! Dead code: operations whose result nobody needs and that have no effect, inputargs nobody needs, cycles of both
//! included.
//!
//! Liveness goes backward from what must happen: effects, switches, results. Allocations and calls without effects are
//! dropped too; an `*_ovf` operation whose flag nobody reads becomes the plain one.
use ir::index::IndexVec;
use ir::model::{Arg, BlockId, ExitSwitch, Operand, VarId};
use lowlevel::verify::is_ovf;
use lowlevel::{LL, LLGraph, LLOp};

use super::super::Context;
use super::cfg::remove_inputargs;

/// Removes dead code; whether there was any.
pub fn run(cx: &Context<'_>, g: &mut LLGraph) -> bool {
    let live = liveness(cx, g);
    let mut any = false;
    let blocks: Vec<BlockId> = g.live_blocks().collect();
    let preds = g.predecessors();
    for b in blocks {
        any |= plain_arithmetic(g, b, &live);
        let n = g.blocks[b].ops.len();
        let switch = g.blocks[b].exitswitch == ExitSwitch::LastException;
        let mut i = 0;
        g.blocks[b].ops.retain(|op| {
            i += 1;
            live[op.result] || must_stay(cx, &op.op) || switch && i == n
        });
        any |= g.blocks[b].ops.len() != n;
        if b == g.start || g.is_final(b) {
            continue;
        }
        let keep: Vec<bool> = g.blocks[b].inputargs.iter().map(|&v| live[v]).collect();
        if keep.iter().any(|k| !k) {
            any = true;
            remove_inputargs(g, b, &keep, &preds);
        }
    }
    any
}

fn must_stay(cx: &Context<'_>, op: &LLOp) -> bool {
    match op {
        // Its failure raises, but one that nobody uses needs not fail. A length out of range is not unused memory,
        // though.
        LLOp::MallocVar(_) => true,
        LLOp::Check(_) => true,
        op => cx.effects.op_has_effects(cx.program, op),
    }
}

fn liveness(cx: &Context<'_>, g: &LLGraph) -> IndexVec<VarId, bool> {
    let mut live: IndexVec<VarId, bool> = IndexVec::from_elem(false, g.vars.len());
    let mut todo: Vec<VarId> = Vec::new();
    // What each variable is made from: arguments of its operation, or what links pass to it.
    let mut sources: IndexVec<VarId, Vec<VarId>> = IndexVec::from_elem(Vec::new(), g.vars.len());
    let mark = |a: &Arg<LL>, todo: &mut Vec<VarId>| todo.extend(a.var());
    for b in g.live_blocks() {
        let block = &g.blocks[b];
        let n = block.ops.len();
        let switch = block.exitswitch == ExitSwitch::LastException;
        for (i, op) in block.ops.iter().enumerate() {
            sources[op.result].extend(op.args.iter().filter_map(Operand::var));
            if op.op == LLOp::OvfOccurred && i > 0 {
                sources[op.result].push(block.ops[i - 1].result);
            }
            if must_stay(cx, &op.op) || switch && i + 1 == n {
                op.args.iter().for_each(|a| mark(a, &mut todo));
            }
        }
        if let ExitSwitch::Value(v) = &block.exitswitch {
            mark(v, &mut todo);
        }
        for &l in &block.exits {
            let link = &g.links[l];
            let is_final = g.is_final(link.target);
            for (a, &q) in link.args.iter().zip(&g.blocks[link.target].inputargs) {
                if is_final {
                    mark(a, &mut todo);
                } else {
                    sources[q].extend(a.var());
                }
            }
        }
    }
    while let Some(v) = todo.pop() {
        if !std::mem::replace(&mut live[v], true) {
            todo.extend(&sources[v]);
        }
    }
    live
}

/// An overflow flag that nobody reads: the operation wraps.
fn plain_arithmetic(g: &mut LLGraph, b: BlockId, live: &IndexVec<VarId, bool>) -> bool {
    let ops = &mut g.blocks[b].ops;
    let mut any = false;
    let mut i = 0;
    while i + 1 < ops.len() {
        let flag = &ops[i + 1];
        if is_ovf(&ops[i].op) && flag.op == LLOp::OvfOccurred && !live[flag.result] {
            ops[i].op = match ops[i].op {
                LLOp::IntAddOvf => LLOp::IntAdd,
                LLOp::IntSubOvf => LLOp::IntSub,
                LLOp::IntMulOvf => LLOp::IntMul,
                _ => LLOp::IntNeg,
            };
            ops.remove(i + 1);
            any = true;
        }
        i += 1;
    }
    any
}
