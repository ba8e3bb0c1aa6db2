//! Warnings about what an interpreter's author expects the JIT to know, and it does not.
//!
//! ```text
//! W0712   if op == ADD: .. elif op == SUB: .. elif op == JUMP: ..     op is red: no instruction is chosen while compiling
//! W0713   i += 1, with i among the greens, and nothing fetched by i   each value of i is compiled by itself
//! W0715   @elidable def f(x): os.write(..)                            what compiled code does not do again
//! ```
use indexmap::IndexMap;
use ir::dataflow::Def;
use ir::diag::Diagnostic;
use ir::model::{Arg, BlockId, ExitCase, ExitSwitch, Operand, VarId};
use ir::source::Span;
use lowlevel::{FuncId, LL, LLOp, Program, Value};
use rustc_hash::FxHashSet;
use transform::rewrite;

use crate::demands::Demands;
use crate::errors::{self, Callers};
use crate::prepare::{Marker, Prepared};
use crate::times::{Times, VariantId};

/// A value that is compared with as many constants chooses an instruction.
const CASES: usize = 5;

/// The warnings of an analysis without errors. `portals`: the variants with a merge point.
pub(crate) fn warnings(
    times: &Times<'_>,
    portals: &[VariantId],
    demands: &Demands,
) -> Vec<Diagnostic> {
    let callers = errors::callers(demands);
    let mut out = Vec::new();
    for &id in portals {
        let p = &times.graphs[&times.variants[id].func];
        if let Some(m) = p.marker.filter(|m| !m.open) {
            out.extend((0..m.greens).filter_map(|i| counting(times, p, &m, i)));
        }
    }
    out.extend(visible_effects(times.preparer.program));
    let mut seen = FxHashSet::default();
    for &id in &demands.used {
        let p = &times.graphs[&times.variants[id].func];
        for (v, tests) in unknown_choices(times, id, p) {
            if seen.insert((p.func, v)) && !errors::known_while_compiling(times, &callers, id, v) {
                out.push(choice(times, &callers, id, v, &tests));
            }
        }
    }
    out
}

/// The constants that one value is compared with, and where.
type Tests = Vec<(Value, Span)>;

/// Red variables that are compared with many constants.
fn unknown_choices(times: &Times<'_>, id: VariantId, p: &Prepared) -> IndexMap<VarId, Tests> {
    let known = &times.variants[id].times;
    let g = &p.graph;
    let mut found: Vec<(VarId, Value, Span)> = Vec::new();
    for &b in &p.order {
        let ExitSwitch::Value(Operand::Var(v)) = g.blocks[b].exitswitch else {
            continue;
        };
        if let Some((v, value, span)) = equality(p, v).filter(|t| known[t.0].is_red()) {
            found.push((v, value, span));
        } else if known[v].is_red() {
            found.extend(
                g.blocks[b]
                    .exits
                    .iter()
                    .filter_map(|&l| match &g.links[l].exitcase {
                        ExitCase::Case(c) => Some((v, c.value, span_of(p, v))),
                        _ => None,
                    }),
            );
        }
    }
    let mut choices: IndexMap<VarId, Tests> = IndexMap::new();
    if found.len() < CASES {
        return choices;
    }
    let origins = rewrite::origins(g);
    for (v, value, span) in found {
        let tests = choices.entry(origins[v].var().unwrap_or(v)).or_default();
        if tests.iter().all(|t| t.0 != value) {
            tests.push((value, span));
        }
    }
    choices.retain(|_, tests| tests.len() >= CASES);
    choices
}

/// What a condition compares with what constant.
fn equality(p: &Prepared, condition: VarId) -> Option<(VarId, Value, Span)> {
    let Def::Op(b, i) = p.defs[condition] else {
        return None;
    };
    let op = &p.graph.blocks[b].ops[i];
    if !matches!(op.op, LLOp::IntEq | LLOp::CharEq | LLOp::UnicharEq) {
        return None;
    }
    match &op.args[..] {
        [Operand::Var(v), Operand::Const(c)] | [Operand::Const(c), Operand::Var(v)] => {
            Some((*v, c.value, op.span))
        }
        _ => None,
    }
}

fn span_of(p: &Prepared, v: VarId) -> Span {
    match p.defs[v] {
        Def::Op(b, i) => p.graph.blocks[b].ops[i].span,
        _ => Span::NONE,
    }
}

fn choice(
    times: &Times<'_>,
    callers: &Callers,
    id: VariantId,
    v: VarId,
    tests: &Tests,
) -> Diagnostic {
    let p = &times.graphs[&times.variants[id].func];
    let function = &times.preparer.program.funcs[p.func].name;
    let d = Diagnostic::warning(
        "W0712",
        tests[0].1,
        format!(
            "the JIT does not know {}, by which `{function}` chooses what to do",
            errors::value(p, v)
        ),
    )
    .label(format!(
        "compared with {} constants: compiled code makes these tests, too",
        tests.len()
    ));
    errors::explained(d, times, callers, id, v)
}

