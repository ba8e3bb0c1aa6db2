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
use ir::dataflow::{Lattice, VarAnalysis, variables};
use ir::index::IndexVec;
use ir::lltype::LLType;
use ir::model::{Arg, BlockId, LinkId, Operand, Operation, VarId, order};
use lowlevel::ops::HintKind;
use lowlevel::{LL, LLGraph, LLOp, Program};

use crate::lattice::Frozen;
use crate::policy;
use crate::prepare::Marker;

/// The greatest of what comes from several ways.
impl Lattice for Frozen {
    fn join(&mut self, other: &Frozen) -> bool {
        let higher = other > self;
        *self = *other.max(self);
        higher
    }
}

struct Context<'a> {
    program: &'a Program,
    g: &'a LLGraph,
    /// What the parameters lead to.
    params: &'a [Frozen],
}

/// `None`: not computed yet.
type Facts = IndexVec<VarId, Option<Frozen>>;

impl VarAnalysis<LL> for Context<'_> {
    type Fact = Option<Frozen>;
    fn bottom(&self, v: VarId) -> Option<Frozen> {
        (!matches!(self.g.ty(v), LLType::Ptr(_))).then_some(Frozen::Mutable)
    }
    fn defined(&self, v: VarId) -> Option<Frozen> {
        let i = self.g.args().iter().position(|&p| p == v);
        let known = i.and_then(|i| self.params.get(i));
        Some(known.copied().unwrap_or_default())
    }
    fn is_settled(&self, fact: &Option<Frozen>) -> bool {
        *fact == Some(Frozen::Mutable)
    }
    fn passed(&self, _: BlockId, _: LinkId, a: &Arg<LL>, found: &Facts) -> Option<Frozen> {
        of(a, found)
    }
    fn result(&self, _: BlockId, op: &Operation<LL>, found: &Facts) -> Option<Frozen> {
        let base = op.args.first().map(|a| of(a, found));
        match (&op.op, base) {
            (LLOp::Hint(HintKind::DeepFreeze), _) => Some(Frozen::Deep),
            (LLOp::Hint(_) | LLOp::SameAs | LLOp::CastPointer, Some(f)) => f,
            (o, Some(base)) if o.is_load() => {
                let ty = *self.g.ty(op.result);
                base.map(|f| policy::loaded(&self.program.types, &op.op, f, ty))
            }
            _ => Some(Frozen::Mutable),
        }
    }
}

/// What some values lead to, if the parameters lead to `params` (as far as that is known).
pub(crate) fn of_values<'v>(
    program: &Program,
    g: &LLGraph,
    params: &[Frozen],
    values: impl Iterator<Item = &'v Arg<LL>>,
) -> Vec<Frozen> {
    let order = order::reverse_postorder(g);
    let cx = Context { program, g, params };
    let found = variables(g, &order, &g.predecessors(), &cx);
    values.map(|a| of(a, &found).unwrap_or_default()).collect()
}

/// What the arguments of a merge point lead to, in order.
pub(crate) fn at_marker(
    program: &Program,
    g: &LLGraph,
    params: &[Frozen],
    m: &Marker,
) -> Vec<Frozen> {
    let marker = g.blocks[m.block].ops.last().expect("the marker");
    of_values(program, g, params, marker.args.iter())
}

fn of(a: &Arg<LL>, found: &Facts) -> Option<Frozen> {
    match a {
        Operand::Var(v) => found[*v],
        Operand::Const(_) => Some(Frozen::Mutable),
    }
}
