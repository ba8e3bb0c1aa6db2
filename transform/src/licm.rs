//! Loop-invariant code motion: what a loop header computes from values that stay the same is computed once before the
//! loop.
//!
//! ```text
//! b0(v0):                                      b0(v0):
//!     goto b1(v0, 0)                               v9 = getinteriorsize[str](v0)
//! b1(v1, v2):                                      goto b1(v0, 0, v9)
//!     v3 = getinteriorsize[str](v1)            b1(v1, v2, v3):
//!     v4 = int_lt(v2, v3)                          v4 = int_lt(v2, v3)
//!     if v4 then b2(v1, v2) else return(v2)        if v4 then b2(v1, v2, v3) else return(v2)
//! ```
//! Only the header is looked at: it runs whenever the loop is entered, so moving its loads cannot make a fault that was
//! not there. Moved are pure operations that cost something, sizes, and loads of immutable fields, if all arguments are
//! the same in every round ([`super::rewrite::origins`]), up to the header's first effect.
//!
//! If the header's own branch tests such a value, and one way leaves the loop, the test is made before the loop too: a
//! loop that starts by testing the class of an object (an interpreter's, of its code) tests it once.
use ir::model::{
    Arg, BlockId, ExitCase, ExitSwitch, LinkId, OpInfo, Operand, Operation, Predecessors, VarId,
    order,
};
use lowlevel::{AliasRegion, LL, LLGraph, LLOp};
use rustc_hash::{FxHashMap, FxHashSet};

use super::PassContext;
use super::rewrite::{Renaming, carry, insert_on_edge, origins, use_counts};

/// Loops with more blocks than this are left alone.
const LIMIT: usize = 400;

/// Moves invariant operations out of loop headers; whether there were any.
pub fn run(cx: &PassContext<'_>, g: &mut LLGraph) -> bool {
    g.remove_unreachable();
    let mut headers: Vec<BlockId> = order::back_edges(g).into_iter().map(|e| e.1).collect();
    headers.sort_unstable();
    headers.dedup();
    let mut any = false;
    for h in headers {
        while header(cx, g, h) {
            any = true;
        }
    }
    any
}

fn header(cx: &PassContext<'_>, g: &mut LLGraph, h: BlockId) -> bool {
    let immutable = |op: &LLOp| match op {
        LLOp::GetField(c, f) if AliasRegion::Field(*c, *f).is_immutable(&cx.program.types) => {
            Some(AliasRegion::Field(*c, *f))
        }
        _ => None,
    };
    let movable = |op: &Operation<LL>| match &op.op {
        LLOp::GetArraySize(_) | LLOp::GetInteriorSize(_) => true,
        LLOp::SameAs | LLOp::Likely | LLOp::Unlikely | LLOp::WeAreJitted => false,
        // Division is undefined for some arguments, but the header would divide anyway.
        op => immutable(op).is_some() || op.is_pure(),
    };
    if h == g.start || !g.blocks[h].ops.iter().any(movable) {
        return false;
    }
    // Inside are the blocks the header dominates that lead back to it.
    let dominators = order::dominators(g);
    let dominated = |b: BlockId| dominators.dominates(h, b);
    // Objects that are made in the loop itself get their immutable fields there, by constructors perhaps.
    let mut stored: FxHashSet<AliasRegion> = FxHashSet::default();
    let inside = g.live_blocks().filter(|&b| dominated(b));
    for op in inside.flat_map(|b| &g.blocks[b].ops) {
        match op.op {
            LLOp::SetField(c, f) => stored.extend([AliasRegion::Field(c, f)]),
            ref call => stored.extend(cx.effects.initialised_by(call)),
        }
    }
    let candidate = |op: &Operation<LL>| {
        // The class of an object is there when the object is.
        let changes = |field| !cx.program.known.is_class(field) && stored.contains(&field);
        movable(op) && !immutable(&op.op).is_some_and(changes)
    };
    let preds = g.predecessors();
    let (latches, entries): (Vec<_>, Vec<_>) =
        preds[h].iter().copied().partition(|&(p, _)| dominated(p));
    let &[(entry, entry_link)] = entries.as_slice() else {
        return false;
    };
    if latches.is_empty() {
        return false;
    }
    let (mut moved, mut invariant) = invariants(g, h, entry_link, candidate);
    if !cx.options.check && test_first(g, h, (entry, entry_link), &latches, &moved, &invariant) {
        return true;
    }
    drop_lone_casts(&mut moved);
    if moved.is_empty() {
        return false;
    }
    let pre = preheader(g, entry, entry_link);
    let link = g.blocks[pre].exits[0];
    if pre != entry {
        // The new block takes what the link passed under new names.
        for (i, &q) in g.blocks[h].inputargs.iter().enumerate() {
            if let Some(outside) = invariant.get_mut(&q) {
                *outside = g.links[link].args[i].clone();
            }
        }
    }
    move_out(g, h, pre, link, &moved, invariant)
}

