//! The front end's graph dialect as this crate uses it.
use flowspace::flow::HlOp;
use flowspace::model::{Dialect, Graph, Operand, Operation};

/// Flow-level graphs.
#[derive(Clone, Debug)]
pub struct Hl;
impl Dialect for Hl {
    type Op = HlOp;
    type Const = crate::konst::Const;
    type Type = ();
}
/// A flow-level graph.
pub type HlGraph = Graph<Hl>;
/// An operand of a flow-level operation.
pub type HlOperand = Operand<crate::konst::Const>;
/// A flow-level operation.
pub type HlOperation = Operation<Hl>;
