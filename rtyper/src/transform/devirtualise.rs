//! Indirect calls whose target is known become direct ones.
//!
//! ```text
//! v1 = getfield[vtable.run](v0)
//! v2 = indirect_call[Func(..) | A.run](v1, v3)     →     v2 = direct_call[A.run](v3)
//! ```
//! Also drops JIT markers and hints when there is no JIT: a hint is the identity on its first argument.
use flowspace::lltype::LLType;
use flowspace::model::{BlockId, Operand};

use super::Context;
use super::rewrite::Renaming;
use crate::ll::ops::HintKind;
use crate::ll::{Const, LLGraph, LLOp, Value};

/// Makes calls direct; whether there were any.
pub fn run(_: &Context<'_>, g: &mut LLGraph) -> bool {
    let mut any = false;
    let blocks: Vec<BlockId> = g.live_blocks().collect();
    for b in blocks {
        for op in &mut g.blocks[b].ops {
            let LLOp::IndirectCall(_, candidates) = &op.op else {
                continue;
            };
            let target = match (&op.args[0], candidates) {
                (
                    Operand::Const(Const {
                        value: Value::Func(f),
                        ..
                    }),
                    _,
                ) => Some(LLOp::DirectCall(*f)),
                (
                    Operand::Const(Const {
                        value: Value::Extern(x),
                        ..
                    }),
                    _,
                ) => Some(LLOp::ExternCall(*x)),
                (_, Some(fs)) if fs.len() == 1 => Some(LLOp::DirectCall(fs[0])),
                _ => None,
            };
            if let Some(call) = target {
                op.op = call;
                op.args.remove(0);
                any = true;
            }
        }
    }
    any
}

/// Drops markers and hints; whether there were any.
pub fn drop_jit(cx: &Context<'_>, g: &mut LLGraph) -> bool {
    if cx.options.jit {
        return false;
    }
    let mut any = false;
    let blocks: Vec<BlockId> = g.live_blocks().collect();
    for b in blocks {
        let mut renaming = Renaming::default();
        let ops = std::mem::take(&mut g.blocks[b].ops);
        let mut out = Vec::with_capacity(ops.len());
        for mut op in ops {
            renaming.op(&mut op);
            match &op.op {
                LLOp::JitMarker(..) => any = true,
                LLOp::Hint(HintKind::IsConstant | HintKind::IsVirtual) => {
                    renaming.insert(op.result, Operand::Const(Const::bool(false)));
                    any = true;
                }
                LLOp::WeAreJitted => {
                    renaming.insert(op.result, Operand::Const(Const::bool(false)));
                    any = true;
                }
                LLOp::Hint(_) => {
                    if *g.ty(op.result) != LLType::Void {
                        renaming.insert(op.result, op.args[0].clone());
                    }
                    any = true;
                }
                _ => out.push(op),
            }
        }
        g.blocks[b].ops = out;
        renaming.exits(g, b);
    }
    any
}
