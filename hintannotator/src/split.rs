//! Portals that code behind a merge point can call are split at their merge point, so that such calls can go straight
//! to residual code.
//!
//! ```text
//! f(code, arg):                          f.prologue(code, arg):
//!     acc = arg + 1                          acc = arg + 1
//!     pc = 0                                 return f(0, code, acc)
//!     while True:                   →    f(pc, code, acc):
//!         merge_point(pc, code, acc)         while True:
//!         ...                                    merge_point(pc, code, acc)
//!                                                ...
//! ```
//! All callers call the prologue, which is a function like any other: it is traced into. What the portal takes is then
//! exactly the state at its merge point, so a call of it with known greens names the residual code that is to run.
//! Where a portal begins with its merge point, and takes the state as it is, nothing is split.
use ir::lltype::LLType;
use ir::model::{Arg, Args, BlockId, Operand, VarId};
use ir::name::Name;
use ir::rewrite::split_block;
use ir::source::Span;
use lowlevel::program::PROLOGUE;
use lowlevel::verify::operand_type;
use lowlevel::{Const, FuncId, LL, LLGraph, LLOp, Program};
use rustc_hash::FxHashSet;
use transform::effects::callees;

use crate::frozen::of_values;
use crate::lattice::Frozen;
use crate::portals::{Found, merge_point};

/// Splits the portals that are called, directly or not, by what portals call. Whether there was one.
pub(crate) fn run(program: &mut Program, found: &mut Found) -> bool {
    let before = program.funcs.len();
    let called = called_by(program, &found.portals);
    for i in 0..found.portals.len() {
        let f = found.portals[i];
        if !called.contains(&f) {
            continue;
        }
        found.recursive.insert(f);
        let Some((new, frozen)) = split(program, f) else {
            continue;
        };
        found.frozen.insert(new, frozen);
        found.portals[i] = new;
        for set in [&mut found.open, &mut found.auto, &mut found.recursive] {
            if set.remove(&f) {
                set.insert(new);
            }
        }
    }
    program.funcs.len() > before
}

/// What some functions call, and what that calls.
fn called_by(program: &Program, from: &[FuncId]) -> FxHashSet<FuncId> {
    let mut called = FxHashSet::default();
    let mut todo = from.to_vec();
    while let Some(f) = todo.pop() {
        let g = &program.funcs[f].graph;
        let ops = g.live_blocks().flat_map(|b| &g.blocks[b].ops);
        for &callee in ops.flat_map(|o| callees(&o.op)) {
            if called.insert(callee) {
                todo.push(callee);
            }
        }
    }
    called
}

/// Whether a function begins with its merge point, and the state is made of its parameters, each once at most.
fn begins_with_marker(g: &LLGraph, (b, i): (BlockId, usize)) -> bool {
    let mut seen = FxHashSet::default();
    b == g.start
        && i == 0
        && g.predecessors()[b].is_empty()
        && g.blocks[b].ops[0].args.iter().all(|a| match a {
            Operand::Var(v) => seen.insert(*v),
            Operand::Const(c) => c.ty == LLType::Void,
        })
}

/// What stands in front of the merge point with which a function begins that [`split`] has made, and the arguments with
/// which it calls it.
pub(crate) fn prologue_of(program: &Program, f: FuncId) -> Option<(&LLGraph, &[Arg<LL>])> {
    let mut prologues = program.funcs.iter().filter(|p| p.attrs.has_mark(PROLOGUE));
    prologues.find_map(|p| {
        let mut ops = p.graph.live_blocks().flat_map(|b| &p.graph.blocks[b].ops);
        let call = ops.find(|op| op.op == LLOp::DirectCall(f))?;
        Some((&p.graph, &call.args[..]))
    })
}

