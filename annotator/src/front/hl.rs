//! The front end's graph dialect under the names this crate uses.
use ir::model::{Operand, Operation};

pub use flowspace::{FlowGraph, Hl, HlGraph, HlOp};

/// An operand of a flow-level operation.
pub type HlOperand = Operand<flowspace::Const>;
/// An operation of a flow graph.
pub type HlOperation = Operation<Hl>;
