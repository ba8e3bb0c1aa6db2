//! Flowing: the worklist, blocks with their operations and exits, and calls of graphs.
//!
//! ```text
//! flow b:   args := b(operands);  b(op.result) ⊔= rule(op, args), in order;  then every exit that may be taken
//! follow l: b(target.inputargs) ⊔= b(l.args), narrowed by what the switch tells;  if changed: target is scheduled
//! ```
use ir::diag::Diagnostic;
use ir::index::Idx;
use ir::model::{BlockId, ExitCase, ExitSwitch, Operand, VarId};
use python::live::Value;

use crate::defs::*;
use crate::engine::linear::{Case, LinearGraph, LinearOp, OpKind, Running, Slot, Switch};
use crate::engine::{Annotator, BlockedAt, NOWHERE, OpArgs, Res, Stop};
use crate::front::hl::{HlOp, HlOperand, HlOperation};
use crate::model::lattice;
use crate::model::*;
use crate::program::GraphInfo;

impl Annotator {
    /// Flows until nothing is scheduled and no call waits.
    pub(crate) fn run_worklist(&mut self) {
        loop {
            while let Some(b) = self
                .work
                .worklist
                .pop(&mut self.work.running, self.options.schedule)
            {
                self.flow_block(b);
                self.see_new_class_attributes();
                if self.options.block_limit != 0 && self.stats.blocks >= self.options.block_limit {
                    let span = self.program.graphs[b.graph].graph().span;
                    self.report(Diagnostic::internal(
                        span,
                        format!("annotation does not end after {} blocks", self.stats.blocks),
                    ));
                    return;
                }
            }
            if !self.carry_out_deferred() {
                return;
            }
        }
    }

    /// Schedules a block again, if it was reached at all.
    pub(crate) fn reschedule(&mut self, b: BlockRef) {
        self.reschedule_from(b, 0);
    }
    /// Schedules a block again, if it was reached at all. Operations before `from` are not concerned: what they read is
    /// the same.
    pub(crate) fn reschedule_from(&mut self, b: BlockRef, from: u32) {
        if b != NOWHERE.block_ref() && self.program.graphs[b.graph].is_reached(b.block) {
            self.schedule(b, from);
        }
    }
    fn schedule(&mut self, b: BlockRef, from: u32) {
        let running = &mut self.work.running[b.graph.index()];
        self.work
            .worklist
            .push(b, from, running, self.options.schedule);
    }
    /// Schedules all readers of a hidden variable.
    pub(crate) fn reschedule_all(&mut self, readers: &Readers) {
        if self.options.broken == Some(crate::soundness::Broken::ReadersForgotten) {
            return;
        }
        for (&b, &from) in readers {
            self.reschedule_from(b, from);
        }
    }

    pub(crate) fn add_graph(&mut self, info: GraphInfo) -> GraphId {
        self.work
            .running
            .push(self.work.linear_graphs.running(&info.flow));
        self.program.graphs.push(info)
    }

    /// What is kept of the current graph, and the number of the current operation; `None` outside of graphs.
    pub(crate) fn running_op(&mut self) -> Option<(&mut Running, usize)> {
        let running = self.work.running.get_mut(self.here.graph.index())?;
        let op = running.linear.op(self.here.block, self.here.index as usize);
        Some((running, op))
    }

