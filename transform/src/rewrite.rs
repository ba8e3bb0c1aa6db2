//! The kit for changing graphs ([`ir::rewrite`]) at the low level.
use ir::index::IndexVec;
use ir::model::{Arg, Operand, VarId, order};
use lowlevel::{LL, LLGraph, LLOp};

pub use ir::rewrite::{
    bind_inputs, carry, copy_block, free_variables, insert_on_edge, live_at, make_op, origins,
    own_start, split_block, use_counts,
};

/// A substitution of operands for variables; chains are followed when it is applied.
pub type Renaming = ir::rewrite::Renaming<LL>;

/// Which variables of a graph are the same object: for each the one that got it first.
pub struct SameObjects(IndexVec<VarId, VarId>);

impl SameObjects {
    /// Looks through copies, casts and hints.
    pub fn new(g: &LLGraph) -> SameObjects {
        SameObjects::through(g, |op| {
            matches!(op, LLOp::CastPointer | LLOp::SameAs | LLOp::Hint(_))
        })
    }
    /// Looks through copies and casts; what a hint gives is another variable.
    pub fn of_casts(g: &LLGraph) -> SameObjects {
        SameObjects::through(g, |op| matches!(op, LLOp::CastPointer | LLOp::SameAs))
    }
    fn through(g: &LLGraph, passes: impl Fn(&LLOp) -> bool) -> SameObjects {
        let origins = origins(g);
        let mut first: IndexVec<VarId, VarId> = g.vars.indices().collect();
        for b in order::reverse_postorder(g) {
            for &v in &g.blocks[b].inputargs {
                if let Operand::Var(o) = origins[v] {
                    first[v] = first[o];
                }
            }
            for op in &g.blocks[b].ops {
                if passes(&op.op)
                    && let Some(v) = op.args.first().and_then(Operand::var)
                {
                    first[op.result] = first[v];
                }
            }
        }
        SameObjects(first)
    }
    /// The variable that got the object of this one first.
    pub fn of_var(&self, v: VarId) -> VarId {
        self.0[v]
    }
    /// The variable that got the object first that an operand holds; `None` for constants.
    pub fn of(&self, a: &Arg<LL>) -> Option<VarId> {
        a.var().map(|v| self.0[v])
    }
}
