//! Objects that exist for a call only: the tuple of `*args`, pairs of results that go on as arguments.
//!
//! ```text
//! b0(v0):                                     b0(v0):
//!     v1 = malloc[tuple]()                        v1 = malloc[tuple]()
//!     setfield[tuple.item0](v1, v0)               setfield[tuple.item0](v1, v0)
//!     v2 = direct_call[f](v1)                     v3 = getfield[tuple.item0](v1)
//!                                                 v2 = direct_call[f](v3)
//! graph f(v0):                                graph f(v0):
//!     v1 = getfield[tuple.item0](v0)              v2 = malloc[tuple]()
//!                                                 setfield[tuple.item0](v2, v0)
//!                                                 v1 = getfield[tuple.item0](v2)
//! ```
//! A parameter is passed as its fields if the function does nothing with it but to read fields, and what each call
//! passes is an object made by the caller, who gives it to nobody else but such calls. The allocations of both sides
//! are then removed as any other. Functions whose address is taken stay as they are, and those that residual code of a
//! JIT may call ([`Program::kept`]): its tables know their parameters.
use ir::lltype::{ContainerId, FieldType, LLType};
use ir::model::{Arg, BlockId, Operand, Operation, VarId};
use lowlevel::{FuncId, LL, LLGraph, LLOp, Program};
use rustc_hash::{FxHashMap, FxHashSet};

use super::borrows::only_fields;
use super::keeps_fields_apart;
use crate::rewrite::{SameObjects, make_op, own_start};
use crate::stackcheck::address_taken;

/// Structures with more fields than this stay.
const MAX_FIELDS: usize = 6;

/// A parameter, by its place.
type Parameter = (FuncId, usize);

/// Passes the fields of objects that exist for a call only; the number of parameters that are gone.
pub(super) fn run(program: &mut Program) -> usize {
    let mut wanted = parameters(program);
    // A parameter that stays makes the objects stay that its calls pass, and what else these are passed to.
    loop {
        let refused: Vec<Parameter> = (program.funcs.iter())
            .flat_map(|f| refused(&f.graph, &wanted))
            .collect();
        if refused.is_empty() {
            break;
        }
        for p in refused {
            wanted.remove(&p);
        }
    }
    let mut by_function: FxHashMap<FuncId, Vec<(usize, ContainerId)>> = FxHashMap::default();
    for (&(f, i), &c) in &wanted {
        by_function.entry(f).or_default().push((i, c));
    }
    // From the last on: places before it stay.
    for places in by_function.values_mut() {
        places.sort_unstable_by_key(|&(i, _)| std::cmp::Reverse(i));
    }
    for f in program.funcs.indices() {
        let mut g = program.funcs[f].graph.take();
        calls(program, &mut g, &by_function);
        if let Some(places) = by_function.get(&f) {
            for &(i, c) in places {
                parameter(program, &mut g, i, c);
            }
            let types: Vec<LLType> = g.args().iter().map(|&v| *g.ty(v)).collect();
            let result = program.types.as_func(program.funcs[f].sig).result;
            program.funcs[f].sig = program.types.func(&types, result);
        }
        program.funcs[f].graph = g;
    }
    wanted.len()
}

/// Parameters of which only fields are read, with the structure.
fn parameters(program: &Program) -> FxHashMap<Parameter, ContainerId> {
    let mut fixed = address_taken(program);
    for &f in program.kept.funcs.iter().chain(&program.entry) {
        fixed[f] = true;
    }
    let mut found = FxHashMap::default();
    for (f, func) in program.funcs.iter_enumerated().filter(|&(f, _)| !fixed[f]) {
        for (i, &p) in func.graph.args().iter().enumerate() {
            if let LLType::Ptr(c) = *func.graph.ty(p)
                && is_small(program, c)
                && only_fields(&func.graph, p, false)
            {
                found.insert((f, i), c);
            }
        }
    }
    found
}

fn is_small(program: &Program, c: ContainerId) -> bool {
    let ir::lltype::Container::Struct(s) = program.types.get(c) else {
        return false;
    };
    let plain = |f: &ir::lltype::Field| matches!(f.ty, FieldType::Value(_));
    s.gc && !s.hints.finalizer
        && !s.hints.weakref
        && s.fields.len() <= MAX_FIELDS
        && s.fields.iter().all(plain)
}