/// The block in front of a loop that leads nowhere else: the entry, or a new one on its link to the header.
fn preheader(g: &mut LLGraph, entry: BlockId, entry_link: LinkId) -> BlockId {
    match g.blocks[entry].exits.len() {
        1 => entry,
        _ => insert_on_edge(g, entry_link),
    }
}

/// Makes the test at the end of header `h` in front of the loop instead, if its value is the same in every round and
/// one of its ways leaves the loop; whether that is so.
fn test_first(
    g: &mut LLGraph,
    h: BlockId,
    (entry, entry_link): (BlockId, LinkId),
    latches: &[(BlockId, LinkId)],
    moved: &[(usize, Operation<LL>)],
    invariant: &FxHashMap<VarId, Arg<LL>>,
) -> bool {
    let ExitSwitch::Value(Operand::Var(condition)) = g.blocks[h].exitswitch else {
        return false;
    };
    // When the loop is left in the first round, nothing of it is seen, and nothing that the header computes is needed.
    let silent = |op: &Operation<LL>| op.op.is_pure() || op.op.is_load();
    let &[one, other] = g.blocks[h].exits.as_slice() else {
        return false;
    };
    if !invariant.contains_key(&condition) || !g.blocks[h].ops.iter().all(silent) {
        return false;
    }
    let body = body(&g.predecessors(), h, latches.iter().map(|&(p, _)| p));
    let (stays, leaves) = match [one, other].map(|l| body.contains(&g.links[l].target)) {
        [true, false] => (one, other),
        [false, true] => (other, one),
        _ => return false,
    };
    let ExitCase::Bool(stay) = g.links[stays].exitcase else {
        return false;
    };
    let is_input = |a: &Arg<LL>| a.var().is_none_or(|v| g.blocks[h].inputargs.contains(&v));
    let (exit, passed) = (g.links[leaves].target, g.links[leaves].args.clone());
    if !passed.iter().all(is_input) {
        return false;
    }
    let pre = preheader(g, entry, entry_link);
    let args = g.links[g.blocks[pre].exits[0]].args.clone();
    let inputs = g.blocks[h].inputargs.iter().copied();
    let mut first = Renaming::default();
    for (q, a) in inputs.zip(&args) {
        first.insert(q, a.clone());
    }
    for (_, op) in moved {
        let mut copy = op.clone();
        first.op(&mut copy);
        copy.result = g.copy_var(op.result);
        first.insert(op.result, Operand::Var(copy.result));
        g.blocks[pre].ops.push(copy);
    }
    let inside = (h, args);
    let outside = (exit, passed.iter().map(|a| first.resolve(a)).collect());
    let (yes, no) = if stay {
        (inside, outside)
    } else {
        (outside, inside)
    };
    let span = g.blocks[h].span;
    g.branch(pre, first.resolve(&Operand::Var(condition)), yes, no, span);
    let (target, args) = (g.links[stays].target, g.links[stays].args.clone());
    g.goto(h, target, args, span);
    // What only the test needed is not carried round the loop.
    let mut uses = use_counts(g);
    for (i, op) in moved.iter().rev() {
        if uses[op.result] == 0 {
            g.blocks[h].ops.remove(*i);
            op.args
                .iter()
                .filter_map(Operand::var)
                .for_each(|v| uses[v] -= 1);
        }
    }
    true
}

