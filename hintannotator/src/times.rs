//! First half: what *can* be green, forward, as a least fixed point over [`Time`].
//!
//! A *variant* is a function with the binding times that its arguments can have. What it computes depends on that key
//! alone, so the order of work does not matter; a call whose arguments rise moves on to another variant, and who is
//! left behind is forgotten.
//!
//! ```text
//! foldable operation on greens      green           other operation        red
//! hint[promote]                     green           hint[variable]         red
//! inputarg                          join of what links pass
//! behind a merge point              declared greens green, reds red; undeclared: green, joined with what comes around
//! call that is inlined              result of the callee's variant
//! ```
//! A variant with loops is inlined only if the function is `unroll_safe` or all its loop conditions can be green;
//! that may turn out late, and then its result is red.
use std::collections::BTreeSet;
use std::rc::Rc;

use indexmap::IndexMap;
use ir::dataflow::sweep;
use ir::diag::Diagnostic;
use ir::index::IndexVec;
use ir::lltype::LLType;
use ir::model::{Arg, BlockId, ExitSwitch, Operand, Operation, VarId};
use lowlevel::ops::HintKind;
use lowlevel::{FuncId, LL, LLGraph, LLOp, Program};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::lattice::{Frozen, Time};
use crate::policy::{self, CallKind, Fold};
use crate::prepare::{Prepared, Preparer, is_promote};

ir::entity!(
    /// A function with the times its arguments can have.
    VariantId,
    "variant"
);

/// A function with the binding times that its arguments can have.
#[derive(Clone, Debug)]
pub(crate) struct Variant {
    pub func: FuncId,
    /// What its arguments can be.
    pub args: Vec<Time>,
    /// What its variables can be.
    pub times: IndexVec<VarId, Time>,
    /// What its result can be.
    pub result: Time,
    /// Calls of it are inlined.
    pub inside: bool,
    /// Calls that may be inlined.
    pub calls: FxHashMap<BlockId, Vec<(FuncId, VariantId)>>,
    /// Who has to look again when this changes.
    callers: BTreeSet<VariantId>,
}

/// The state of the analysis.
pub(crate) struct Times<'a> {
    /// Prepares graphs when they are met.
    pub preparer: Preparer<'a>,
    /// Prepared graphs, each made when it is first called.
    pub graphs: IndexMap<FuncId, Rc<Prepared>>,
    /// All variants, used or not.
    pub variants: IndexVec<VariantId, Variant>,
    /// Mistakes found while preparing.
    pub errors: Vec<Diagnostic>,
    by_key: FxHashMap<(FuncId, Vec<Time>), VariantId>,
    todo: Vec<VariantId>,
    queued: FxHashSet<VariantId>,
}

