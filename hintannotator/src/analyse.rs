//! The whole analysis: portals, what can be green, what is demanded, copies; again with promotions where a red value
//! enters a green of a merge point.
use std::rc::Rc;
use std::sync::Arc;

use indexmap::{IndexMap, IndexSet};
use ir::diag::Diagnostic;
use ir::index::IndexVec;
use ir::lltype::LLType;
use ir::model::{Args, BlockId, Operand};
use ir::name::Name;
use lowlevel::binding::CopyId;
use lowlevel::ops::HintKind;
use lowlevel::{AliasRegion, FuncId, LL, LLGraph, LLOp, Program, Value};
use rustc_hash::FxHashSet;
use transform::PassOptions;
use transform::effects::{Effects, asks, callees, never_return, outward, reads, stored, unsettled};
use transform::rewrite::Renaming;

use crate::copies::Copies;
use crate::demands::{Demands, demands};
use crate::lattice::Time;
use crate::places;
use crate::policy::{self, CallKind};
use crate::portals::{self, Found, normalise, permute};
use crate::prepare::{Marker, Prepared, Preparer};
use crate::split;
use crate::times::{Times, VariantId};
use crate::useful::Useful;
use crate::{Colored, GraphCopy, Portal, errors, warnings};

/// Colours a typed program. Merge points of old style and of `reds='auto'` drivers are rewritten in the program, and
/// drivers appended; all else of it stays as it is.
///
/// # Errors
/// Demands that cannot be met, wrong merge points.
pub fn analyse(program: &mut Program) -> Result<Colored, Vec<Diagnostic>> {
    analyse_in_order(program, &mut |_| 0)
}

/// The same, with the reasons why variables are red.
///
/// # Errors
/// As [`analyse`].
pub fn analyse_with_reasons(program: &mut Program) -> Result<Colored, Vec<Diagnostic>> {
    analyse_with(program, &mut |_| 0, true)
}

/// The same, with a choice of what is worked on next (for tests: the result does not depend on it).
///
/// # Errors
/// As [`analyse`].
pub fn analyse_in_order(
    program: &mut Program,
    pick: &mut dyn FnMut(usize) -> usize,
) -> Result<Colored, Vec<Diagnostic>> {
    analyse_with(program, pick, false)
}

fn analyse_with(
    program: &mut Program,
    pick: &mut dyn FnMut(usize) -> usize,
    reasons: bool,
) -> Result<Colored, Vec<Diagnostic>> {
    let options = PassOptions {
        jit: true,
        ..PassOptions::default()
    };
    // Residual code calls translated functions, and those check the stack: facts about calls include that.
    let mut effects = Effects::with_stack_checks(program);
    let mut found = normalise(program, &effects, &options);
    if split::run(program, &mut found) {
        effects = Effects::with_stack_checks(program);
    }
    let wrong = portals::check(program);
    if !wrong.is_empty() {
        return Err(wrong);
    }
    let (mut colored, orders) = color(program, &effects, &options, &found, pick, reasons)?;
    // Greens of open merge points come first, now that they are known.
    for (f, order, greens) in orders {
        let Some(portal) = colored.portals.iter_mut().find(|p| p.func == f) else {
            continue;
        };
        let d = &mut program.drivers[portal.driver];
        let names: Vec<Name> = order.iter().map(|&k| d.reds[k]).collect();
        d.greens = names[..greens].to_vec();
        d.reds = names[greens..].to_vec();
        permute(&mut program.funcs[f].graph, &order);
    }
    name_portals(program, &mut colored);
    Ok(colored)
}

type Orders = Vec<(FuncId, Vec<usize>, usize)>;

/// For each function whether it reads what functions that are looked into, or portals, write, or what these call.
/// (Those that give references have to be asked anyway if they do: [`unsettled`].)
fn rewritten(
    program: &Program,
    kinds: &IndexVec<FuncId, CallKind>,
    outward: &IndexVec<FuncId, bool>,
    reads: &IndexVec<FuncId, Option<Vec<AliasRegion>>>,
) -> IndexVec<FuncId, bool> {
    let writers = writers(program, kinds, outward);
    let stores: FxHashSet<AliasRegion> = (writers.into_iter())
        .flat_map(|f| stored(&program.funcs[f].graph))
        .collect();
    let reads_any = |list: &Option<Vec<AliasRegion>>| {
        let any = |list: &[AliasRegion]| list.iter().any(|r| stores.contains(r));
        list.as_deref().is_none_or(any)
    };
    reads.iter().map(reads_any).collect()
}