    /// b of operands; constants are looked at once.
    fn gather(
        &mut self,
        g: GraphId,
        linear: &LinearGraph,
        slots: &[Slot],
        operation: &HlOperation,
        out: &mut OpArgs,
    ) {
        out.clear();
        for (i, slot) in slots.iter().enumerate() {
            let a = match self.mask(g, operation, i) {
                Some(a) => a,
                None => self.slot(g, linear, *slot, &operation.args[i]),
            };
            out.push(a);
        }
    }
    /// A positive constant beyond the machine word in `x & constant`: its low bits are all that a word needs which is
    /// not negative. (The typer has others raise OverflowError.)
    pub(crate) fn mask(&self, g: GraphId, operation: &HlOperation, i: usize) -> Option<Annotation> {
        let Operand::Const(c) = &operation.args[i] else {
            return None;
        };
        if !matches!(c.0, Value::Long(_)) || !matches!(operation.op, HlOp::And | HlOp::InplaceAnd) {
            return None;
        }
        let low = c.0.low_bits_of_mask()?;
        let other = operation.args.get(1 - i)?.var()?;
        let other = self.program.graphs[g].bindings[other];
        let word = match other.kind() {
            AnnotationKind::Int { kind, .. } => *kind == IntKind::SIGNED,
            AnnotationKind::Bool(_) | AnnotationKind::Impossible => true,
            _ => false,
        };
        let negative = other.const_i64().is_some_and(|v| v < 0);
        (word && !negative).then(|| Annotation::const_int(low))
    }
    fn slot(
        &mut self,
        g: GraphId,
        linear: &LinearGraph,
        slot: Slot,
        operand: &HlOperand,
    ) -> Annotation {
        match slot.get() {
            Ok(v) => self.program.graphs[g].bindings[v],
            Err(c) => match (linear.known(c), operand) {
                (Some(a), _) => a,
                (None, Operand::Const(value)) => {
                    let a = self.const_annotation(value);
                    linear.remember(c, a);
                    a
                }
                (None, Operand::Var(v)) => self.program.graphs[g].bindings[*v],
            },
        }
    }

    /// Flows annotations into a block from outside (a call) or along a link: merges and schedules.
    pub(crate) fn enter_block(&mut self, g: GraphId, block: BlockId, args: &[Annotation]) {
        let linear = self.work.running[g.index()].linear.clone();
        let inputargs = linear.inputs(block);
        self.stats.phis += inputargs.len() as u64;
        let mut changed = !self.program.graphs[g].is_reached(block);
        for (&v, &a) in inputargs.iter().zip(args) {
            changed |= self.merge_var(g, v, a);
        }
        if changed {
            self.program.graphs[g].reached.insert(block.index());
            self.schedule(BlockRef { graph: g, block }, 0);
            if block == linear.flow.graph.return_block {
                self.result_changed(g);
            }
        }
    }

    fn result_changed(&mut self, g: GraphId) {
        if self.options.broken == Some(crate::soundness::Broken::CallersForgotten) {
            return;
        }
        for i in 0..self.program.graphs[g].callers.len() {
            let c = self.program.graphs[g].callers[i];
            self.reschedule_from(c.block_ref(), c.index);
        }
    }

