//! Portals: functions with a merge point, brought into one form.
//!
//! ```text
//! hint[global_merge_point](void)     →     jit_marker[merge_point, j](all that is live)
//! ```
//! The program's own graph is rewritten as well, so that the translated interpreter and the coloured graph speak of the
//! same merge point. Live is what the simplified graph still needs, so every portal's graph is simplified first. For
//! `reds='auto'` the reds are what is live and not green.
use ir::diag::Diagnostic;
use ir::lltype::LLType;
use ir::model::{BlockId, Operand, VarId, order};
use ir::name::Name;
use ir::rewrite::live_at;
use ir::source::Span;
use lowlevel::ops::{HintKind, MarkerKind};
use lowlevel::{FuncId, JitDriver, JitDriverId, LLGraph, LLOp, Program};
use rustc_hash::{FxHashMap, FxHashSet};
use transform::effects::Effects;
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
        program.funcs[f].graph = g;
    }
    found
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

/// Mistakes in drivers and in what their markers pass.
pub(crate) fn check(program: &Program) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    let mut first: FxHashMap<(JitDriverId, Name), (Span, LLType)> = FxHashMap::default();
    let mut reported: FxHashSet<JitDriverId> = FxHashSet::default();
    for f in program.funcs.iter() {
        for b in f.graph.live_blocks() {
            for op in &f.graph.blocks[b].ops {
                let LLOp::JitMarker(_, j) = op.op else {
                    continue;
                };
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
                    let ty = match a {
                        Operand::Var(v) => *f.graph.ty(*v),
                        Operand::Const(c) => c.ty,
                    };
                    match first.get(&(j, name)) {
                        None => {
                            first.insert((j, name), (op.span, ty));
                        }
                        Some(&(span, t)) if t != ty && reported.insert(j) => {
                            let second = (op.span, ty);
                            errors.push(errors::other_type(program, d, name, (span, t), second));
                        }
                        Some(_) => {}
                    }
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