/// The functions that are looked into, the portals, and what these may call. An elidable function counts if others see
/// its calls.
fn writers(
    program: &Program,
    kinds: &IndexVec<FuncId, CallKind>,
    outward: &IndexVec<FuncId, bool>,
) -> FxHashSet<FuncId> {
    let writes = |f: &FuncId| kinds[*f] != CallKind::Elidable || outward[*f];
    let inside = |f: &FuncId| matches!(kinds[*f], CallKind::Inside | CallKind::Portal);
    let mut todo: Vec<FuncId> = program.funcs.indices().filter(inside).collect();
    let mut seen = FxHashSet::default();
    while let Some(f) = todo.pop() {
        if !seen.insert(f) {
            continue;
        }
        let graph = &program.funcs[f].graph;
        for op in graph.live_blocks().flat_map(|b| &graph.blocks[b].ops) {
            if let LLOp::IndirectCall(_, None) = &op.op {
                return program.funcs.indices().filter(writes).collect();
            }
            todo.extend(callees(&op.op).iter().filter(|f| writes(f)));
        }
    }
    seen
}

fn color(
    program: &Program,
    effects: &Effects,
    options: &PassOptions,
    found: &Found,
    pick: &mut dyn FnMut(usize) -> usize,
    reasons: bool,
) -> Result<(Colored, Orders), Vec<Diagnostic>> {
    let portal_set: FxHashSet<FuncId> = found.portals.iter().copied().collect();
    let kinds = policy::call_kinds(program, &portal_set, &found.recursive);
    let (reads, outward) = (reads(program), outward(program));
    let mut times = Times::new(Preparer {
        program,
        effects,
        rewritten: rewritten(program, &kinds, &outward, &reads),
        kinds,
        outward,
        asks: asks(program, |_| true),
        never: never_return(program),
        unsettled: unsettled(program, &reads),
        options,
        frozen: &found.frozen,
        greens: (found.recursive.iter())
            .map(|&f| (f, portals::green_parameters(program, f)))
            .collect(),
    });
    let mut failed = Vec::new();
    for &f in &found.portals {
        match times.preparer.prepare(f, found.open.contains(&f)) {
            // A merge point that simplification removed is never reached.
            Ok(p) if p.marker.is_none() => {}
            Ok(p) => {
                times.graphs.insert(f, Rc::new(p));
            }
            Err(list) => failed.extend(list),
        }
    }
    if !failed.is_empty() {
        return Err(failed);
    }
    let funcs: Vec<FuncId> = times.graphs.keys().copied().collect();
    let mut notes = Vec::new();
    let mut placed: FxHashSet<(FuncId, usize)> = FxHashSet::default();
    let (roots, demands) = loop {
        times.restart();
        let roots: Vec<VariantId> = funcs
            .iter()
            .map(|&f| {
                let n = times.graphs[&f].graph.args().len();
                times.variant(f, vec![Time::RED; n])
            })
            .collect();
        times.run(pick);
        if !times.errors.is_empty() {
            return Err(times.errors);
        }
        let d = demands(&times, &roots);
        if d.promote.is_empty() {
            break (roots, d);
        }
        let mut wanted: IndexMap<FuncId, (VariantId, IndexSet<usize>)> = IndexMap::new();
        for &(v, i) in &d.promote {
            let of = wanted.entry(times.variants[v].func);
            of.or_insert((v, IndexSet::new())).1.insert(i);
        }
        let callers = errors::callers(&d);
        // A note reads the times of the graph, which has other variables as soon as something is promoted in it.
        for (&f, (_, arguments)) in &wanted {
            let first = arguments.iter().filter(|&&i| !placed.contains(&(f, i)));
            notes.extend(first.filter_map(|&i| errors::promoted_green(&times, &callers, f, i)));
        }
        for (f, (v, arguments)) in wanted {
            let Some(mut p) = times.graphs.get(&f).cloned() else {
                continue;
            };
            let (first, again): (Vec<usize>, Vec<usize>) =
                arguments.iter().partition(|&&i| placed.insert((f, i)));
            let g = Rc::make_mut(&mut p);
            if !first.is_empty() {
                places::promote_arguments(g, &times.preparer, &times.variants[v].times, &first);
            }
            // What is red all the same.
            for i in again {
                g.promote_at_marker(i);
            }
            times.graphs.insert(f, p);
        }
    };
    let unmet = errors::unmet(&times, &demands);
    if !unmet.is_empty() {
        return Err(unmet);
    }
    notes.extend(warnings::warnings(&times, &roots, &demands));
    let (mut colored, orders) = finish(&times, &roots, &demands, &found.recursive, notes);
    if reasons {
        colored.reasons = errors::reasons(&times, &demands);
    }
    Ok((colored, orders))
}

