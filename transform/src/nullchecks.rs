//! Drops explicit tests for null that the hardware makes anyway.
//!
//! The first page of the address space is not mapped: a load or store through a null pointer faults, and the runtime
//! reports it as an access of None. So a test that ends in the report is not needed where the next thing to happen is
//! such an access:
//!
//! ```text
//! b0(v0): v1 = ptr_nonzero(v0)                            b0(v0): goto b2(v0)
//!         if v1 then b2(v0) else b1()                     b1(v2): v3 = getfield[S.x](v2)
//! b1():   abort[none_dereference]()             ->                ... uses v3
//! b2(v2): v3 = getfield[S.x](v2)
//! ```
//! Conditions: nothing with an effect happens before the access; the access is within the page, and it stays (it is a
//! store, or its result is used); the failing side is the report itself, not a raise that a handler sees. The pass
//! comes last, so that no other drops the access afterwards.
use ir::lltype::{Container, ContainerId, FieldType, TypeTable};
use ir::model::{BlockId, ExitCase, ExitSwitch, LinkId, OpInfo, Operand, VarId};
use lowlevel::ops::SafetyError;
use lowlevel::{LLGraph, LLOp};
use smallvec::SmallVec;

use super::PassContext;
use super::rewrite::use_counts;

/// Bytes at the start of the address space that are never mapped.
const GUARD: usize = 4096;

/// Drops tests; whether there were any.
pub fn run(cx: &PassContext<'_>, g: &mut LLGraph) -> bool {
    let uses = use_counts(g);
    let blocks: Vec<BlockId> = g.live_blocks().collect();
    let mut any = false;
    for b in blocks {
        let Some((pointer, good, test)) = null_test(g, b) else {
            continue;
        };
        let accessed = faults_on_null(&cx.program.types, g, good, pointer, |v| {
            uses.get(v).is_some_and(|&n| n > 0)
        });
        if !accessed {
            continue;
        }
        any = true;
        if uses[test] == 1 {
            g.blocks[b].ops.retain(|o| o.result != test);
        }
        g.blocks[b].exitswitch = ExitSwitch::None;
        g.blocks[b].exits.retain(|l| *l == good);
        g.links[good].exitcase = ExitCase::Always;
    }
    if any {
        g.remove_unreachable();
        g.compact();
    }
    any
}

/// The pointer that a block ends in testing, the exit if it is not null, and the result of the test; if the other exit
/// is the report.
fn null_test(g: &LLGraph, b: BlockId) -> Option<(VarId, LinkId, VarId)> {
    let block = &g.blocks[b];
    let ExitSwitch::Value(Operand::Var(cond)) = block.exitswitch else {
        return None;
    };
    let [x, y] = block.exits[..] else { return None };
    let op = block.ops.iter().find(|o| o.result == cond)?;
    let nonnull = match op.op {
        LLOp::PtrNonzero => true,
        LLOp::PtrIszero => false,
        _ => return None,
    };
    let pointer = op.args[0].var()?;
    let is = |l: LinkId| matches!(g.links[l].exitcase, ExitCase::Bool(c) if c == nonnull);
    let (good, bad) = match (is(x), is(y)) {
        (true, false) => (x, y),
        (false, true) => (y, x),
        _ => return None,
    };
    let failing = &g.blocks[g.links[bad].target];
    let reports = matches!(
        &failing.ops[..],
        [op] if matches!(
            op.op,
            LLOp::Abort(SafetyError::NoneDereference | SafetyError::NoneOperand)
        )
    );
    (reports && failing.exits.is_empty()).then_some((pointer, good, cond))
}

/// Whether the target of a link accesses the pointer before anything else that matters.
fn faults_on_null(
    types: &TypeTable,
    g: &LLGraph,
    l: LinkId,
    pointer: VarId,
    used: impl Fn(VarId) -> bool,
) -> bool {
    let link = &g.links[l];
    let block = &g.blocks[link.target];
    let mut names: SmallVec<[VarId; 4]> = SmallVec::new();
    for (a, &v) in link.args.iter().zip(&block.inputargs) {
        if a.var() == Some(pointer) {
            names.push(v);
        }
    }
    for op in &block.ops {
        let through = op
            .args
            .first()
            .and_then(Operand::var)
            .is_some_and(|v| names.contains(&v));
        let offset = match op.op {
            LLOp::GetField(c, f) | LLOp::SetField(c, f) => field_offset(types, c, f),
            LLOp::GetArraySize(_) => Some(0),
            LLOp::GetInteriorSize(c) => size(types, c),
            _ => None,
        };
        if through && offset.is_some_and(|o| o < GUARD) {
            return matches!(op.op, LLOp::SetField(..)) || used(op.result);
        }
        match op.op {
            LLOp::CastPointer if through => names.push(op.result),
            // A load from another object leaves the state as it is.
            _ if op.op.is_pure() || op.op.is_load() => {}
            _ => return false,
        }
    }
    false
}

/// At most so many bytes before a field.
fn field_offset(types: &TypeTable, c: ContainerId, f: u32) -> Option<usize> {
    let Container::Struct(s) = types.get(c) else {
        return None;
    };
    let mut n = HEADER;
    for field in s.fields.iter().take(f as usize) {
        n += match field.ty {
            FieldType::Value(_) => 8,
            FieldType::Inline(i) => size(types, i)?,
        };
    }
    Some(n)
}

/// Room for the headers of objects and arrays.
const HEADER: usize = 32;

/// At most so many bytes of a container without the items of a trailing array.
fn size(types: &TypeTable, c: ContainerId) -> Option<usize> {
    match types.get(c) {
        Container::Struct(s) => field_offset(types, c, s.fields.len() as u32),
        Container::Array(_) => Some(HEADER),
        _ => None,
    }
}