/// The operations of a header that may be moved, with their indices, and what the invariant variables of the header are
/// in front of it.
fn invariants(
    g: &LLGraph,
    h: BlockId,
    entry: LinkId,
    candidate: impl Fn(&Operation<LL>) -> bool,
) -> (Vec<(usize, Operation<LL>)>, FxHashMap<VarId, Arg<LL>>) {
    let origin = origins(g);
    let mut moved: Vec<(usize, Operation<LL>)> = Vec::new();
    let mut invariant: FxHashMap<VarId, Arg<LL>> = FxHashMap::default();
    for (i, &q) in g.blocks[h].inputargs.iter().enumerate() {
        if origin[q] != Operand::Var(q) {
            invariant.insert(q, g.links[entry].args[i].clone());
        }
    }
    for (i, op) in g.blocks[h].ops.iter().enumerate() {
        if matches!(op.op, LLOp::Check(_)) {
            continue;
        }
        if !op.op.is_pure() && !op.op.is_load() {
            break;
        }
        let fixed = !op.args.is_empty()
            && op.args.iter().all(|a| match a {
                Operand::Var(v) => invariant.contains_key(v),
                Operand::Const(_) => true,
            });
        if fixed && candidate(op) {
            moved.push((i, op.clone()));
            // Its result is as invariant as its arguments; the name in the preheader is made below.
            invariant.insert(op.result, Operand::Var(op.result));
        }
    }
    (moved, invariant)
}

/// A cast alone is not worth a variable kept over the loop; only what is moved may need it there.
fn drop_lone_casts(moved: &mut Vec<(usize, Operation<LL>)>) {
    let mut needed: FxHashSet<VarId> = FxHashSet::default();
    for i in (0..moved.len()).rev() {
        let op = &moved[i].1;
        let cast = matches!(
            op.op,
            LLOp::CastPointer | LLOp::CastIntToUint | LLOp::CastUintToInt | LLOp::BoolNot
        );
        if cast && !needed.contains(&op.result) {
            moved.remove(i);
        } else {
            needed.extend(op.args.iter().filter_map(Operand::var));
        }
    }
}

/// The blocks of the loop of header `h` with these latches.
fn body(
    preds: &Predecessors,
    h: BlockId,
    latches: impl Iterator<Item = BlockId>,
) -> FxHashSet<BlockId> {
    let mut seen: FxHashSet<BlockId> = [h].into_iter().collect();
    let mut work: Vec<BlockId> = latches.filter(|&p| seen.insert(p)).collect();
    while let Some(b) = work.pop() {
        work.extend(preds[b].iter().map(|&(p, _)| p).filter(|&p| seen.insert(p)));
    }
    seen
}

fn move_out(
    g: &mut LLGraph,
    h: BlockId,
    pre: BlockId,
    link: LinkId,
    moved: &[(usize, Operation<LL>)],
    mut invariant: FxHashMap<VarId, Arg<LL>>,
) -> bool {
    let preds = g.predecessors();
    // All ways round are known before anything changes: what one latch was given cannot be taken back because another
    // is too far.
    let latches = preds[h].iter().map(|&(p, _)| p).filter(|&p| p != pre);
    if body(&preds, h, latches).len() > LIMIT {
        return false;
    }
    let mut gone: FxHashSet<usize> = FxHashSet::default();
    for (i, op) in moved {
        // The value travels from the header round to its latches.
        let inside = g.copy_var(op.result);
        let mut table: FxHashMap<BlockId, VarId> = [(h, inside)].into_iter().collect();
        let latches: Vec<(BlockId, LinkId)> = preds[h]
            .iter()
            .copied()
            .filter(|&(p, _)| p != pre)
            .collect();
        for &(p, _) in &latches {
            carry(
                g,
                &preds,
                &mut |b, new| {
                    if let Some(v) = new {
                        table.insert(b, v);
                    }
                    table.get(&b).copied()
                },
                p,
                LIMIT,
            )
            .expect("the header dominates its latches, and the loop is small enough");
        }
        let before = g.copy_var(op.result);
        let mut copy = op.clone();
        copy.result = before;
        for a in copy.args.iter_mut() {
            if let Operand::Var(v) = a {
                *a = invariant[v].clone();
            }
        }
        g.blocks[pre].ops.push(copy);
        invariant.insert(op.result, Operand::Var(before));
        g.blocks[h].inputargs.push(inside);
        g.links[link].args.push(Operand::Var(before));
        for (p, l) in latches {
            g.links[l].args.push(Operand::Var(table[&p]));
        }
        let mut renaming = Renaming::default();
        renaming.insert(op.result, Operand::Var(inside));
        renaming.block(g, h);
        gone.insert(*i);
    }
    let mut i = 0;
    g.blocks[h].ops.retain(|_| {
        i += 1;
        !gone.contains(&(i - 1))
    });
    !gone.is_empty()
}