fn finish(
    times: &Times<'_>,
    roots: &[VariantId],
    demands: &Demands,
    recursive: &FxHashSet<FuncId>,
    notes: Vec<Diagnostic>,
) -> (Colored, Orders) {
    let useful = Useful::new(&times.preparer, &times.graphs);
    let used: IndexSet<FuncId> = demands
        .used
        .iter()
        .map(|&v| times.variants[v].func)
        .collect();
    // The graphs of the result: greens first at open merge points, hints gone.
    let mut orders: Orders = Vec::new();
    let mut graphs: IndexMap<FuncId, Arc<LLGraph>> = IndexMap::new();
    for &f in &used {
        let p = &times.graphs[&f];
        let mut g = p.graph.clone();
        if let Some(m) = p.marker.filter(|m| m.open) {
            let root = roots
                .iter()
                .find(|&&v| times.variants[v].func == f)
                .expect("a portal");
            let inputs = &g.blocks[m.after].inputargs;
            let green = |k: &usize| demands.demanded[*root][inputs[*k]];
            let (mut order, reds): (Vec<usize>, Vec<usize>) =
                (0..inputs.len()).partition(|k| green(k));
            let greens = order.len();
            order.extend(reds);
            permute_portal(&mut g, &m, &order);
            orders.push((f, order, greens));
        }
        graphs.insert(f, Arc::new(g));
    }
    let mut copies = Copies::new(times, demands, &useful).run(roots, &graphs);
    let mut plain: IndexMap<FuncId, Arc<LLGraph>> = IndexMap::new();
    for (&f, g) in &graphs {
        let mut g = (**g).clone();
        let removed = drop_hints(&mut g);
        for c in copies.iter_mut().filter(|c| c.func == f) {
            c.frozen_loads = c
                .frozen_loads
                .iter()
                .map(|&(b, i)| {
                    let before = removed
                        .iter()
                        .filter(|&&(rb, ri)| rb == b && ri < i)
                        .count();
                    (b, i - before)
                })
                .collect();
        }
        plain.insert(f, Arc::new(g));
    }
    for c in copies.iter_mut() {
        c.graph = plain[&c.func].clone();
    }
    let portals = roots
        .iter()
        .enumerate()
        .map(|(i, &v)| {
            let f = times.variants[v].func;
            let m = times.graphs[&f].marker.expect("a portal");
            Portal {
                driver: m.driver,
                func: f,
                copy: CopyId(i as u32),
                block: m.block,
                greens: Vec::new(),
                reds: Vec::new(),
                span: m.span,
                recursive: recursive.contains(&f),
            }
        })
        .collect();
    let used_graphs: FxHashSet<FuncId> = copies.iter().map(|c| c.func).collect();
    plain.retain(|f, _| used_graphs.contains(f));
    let colored = Colored {
        roots: called(times.preparer.program, &copies),
        copies,
        portals,
        graphs: plain,
        notes,
        reasons: Vec::new(),
    };
    (colored, orders)
}

fn permute_portal(g: &mut LLGraph, m: &Marker, order: &[usize]) {
    let pick = |a: &Args<LL>| -> Args<LL> { order.iter().map(|&k| a[k].clone()).collect() };
    let op = g.blocks[m.block].ops.last_mut().expect("the marker");
    op.args = pick(&op.args);
    // Every link into the block behind it comes from the marker.
    let l = g.blocks[m.block].exits[0];
    g.links[l].args = pick(&g.links[l].args);
    let inputs = &mut g.blocks[m.after].inputargs;
    *inputs = order.iter().map(|&k| inputs[k]).collect();
}