    fn flow_block(&mut self, b: BlockRef) {
        self.stats.blocks += 1;
        let running = &mut self.work.running[b.graph.index()];
        let at = b.block.index();
        let start = std::mem::replace(&mut running.from[at], u32::MAX) as usize;
        let linear = running.linear.clone();
        let pb = *linear.block(b.block);
        if pb.switch == Switch::Final {
            return;
        }
        if running.blocked.contains(at) {
            running.blocked.set(at, false);
            self.errors.blocked.swap_remove(&b);
        }
        let mut raising_only = false;
        let mut args = OpArgs::new();
        for i in start..pb.ops as usize {
            if self.flow_operation(b, &linear, i, &mut args) {
                continue;
            }
            let from = &mut self.work.running[b.graph.index()].from[at];
            *from = (*from).min(i as u32);
            let last = i + 1 == pb.ops as usize;
            let reason = matches!(self.errors.blocked_why, Some((false, Some(_))));
            if !(last && pb.switch == Switch::LastException && !reason) {
                self.block_at(b, &linear, i);
                return;
            }
            self.errors.blocked_why = None;
            raising_only = true;
        }
        self.here = b.op(pb.ops as usize);
        self.flow_exits(b, &linear, &mut args, raising_only);
    }
    /// Applies the rule of an operation; whether it has a result.
    fn flow_operation(
        &mut self,
        b: BlockRef,
        linear: &LinearGraph,
        i: usize,
        args: &mut OpArgs,
    ) -> bool {
        let op = &linear.flow.graph.blocks[b.block].ops[i];
        let at = linear.op(b.block, i);
        self.here = b.op(i);
        self.span = linear.span(at);
        self.stats.rules += 1;
        self.gather(b.graph, linear, linear.args_of(at), op, args);
        if self.errors.blocked_why.is_some() {
            self.errors.blocked_why = None;
        }
        if !self.findings.suspects.is_empty() {
            let here = self.here;
            self.findings.suspects.shift_remove(&here);
        }
        let LinearOp { kind, result, .. } = linear.op_at(at);
        let a = if !self.errors.given_up.is_empty() && self.errors.given_up.contains(&self.here) {
            Err(Stop::Failed)
        } else {
            match unusable(args) {
                None => match self.reapply(kind, args) {
                    Some(r) => r,
                    None => self.apply(op, args),
                },
                Some(stop) => Err(stop),
            }
        };
        let a = match self.options.broken {
            Some(b) => b.distort(self, op, args, a),
            None => a,
        };
        let a = match a {
            Ok(a) if !a.is_impossible() => a,
            Err(Stop::Failed) => Annotation::error(),
            _ => return false,
        };
        if cfg!(debug_assertions) {
            self.check_monotone(b.graph, result, &op.op, a);
        }
        self.merge_var(b.graph, result, a);
        true
    }
    /// The block ends at an operation without a result.
    fn block_at(&mut self, b: BlockRef, linear: &LinearGraph, i: usize) {
        let op = &linear.flow.graph.blocks[b.block].ops[i];
        // These may always raise: then the block just ends here. So may special methods and accessors of properties.
        let calls = matches!(op.op, HlOp::SimpleCall | HlOp::CallArgs(_) | HlOp::Next)
            || self.program.special_methods.contains_key(&self.here);
        if calls && self.errors.blocked_why.is_none() {
            return;
        }
        let (harmless, why) = self.errors.blocked_why.take().unwrap_or((false, None));
        let running = &mut self.work.running[b.graph.index()];
        running.blocked.insert(b.block.index());
        let at = BlockedAt {
            index: i,
            span: op.span,
            harmless,
            why,
        };
        self.errors.blocked.insert(b, at);
    }
    /// Follows the links that a block may be left by.
    fn flow_exits(
        &mut self,
        b: BlockRef,
        linear: &LinearGraph,
        args: &mut OpArgs,
        raising_only: bool,
    ) {
        let graph = &linear.flow.graph;
        let block = &graph.blocks[b.block];
        let end = linear.op(b.block, block.ops.len());
        match &block.exitswitch {
            ExitSwitch::None => {
                for l in linear.exits(b.block) {
                    self.follow(b.graph, linear, l, None);
                }
            }
            ExitSwitch::Value(switch) => {
                let slot = linear.args_of(end)[0];
                let s = self.slot(b.graph, linear, slot, switch);
                if s.is_impossible() {
                    return;
                }
                let known = s.const_value();
                let mut taken = false;
                for l in linear.exits(b.block) {
                    let side = match linear.link(l).case {
                        Case::Bool(v) => {
                            if matches!(known, Some(Value::Bool(k)) if *k != v) {
                                continue;
                            }
                            Some((s, v))
                        }
                        Case::Other => match (&graph.links[linear.link(l).link].exitcase, known) {
                            (ExitCase::Case(c), Some(k))
                                if !crate::model::constant::same(k, &c.0) =>
                            {
                                continue;
                            }
                            (ExitCase::Default, Some(_)) if taken => continue,
                            _ => None,
                        },
                    };
                    taken = true;
                    self.follow(b.graph, linear, l, side);
                }
            }
            ExitSwitch::LastException => {
                let raises = match block.ops.last() {
                    Some(op) => {
                        self.span = op.span;
                        self.gather(b.graph, linear, linear.args_of(end - 1), op, args);
                        self.exceptions_of(op, args)
                    }
                    None => crate::engine::exceptions::Raises::Any,
                };
                self.follow_exceptional(b, linear, raises, raising_only);
            }
        }
    }

