//! Portals: functions with a merge point, brought into one form.
//!
//! ```text
//! hint[global_merge_point](void)     →     jit_marker[merge_point, j](all that is live)
//! ```
//! The program's own graph is rewritten as well, so that the translated interpreter and the coloured graph speak of the
//! same merge point. Live is what the simplified graph still needs, so every portal's graph is simplified first. For
//! `reds='auto'` the reds are what is live and not green.
//!
//! An object that a test has narrowed is several variables, one for each static type. The marker passes one of them;
//! the others are cast from it again:
//! ```text
//! v2: Ptr(A) = cast_pointer(v1: Ptr(Base))     →     v2: Ptr(A) = cast_pointer(v1: Ptr(Base))
//! jit_marker[merge_point, j](v2)                     jit_marker[merge_point, j](v2)
//! direct_call[f](v1)                                 v3: Ptr(Base) = cast_pointer(v2)
//!                                                    direct_call[f](v3)
//! ```
use ir::diag::Diagnostic;
use ir::lltype::{ContainerId, LLType};
use ir::model::{Arg, BlockId, Operand, VarId, order};
use ir::name::Name;
use ir::rewrite::live_at;
use ir::source::Span;
use lowlevel::ops::{HintKind, MarkerKind};
use lowlevel::verify::{is_instance, operand_type};
use lowlevel::{FuncId, JitDriver, JitDriverId, LL, LLGraph, LLOp, Program};
use rustc_hash::{FxHashMap, FxHashSet};
use transform::effects::Effects;
use transform::rewrite::{Renaming, SameObjects, make_op};
use transform::{PassContext, PassOptions, simplify};

use crate::errors;
use crate::lattice::Frozen;

/// Functions with a merge point, in order.
pub(crate) fn portals(program: &Program) -> Vec<FuncId> {
    program
        .funcs
        .iter_enumerated()
        .filter(|(_, f)| {
            f.graph.live_blocks().any(|b| {
                f.graph.blocks[b].ops.iter().any(|o| {
                    matches!(
                        o.op,
                        LLOp::JitMarker(MarkerKind::MergePoint, _)
                            | LLOp::Hint(HintKind::GlobalMergePoint)
                    )
                })
            })
        })
        .map(|(f, _)| f)
        .collect()
}

/// What [`normalise`] found.
#[derive(Clone, Debug, Default)]
pub(crate) struct Found {
    /// Functions with a merge point.
    pub portals: Vec<FuncId>,
    /// Those whose greens follow from demands.
    pub open: FxHashSet<FuncId>,
    /// Drivers whose reds are found here; they keep their greens.
    pub auto: FxHashSet<FuncId>,
    /// Those that code behind a merge point calls, directly or not.
    pub recursive: FxHashSet<FuncId>,
    /// What the parameters of those that were split lead to.
    pub frozen: FxHashMap<FuncId, Vec<Frozen>>,
}

/// Brings all merge points into the form of markers with arguments.
pub(crate) fn normalise(program: &mut Program, effects: &Effects, options: &PassOptions) -> Found {
    let mut found = Found {
        portals: portals(program),
        ..Found::default()
    };
    for &f in &found.portals {
        let old = global_merge_point(&program.funcs[f].graph);
        let auto = find(
            &program.funcs[f].graph,
            |_, o| matches!(o, LLOp::JitMarker(MarkerKind::MergePoint, j) if program.drivers[*j].auto_reds),
        );
        let mut g = program.funcs[f].graph.clone();
        let cx = PassContext {
            program,
            func: f,
            effects,
            options,
        };
        simplify::run_with_loops(&cx, &mut g);
        if old.is_some() {
            let driver = new_driver(program, f);
            found.open.insert(f);
            open_marker(program, &mut g, driver);
        } else if auto.is_some() {
            found.auto.insert(f);
            auto_reds(program, &mut g);
        }
        recast(program, &mut g);
        program.funcs[f].graph = g;
    }
    found
}

/// For each value of a portal's state the parameter that it is on entry, if the portal does nothing before its merge
/// point, and its parameters are nothing else. `(block, at)` is the merge point; Void values do not count.
pub fn state_parameters(g: &LLGraph, (block, at): (BlockId, usize)) -> Option<Vec<u32>> {
    let params: Vec<VarId> = (g.args().iter().copied())
        .filter(|&v| *g.ty(v) != LLType::Void)
        .collect();
    let start = &g.blocks[g.start];
    // What the variables of the merge point's block are at first.
    let given = |a: &Arg<LL>| -> Option<VarId> {
        let v = a.var()?;
        if block == g.start {
            return Some(v);
        }
        let link = &g.links[*start.exits.first()?];
        let i = g.blocks[block].inputargs.iter().position(|&x| x == v)?;
        link.args[i].var()
    };
    let leads = |b: BlockId| match g.blocks[b].exits[..] {
        [l] => g.links[l].target == block,
        _ => false,
    };
    if at != 0 || block != g.start && !(start.ops.is_empty() && leads(g.start)) {
        return None;
    }
    let marker = &g.blocks[block].ops[0];
    let values = marker
        .args
        .iter()
        .filter(|a| operand_type(g, a) != LLType::Void);
    let found: Option<Vec<u32>> = values
        .map(|a| {
            let v = given(a)?;
            params.iter().position(|&p| p == v).map(|i| i as u32)
        })
        .collect();
    let found = found?;
    let mut seen = found.clone();
    seen.sort_unstable();
    seen.dedup();
    (seen.len() == found.len() && found.len() == params.len()).then_some(found)
}