/// Removes hints that have done their work; where they were.
fn drop_hints(g: &mut LLGraph) -> Vec<(BlockId, usize)> {
    let mut removed = Vec::new();
    let blocks: Vec<BlockId> = g.live_blocks().collect();
    for b in blocks {
        let mut renaming = Renaming::default();
        let mut i = 0;
        let mut ops = std::mem::take(&mut g.blocks[b].ops);
        ops.retain_mut(|op| {
            renaming.op(op);
            i += 1;
            let LLOp::Hint(k) = op.op else { return true };
            match k {
                k if crate::prepare::is_promote(k) => return true,
                HintKind::Variable | HintKind::Forget => {
                    op.op = LLOp::SameAs;
                    return true;
                }
                k if crate::prepare::is_kept(k) => return true,
                _ if *g.ty(op.result) != LLType::Void => {
                    // `sign = hint(x[i], concrete=True)`: the value is called `sign`.
                    if let Some(v) = op.args[0].var()
                        && g.vars[v].name.is_none()
                    {
                        g.vars[v].name = g.vars[op.result].name;
                    }
                    renaming.insert(op.result, op.args[0].clone());
                }
                _ => {}
            }
            removed.push((b, i - 1));
            false
        });
        g.blocks[b].ops = ops;
        renaming.exits(g, b);
    }
    removed
}

/// Functions that residual code and generators may call.
fn called(program: &Program, copies: &IndexVec<CopyId, GraphCopy>) -> Vec<FuncId> {
    let mut roots: IndexSet<FuncId> = IndexSet::new();
    for c in copies.iter() {
        roots.insert(c.func);
        for b in c.graph.live_blocks() {
            for op in &c.graph.blocks[b].ops {
                match &op.op {
                    LLOp::DirectCall(f) => {
                        roots.insert(*f);
                    }
                    LLOp::IndirectCall(_, Some(fs)) => roots.extend(fs.iter().copied()),
                    _ => {}
                }
            }
        }
        c.graph.constants(|c| {
            if let Value::Func(f) = c.value {
                roots.insert(f);
            }
        });
    }
    roots.extend(
        program
            .drivers
            .iter()
            .filter_map(|d| d.get_printable_location),
    );
    roots.into_iter().collect()
}

/// Fills in names and types of greens and reds.
fn name_portals(program: &Program, colored: &mut Colored) {
    for p in &mut colored.portals {
        let d = &program.drivers[p.driver];
        let g = &colored.graphs[&p.func];
        let plain = |names: &[Name]| -> Vec<Name> {
            names
                .iter()
                .copied()
                .filter(|n| !n.as_str().contains('.'))
                .collect()
        };
        let (greens, reds) = (plain(&d.greens), plain(&d.reds));
        // The program's marker still has the Void arguments.
        let void: Vec<bool> = void_arguments(program, p.func);
        let marker = g.blocks[p.block].ops.last().expect("the marker");
        let mut types = marker.args.iter().map(|a| match a {
            Operand::Var(v) => *g.ty(*v),
            Operand::Const(c) => c.ty,
        });
        for (k, name) in greens.iter().chain(&reds).enumerate() {
            if void.get(k) == Some(&true) {
                continue;
            }
            let Some(ty) = types.next() else { break };
            if k < greens.len() {
                p.greens.push((*name, ty));
            } else {
                p.reds.push((*name, ty));
            }
        }
    }
}

fn void_arguments(program: &Program, f: FuncId) -> Vec<bool> {
    let g = &program.funcs[f].graph;
    for b in g.live_blocks() {
        for op in &g.blocks[b].ops {
            if let LLOp::JitMarker(lowlevel::ops::MarkerKind::MergePoint, _) = op.op {
                return op
                    .args
                    .iter()
                    .map(|a| match a {
                        Operand::Var(v) => *g.ty(*v) == LLType::Void,
                        Operand::Const(c) => c.ty == LLType::Void,
                    })
                    .collect();
            }
        }
    }
    Vec::new()
}

/// The name of argument `i` (Void ones not counted) of a portal's merge point.
pub(crate) fn argument_name(program: &Program, p: &Prepared, i: usize) -> Option<Name> {
    let d = &program.drivers[p.marker?.driver];
    let void = void_arguments(program, p.func);
    d.greens
        .iter()
        .chain(&d.reds)
        .copied()
        .filter(|n| !n.as_str().contains('.'))
        .enumerate()
        .filter(|(k, _)| void.get(*k) != Some(&true))
        .nth(i)
        .map(|(_, n)| n)
}
