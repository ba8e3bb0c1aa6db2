//! Copies: a variant with the colours that its arguments have at last. Forward, as a least fixed point with red above
//! green.
//!
//! A join is green if it is demanded, or if greens alone decide which way it is reached; else red. An inputarg that one
//! link alone feeds has the colour of what is passed: it costs no key. An operation is green if it can be and all its
//! arguments are. A parameter is green if it is demanded, or if the argument is green and of use there (see
//! [`Useful`]).
//!
//! Whether a join is green depends on all blocks between its dominator and itself, so a graph is visited in full rounds
//! and not by a sweep of [`ir::dataflow`].
//!
//! All targets of an indirect call get the same colours of arguments, and the same colour of the result: if one returns
//! red, all do.
use std::rc::Rc;
use std::sync::Arc;

use ir::index::{Idx, IndexVec};
use ir::lltype::LLType;
use ir::model::{Arg, BlockId, ExitSwitch, Operand, VarId};
use lowlevel::binding::{Color, CopyId};
use lowlevel::ops::HintKind;
use lowlevel::{FuncId, LLGraph, LLOp};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::demands::Demands;
use crate::policy::{self, CallKind, Fold};
use crate::prepare::{Prepared, is_promote};
use crate::times::{Times, VariantId};
use crate::useful::Useful;
use crate::{CallPlan, GraphCopy};

/// What a copy is made for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Key {
    variant: VariantId,
    args: Vec<Color>,
    /// The result is red though it need not be.
    red_result: bool,
}

ir::entity!(
    /// A copy while colours are being found.
    DraftId,
    "draft"
);

struct Draft {
    key: Key,
    colors: IndexVec<VarId, Option<Color>>,
    result: Option<Color>,
    calls: FxHashMap<BlockId, Vec<(FuncId, DraftId)>>,
    callers: std::collections::BTreeSet<DraftId>,
}

/// Finds the copies of all portals.
pub(crate) struct Copies<'a, 'b> {
    times: &'a Times<'b>,
    demands: &'a Demands,
    useful: &'a Useful,
    drafts: IndexVec<DraftId, Draft>,
    by_key: FxHashMap<Key, DraftId>,
    todo: Vec<DraftId>,
}

fn join(a: Option<Color>, b: Option<Color>) -> Option<Color> {
    match (a, b) {
        (None, c) | (c, None) => c,
        (a, b) => a.max(b),
    }
}

