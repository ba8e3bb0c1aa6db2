//! Second half: what *has to be* green, backward from hints and merge points (need-oriented: nothing else makes a join
//! green).
//!
//! ```text
//! hint[concrete](v), assert_green(v)      demand v, or it is an error
//! greens of a merge point                 demand what is passed where that can be met, else see [`crate::places`]
//! conditions of loops traced into         demand them where that can be met: the generator unrolls
//!
//! demand of a foldable operation          demand of its arguments
//! demand of an inputarg                   demand of what every link passes; of a parameter, every call
//! demand of a call's result               demand of what the callee returns
//! ```
//! A demand is only made of what can be green, so all it reaches can be green as well. It goes over pairs of variant
//! and variable, through calls: no closure of one graph, as those of [`ir::dataflow`] are.
use ir::dataflow::Def;
use ir::index::{Idx, IndexVec};
use ir::model::{Arg, BlockId, ExitSwitch, Operand, VarId};
use lowlevel::ops::HintKind;
use lowlevel::{LL, LLOp};

use crate::prepare::{Prepared, is_promote};
use crate::times::{Times, VariantId, condition, time};

/// Which variables have to be green, and what could not be had.
#[derive(Clone, Debug, Default)]
pub(crate) struct Demands {
    /// Whether a variable is demanded, by variant and variable.
    pub demanded: IndexVec<VariantId, IndexVec<VarId, bool>>,
    /// Variants that are used, portals first.
    pub used: Vec<VariantId>,
    /// Who calls each variant, where.
    pub callers: IndexVec<VariantId, Vec<(VariantId, BlockId)>>,
    /// Hints whose demand cannot be met: variant, block, operation.
    pub unmet: Vec<(VariantId, BlockId, usize)>,
    /// Greens of merge points that have to be promoted: variant, argument.
    pub promote: Vec<(VariantId, usize)>,
}

/// Finds the demands that hold for the variants reached from `portals`.
pub(crate) fn demands(times: &Times<'_>, portals: &[VariantId]) -> Demands {
    let n = times.variants.len();
    let mut d = Demands {
        demanded: times
            .variants
            .iter()
            .map(|v| IndexVec::from_elem(false, v.times.len()))
            .collect(),
        callers: IndexVec::from_elem(Vec::new(), n),
        ..Demands::default()
    };
    let mut seen = vec![false; n];
    let mut stack: Vec<VariantId> = portals.iter().rev().copied().collect();
    while let Some(v) = stack.pop() {
        if std::mem::replace(&mut seen[v.index()], true) {
            continue;
        }
        d.used.push(v);
        let mut calls: Vec<_> = times.variants[v].calls.iter().collect();
        calls.sort_by_key(|(b, _)| **b);
        for (&b, targets) in calls {
            for &(_, t) in targets.iter().filter(|(_, t)| times.variants[*t].inside) {
                d.callers[t].push((v, b));
                stack.push(t);
            }
        }
    }
    let mut todo = Vec::new();
    for &id in &d.used.clone() {
        seeds(times, id, &mut d, &mut todo);
    }
    while let Some((id, v)) = todo.pop() {
        if std::mem::replace(&mut d.demanded[id][v], true) {
            continue;
        }
        let before = todo.len();
        sources(times, &d, id, v, &mut todo);
        debug_assert!(
            todo[before..]
                .iter()
                .all(|&(i, v)| !times.variants[i].times[v].is_red()),
            "a demand of {v} in {} reaches a red value",
            times.preparer.program.funcs[times.variants[id].func].name
        );
    }
    d
}

fn push(id: VariantId, a: &Arg<LL>, todo: &mut Vec<(VariantId, VarId)>) {
    if let Operand::Var(v) = a {
        todo.push((id, *v));
    }
}

fn seeds(times: &Times<'_>, id: VariantId, d: &mut Demands, todo: &mut Vec<(VariantId, VarId)>) {
    let variant = &times.variants[id];
    let p = &times.graphs[&variant.func];
    let g = &p.graph;
    for &b in &p.order {
        for (i, op) in g.blocks[b].ops.iter().enumerate() {
            if let LLOp::Hint(HintKind::Concrete | HintKind::AssertGreen) = op.op {
                let a = &op.args[0];
                if time(a, &variant.times).is_red() {
                    d.unmet.push((id, b, i));
                } else {
                    push(id, a, todo);
                }
            }
        }
    }
    for &b in &p.loop_conditions {
        if let ExitSwitch::Value(a) = &g.blocks[b].exitswitch
            && condition(g, b, &variant.times).is_green()
        {
            push(id, a, todo);
        }
    }
    if let Some(m) = p.marker.filter(|m| !m.open && p.order.contains(&m.block)) {
        let op = g.blocks[m.block].ops.last().expect("the marker");
        for (i, a) in op.args.iter().enumerate().take(m.greens) {
            if time(a, &variant.times).is_red() {
                d.promote.push((id, i));
            } else {
                push(id, a, todo);
            }
        }
    }
}

/// What a demanded variable is made from.
fn sources(
    times: &Times<'_>,
    d: &Demands,
    id: VariantId,
    v: VarId,
    todo: &mut Vec<(VariantId, VarId)>,
) {
    let variant = &times.variants[id];
    let p: &Prepared = &times.graphs[&variant.func];
    let g = &p.graph;
    match p.defs[v] {
        Def::None => {}
        Def::Input(b, i) => {
            if p.marker.is_some_and(|m| !m.open && m.after == b) {
                return;
            }
            for &(_, l) in &p.preds[b] {
                push(id, &g.links[l].args[i], todo);
            }
            if p.is_entry(b) && p.marker.is_none() {
                for &(caller, at) in &d.callers[id] {
                    let cg = &times.graphs[&times.variants[caller].func].graph;
                    let call = cg.blocks[at].ops.last().expect("a call");
                    let skip = usize::from(matches!(call.op, LLOp::IndirectCall(..)));
                    push(caller, &call.args[i + skip], todo);
                }
            }
        }
        Def::Op(b, i) => {
            let op = &g.blocks[b].ops[i];
            match &op.op {
                LLOp::Hint(k) if is_promote(*k) => {
                    op.args.iter().skip(1).for_each(|a| push(id, a, todo));
                }
                LLOp::OvfOccurred if i > 0 => todo.push((id, g.blocks[b].ops[i - 1].result)),
                LLOp::DirectCall(_) | LLOp::IndirectCall(..)
                    if i + 1 == g.blocks[b].ops.len() && variant.calls.contains_key(&b) =>
                {
                    for &(f, t) in &variant.calls[&b] {
                        let callee = &times.graphs[&f].graph;
                        if times.variants[t].inside {
                            todo.push((t, callee.return_var()));
                        }
                    }
                }
                _ => op.args.iter().for_each(|a| push(id, a, todo)),
            }
        }
    }
}