    /// Applies a rule again, if all it does is known from before.
    fn reapply(&mut self, kind: OpKind, args: &[Annotation]) -> Option<Res> {
        match kind {
            OpKind::Other => None,
            OpKind::Call => self.reapply_call(args),
            OpKind::GetAttr => self.reapply_getattr(args),
            OpKind::SetAttr => self.reapply_setattr(args),
        }
    }

    /// Counts a result that is not above the earlier one.
    fn check_monotone(&mut self, g: GraphId, v: VarId, op: &HlOp, a: Annotation) {
        let old = self.program.graphs[g].bindings[v];
        if old.is_impossible() || old.is_error() || lattice::contains(&self.program, a, old) {
            return;
        }
        self.stats.not_monotone += 1;
        if std::env::var_os("GENEXT_ANNOTATOR_STRICT").is_some() {
            eprintln!("not monotone: {op} at {:?}: {old:?} then {a:?}", self.here);
        }
    }

    fn follow_exceptional(
        &mut self,
        b: BlockRef,
        linear: &LinearGraph,
        raises: crate::engine::exceptions::Raises,
        raising_only: bool,
    ) {
        let graph = &linear.flow.graph;
        let mut left = raises;
        for l in linear.exits(b.block) {
            let link = &graph.links[linear.link(l).link];
            match &link.exitcase {
                ExitCase::Exception(class) => {
                    let Some(case) = class.0.as_class().map(|c| self.classdef(c)) else {
                        continue;
                    };
                    let caught = self.take_matching(&mut left, case);
                    let Some(caught) = caught else {
                        continue;
                    };
                    if let Some(v) = link.last_exception {
                        let vars = link.last_exc_value.into_iter().collect();
                        let a = Annotation::new(AnnotationKind::TypeOf {
                            vars,
                            class: Some(caught),
                            nullable: false,
                        });
                        self.merge_var(b.graph, v, a);
                    }
                    if let Some(v) = link.last_exc_value {
                        self.merge_var(b.graph, v, Annotation::instance(caught, false));
                    }
                    self.follow(b.graph, linear, l, None);
                }
                _ if raising_only => {}
                _ => self.follow(b.graph, linear, l, None),
            }
        }
    }

    /// Propagates along a link; `side`: the switch's annotation and which way it went.
    fn follow(
        &mut self,
        g: GraphId,
        linear: &LinearGraph,
        l: usize,
        side: Option<(Annotation, bool)>,
    ) {
        let narrow = side.map_or(&[] as &[Narrow], |(s, _)| s.narrowing());
        let pl = linear.link(l);
        if narrow.is_empty() && !pl.exceptional && self.nothing_new(g, linear, l, pl.target) {
            self.program.graphs[g].followed.insert(pl.link.index());
            return;
        }
        let graph = &linear.flow.graph;
        let link = &graph.links[pl.link];
        self.span = link.span;
        let target = &graph.blocks[link.target];
        let mut out = std::mem::take(&mut self.work.passing);
        out.clear();
        for (i, slot) in linear.args_of_link(l).iter().enumerate() {
            let mut a = self.slot(g, linear, *slot, &link.args[i]);
            if !narrow.is_empty()
                && let Ok(v) = slot.get()
                && let Some(n) = narrow.iter().find(|n| n.var == v)
            {
                let learned = if side.is_some_and(|(_, s)| s) {
                    n.if_true
                } else {
                    n.if_false
                };
                if let Some(t) = learned {
                    a = lattice::improve(&self.program, a, t);
                    if a.is_impossible() {
                        self.work.passing = out;
                        return; // This way is never taken.
                    }
                }
            }
            // A handler of one class may pass the class as a constant: it is still the type of the exception.
            if let ExitCase::Exception(_) = &link.exitcase
                && let (Operand::Const(c), Some(v)) = (&link.args[i], link.last_exc_value)
                && let Value::Class(class) = &c.0
                && class.is_exception()
            {
                let class = self.classdef(class);
                a = Annotation::new(AnnotationKind::TypeOf {
                    vars: Box::new([v]),
                    class: Some(class),
                    nullable: false,
                })
                .with_const(c.0.clone());
            }
            if link.target == graph.except_block && i == 1 {
                a = a.non_none(); // `raise None` raises something else.
                if a.is_impossible() {
                    self.work.passing = out;
                    return;
                }
            }
            if link.target == graph.except_block && i == 0 {
                // Which class exactly is of no interest there.
                a = Annotation::new(AnnotationKind::TypeOf {
                    vars: Box::new([]),
                    class: None,
                    nullable: false,
                });
            }
            // What booleans and types tell of variables goes on under the names of the target.
            out.push(rename(a, &link.args, &target.inputargs));
        }
        self.program.graphs[g].followed.insert(pl.link.index());
        self.enter_block(g, link.target, &out);
        self.work.passing = out;
    }

