//! What a portal's merge point passes that is immutable by context on every way to it, those from before the loop
//! included.
//!
//! ```text
//! code = hint(code, deepfreeze=True)         before the loop: `code` is frozen behind the merge point too
//! while True:
//!     driver.jit_merge_point(pc=pc, code=code)
//! ```
//! Colours start behind the merge point, so this is found apart, forward over the whole graph, as a least fixed point
//! over [`Frozen`] alone.
use ir::index::IndexVec;
use ir::lltype::LLType;
use ir::model::{Arg, Operand, Operation, VarId, order};
use lowlevel::ops::HintKind;
use lowlevel::{LL, LLGraph, LLOp, Program};

use crate::lattice::Frozen;
use crate::policy;
use crate::prepare::Marker;

/// What the arguments of a merge point lead to, in order.
pub(crate) fn at_marker(program: &Program, g: &LLGraph, m: &Marker) -> Vec<Frozen> {
    // None: not computed yet.
    let mut found: IndexVec<VarId, Option<Frozen>> = IndexVec::from_elem(None, g.vars.len());
    let order = order::reverse_postorder(g);
    let preds = g.predecessors();
    loop {
        let mut changed = false;
        let mut raise = |found: &mut IndexVec<VarId, Option<Frozen>>, v: VarId, f| {
            // `None` is below all: options compare that way.
            if f > found[v] {
                found[v] = f;
                changed = true;
            }
        };
        for &b in &order {
            for (i, &v) in g.blocks[b].inputargs.iter().enumerate() {
                let f = if !matches!(g.ty(v), LLType::Ptr(_)) || b == g.start {
                    Some(Frozen::Mutable)
                } else {
                    preds[b]
                        .iter()
                        .map(|&(_, l)| of(&g.links[l].args[i], &found))
                        .max()
                        .flatten()
                };
                raise(&mut found, v, f);
            }
            for op in &g.blocks[b].ops {
                let f = result(program, g, op, &found);
                raise(&mut found, op.result, f);
            }
        }
        if !changed {
            break;
        }
    }
    let marker = g.blocks[m.block].ops.last().expect("the marker");
    marker
        .args
        .iter()
        .map(|a| of(a, &found).unwrap_or_default())
        .collect()
}

fn of(a: &Arg<LL>, found: &IndexVec<VarId, Option<Frozen>>) -> Option<Frozen> {
    match a {
        Operand::Var(v) => found[*v],
        Operand::Const(_) => Some(Frozen::Mutable),
    }
}

fn result(
    program: &Program,
    g: &LLGraph,
    op: &Operation<LL>,
    found: &IndexVec<VarId, Option<Frozen>>,
) -> Option<Frozen> {
    let ty = *g.ty(op.result);
    let base = op.args.first().map(|a| of(a, found));
    match (&op.op, base) {
        _ if !matches!(ty, LLType::Ptr(_)) => Some(Frozen::Mutable),
        (LLOp::Hint(HintKind::DeepFreeze), _) => Some(Frozen::Deep),
        (LLOp::Hint(_) | LLOp::SameAs | LLOp::CastPointer, Some(f)) => f,
        (o, Some(base)) if o.is_load() => {
            base.map(|f| policy::loaded(&program.types, &op.op, f, ty))
        }
        _ => Some(Frozen::Mutable),
    }
}