impl<'a, 'b> Copies<'a, 'b> {
    /// No copies yet.
    pub(crate) fn new(
        times: &'a Times<'b>,
        demands: &'a Demands,
        useful: &'a Useful,
    ) -> Copies<'a, 'b> {
        Copies {
            times,
            demands,
            useful,
            drafts: IndexVec::new(),
            by_key: FxHashMap::default(),
            todo: Vec::new(),
        }
    }
    fn graph(&self, v: VariantId) -> Rc<Prepared> {
        self.times.graphs[&self.times.variants[v].func].clone()
    }
    fn draft(&mut self, key: Key) -> DraftId {
        if let Some(&d) = self.by_key.get(&key) {
            return d;
        }
        let n = self.times.variants[key.variant].times.len();
        let d = self.drafts.push(Draft {
            key: key.clone(),
            colors: IndexVec::from_elem(None, n),
            result: None,
            calls: FxHashMap::default(),
            callers: std::collections::BTreeSet::new(),
        });
        self.by_key.insert(key, d);
        self.todo.push(d);
        d
    }
    /// Colours what the portals reach. The graphs are those of the copies; the result has the portals' copies first, in
    /// order.
    pub(crate) fn run(
        mut self,
        portals: &[VariantId],
        graphs: &indexmap::IndexMap<FuncId, Arc<LLGraph>>,
    ) -> IndexVec<CopyId, GraphCopy> {
        let roots: Vec<DraftId> = portals
            .iter()
            .map(|&v| {
                let n = self.graph(v).graph.args().len();
                self.draft(Key {
                    variant: v,
                    args: vec![Color::Red; n],
                    red_result: false,
                })
            })
            .collect();
        loop {
            while !self.todo.is_empty() {
                let d = self.todo.remove(0);
                self.visit(d);
            }
            if !self.close() {
                break;
            }
        }
        self.finish(&roots, graphs)
    }
    /// At the fixed point a result without colour is that of a function that never returns. What its callers would do
    /// with it still needs colours that agree with each other: such a result counts as green, which no demand
    /// contradicts. Whether there was one.
    fn close(&mut self) -> bool {
        let never: Vec<DraftId> = self
            .drafts
            .iter_enumerated()
            .filter(|(_, d)| d.result.is_none())
            .map(|(id, _)| id)
            .collect();
        for &d in &never {
            self.drafts[d].result = Some(Color::Green);
            self.revisit_callers(d);
        }
        !never.is_empty()
    }
    fn revisit_callers(&mut self, d: DraftId) {
        for &c in &self.drafts[d].callers {
            if !self.todo.contains(&c) {
                self.todo.push(c);
            }
        }
    }
    fn visit(&mut self, id: DraftId) {
        let key = self.drafts[id].key.clone();
        let p = self.graph(key.variant);
        let mut colors = std::mem::take(&mut self.drafts[id].colors);
        let mut calls = FxHashMap::default();
        loop {
            let mut changed = false;
            calls.clear();
            for &b in &p.order {
                changed |= self.block(id, &key, &p, b, &mut colors, &mut calls);
            }
            if !changed {
                break;
            }
        }
        let ret = p.graph.return_var();
        let mut result = match *p.graph.ty(ret) {
            LLType::Void => Some(Color::Green),
            _ => colors[ret],
        };
        if key.red_result {
            result = Some(Color::Red);
        }
        let d = &mut self.drafts[id];
        d.colors = colors;
        d.calls = calls;
        let joined = join(d.result, result);
        if joined != d.result {
            d.result = joined;
            self.revisit_callers(id);
        }
    }
    fn block(
        &mut self,
        id: DraftId,
        key: &Key,
        p: &Prepared,
        b: BlockId,
        colors: &mut IndexVec<VarId, Option<Color>>,
        calls: &mut FxHashMap<BlockId, Vec<(FuncId, DraftId)>>,
    ) -> bool {
        let g = &p.graph;
        let demanded = &self.demands.demanded[key.variant];
        let mut changed = false;
        let mut raise = |colors: &mut IndexVec<VarId, Option<Color>>, v: VarId, c| {
            let joined = join(colors[v], c);
            if joined != colors[v] {
                colors[v] = joined;
                changed = true;
            }
        };
        for (i, &v) in g.blocks[b].inputargs.iter().enumerate() {
            let c = if *g.ty(v) == LLType::Void {
                Some(Color::Green)
            } else if key.red_result && b == g.return_block {
                Some(Color::Red)
            } else if p.marker.is_some_and(|m| !m.open && m.after == b) {
                let green = p.marker.is_some_and(|m| i < m.greens);
                Some(if green { Color::Green } else { Color::Red })
            } else if demanded[v] {
                Some(Color::Green)
            } else if p.is_entry(b) && p.marker.is_none() && p.preds[b].is_empty() {
                Some(key.args[i])
            } else if p.is_join(b) {
                if self.decided_by_greens(key, p, b, colors) {
                    p.preds[b]
                        .iter()
                        .map(|&(_, l)| color(&g.links[l].args[i], colors))
                        .fold(None, join)
                } else {
                    Some(Color::Red)
                }
            } else {
                let (_, l) = p.preds[b][0];
                color(&g.links[l].args[i], colors)
            };
            raise(colors, v, c);
        }
        let n = g.blocks[b].ops.len();
        for i in 0..n {
            let op = &g.blocks[b].ops[i];
            let c = if *g.ty(op.result) == LLType::Void {
                if i + 1 == n {
                    self.call(id, key, p, b, colors, calls);
                }
                Some(Color::Green)
            } else if i + 1 == n && self.times.variants[key.variant].calls.contains_key(&b) {
                self.call(id, key, p, b, colors, calls)
            } else {
                self.operation(key, p, b, i, colors)
            };
            raise(colors, g.blocks[b].ops[i].result, c);
        }
        changed
    }
    /// Whether greens alone decide which of its predecessors reaches a join: between it and its dominator no switch is
    /// red, nothing is promoted and no call has a green result. Then what meets there is a function of greens before,
    /// and a green
    /// join multiplies nothing.
    fn decided_by_greens(
        &self,
        key: &Key,
        p: &Prepared,
        b: BlockId,
        colors: &IndexVec<VarId, Option<Color>>,
    ) -> bool {
        let Some((dominator, between)) = p.joins.get(&b) else {
            return false;
        };
        let g = &p.graph;
        let green_switch = |b: BlockId| match &g.blocks[b].exitswitch {
            ExitSwitch::Value(a) => color(a, colors) != Some(Color::Red),
            _ => true,
        };
        let action = |b: BlockId| {
            g.blocks[b].ops.last().is_some_and(|op| match &op.op {
                LLOp::Hint(k) => is_promote(*k) && color(&op.args[0], colors) == Some(Color::Red),
                _ => {
                    self.times.variants[key.variant].calls.contains_key(&b)
                        && *g.ty(op.result) != LLType::Void
                        && !self.times.variants[key.variant].times[op.result].is_red()
                }
            })
        };
        green_switch(*dominator) && between.iter().all(|&b| green_switch(b) && !action(b))
    }
    fn operation(
        &self,
        key: &Key,
        p: &Prepared,
        b: BlockId,
        i: usize,
        colors: &IndexVec<VarId, Option<Color>>,
    ) -> Option<Color> {
        let op = &p.graph.blocks[b].ops[i];
        match &op.op {
            LLOp::Hint(HintKind::PromoteKnown) => color(&op.args[1], colors),
            LLOp::Hint(HintKind::Certain) => Some(Color::Green),
            LLOp::Hint(k) if is_promote(*k) => Some(Color::Green),
            LLOp::Hint(HintKind::Variable | HintKind::Forget) => Some(Color::Red),
            LLOp::Hint(_) => color(&op.args[0], colors),
            LLOp::OvfOccurred if i > 0 => colors[p.graph.blocks[b].ops[i - 1].result],
            _ if self.times.variants[key.variant].times[op.result].is_red() => Some(Color::Red),
            // Without arguments that could be red: green from the start.
            _ => op
                .args
                .iter()
                .map(|a| color(a, colors))
                .fold(Some(Color::Green), join_all),
        }
    }
    fn call(
        &mut self,
        id: DraftId,
        key: &Key,
        p: &Prepared,
        b: BlockId,
        colors: &IndexVec<VarId, Option<Color>>,
        calls: &mut FxHashMap<BlockId, Vec<(FuncId, DraftId)>>,
    ) -> Option<Color> {
        let Some(targets) = self.times.variants[key.variant].calls.get(&b) else {
            return Some(Color::Red);
        };
        let op = p.graph.blocks[b].ops.last().expect("a call");
        let (args, all_inside) = match &op.op {
            LLOp::IndirectCall(_, fs) => (
                &op.args[1..],
                fs.as_ref().is_some_and(|fs| {
                    fs.iter().all(|f| {
                        targets
                            .iter()
                            .any(|(t, v)| t == f && self.times.variants[*v].inside)
                    })
                }),
            ),
            _ => (&op.args[..], true),
        };
        let targets: Vec<(FuncId, VariantId)> = targets
            .iter()
            .copied()
            .filter(|(_, v)| self.times.variants[*v].inside)
            .collect();
        if targets.is_empty() {
            return Some(Color::Red);
        }
        let actual: Option<Vec<Color>> = args.iter().map(|a| color(a, colors)).collect();
        let actual = actual?;
        let given: Vec<Color> = actual
            .iter()
            .enumerate()
            .map(|(i, &c)| {
                let wanted = targets.iter().any(|&(f, v)| {
                    let callee = &self.times.graphs[&f].graph;
                    let param = callee.args()[i];
                    *callee.ty(param) == LLType::Void
                        || self.demands.demanded[v][param]
                        || self.useful.is_useful(f, i)
                });
                if c == Color::Green && wanted {
                    Color::Green
                } else {
                    Color::Red
                }
            })
            .collect();
        let mut drafts = self.targets(id, &targets, &given, false);
        let results: Vec<Option<Color>> =
            drafts.iter().map(|&(_, d)| self.drafts[d].result).collect();
        let joined = results.iter().copied().fold(None, join);
        let mut result = joined;
        if !all_inside || joined == Some(Color::Red) {
            result = Some(Color::Red);
            if results.iter().any(|&r| r != Some(Color::Red)) {
                drafts = self.targets(id, &targets, &given, true);
            }
        }
        calls.insert(b, drafts);
        if results.contains(&None) && result == Some(Color::Green) {
            // Another target may still turn out red.
            return None;
        }
        result
    }
    fn targets(
        &mut self,
        id: DraftId,
        targets: &[(FuncId, VariantId)],
        given: &[Color],
        red_result: bool,
    ) -> Vec<(FuncId, DraftId)> {
        targets
            .iter()
            .map(|&(f, variant)| {
                let d = self.draft(Key {
                    variant,
                    args: given.to_vec(),
                    red_result,
                });
                self.drafts[d].callers.insert(id);
                (f, d)
            })
            .collect()
    }
    fn finish(
        self,
        roots: &[DraftId],
        graphs: &indexmap::IndexMap<FuncId, Arc<LLGraph>>,
    ) -> IndexVec<CopyId, GraphCopy> {
        let mut order: Vec<DraftId> = Vec::new();
        let mut seen: FxHashSet<DraftId> = FxHashSet::default();
        let mut queue: std::collections::VecDeque<DraftId> = roots.iter().copied().collect();
        while let Some(d) = queue.pop_front() {
            if !seen.insert(d) {
                continue;
            }
            order.push(d);
            let mut calls: Vec<_> = self.drafts[d].calls.iter().collect();
            calls.sort_by_key(|(b, _)| **b);
            queue.extend(calls.into_iter().flat_map(|(_, t)| t.iter().map(|x| x.1)));
        }
        let classes = self.classes(&order, roots.len());
        let id_of: FxHashMap<DraftId, CopyId> = order
            .iter()
            .zip(&classes)
            .map(|(&d, &c)| (d, CopyId::new(c)))
            .collect();
        let mut copies: IndexVec<CopyId, GraphCopy> = IndexVec::new();
        for (&d, &class) in order.iter().zip(&classes) {
            if class == copies.len() {
                copies.push(self.copy(d, graphs, &id_of, roots));
            }
        }
        copies
    }
    /// Copies that differ in what nobody sees are the same: the coarsest partition that respects function, colours,
    /// frozen loads and the classes of what is called, by refinement. Classes are numbered in order of first
    /// appearance.
    fn classes(&self, order: &[DraftId], roots: usize) -> Vec<usize> {
        let number = |keys: Vec<String>| -> Vec<usize> {
            let mut ids: FxHashMap<String, usize> = FxHashMap::default();
            keys.into_iter()
                .map(|k| {
                    let n = ids.len();
                    *ids.entry(k).or_insert(n)
                })
                .collect()
        };
        let own: Vec<String> = order
            .iter()
            .enumerate()
            .map(|(i, &d)| {
                let draft = &self.drafts[d];
                let func = self.times.variants[draft.key.variant].func;
                // A portal's copy is its own.
                let root = if i < roots { i + 1 } else { 0 };
                let mut frozen: Vec<_> = self.frozen_loads(d).into_iter().collect();
                frozen.sort();
                let inside: Vec<bool> = {
                    let mut blocks: Vec<_> = draft.calls.keys().collect();
                    blocks.sort();
                    blocks.iter().map(|b| draft.calls.contains_key(b)).collect()
                };
                format!(
                    "{func} {root} {:?} {:?} {:?} {frozen:?} {inside:?}",
                    draft.colors, draft.result, draft.key.args
                )
            })
            .collect();
        let mut classes = number(own);
        loop {
            let class_of: FxHashMap<DraftId, usize> =
                order.iter().copied().zip(classes.iter().copied()).collect();
            let keys = order
                .iter()
                .zip(&classes)
                .map(|(&d, c)| {
                    let mut calls: Vec<(BlockId, Vec<usize>)> = self.drafts[d]
                        .calls
                        .iter()
                        .map(|(&b, t)| (b, t.iter().map(|x| class_of[&x.1]).collect()))
                        .collect();
                    calls.sort();
                    format!("{c} {calls:?}")
                })
                .collect();
            let refined = number(keys);
            if refined == classes {
                return classes;
            }
            classes = refined;
        }
    }
    /// Red loads of what is immutable by context.
    fn frozen_loads(&self, d: DraftId) -> FxHashSet<(BlockId, usize)> {
        let draft = &self.drafts[d];
        let p = self.graph(draft.key.variant);
        let times = &self.times.variants[draft.key.variant].times;
        let program = self.times.preparer.program;
        let mut found = FxHashSet::default();
        for &b in &p.order {
            for (i, op) in p.graph.blocks[b].ops.iter().enumerate() {
                let Fold::Load(false) = policy::fold(program, self.times.preparer.effects, &op.op)
                else {
                    continue;
                };
                let frozen = match &op.args[0] {
                    Operand::Var(v) => times[*v].frozen(),
                    Operand::Const(_) => crate::lattice::Frozen::Mutable,
                };
                if frozen != crate::lattice::Frozen::Mutable
                    && draft.colors[op.result] == Some(Color::Red)
                {
                    found.insert((b, i));
                }
            }
        }
        found
    }
    /// The calls of portals in a graph.
    fn portal_calls(
        &self,
        p: &Prepared,
        roots: &[DraftId],
    ) -> impl Iterator<Item = (BlockId, CallPlan)> {
        let portal = |b: BlockId| {
            let LLOp::DirectCall(f) = p.graph.blocks[b].ops.last()?.op else {
                return None;
            };
            if self.times.preparer.kinds[f] != CallKind::Portal {
                return None;
            }
            let func = |r: DraftId| self.times.variants[self.drafts[r].key.variant].func;
            let root = roots.iter().position(|&r| func(r) == f)?;
            Some((b, CallPlan::Portal(CopyId(root as u32))))
        };
        let calls: Vec<_> = p.order.iter().filter_map(|&b| portal(b)).collect();
        calls.into_iter()
    }
    /// The calls in a graph that are not looked into and may lend something.
    fn lending_calls(
        &self,
        p: &Prepared,
        d: DraftId,
        colors: &IndexVec<VarId, Color>,
    ) -> impl Iterator<Item = (BlockId, CallPlan)> {
        let preparer = &self.times.preparer;
        let inlined = &self.drafts[d].calls;
        let lends = |b: &BlockId| {
            let op = p.graph.blocks[*b].ops.last();
            let red = |v: VarId| *p.graph.ty(v) == LLType::Void || colors[v] == Color::Red;
            !inlined.contains_key(b)
                && op.is_some_and(|o| preparer.may_lend(&o.op) && red(o.result))
        };
        let calls: Vec<BlockId> = p.order.iter().copied().filter(lends).collect();
        calls.into_iter().map(|b| (b, CallPlan::Residual))
    }
    fn copy(
        &self,
        d: DraftId,
        graphs: &indexmap::IndexMap<FuncId, Arc<LLGraph>>,
        id_of: &FxHashMap<DraftId, CopyId>,
        roots: &[DraftId],
    ) -> GraphCopy {
        let draft = &self.drafts[d];
        let func = self.times.variants[draft.key.variant].func;
        let p = self.graph(draft.key.variant);
        let g = &p.graph;
        let colors: IndexVec<VarId, Color> = draft
            .colors
            .iter_enumerated()
            .map(|(v, c)| match *g.ty(v) {
                LLType::Void => Color::Green,
                _ if v == g.return_var() => c.or(draft.result).unwrap_or(Color::Red),
                _ => c.unwrap_or(Color::Red),
            })
            .collect();
        let calls = draft
            .calls
            .iter()
            .map(|(&b, targets)| {
                let op = g.blocks[b].ops.last().expect("a call");
                let plan = match &op.op {
                    LLOp::DirectCall(_) => CallPlan::Inline(id_of[&targets[0].1]),
                    _ => CallPlan::Indirect {
                        args: self.drafts[targets[0].1].key.args.clone(),
                        result: self.drafts[targets[0].1].result.unwrap_or(Color::Red),
                        targets: targets.iter().map(|&(f, d)| (f, id_of[&d])).collect(),
                    },
                };
                (b, plan)
            })
            .chain(self.portal_calls(&p, roots))
            .chain(self.lending_calls(&p, d, &colors))
            .collect();
        GraphCopy {
            func,
            graph: graphs[&func].clone(),
            args: g
                .args()
                .iter()
                .map(|&v| {
                    if p.marker.is_some() && *g.ty(v) != LLType::Void {
                        Color::Red
                    } else {
                        colors[v]
                    }
                })
                .collect(),
            result: match *g.ty(g.return_var()) {
                LLType::Void => Color::Green,
                _ => draft.result.unwrap_or(Color::Red),
            },
            colors,
            calls,
            portal: roots.iter().position(|&r| r == d),
            frozen_loads: self.frozen_loads(d),
        }
    }
}

fn join_all(a: Option<Color>, b: Option<Color>) -> Option<Color> {
    // Unlike `join`: one argument that is not known yet makes the result unknown, unless another is red.
    match (a, b) {
        (Some(Color::Red), _) | (_, Some(Color::Red)) => Some(Color::Red),
        (None, _) | (_, None) => None,
        (a, _) => a,
    }
}

fn color(a: &Arg<lowlevel::LL>, colors: &IndexVec<VarId, Option<Color>>) -> Option<Color> {
    match a {
        Operand::Var(v) => colors[*v],
        Operand::Const(_) => Some(Color::Green),
    }
}
