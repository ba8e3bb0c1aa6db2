//! What the JIT traces into, by function and by operation.
//!
//! | function | what a call of it becomes |
//! |---|---|
//! | `@elidable` | an operation: green on green arguments if it cannot raise, else residual and folded on constants |
//! | has a merge point of its own | traced into from there on, or residual: decided for each call while compiling |
//! | `@dont_look_inside` | residual |
//! | raises where it is traced into (`assert not we_are_jitted()`) | residual: it says that it is not to be |
//! | helper of the toolchain | inlined if it is small and works without raw memory (loops: as below), else residual |
//! | all others | inlined; with loops only if `@unroll_safe` or where all loop conditions can be green |
use ir::index::IndexVec;
use ir::lltype::{Container, LLType, TypeTable};
use ir::model::{BlockId, ExitCase, ExitSwitch, OpInfo, Operand};
use lowlevel::{AliasRegion, Effect, FuncId, InlineHint, LLGraph, LLOp, Program};
use rustc_hash::FxHashSet;
use transform::effects::Effects;

use crate::lattice::Frozen;

/// Largest helper that is inlined, in operations.
const HELPER_LIMIT: usize = 24;

/// What becomes of calls of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CallKind {
    /// Inlined (with loops: if colours allow).
    Inside,
    /// An operation without effect, foldable on constants.
    Elidable,
    /// Called by the residual code.
    Residual,
    /// A portal that portals call: while compiling it is decided for each call whether it is traced into from the merge
    /// point on or called by the residual code. To colours it is residual.
    Portal,
}

/// The kinds of calls of all functions; `portals` are the functions with merge points, `recursive` those whose calls
/// pass the state at the merge point and nothing else (see [`crate::split`]).
pub(crate) fn call_kinds(
    program: &Program,
    portals: &FxHashSet<FuncId>,
    recursive: &FxHashSet<FuncId>,
) -> IndexVec<FuncId, CallKind> {
    program
        .funcs
        .indices()
        .map(|f| match call_kind(program, portals, f) {
            CallKind::Residual if recursive.contains(&f) => CallKind::Portal,
            kind => kind,
        })
        .collect()
}

/// The kind of calls of `f`; `portals` are the functions with merge points.
pub fn call_kind(program: &Program, portals: &FxHashSet<FuncId>, f: FuncId) -> CallKind {
    let function = &program.funcs[f];
    let attrs = &function.attrs;
    if attrs.elidable {
        return CallKind::Elidable;
    }
    if attrs.dont_look_inside || portals.contains(&f) {
        return CallKind::Residual;
    }
    if refuses_tracing(&function.graph) {
        return CallKind::Residual;
    }
    if attrs.helper && !is_simple_helper(program, f) {
        return CallKind::Residual;
    }
    CallKind::Inside
}

/// Whether a function says that it is not to be traced into: somewhere it raises if it is, as by
/// `assert not we_are_jitted()`. The translated function, which a residual call runs, does not.
fn refuses_tracing(g: &LLGraph) -> bool {
    g.live_blocks().any(|b| {
        let block = &g.blocks[b];
        let asked = block.ops.iter().find(|o| o.op == LLOp::WeAreJitted);
        let (Some(asked), ExitSwitch::Value(Operand::Var(v))) = (asked, &block.exitswitch) else {
            return false;
        };
        let negated = block.ops.iter().any(|o| {
            o.op == LLOp::BoolNot && o.result == *v && o.args[0].var() == Some(asked.result)
        });
        if !negated && *v != asked.result {
            return false;
        }
        let traced = ExitCase::Bool(!negated);
        (block.exits.iter())
            .map(|&l| &g.links[l])
            .any(|l| l.exitcase == traced && raises(g, l.target))
    })
}

/// Whether a block leads to the exceptional end and nowhere else.
fn raises(g: &LLGraph, from: BlockId) -> bool {
    let mut seen = FxHashSet::default();
    let mut at = from;
    while at != g.except_block && seen.insert(at) {
        match g.blocks[at].exits[..] {
            [l] => at = g.links[l].target,
            _ => return false,
        }
    }
    at == g.except_block
}

fn is_simple_helper(program: &Program, f: FuncId) -> bool {
    let function = &program.funcs[f];
    let g = &function.graph;
    let raw = |op: &LLOp| {
        matches!(
            op,
            LLOp::RawLoad
                | LLOp::RawStore
                | LLOp::Free(_)
                | LLOp::CastPtrToAdr
                | LLOp::CastAdrToPtr
                | LLOp::CastPtrToInt
                | LLOp::CastIntToPtr
                | LLOp::WeakrefCreate
                | LLOp::WeakrefDeref
        )
    };
    function.attrs.inline != InlineHint::Never
        && g.op_count() <= HELPER_LIMIT
        && !g
            .live_blocks()
            .any(|b| g.blocks[b].ops.iter().any(|o| raw(&o.op)))
}

/// How far an operation without hints depends on its arguments alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fold {
    /// Never.
    No,
    /// Always; the result points to what the first argument points to.
    Same,
    /// Always.
    Yes,
    /// A load: if the first argument leads to something frozen, or (`bool`) in any case. What its result points to
    /// follows from what its base is, see [`loaded`].
    Load(bool),
}

/// Whether an operation can be run by a generator when its arguments are green.
pub fn fold(program: &Program, effects: &Effects, op: &LLOp) -> Fold {
    let types = &program.types;
    match op {
        LLOp::SameAs | LLOp::CastPointer => Fold::Same,
        LLOp::WeAreJitted => Fold::No,
        op if op.is_ovf() || *op == LLOp::OvfOccurred => Fold::Yes,
        LLOp::DirectCall(f) => {
            let elidable = program.funcs[*f].attrs.elidable;
            if elidable && !effects.can_raise[*f] {
                Fold::Yes
            } else {
                Fold::No
            }
        }
        LLOp::ExternCall(x) => {
            let x = &program.externs[*x];
            if x.pure && !x.can_raise && !x.noreturn {
                Fold::Yes
            } else {
                Fold::No
            }
        }
        op if let Effect::Loads(l) = op.effect() => Fold::Load(l.is_immutable(types)),
        op if op.is_pure() => Fold::Yes,
        _ => Fold::No,
    }
}

/// What the result of a load leads to.
pub fn loaded(types: &TypeTable, op: &LLOp, base: Frozen, result: LLType) -> Frozen {
    let LLType::Ptr(target) = result else {
        return Frozen::Mutable;
    };
    if base == Frozen::Deep {
        return Frozen::Deep;
    }
    match op {
        LLOp::GetField(c, f) if AliasRegion::Field(*c, *f).leads_to_immutable_items(types) => {
            Frozen::Items
        }
        // The array of a frozen list.
        LLOp::GetField(..)
            if base == Frozen::Items && matches!(types.get(target), Container::Array(_)) =>
        {
            Frozen::Items
        }
        _ => Frozen::Mutable,
    }
}