impl<'a> Times<'a> {
    /// An analysis that knows nothing yet.
    pub(crate) fn new(preparer: Preparer<'a>) -> Times<'a> {
        Times {
            preparer,
            graphs: IndexMap::new(),
            variants: IndexVec::new(),
            errors: Vec::new(),
            by_key: FxHashMap::default(),
            todo: Vec::new(),
            queued: FxHashSet::default(),
        }
    }
    /// Forgets everything but the graphs.
    pub(crate) fn restart(&mut self) {
        self.variants = IndexVec::new();
        self.by_key.clear();
    }
    fn program(&self) -> &'a Program {
        self.preparer.program
    }
    /// The variant with this key.
    pub(crate) fn variant(&mut self, func: FuncId, args: Vec<Time>) -> VariantId {
        let key = (func, args);
        if let Some(&v) = self.by_key.get(&key) {
            return v;
        }
        if !self.graphs.contains_key(&func) {
            match self.preparer.prepare(func, false) {
                Ok(p) => {
                    self.graphs.insert(func, Rc::new(p));
                }
                Err(list) => self.errors.extend(list),
            }
        }
        let (inside, n) = match self.graphs.get(&func) {
            Some(p) => (true, p.graph.vars.len()),
            None => (false, 0),
        };
        let id = self.variants.push(Variant {
            func,
            args: key.1.clone(),
            times: IndexVec::from_elem(Time::Bottom, n),
            result: if inside { Time::Bottom } else { Time::RED },
            inside,
            calls: FxHashMap::default(),
            callers: BTreeSet::new(),
        });
        self.by_key.insert(key, id);
        if inside {
            self.enqueue(id);
        }
        id
    }
    fn enqueue(&mut self, v: VariantId) {
        if self.queued.insert(v) {
            self.todo.push(v);
        }
    }
    /// Runs to the fixed point. `pick` chooses what comes next (for tests of order independence).
    pub(crate) fn run(&mut self, pick: &mut dyn FnMut(usize) -> usize) {
        while !self.todo.is_empty() {
            let i = pick(self.todo.len());
            let v = self.todo.remove(i.min(self.todo.len() - 1));
            self.queued.remove(&v);
            self.visit(v);
        }
    }
    fn visit(&mut self, id: VariantId) {
        let func = self.variants[id].func;
        let Some(p) = self.graphs.get(&func).cloned() else {
            return;
        };
        let mut times = std::mem::take(&mut self.variants[id].times);
        let mut calls = FxHashMap::default();
        sweep(
            &p.order,
            |b, again| p.graph.successors(b).for_each(again),
            |b| self.block(id, &p, b, &mut times, &mut calls),
        );
        let result = match *p.graph.ty(p.graph.return_var()) {
            LLType::Void => Time::GREEN,
            _ => times[p.graph.return_var()],
        };
        let unroll_safe = self.program().funcs[func].attrs.unroll_safe;
        let loops_ok = !p.has_loops
            || p.marker.is_some()
            || unroll_safe
            || !p.long_loop
                && !p.loop_conditions.is_empty()
                && p.loop_conditions
                    .iter()
                    .all(|&b| !condition(&p.graph, b, &times).is_red());
        let v = &mut self.variants[id];
        v.times = times;
        v.calls = calls;
        let inside = v.inside && loops_ok;
        let result = if inside {
            v.result.join(result)
        } else {
            Time::RED
        };
        if (inside, result) != (v.inside, v.result) {
            v.inside = inside;
            v.result = result;
            let callers: Vec<VariantId> = v.callers.iter().copied().collect();
            callers.into_iter().for_each(|c| self.enqueue(c));
        }
    }
    fn block(
        &mut self,
        id: VariantId,
        p: &Prepared,
        b: BlockId,
        times: &mut IndexVec<VarId, Time>,
        calls: &mut FxHashMap<BlockId, Vec<(FuncId, VariantId)>>,
    ) -> bool {
        let g = &p.graph;
        let block = &g.blocks[b];
        let mut changed = false;
        let mut raise = |times: &mut IndexVec<VarId, Time>, v: VarId, t: Time| {
            let joined = times[v].join(t);
            if joined != times[v] {
                times[v] = joined;
                changed = true;
            }
        };
        for (i, &v) in block.inputargs.iter().enumerate() {
            let outside = self.outer_value(id, p, b, i);
            let mut t = outside.unwrap_or(Time::Bottom);
            let fixed = p.marker.is_some_and(|m| !m.open && m.after == b);
            if !fixed {
                for &(_, l) in &p.preds[b] {
                    t = t.join(time(&g.links[l].args[i], times));
                }
            }
            if *g.ty(v) == LLType::Void {
                t = Time::GREEN;
            }
            raise(times, v, t);
        }
        for op in &block.ops {
            let t = if *g.ty(op.result) == LLType::Void {
                // Calls without result have variants too.
                self.operation(id, g, b, op, times, calls);
                Time::GREEN
            } else {
                self.operation(id, g, b, op, times, calls)
            };
            raise(times, op.result, t);
        }
        changed
    }
    /// What comes from outside of the graph into an inputarg.
    fn outer_value(&self, id: VariantId, p: &Prepared, b: BlockId, i: usize) -> Option<Time> {
        if !p.is_entry(b) {
            return None;
        }
        Some(match p.marker {
            Some(m) if m.open || i < m.greens => Time::Green(p.frozen[i]),
            Some(_) => Time::Red(p.frozen[i]),
            None => self.variants[id].args[i],
        })
    }
    fn operation(
        &mut self,
        id: VariantId,
        g: &LLGraph,
        b: BlockId,
        op: &Operation<LL>,
        times: &IndexVec<VarId, Time>,
        calls: &mut FxHashMap<BlockId, Vec<(FuncId, VariantId)>>,
    ) -> Time {
        let program = self.program();
        let first = op.args.first().map_or(Time::GREEN, |a| time(a, times));
        match &op.op {
            LLOp::Hint(k) => match k {
                k if is_promote(*k) => {
                    let others = || op.args.iter().map(|a| time(a, times));
                    if others().any(|t| t == Time::Bottom) {
                        Time::Bottom
                    } else if others().skip(1).any(Time::is_red) {
                        first.join(Time::Red(first.frozen()))
                    } else {
                        Time::Green(first.frozen())
                    }
                }
                HintKind::DeepFreeze => first.with(Frozen::Deep),
                HintKind::Certain => Time::GREEN,
                HintKind::Variable | HintKind::Forget => first.join(Time::Red(Frozen::Deep)),
                // Of a green: known too. Of a red: asked when code is compiled, box by box.
                HintKind::IsConstant | HintKind::IsVirtual => first.with(Frozen::Mutable),
                _ => first,
            },
            LLOp::DirectCall(f) if self.kind(*f) == CallKind::Inside => {
                self.call(id, b, &[*f], &op.args, times, calls)
            }
            LLOp::IndirectCall(_, Some(fs)) => {
                let fs = fs.clone();
                let inside: Vec<FuncId> = fs
                    .iter()
                    .copied()
                    .filter(|&f| self.kind(f) == CallKind::Inside)
                    .collect();
                let t = if inside.is_empty() {
                    Time::RED
                } else {
                    self.call(id, b, &inside, &op.args[1..], times, calls)
                };
                if inside.len() == fs.len() {
                    t
                } else {
                    Time::RED
                }
            }
            _ => {
                let ty = *g.ty(op.result);
                let args = || op.args.iter().map(|a| time(a, times));
                let all = || {
                    let bottom = args().any(|t| t == Time::Bottom);
                    let t = args().fold(Time::Bottom, Time::join);
                    match t {
                        _ if bottom => Time::Bottom,
                        Time::Red(_) => Time::RED,
                        _ => Time::GREEN,
                    }
                };
                match policy::fold(program, self.preparer.effects, &op.op) {
                    Fold::No => Time::RED,
                    Fold::Same => first,
                    // The flag of the operation before: what that is, this is.
                    Fold::Yes if op.op == LLOp::OvfOccurred => flag(g, b, op, times),
                    Fold::Yes => all(),
                    Fold::Load(immutable) => {
                        let base = first.frozen();
                        let frozen = policy::loaded(&program.types, &op.op, base, ty);
                        let t = if immutable || base != Frozen::Mutable {
                            all()
                        } else {
                            Time::RED
                        };
                        if first == Time::Bottom {
                            Time::Bottom
                        } else {
                            t.with(frozen)
                        }
                    }
                }
            }
        }
    }
    fn kind(&self, f: FuncId) -> CallKind {
        self.preparer.kinds[f]
    }
    fn call(
        &mut self,
        id: VariantId,
        b: BlockId,
        targets: &[FuncId],
        args: &[Arg<LL>],
        times: &IndexVec<VarId, Time>,
        calls: &mut FxHashMap<BlockId, Vec<(FuncId, VariantId)>>,
    ) -> Time {
        let key: Vec<Time> = args.iter().map(|a| time(a, times)).collect();
        if key.contains(&Time::Bottom) {
            return Time::Bottom;
        }
        let mut result = Time::Bottom;
        let mut list = Vec::new();
        for &f in targets {
            let v = self.variant(f, key.clone());
            self.variants[v].callers.insert(id);
            result = result.join(self.variants[v].result);
            list.push((f, v));
        }
        calls.insert(b, list);
        result
    }
}

/// The time of an operand.
pub(crate) fn time(a: &Arg<LL>, times: &IndexVec<VarId, Time>) -> Time {
    match a {
        Operand::Var(v) => times[*v],
        Operand::Const(_) => Time::GREEN,
    }
}

/// The time of the overflow flag: that of the operation before.
fn flag(g: &LLGraph, b: BlockId, op: &Operation<LL>, times: &IndexVec<VarId, Time>) -> Time {
    let ops = &g.blocks[b].ops;
    ops.iter()
        .position(|o| o.result == op.result)
        .and_then(|i| i.checked_sub(1))
        .map_or(Time::RED, |i| times[ops[i].result])
}

/// The time of the value that a block switches on.
pub(crate) fn condition(g: &LLGraph, b: BlockId, times: &IndexVec<VarId, Time>) -> Time {
    match &g.blocks[b].exitswitch {
        ExitSwitch::Value(a) => time(a, times),
        _ => Time::GREEN,
    }
}
