//! The hint-annotator: binding times ("colours") of the variables of low-level graphs (Rigo, Pedroni: *JIT Compiler
//! Architecture*, PyPy 2007).
//!
//! *Green* variables are known when the generator runs, *red* ones when the residual code runs. Colours are found by
//! need-oriented backward propagation: hints and merge points demand, the demand fixes all origins of a value, what
//! nobody demands and no operation on fixed greens computes stays red.
//!
//! ```text
//! typed program ──prepare──▶ graphs of what the JIT traces into, in action normal form ──colours──▶ Colored
//! ```
//!
//! ## Input
//! [`analyse`] takes the typed program (before inlining, hints and markers in place) and works on copies of the graphs
//! that the JIT traces into: simplified, after the exception transform, without traceback operations. `FuncId`s,
//! `ObjId`s, `ExternId`s and types stay those of the program, which goes its own way (`drop_jit`, inlining, ...) to
//! become the translated interpreter.
//!
//! ## Action normal form
//! An *action* is where a generator returns to its driver. It is the last operation of its block, and the block has one
//! exit ([`ExitCase::Always`](ir::model::ExitCase)): `hint[promote]` (red argument), `jit_marker[merge_point]`, and the
//! calls that are inlined ([`CallPlan`]). Blocks without an action end as usual. All other operations are green
//! (computed by the generator) or red (emitted or folded by the support library), by the colour of their result and
//! [`GraphCopy::green_op`].
use indexmap::IndexMap;
use ir::diag::Diagnostic;
use ir::index::IndexVec;
use ir::lltype::LLType;
use ir::model::{Arg, BlockId, Operand, VarId};
use ir::name::Name;
use ir::source::Span;
pub use lowlevel::binding::{Color, CopyId};
use lowlevel::{FuncId, JitDriverId, LL, LLGraph};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

mod analyse;
mod copies;
mod demands;
pub mod errors;
mod frozen;
pub mod lattice;
mod noreturn;
mod places;
pub mod policy;
mod portals;
mod prepare;
mod split;
pub mod text;
mod times;
mod useful;
pub mod verify;
mod warnings;

pub use analyse::{analyse, analyse_in_order, analyse_with_reasons};
pub use portals::state_parameters;

/// What a generator does about a call that it inlines. Calls without a plan are ordinary red operations: the
/// residual code calls the translated function (elidable ones are folded when all arguments are constant), or green
/// operations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CallPlan {
    /// Of one known function.
    Inline(CopyId),
    /// Of a portal, with the state at its merge point. All arguments and the result are red; the copy is the one that
    /// begins there.
    Portal(CopyId),
    /// Called by the residual code, with a point behind it: what is called may ask virtual references for their
    /// targets. All arguments and the result are red.
    Residual,
    /// Through a green function pointer: the copy for each function that may be called and is inlined; others
    /// become residual calls. All have the same colours of arguments and result.
    Indirect {
        /// Colours of the arguments (without the function pointer).
        args: Vec<Color>,
        /// Colour of the result.
        result: Color,
        /// What may be inlined.
        targets: Vec<(FuncId, CopyId)>,
    },
}

/// A copy of a function's graph, in which each variable is green or red.
#[derive(Clone, Debug)]
pub struct GraphCopy {
    /// Whose graph.
    pub func: FuncId,
    /// The graph, in action normal form. Of a portal's copy only what is reached from the merge point is meaningful.
    pub graph: Arc<LLGraph>,
    /// The colour of each variable. Void variables are green.
    pub colors: IndexVec<VarId, Color>,
    /// The colours of the parameters; callers pass greens where green is asked for.
    pub args: Vec<Color>,
    /// The colour of the result.
    pub result: Color,
    /// Plans of the calls that end blocks.
    pub calls: FxHashMap<BlockId, CallPlan>,
    /// This is the copy that a portal's residual code is made from: entered behind its merge point, not at its start.
    pub portal: Option<usize>,
    /// Loads (block, operation) that are red, but of data that is immutable by context (`deepfreeze`,
    /// `_immutable_fields_ = ['code[*]']`): foldable when the box is constant, though the types do not say so.
    pub frozen_loads: FxHashSet<(BlockId, usize)>,
}

impl GraphCopy {
    /// Whether the generator runs operation `index` of `block` itself: its arguments are green, and so is its result.
    /// Promotions of greens are such (the identity), calls that are inlined are not.
    pub fn green_op(&self, block: BlockId, index: usize) -> bool {
        let ops = &self.graph.blocks[block].ops;
        let op = &ops[index];
        *self.graph.ty(op.result) != LLType::Void
            && self.colors[op.result] == Color::Green
            && op.args.iter().all(|a| self.operand(a) == Color::Green)
            && !(index + 1 == ops.len() && self.calls.contains_key(&block))
    }
    /// The colour of an operand; constants are green.
    pub fn operand(&self, a: &Arg<LL>) -> Color {
        match a {
            Operand::Var(v) => self.colors[*v],
            Operand::Const(_) => Color::Green,
        }
    }
}

/// A function with a merge point.
#[derive(Clone, Debug)]
pub struct Portal {
    /// Its driver. An old-style `hint(None, global_merge_point=True)` gets a driver of its own, appended to the
    /// program's.
    pub driver: JitDriverId,
    pub func: FuncId,
    /// The copy that its residual code is made from.
    pub copy: CopyId,
    /// The block of the copy's graph that ends with the merge point. The marker's arguments are the greens, then the
    /// reds (no Void ones).
    pub block: BlockId,
    /// Names and types of the greens.
    pub greens: Vec<(Name, LLType)>,
    /// Names and types of the reds.
    pub reds: Vec<(Name, LLType)>,
    pub span: Span,
    /// What is behind a merge point calls it, directly or not.
    pub recursive: bool,
}

/// The result of [`analyse`], from which generators are made.
#[derive(Clone, Debug, Default)]
pub struct Colored {
    pub copies: IndexVec<CopyId, GraphCopy>,
    /// The functions with a merge point, in the order in which they were found.
    pub portals: Vec<Portal>,
    /// The graphs traced into, in action normal form.
    pub graphs: IndexMap<FuncId, Arc<LLGraph>>,
    /// Functions that residual code or generators may call: they must stay in the translated program.
    pub roots: Vec<FuncId>,
    /// Notes and warnings (greens that had to be promoted at a merge point, ...).
    pub notes: Vec<Diagnostic>,
    /// Why variables are red, if that was asked for.
    pub reasons: Vec<RedReason>,
}

impl Colored {
    /// The colour in which a call with this plan has its result.
    pub fn result_of(&self, plan: &CallPlan) -> Color {
        match plan {
            CallPlan::Portal(_) | CallPlan::Residual => Color::Red,
            CallPlan::Inline(c) => self.copies[*c].result,
            CallPlan::Indirect { result, .. } => *result,
        }
    }
}

/// Why a variable of the source is red.
#[derive(Clone, Debug)]
pub struct RedReason {
    pub func: FuncId,
    pub name: Name,
    /// The way from it down to what cannot be green, and what would mend it.
    pub why: Diagnostic,
}