/// Which parameters of a portal are greens, if it does nothing before its merge point, and its parameters are its
/// state; none whose greens follow from demands.
pub(crate) fn green_parameters(program: &Program, f: FuncId) -> Vec<usize> {
    let g = &program.funcs[f].graph;
    let Some((b, i)) = merge_point(g) else {
        return Vec::new();
    };
    let marker = &g.blocks[b].ops[i];
    let LLOp::JitMarker(_, driver) = marker.op else {
        return Vec::new();
    };
    let is_value = |a: &&Arg<LL>| operand_type(g, a) != LLType::Void;
    let greens = marker
        .args
        .iter()
        .take(program.drivers[driver].greens.len());
    let greens = greens.filter(is_value).count();
    let values = |&i: &usize| *g.ty(g.args()[i]) != LLType::Void;
    let values: Vec<usize> = (0..g.args().len()).filter(values).collect();
    let state = state_parameters(g, (b, i)).unwrap_or_default();
    let greens = state.iter().take(greens);
    greens.map(|&k| values[k as usize]).collect()
}

fn find(g: &LLGraph, wanted: impl Fn(BlockId, &LLOp) -> bool) -> Option<(BlockId, usize)> {
    g.live_blocks().find_map(|b| {
        g.blocks[b]
            .ops
            .iter()
            .position(|o| wanted(b, &o.op))
            .map(|i| (b, i))
    })
}

/// The merge point of a graph, in the form of a marker.
pub(crate) fn merge_point(g: &LLGraph) -> Option<(BlockId, usize)> {
    find(g, |_, o| {
        matches!(o, LLOp::JitMarker(MarkerKind::MergePoint, _))
    })
}

/// The global merge point that makes the portal. Old interpreters have one before their loop as well: that of a loop
/// counts, the others are dropped.
fn global_merge_point(g: &LLGraph) -> Option<(BlockId, usize)> {
    let region = order::loop_regions(g);
    let is_hint = |o: &LLOp| *o == LLOp::Hint(HintKind::GlobalMergePoint);
    find(g, |b, o| is_hint(o) && region[b].is_some()).or_else(|| find(g, |_, o| is_hint(o)))
}

fn new_driver(program: &mut Program, f: FuncId) -> JitDriverId {
    let span = global_merge_point(&program.funcs[f].graph).map_or(Span::NONE, |(b, i)| {
        program.funcs[f].graph.blocks[b].ops[i].span
    });
    let name = program.funcs[f].name.clone();
    program.drivers.push(JitDriver {
        name: name.rsplit('.').next().unwrap_or(&name).to_owned(),
        greens: Vec::new(),
        reds: Vec::new(),
        get_printable_location: None,
        virtualizables: Vec::new(),
        is_recursive: true,
        auto_reds: false,
        span,
    })
}

/// The variables that are live behind operation `i` of block `b`.
fn live_behind(g: &LLGraph, b: BlockId, i: usize) -> Vec<VarId> {
    let live = live_at(g, b, i + 1);
    live.into_iter()
        .filter(|&v| *g.ty(v) != LLType::Void)
        .collect()
}

/// Names for variables, unique; `taken` are in use.
fn names(g: &LLGraph, vars: &[VarId], taken: &[Name]) -> Vec<Name> {
    let mut out: Vec<Name> = Vec::new();
    for &v in vars {
        let base = g.vars[v]
            .name
            .map_or_else(|| v.to_string(), |n| n.as_str().to_owned());
        let mut name = Name::new(&base);
        let mut n = 1;
        while out.contains(&name) || taken.contains(&name) {
            n += 1;
            name = Name::new(&format!("{base}_{n}"));
        }
        out.push(name);
    }
    out
}

fn open_marker(program: &mut Program, g: &mut LLGraph, driver: JitDriverId) {
    let Some((b, i)) = global_merge_point(g) else {
        return;
    };
    let live = live_behind(g, b, i);
    program.drivers[driver].reds = names(g, &live, &[]);
    let op = &mut g.blocks[b].ops[i];
    op.op = LLOp::JitMarker(MarkerKind::MergePoint, driver);
    op.args = live.into_iter().map(Operand::Var).collect();
}

