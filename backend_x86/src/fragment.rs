//! What residual code is made of, as its maker says it: fragments, edges, places. Selection, emission and the code
//! region speak of these.
//!
//! See [`crate::residual`] for what the words mean and how the code works.
use ir::model::{Arg, VarId};
use lowlevel::{Const, LL, LLGraph};
use regalloc2::PReg;

/// Where a parameter of a fragment is when it is entered, or the argument of an edge when it is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum ValueLocation {
    /// In a register (float class for floats).
    Reg(PReg),
    /// In a slot of the frame (number; 8 bytes each).
    Slot(u32),
    Both(PReg, u32),
    /// Nowhere: a parameter that is not used.
    Unused,
    /// Nowhere: a constant (of an edge's argument only).
    Const(Const),
}

/// Where an edge leads.
#[derive(Clone, PartialEq, Debug)]
pub enum To {
    /// To a stub that calls `gx_jit_edge` with this number; reported as an [`EdgeSite`].
    Stub(u32),
    /// To the entry of a fragment, whose parameters are the edge's arguments in order.
    Fragment {
        address: u64,
        /// The places of its parameters.
        entry: Vec<ValueLocation>,
        extent: u32,
    },
    /// On into the next fragment of the run, whose parameters are the edge's arguments in order.
    Next,
    /// To the fragment of the run with this number: this one, or one before it.
    Inside(u32),
}

/// An edge out of a fragment.
#[derive(Clone, PartialEq, Debug)]
pub struct Edge {
    /// Values for the parameters of the target (variables of the fragment or constants).
    pub args: Vec<Arg<LL>>,
    pub to: To,
}

/// How a fragment ends.
#[derive(Clone, PartialEq, Debug)]
pub enum FragmentEnd {
    Jump(Edge),
    /// A test of a Bool variable (fused with the comparison that defines it where that is possible).
    Branch {
        cond: VarId,
        yes: Edge,
        no: Edge,
    },
    /// A red switch over an integral variable: compares in order.
    Switch {
        value: VarId,
        cases: Vec<(Const, Edge)>,
        default: Option<Edge>,
    },
    /// Leaves residual code: words stored in the exchange buffer in order, code returned.
    Exit {
        code: i64,
        values: Vec<Arg<LL>>,
    },
    /// The last operation never returns.
    Unreachable,
}

/// A side exit in the middle of a fragment, which is not expected to be taken: an edge to a stub. What the fragment
/// does behind it happens only if it was not taken.
#[derive(Clone, PartialEq, Debug)]
pub struct Guard {
    /// Number of operations before it.
    pub at: usize,
    /// A Bool variable (fused with the comparison that defines it where that is possible).
    pub cond: VarId,
    /// The exit is taken if the variable has this value.
    pub exit_when: bool,
    /// The exit: [`To::Stub`].
    pub edge: Edge,
}

/// A fragment to compile.
#[derive(Debug)]
pub struct Fragment<'a> {
    /// Its start block's inputargs and operations; it has no exits.
    pub graph: &'a LLGraph,
    /// Side exits: guards before its end, in order.
    pub guards: &'a [Guard],
    pub end: FragmentEnd,
    /// Index of the location of each operation (for faults and aborts), parallel to the operations.
    pub locations: &'a [u32],
}

/// Fragments to compile in one go: each but the last leads to the one behind it.
#[derive(Debug)]
pub struct FragmentRun<'a> {
    /// What error messages call it.
    pub name: &'a str,
    /// The places of the first fragment's parameters. Those of the others are found.
    pub entry: &'a [ValueLocation],
    pub fragments: &'a [Fragment<'a>],
    /// It runs so often that what decoders of processors do for its jumps counts, and a few bytes more do not.
    pub hot: bool,
}