/// Warnings about elidable functions that the world outside of the program sees, or that see it. Memory they may write:
/// caches are what they are for.
fn visible_effects(program: &Program) -> Vec<Diagnostic> {
    let outside = |name: &str| {
        ["gx_os_", "gx_time_", "gx_debug_print"]
            .iter()
            .any(|head| name.starts_with(head))
    };
    let mut out = Vec::new();
    for (f, function) in program
        .funcs
        .iter_enumerated()
        .filter(|(_, f)| f.attrs.elidable)
    {
        let mut seen: FxHashSet<FuncId> = [f].into_iter().collect();
        // With the place in the elidable function itself.
        let mut todo: Vec<(FuncId, Span)> = vec![(f, Span::NONE)];
        while let Some((at, from)) = todo.pop() {
            let g = &program.funcs[at].graph;
            for op in g.live_blocks().flat_map(|b| &g.blocks[b].ops) {
                let place = if from.is_none() { op.span } else { from };
                match &op.op {
                    LLOp::DirectCall(h) if seen.insert(*h) => todo.push((*h, place)),
                    LLOp::ExternCall(x) if outside(program.externs[*x].name.as_str()) => {
                        out.push(
                            Diagnostic::warning(
                                "W0715",
                                place,
                                format!("`{}` is elidable, and it asks or tells the world outside", function.name),
                            )
                            .label("not done again where the JIT knows the result")
                            .note(function.graph.span, "declared elidable")
                            .help("`@elidable` says that the result depends on the arguments alone, and that a call may be left out"),
                        );
                        todo.clear();
                        break;
                    }
                    _ => {}
                }
            }
        }
    }
    out
}

/// A warning if all that ever comes around for a green is the green and a constant, and nothing is fetched by it.
fn counting(times: &Times<'_>, p: &Prepared, m: &Marker, i: usize) -> Option<Diagnostic> {
    let g = &p.graph;
    let green = g.blocks[m.after].inputargs[i];
    let arg = &g.blocks[m.block].ops.last()?.args[i];
    let mut step = None;
    for leaf in leaves(p, arg) {
        let Leaf::Op(b, at) = leaf else {
            match leaf {
                Leaf::Var(v) if v == green => continue,
                Leaf::Var(_) | Leaf::Const | Leaf::Op(..) => return None,
            }
        };
        let op = &g.blocks[b].ops[at];
        let counts = matches!(op.op, LLOp::IntAdd | LLOp::IntSub)
            && matches!(op.args[1], Operand::Const(_))
            && leaves(p, &op.args[0])
                .iter()
                .all(|l| *l == Leaf::Var(green));
        if !counts {
            return None;
        }
        step = Some(op.span);
    }
    let step = step?;
    // A position in the interpreted program is what something is fetched by.
    let origins = rewrite::origins(g);
    let is_green = |a: &Arg<LL>| a.var().is_some_and(|v| origins[v] == origins[green]);
    let fetches = |op: &LLOp| {
        !matches!(
            op,
            LLOp::IntAdd
                | LLOp::IntSub
                | LLOp::IntMul
                | LLOp::IntLt
                | LLOp::IntLe
                | LLOp::IntGt
                | LLOp::IntGe
                | LLOp::IntEq
                | LLOp::IntNe
                | LLOp::SameAs
                | LLOp::Hint(_)
                | LLOp::JitMarker(..)
        )
    };
    let position = (p.order.iter().flat_map(|&b| &g.blocks[b].ops))
        .any(|op| fetches(&op.op) && op.args.iter().any(is_green));
    if position {
        return None;
    }
    let name = crate::analyse::argument_name(times.preparer.program, p, i)?;
    Some(
        Diagnostic::warning("W0713", m.span, format!("the green `{name}` counts"))
            .label("each of its values is compiled by itself")
            .note(step, "it counts here")
            .help(format!(
                "greens are the position in the interpreted program: make `{name}` a red of the driver"
            )),
    )
}

/// Where a value comes from in the end.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Leaf {
    Op(BlockId, usize),
    /// What an entry begins with.
    Var(VarId),
    Const,
}

/// What an argument may be, through all links; way in from outside of the loop left out.
fn leaves(p: &Prepared, a: &Arg<LL>) -> Vec<Leaf> {
    let mut out = Vec::new();
    let mut seen: FxHashSet<VarId> = FxHashSet::default();
    let mut todo = vec![a.clone()];
    while let Some(a) = todo.pop() {
        let Operand::Var(v) = a else {
            out.push(Leaf::Const);
            continue;
        };
        if !seen.insert(v) {
            continue;
        }
        match p.defs[v] {
            Def::Op(b, i) => out.push(Leaf::Op(b, i)),
            Def::Input(b, _) if p.is_entry(b) => out.push(Leaf::Var(v)),
            Def::Input(b, i) => {
                todo.extend((p.preds[b].iter()).map(|&(_, l)| p.graph.links[l].args[i].clone()));
            }
            Def::None => out.push(Leaf::Var(v)),
        }
    }
    out
}
