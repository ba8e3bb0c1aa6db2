//! Indirect calls whose target is known become direct ones.
//!
//! ```text
//! v1 = getfield[vtable.run](v0)
//! v2 = indirect_call[Func(..) | A.run](v1, v3)     →     v2 = direct_call[A.run](v3)
//! ```
//! Also drops JIT markers and hints when there is no JIT: a hint is the identity on its first argument.
use ir::lltype::LLType;
use ir::model::{BlockId, Operand};
use lowlevel::check::Test;
use lowlevel::ops::HintKind;
use lowlevel::verify::operand_type;
use lowlevel::{Const, LLGraph, LLOp, Value};

use super::PassContext;
use super::checks::claim_text;
use super::rewrite::{Renaming, make_op};

const PASS: &str = "devirtualise";

/// Makes calls direct; whether there were any.
pub fn run(cx: &PassContext<'_>, g: &mut LLGraph) -> bool {
    let mut any = false;
    let blocks: Vec<BlockId> = g.live_blocks().collect();
    for b in blocks {
        let mut ops = std::mem::take(&mut g.blocks[b].ops);
        let mut checks = Vec::new();
        for (i, op) in ops.iter_mut().enumerate() {
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
                if cx.options.check
                    && let (LLOp::DirectCall(f), Operand::Var(_)) = (&call, &op.args[0])
                {
                    let ty = operand_type(g, &op.args[0]);
                    let only = Const::new(ty, Value::Func(*f));
                    let text = claim_text("the only function this call may reach", PASS, op);
                    let args = [op.args[0].clone(), Operand::Const(only)];
                    let check = LLOp::check(Test::Member, text);
                    checks.push((i, make_op(g, check, args, LLType::Void, op.span)));
                }
                op.op = call;
                op.args.remove(0);
                any = true;
            }
        }
        for (i, check) in checks.into_iter().rev() {
            ops.insert(i, check);
        }
        g.blocks[b].ops = ops;
    }
    any
}

/// Drops markers and hints; whether there were any.
pub fn drop_jit(cx: &PassContext<'_>, g: &mut LLGraph) -> bool {
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