/// The parameters of direct calls.
fn parameters_of<'a>(op: &'a Operation<LL>) -> impl Iterator<Item = (Parameter, &'a Arg<LL>)> + 'a {
    let f = match op.op {
        LLOp::DirectCall(f) => Some(f),
        _ => None,
    };
    let args = op.args.iter().enumerate();
    f.into_iter()
        .flat_map(move |f| args.clone().map(move |(i, a)| ((f, i), a)))
}

/// Which wanted parameters this graph passes something else than an object of its own that is for such calls only.
fn refused(g: &LLGraph, wanted: &FxHashMap<Parameter, ContainerId>) -> Vec<Parameter> {
    let ops = || g.live_blocks().flat_map(|b| &g.blocks[b].ops);
    let mut passed: Vec<(Parameter, &Arg<LL>)> = ops()
        .flat_map(parameters_of)
        .filter(|(p, _)| wanted.contains_key(p))
        .collect();
    if passed.is_empty() {
        return Vec::new();
    }
    let same = SameObjects::new(g);
    let mut own: FxHashSet<VarId> = ops()
        .filter(|o| matches!(o.op, LLOp::Malloc(_)))
        .map(|o| o.result)
        .collect();
    for b in g.live_blocks() {
        let block = &g.blocks[b];
        for op in &block.ops {
            for (n, a) in op.args.iter().enumerate() {
                let Some(object) = same.of(a) else { continue };
                let apart = match op.op {
                    // It has the type of the parameter, no larger one.
                    LLOp::CastPointer => false,
                    LLOp::DirectCall(f) => wanted.contains_key(&(f, n)),
                    _ => keeps_fields_apart(op, n),
                };
                if !apart {
                    own.remove(&object);
                }
            }
        }
        for &l in &block.exits {
            let link = &g.links[l];
            for (a, &q) in link.args.iter().zip(&g.blocks[link.target].inputargs) {
                if let Some(object) = same.of(a)
                    && (same.of_var(q) != object || g.is_final(link.target))
                {
                    own.remove(&object);
                }
            }
        }
    }
    passed.retain(|(_, a)| !same.of(a).is_some_and(|object| own.contains(&object)));
    passed.into_iter().map(|(p, _)| p).collect()
}

/// Reads the fields of what calls pass.
fn calls(
    program: &Program,
    g: &mut LLGraph,
    unpacked: &FxHashMap<FuncId, Vec<(usize, ContainerId)>>,
) {
    let blocks: Vec<BlockId> = g.live_blocks().collect();
    for b in blocks {
        let ops = std::mem::take(&mut g.blocks[b].ops);
        let mut out = Vec::with_capacity(ops.len());
        for mut op in ops {
            let places = match op.op {
                LLOp::DirectCall(f) => unpacked.get(&f),
                _ => None,
            };
            for &(i, c) in places.into_iter().flatten() {
                let object = op.args[i].clone();
                let reads: Vec<Operation<LL>> = fields(program, c)
                    .map(|(n, ty)| make_op(g, LLOp::GetField(c, n), [object.clone()], ty, op.span))
                    .collect();
                let values = reads.iter().map(|o| Operand::Var(o.result));
                let rest = op.args.drain(i..).skip(1).collect::<Vec<_>>();
                op.args.extend(values);
                op.args.extend(rest);
                out.extend(reads);
            }
            out.push(op);
        }
        g.blocks[b].ops = out;
    }
}

fn fields(program: &Program, c: ContainerId) -> impl Iterator<Item = (u32, LLType)> {
    let fields = program.types.as_struct(c).fields.iter();
    (0..).zip(fields).filter_map(|(n, f)| match f.ty {
        FieldType::Value(ty) => Some((n, ty)),
        FieldType::Inline(_) => None,
    })
}

/// Makes the object of parameter `i` of its fields.
fn parameter(program: &Program, g: &mut LLGraph, i: usize, c: ContainerId) {
    let span = g.span;
    own_start(g, span);
    let start = g.start;
    let object = g.blocks[start].inputargs.remove(i);
    let mut ops = vec![Operation {
        op: LLOp::Malloc(c),
        args: Default::default(),
        result: object,
        span,
    }];
    for (k, (n, ty)) in fields(program, c).enumerate() {
        let value = g.new_var(ty);
        g.blocks[start].inputargs.insert(i + k, value);
        let args = [Operand::Var(object), Operand::Var(value)];
        ops.push(make_op(g, LLOp::SetField(c, n), args, LLType::Void, span));
    }
    ops.append(&mut g.blocks[start].ops);
    g.blocks[start].ops = ops;
}
