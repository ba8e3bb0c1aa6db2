//! Dead code: operations whose result nobody needs and that have no effect, inputargs nobody needs, cycles of both
//! included.
//!
//! Liveness goes backward from what must happen: effects, switches, results. Allocations and calls without effects are
//! dropped too; an `*_ovf` operation whose flag nobody reads becomes the plain one.
use ir::index::IndexVec;
use ir::model::{BlockId, ExitSwitch, VarId};
use ir::rewrite::dead::{needed, remove_inputargs};
use lowlevel::{LLGraph, LLOp};

use super::super::PassContext;

/// Removes dead code; whether there was any.
pub fn run(cx: &PassContext<'_>, g: &mut LLGraph) -> bool {
    let preds = g.predecessors();
    let stays = |b: BlockId, i: usize| {
        let block = &g.blocks[b];
        let raises = block.exitswitch == ExitSwitch::LastException && i + 1 == block.ops.len();
        raises || must_stay(cx, &block.ops[i].op)
    };
    // An overflow flag belongs to the operation before it.
    let flag = |b: BlockId, i: usize, out: &mut Vec<VarId>| {
        let ops = &g.blocks[b].ops;
        if ops[i].op == LLOp::OvfOccurred && i > 0 {
            out.push(ops[i - 1].result);
        }
    };
    let live = needed(g, &preds, stays, flag);
    let mut any = false;
    for b in g.blocks.indices() {
        any |= plain_arithmetic(g, b, &live);
        let n = g.blocks[b].ops.len();
        let switch = g.blocks[b].exitswitch == ExitSwitch::LastException;
        let mut i = 0;
        g.blocks[b].ops.retain(|op| {
            i += 1;
            live[op.result] || must_stay(cx, &op.op) || switch && i == n
        });
        any |= g.blocks[b].ops.len() != n;
    }
    any |= remove_inputargs(g, &preds, |v| live[v]);
    any
}

fn must_stay(cx: &PassContext<'_>, op: &LLOp) -> bool {
    match op {
        // Its failure raises, but one that nobody uses needs not fail. A length out of range is not unused memory,
        // though.
        LLOp::MallocVar(_) => true,
        LLOp::Check(_) => true,
        op => cx.effects.op_has_effects(cx.program, op),
    }
}

/// An overflow flag that nobody reads: the operation wraps.
fn plain_arithmetic(g: &mut LLGraph, b: BlockId, live: &IndexVec<VarId, bool>) -> bool {
    let ops = &mut g.blocks[b].ops;
    let mut any = false;
    let mut i = 0;
    while i + 1 < ops.len() {
        let flag = &ops[i + 1];
        if let Some(wrapping) = ops[i].op.wrapping()
            && flag.op == LLOp::OvfOccurred
            && !live[flag.result]
        {
            ops[i].op = wrapping.clone();
            ops.remove(i + 1);
            any = true;
        }
        i += 1;
    }
    any
}