/// Makes a function of what begins at a portal's merge point, unless the portal is that function. Returns it and what
/// its parameters lead to.
fn split(program: &mut Program, f: FuncId) -> Option<(FuncId, Vec<Frozen>)> {
    let mut prologue = program.funcs[f].graph.clone();
    let (b, i) = merge_point(&prologue)?;
    if begins_with_marker(&prologue, (b, i)) {
        return None;
    }
    let mut g = prologue.clone();
    let (tail, passed) = split_block(&mut g, b, i);
    let state = state(&mut g, tail, &passed);
    let span = g.blocks[b].span;
    g.goto(b, tail, state.iter().map(|(a, _)| a.clone()), span);
    let is_void = |a: &Arg<LL>, g: &LLGraph| operand_type(g, a) == LLType::Void;
    let params: Vec<VarId> = (state.iter())
        .filter(|(a, _)| !is_void(a, &g))
        .map(|&(_, v)| v)
        .collect();
    let params: Vec<VarId> = params.into_iter().map(|v| g.copy_var(v)).collect();
    let mut rest = params.iter();
    let arguments: Args<LL> = (state.iter())
        .map(|(a, _)| match is_void(a, &g) {
            true => Operand::Const(Const::VOID),
            false => Operand::Var(*rest.next().expect("one per value")),
        })
        .collect();
    g.start = g.new_block(params.clone(), span);
    g.goto(g.start, tail, arguments, span);
    g.remove_unreachable();
    g.compact();

    let types: Vec<LLType> = g.args().iter().map(|&v| *g.ty(v)).collect();
    let result = *g.ty(g.return_var());
    let sig = program.types.func(&types, result);
    let mut new = program.funcs[f].clone();
    let name = new.name.clone();
    new.sig = sig;
    new.graph = g;
    program.funcs[f].name = format!("{name}.prologue");
    let new = program.funcs.push(new);

    // The call stands in no traceback: for the user both are one function.
    let values: Vec<Arg<LL>> = (state.into_iter())
        .map(|(a, _)| a)
        .filter(|a| !is_void(a, &prologue))
        .collect();
    let frozen = of_values(program, &prologue, &[], values.iter());
    let block = &mut prologue.blocks[b];
    block.ops.truncate(i);
    block.exits.clear();
    let call = prologue.op(b, LLOp::DirectCall(new), values, result, Span::NONE);
    let ret = prologue.return_block;
    prologue.goto(b, ret, [Operand::Var(call)], Span::NONE);
    prologue.remove_unreachable();
    for block in prologue.blocks.iter_mut() {
        // Where it leads to is in the other half.
        block.ops.retain(|o| !matches!(o.op, LLOp::JitMarker(..)));
    }
    program.funcs[f].graph = prologue;
    program.funcs[f].attrs.marks.push(Name::new(PROLOGUE));
    Some((new, frozen))
}

/// Makes the inputargs of the block that begins with the marker its arguments, in order, each one its own; what else it
/// needs follows. Returns what is passed for each, in terms of the block before.
fn state(g: &mut LLGraph, tail: BlockId, passed: &[VarId]) -> Vec<(Arg<LL>, VarId)> {
    let inputs = std::mem::take(&mut g.blocks[tail].inputargs);
    let outer = |v: VarId| inputs.iter().position(|&x| x == v).map(|k| passed[k]);
    let mut args = std::mem::take(&mut g.blocks[tail].ops[0].args);
    let mut state: Vec<(Arg<LL>, VarId)> = Vec::new();
    for a in &mut args {
        let own = a.var().filter(|v| state.iter().all(|s| s.1 != *v));
        let given = match a.var() {
            Some(v) => Operand::Var(outer(v).expect("the marker is the first operation")),
            None => a.clone(),
        };
        let v = own.unwrap_or_else(|| {
            let ty = operand_type(g, a);
            g.new_var(ty)
        });
        *a = Operand::Var(v);
        state.push((given, v));
    }
    for (&v, &p) in inputs.iter().zip(passed) {
        if state.iter().all(|s| s.1 != v) {
            state.push((Operand::Var(p), v));
        }
    }
    let block = &mut g.blocks[tail];
    block.ops[0].args = args;
    block.inputargs = state.iter().map(|s| s.1).collect();
    state
}