    /// Whether the target of a link has all that the link carries already; most often it has.
    fn nothing_new(&mut self, g: GraphId, linear: &LinearGraph, l: usize, target: BlockId) -> bool {
        let info = &self.program.graphs[g];
        if !info.is_reached(target) {
            return false;
        }
        let inputs = linear.inputs(target);
        let known = inputs.iter().zip(linear.args_of_link(l)).all(|(&v, slot)| {
            let a = match slot.get() {
                Ok(w) => info.bindings[w],
                Err(c) => match linear.known(c) {
                    Some(a) => a,
                    None => return false,
                },
            };
            // What is told of variables goes on under other names.
            a == info.bindings[v] && !a.tells_of_vars()
        });
        if known {
            self.stats.phis += inputs.len() as u64;
        }
        known
    }

    /// Annotates a call of `graph` from the current operation: the result as known so far.
    pub(crate) fn call_graph(&mut self, graph: GraphId, args: &[Annotation]) -> Res {
        let here = self.here;
        if here != NOWHERE && self.program.graphs[graph].callers.last() != Some(&here) {
            self.program.graphs[graph].callers.insert(here);
        }
        self.pass_arguments(graph, args);
        match self.program.graphs[graph].result().escaping() {
            r if r.is_impossible() => Err(Stop::Blocked),
            r => Ok(r),
        }
    }
    /// Merges arguments into the parameters of a graph.
    pub(crate) fn pass_arguments(&mut self, graph: GraphId, args: &[Annotation]) {
        let start = self.program.graphs[graph].graph().start;
        let span = self.span;
        let args: OpArgs = args.iter().map(|a| a.escaping()).collect();
        self.enter_block(graph, start, &args);
        self.span = span;
    }
}

/// Why no rule is applied to these arguments.
fn unusable(args: &[Annotation]) -> Option<Stop> {
    if args.iter().any(|a| a.is_impossible()) {
        Some(Stop::Blocked)
    } else if args.iter().any(|a| a.is_error()) {
        Some(Stop::Failed)
    } else {
        None
    }
}

/// What an annotation tells of variables, under the names of the inputargs they are passed as.
fn rename(a: Annotation, args: &[HlOperand], inputs: &[VarId]) -> Annotation {
    let images = |v: VarId| {
        args.iter()
            .zip(inputs)
            .filter(move |(arg, _)| arg.var() == Some(v))
            .map(|(_, &i)| i)
    };
    if !a.tells_of_vars() {
        return a;
    }
    match a.kind() {
        AnnotationKind::Bool(n) => {
            let mut renamed = Vec::new();
            for n in n {
                renamed.extend(images(n.var).map(|var| Narrow { var, ..n.clone() }));
            }
            a.with_narrowing(renamed)
        }
        AnnotationKind::TypeOf {
            vars,
            class,
            nullable,
        } => {
            let mut renamed: Vec<VarId> = vars.iter().flat_map(|&v| images(v)).collect();
            renamed.sort_unstable();
            let new = Annotation::new(AnnotationKind::TypeOf {
                vars: renamed.into(),
                class: *class,
                nullable: *nullable,
            });
            match a.const_value() {
                Some(v) => new.with_const(v.clone()),
                None => new,
            }
        }
        _ => a,
    }
}
