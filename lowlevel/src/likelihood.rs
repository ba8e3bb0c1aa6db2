//! Which way a test goes as a rule, where its kind says so: what passes and code selection lay out and allocate for.
use ir::model::{BlockId, ExitCase, ExitSwitch, LinkId, Operand};

use crate::{LLGraph, LLOp};

/// Whether a link of a block is taken when something exceptional happened, by the kind of test that leads to it.
pub fn is_unlikely(g: &LLGraph, b: BlockId, l: LinkId) -> bool {
    let block = &g.blocks[b];
    let ExitCase::Bool(mut taken) = g.links[l].exitcase else {
        return false;
    };
    let mut cond = match &block.exitswitch {
        ExitSwitch::Value(Operand::Var(v)) => *v,
        _ => return false,
    };
    // SSI: the definition is in the same block, or the value is a parameter.
    loop {
        let Some(op) = block.ops.iter().rev().find(|o| o.result == cond) else {
            return false;
        };
        match &op.op {
            LLOp::ExcOccurred | LLOp::OvfOccurred | LLOp::Unlikely | LLOp::StackTooBig => {
                return taken;
            }
            LLOp::Likely => return !taken,
            LLOp::BoolNot => {
                taken = !taken;
                match op.args[0].var() {
                    Some(v) => cond = v,
                    None => return false,
                }
            }
            LLOp::PtrIszero => {
                return taken
                    && op.args[0].var().is_some_and(|v| {
                        block
                            .ops
                            .iter()
                            .any(|o| o.result == v && matches!(o.op, LLOp::MallocVar(_)))
                    });
            }
            _ => return false,
        }
    }
}
