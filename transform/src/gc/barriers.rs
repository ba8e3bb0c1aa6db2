//! Write barriers: before a reference is stored in an object that may be old while the reference is young.
//!
//! ```text
//! v2 = malloc[S]()
//! setfield[S.next](v2, v0)          # v2 is young: no safepoint since its allocation
//! v3 = direct_call[f]()             # a safepoint
//! write_barrier(v2)
//! setfield[S.next](v2, v3)
//! setfield[S.other](v2, v3)         # barrier already passed, no safepoint since
//! ```
//! No barrier for null and prebuilt objects (never young), for raw holders, and for holders that are *safe*: allocated,
//! or covered by a barrier, since the last safepoint. Safety of inputargs is a greatest fixed point over the incoming
//! links.
use ir::dataflow::sweep;
use ir::index::IndexVec;
use ir::lltype::{ContainerId, FieldType, LLType};
use ir::model::{Arg, BlockId, Operand, VarId};
use lowlevel::verify::{array_part, operand_type};
use lowlevel::{LL, LLGraph, LLOp};
use rustc_hash::FxHashSet;

use super::super::PassContext;
use super::super::rewrite::make_op;

/// Inserts barriers; whether there are any.
pub fn run(cx: &PassContext<'_>, g: &mut LLGraph) -> bool {
    let safe_in = safe_inputs(cx, g);
    let mut any = false;
    let blocks: Vec<BlockId> = g.live_blocks().collect();
    for b in blocks {
        let mut state = State::start(g, b, &safe_in);
        let ops = std::mem::take(&mut g.blocks[b].ops);
        let mut out = Vec::with_capacity(ops.len());
        for op in ops {
            if let Some((holder, index)) = needs_barrier(cx, g, &op.op, &op.args)
                && !state.is_safe(&holder)
            {
                any = true;
                let barrier = match index {
                    Some(i) => {
                        let args = [holder.clone(), i];
                        make_op(g, LLOp::WriteBarrierArray, args, LLType::Void, op.span)
                    }
                    None => {
                        state.mark(&holder);
                        make_op(
                            g,
                            LLOp::WriteBarrier,
                            [holder.clone()],
                            LLType::Void,
                            op.span,
                        )
                    }
                };
                out.push(barrier);
            }
            state.step(cx, &op.op, &op.args, op.result);
            out.push(op);
        }
        g.blocks[b].ops = out;
    }
    any
}

/// The holder, and the item for arrays, if this operation stores what may be a young reference.
fn needs_barrier(
    cx: &PassContext<'_>,
    g: &LLGraph,
    op: &LLOp,
    args: &[Arg<LL>],
) -> Option<(Arg<LL>, Option<Arg<LL>>)> {
    let types = &cx.program.types;
    let young = |a: &Arg<LL>| matches!(a, Operand::Var(_)) && types.is_gc_ref(operand_type(g, a));
    let gc = |c: &ContainerId| types.is_gc(*c);
    match op {
        LLOp::SetField(c, _) if gc(c) && young(&args[1]) => Some((args[0].clone(), None)),
        LLOp::SetInteriorItem(c) if gc(c) && young(&args[2]) => Some((args[0].clone(), None)),
        LLOp::SetArrayItem(c) if gc(c) && young(&args[2]) => {
            Some((args[0].clone(), Some(args[1].clone())))
        }
        LLOp::SetItemField(c, _) if gc(c) && young(&args[2]) => {
            Some((args[0].clone(), Some(args[1].clone())))
        }
        LLOp::CopyItems(c) if gc(c) && items_have_refs(cx, *c) => Some((args[1].clone(), None)),
        _ => None,
    }
}

fn items_have_refs(cx: &PassContext<'_>, c: ContainerId) -> bool {
    match array_part(&cx.program.types, c).map(|a| a.item) {
        Some(FieldType::Value(t)) => cx.program.types.is_gc_ref(t),
        Some(FieldType::Inline(_)) => !cx.program.types.gc_item_offsets(c).is_empty(),
        None => false,
    }
}

/// Objects that are young or covered by a barrier at a point of a block.
#[derive(Default)]
struct State {
    safe: FxHashSet<VarId>,
}

impl State {
    fn start(g: &LLGraph, b: BlockId, safe_in: &IndexVec<VarId, bool>) -> State {
        State {
            safe: g.blocks[b]
                .inputargs
                .iter()
                .copied()
                .filter(|&v| safe_in[v])
                .collect(),
        }
    }
    fn is_safe(&self, a: &Arg<LL>) -> bool {
        a.var().is_some_and(|v| self.safe.contains(&v))
    }
    fn mark(&mut self, a: &Arg<LL>) {
        self.safe.extend(a.var());
    }
    fn step(&mut self, cx: &PassContext<'_>, op: &LLOp, args: &[Arg<LL>], result: VarId) {
        if cx.effects.op_collects(cx.program, op) {
            self.safe.clear();
        }
        match op {
            LLOp::Malloc(_) | LLOp::MallocVar(_) | LLOp::WeakrefCreate => {
                self.safe.insert(result);
            }
            LLOp::CastPointer | LLOp::SameAs if self.is_safe(&args[0]) => {
                self.safe.insert(result);
            }
            _ => {}
        }
    }
}

/// Inputargs that are safe on every incoming link.
fn safe_inputs(cx: &PassContext<'_>, g: &LLGraph) -> IndexVec<VarId, bool> {
    let mut safe = IndexVec::from_elem(false, g.vars.len());
    let refs: Vec<BlockId> = g.live_blocks().filter(|&b| b != g.start).collect();
    for b in refs {
        for &v in &g.blocks[b].inputargs {
            safe[v] = cx.program.types.is_gc_ref(*g.ty(v));
        }
    }
    let blocks: Vec<BlockId> = g.live_blocks().collect();
    sweep(
        &blocks,
        |b, again| g.successors(b).for_each(again),
        |b| {
            let mut changed = false;
            let mut state = State::start(g, b, &safe);
            for op in &g.blocks[b].ops {
                // A barrier will stand here where it is needed.
                if let Some((holder, None)) = needs_barrier(cx, g, &op.op, &op.args) {
                    state.mark(&holder);
                }
                state.step(cx, &op.op, &op.args, op.result);
            }
            for &l in &g.blocks[b].exits {
                let link = &g.links[l];
                for (a, &v) in link.args.iter().zip(&g.blocks[link.target].inputargs) {
                    if safe[v] && !state.is_safe(a) {
                        safe[v] = false;
                        changed = true;
                    }
                }
            }
            changed
        },
    );
    safe
}