fn auto_reds(program: &mut Program, g: &mut LLGraph) {
    let Some((b, i)) = merge_point(g) else {
        return;
    };
    let LLOp::JitMarker(_, driver) = g.blocks[b].ops[i].op else {
        return;
    };
    let greens: Vec<VarId> = g.blocks[b].ops[i]
        .args
        .iter()
        .filter_map(Operand::var)
        .collect();
    let reds: Vec<VarId> = live_behind(g, b, i)
        .into_iter()
        .filter(|v| !greens.contains(v))
        .collect();
    let d = &mut program.drivers[driver];
    d.reds = names(g, &reds, &d.greens);
    g.blocks[b].ops[i]
        .args
        .extend(reds.into_iter().map(Operand::Var));
}

/// Makes what is used behind the merge point of what the marker passes, where both are one object under different
/// static types. Simplifying the graph undoes it.
pub(crate) fn recast(program: &Program, g: &mut LLGraph) {
    let Some((b, i)) = merge_point(g) else {
        return;
    };
    let marker = g.blocks[b].ops[i].clone();
    let passed: Vec<VarId> = marker.args.iter().filter_map(Operand::var).collect();
    let mut lost = live_behind(g, b, i);
    lost.retain(|v| !passed.contains(v) && is_instance(program, *g.ty(*v)));
    if lost.is_empty() {
        return;
    }
    let objects = SameObjects::of_casts(g);
    let mut casts = Vec::new();
    let mut renaming = Renaming::default();
    for v in lost {
        let same =
            |&&p: &&VarId| objects.of_var(p) == objects.of_var(v) && is_instance(program, *g.ty(p));
        let Some(&p) = passed.iter().find(same) else {
            continue;
        };
        let ty = *g.ty(v);
        let cast = make_op(g, LLOp::CastPointer, [Operand::Var(p)], ty, marker.span);
        g.vars[cast.result].name = g.vars[v].name;
        renaming.insert(v, Operand::Var(cast.result));
        casts.push(cast);
    }
    let mut behind = g.blocks[b].ops.split_off(i + 1);
    for op in &mut behind {
        renaming.op(op);
    }
    g.blocks[b].ops.extend(casts.into_iter().chain(behind));
    renaming.exits(g, b);
}

/// Whether markers one of which is no merge point may pass values of these types: instances of classes with a common
/// base, or None and an object. Code is compiled for what the merge point passes; the other markers only count.
fn meet(program: &Program, a: LLType, b: LLType) -> bool {
    let bases = |ty: LLType| {
        let next = |&c: &ContainerId| program.types.super_struct(c);
        let classes = std::iter::successors(ty.container(), next);
        classes.take_while(|&c| program.known.object != Some(c))
    };
    let instances = is_instance(program, a) && is_instance(program, b);
    match (a, b) {
        (LLType::Void, LLType::Ptr(_)) | (LLType::Ptr(_), LLType::Void) => true,
        _ => instances && bases(a).any(|c| bases(b).any(|d| c == d)),
    }
}

/// Mistakes in drivers and in what their markers pass.
pub(crate) fn check(program: &Program) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    // By whether the marker is a merge point.
    let mut first: FxHashMap<(JitDriverId, Name, bool), (Span, LLType)> = FxHashMap::default();
    let mut reported: FxHashSet<JitDriverId> = FxHashSet::default();
    for f in program.funcs.iter() {
        for b in f.graph.live_blocks() {
            for op in &f.graph.blocks[b].ops {
                let LLOp::JitMarker(kind, j) = op.op else {
                    continue;
                };
                let merges = kind == MarkerKind::MergePoint;
                let d = &program.drivers[j];
                let names: Vec<Name> = (d.greens.iter().chain(&d.reds).copied())
                    .filter(|n| !n.as_str().contains('.'))
                    .collect();
                let mut seen = FxHashSet::default();
                let twice = names.iter().find(|n| !seen.insert(**n));
                if let Some(&n) = twice.filter(|_| reported.insert(j)) {
                    errors.push(errors::declared_twice(d, n));
                }
                for (&name, a) in names.iter().zip(&op.args) {
                    let ty = operand_type(&f.graph, a);
                    for other in [true, false] {
                        let fits = |t| t == ty || !(merges && other) && meet(program, t, ty);
                        if let Some(&(span, t)) = first.get(&(j, name, other))
                            && !fits(t)
                            && reported.insert(j)
                        {
                            let second = (op.span, ty);
                            errors.push(errors::other_type(program, d, name, (span, t), second));
                        }
                    }
                    first.entry((j, name, merges)).or_insert((op.span, ty));
                }
            }
        }
    }
    errors
}

/// Permutes the arguments of a function's merge point.
pub(crate) fn permute(g: &mut LLGraph, order: &[usize]) {
    let Some((b, i)) = merge_point(g) else {
        return;
    };
    let args = &mut g.blocks[b].ops[i].args;
    let old = args.clone();
    *args = order.iter().map(|&k| old[k].clone()).collect();
}
