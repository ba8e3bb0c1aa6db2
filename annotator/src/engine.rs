//! The fixed-point engine: rules rescheduled by block until nothing changes (D05.1 §6.4, §6.9).
//!
//! Flowing a block applies the rules of its operations in order and propagates annotations along its exits. It is scheduled
//! when one of its inputargs, or a hidden variable it reads, or the result of a function it calls has become more general.
//! An operation whose argument (or result) is bottom *blocks* the block there; it goes on when more is known.
//!
//! ```text
//! loop { block = schedule.pick(); for op in block { b(op.result) ⊔= rule(op, b(args)) }; for exit { b(target.inputargs) ⊔= .. } }
//! ```
//! Annotations only grow: every binding is the join of the old and the new one. In debug builds a rule that yields something
//! not above its earlier result is counted in [`Stats::not_monotone`], which tests assert to be zero.
use std::collections::BinaryHeap;

use flowspace::diag::Diagnostic;
use flowspace::index::Idx;
use flowspace::live::Value;
use flowspace::model::order;
use flowspace::model::{BlockId, ExitCase, ExitSwitch, LinkId, Operand, VarId};
use flowspace::source::Span;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::defs::*;
use crate::front::FrontEnd;
use crate::hl::{HlOp, HlOperand};
use crate::konst::Const;
use crate::lattice;
use crate::model::*;
use crate::program::{GraphInfo, Program};

/// Why a rule has no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// Not enough is known yet, or control never gets past the operation.
    Blocked,
    /// An error was reported; the result is the silent error annotation.
    Failed,
}

/// The result of a rule.
pub type Res<T = Annotation> = Result<T, Stop>;

/// The order in which blocks are flowed. The final state does not depend on it (§6.9.3), except as the design says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Schedule {
    /// The graph found last first, and in it the first block in reverse post-order.
    #[default]
    DepthFirst,
    /// First in, first out.
    BreadthFirst,
    /// Any, chosen by a generator with this seed.
    Random(u64),
}

/// Options of a run.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Order of scheduling.
    pub schedule: Schedule,
    /// Stop after this many flowed blocks with an internal error (0: no limit).
    pub block_limit: u64,
    /// A rule that is broken on purpose (tests of the soundness checks).
    pub broken: Option<crate::soundness::Broken>,
    /// Also annotate what only the JIT calls (`get_printable_location`, ...).
    pub jit: bool,
}

/// Counts of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Blocks flowed.
    pub blocks: u64,
    /// Rules of operations applied.
    pub rules: u64,
    /// Phi rules applied: arguments of links and calls merged into variables (D05.1 §6.4).
    pub phis: u64,
    /// Rules whose result was not above the earlier one (a bug).
    pub not_monotone: u64,
}

#[derive(Default)]
struct Worklist {
    order: Vec<BlockRef>,
    head: usize,
    /// Depth first: (graph, `u32::MAX` - position in reverse post-order, block).
    heap: BinaryHeap<(GraphId, u32, BlockId)>,
    queued: FxHashSet<BlockRef>,
    seed: u64,
}

impl Worklist {
    fn push(&mut self, b: BlockRef, how: Schedule, rank: u32) {
        if !self.queued.insert(b) {
            return;
        }
        match how {
            Schedule::DepthFirst => self.heap.push((b.graph, u32::MAX - rank, b.block)),
            _ => self.order.push(b),
        }
    }
    fn pop(&mut self, how: Schedule) -> Option<BlockRef> {
        if how == Schedule::DepthFirst {
            let (graph, _, block) = self.heap.pop()?;
            let b = BlockRef { graph, block };
            self.queued.remove(&b);
            return Some(b);
        }
        if self.head == self.order.len() {
            self.head = 0;
            self.order.clear();
            return None;
        }
        let b = match how {
            Schedule::DepthFirst => return None,
            Schedule::BreadthFirst => {
                self.head += 1;
                self.order[self.head - 1]
            }
            Schedule::Random(seed) => {
                if self.seed == 0 {
                    self.seed = seed | 1;
                }
                self.seed ^= self.seed << 13;
                self.seed ^= self.seed >> 7;
                self.seed ^= self.seed << 17;
                let i = (self.seed % self.order.len() as u64) as usize;
                self.order.swap_remove(i)
            }
        };
        self.queued.remove(&b);
        Some(b)
    }
}

/// A block that cannot go on at an operation.
#[derive(Clone, Debug)]
pub(crate) struct BlockedAt {
    pub index: usize,
    pub span: Span,
    /// Reading something that may legitimately never be set (a declared attribute): not an error at the end.
    pub harmless: bool,
    /// What is missing, if the rule knows.
    pub why: Option<Diagnostic>,
}

/// The annotator: see the crate header.
pub struct Annotator {
    /// The state.
    pub program: Program,
    pub(crate) front: Box<dyn FrontEnd>,
    pub(crate) options: Options,
    worklist: Worklist,
    /// Position in reverse post-order of each block of each graph.
    ranks: Vec<Vec<u32>>,
    /// The operation being annotated.
    pub(crate) here: OpRef,
    /// Its place.
    pub(crate) span: Span,
    pub(crate) diags: FxIndexMap<(Span, &'static str, u8), Diagnostic>,
    pub(crate) blocked: FxIndexMap<BlockRef, BlockedAt>,
    pub(crate) blocked_why: Option<(bool, Option<Diagnostic>)>,
    /// Blocked operations that were reported: they give an erroneous value, so that the code behind them is checked, too.
    pub(crate) given_up: FxHashSet<OpRef>,
    pub(crate) consts: FxHashMap<Const, Annotation>,
    /// The same by the address of the constant in a flow graph.
    pub(crate) const_at: FxHashMap<usize, Annotation>,
    /// The ids of built-in exceptions.
    pub(crate) exception_ids: FxHashMap<&'static str, ClassId>,
    /// Special methods that a class and its subclasses lack, and how many classes there were then.
    pub(crate) no_special: FxHashMap<(ClassId, flowspace::name::Name), usize>,
    /// Which table of rules knows a built-in function.
    pub(crate) tables: FxHashMap<flowspace::name::Name, crate::builtins::Table>,
    pub(crate) desc_of: FxHashMap<flowspace::live::Identity, DescId>,
    pub(crate) method_descs: FxHashMap<MethodDesc, DescId>,
    pub(crate) frozen_method_descs: FxHashMap<FrozenMethodDesc, DescId>,
    pub(crate) lists_at: FxHashMap<(OpRef, u8), ListId>,
    pub(crate) dicts_at: FxHashMap<(OpRef, u8), DictId>,
    /// Frozen objects whose `_freeze_`/`_cleanup_` ran.
    pub(crate) seen_instances: FxHashSet<flowspace::live::Identity>,
    /// Prebuilt objects whose contents are still to be merged.
    pub(crate) pending_constants: Vec<Value>,
    pub(crate) constant_depth: u32,
    /// Results of `lookup_filter`: a function of the class and the set.
    pub(crate) filtered: FxHashMap<(ClassId, Annotation), Annotation>,
    /// How arguments go to parameters, by function, shape and whether there is a receiver.
    pub(crate) matched:
        FxHashMap<(DescId, flowspace::flow::CallShape, bool), std::rc::Rc<[ArgSource]>>,
    /// What warnings are judged by at the end.
    pub(crate) notes: crate::warnings::Notes,
    /// Operations on what is always None so far: warnings, if it stays so.
    pub(crate) suspects: FxIndexMap<OpRef, (Span, String)>,
    pub(crate) memo_cache: FxHashMap<DescId, Vec<(Vec<Value>, Value)>>,
    /// Lists and dictionaries of declared signatures: items (keys, values) as declared.
    pub(crate) declared_items: Vec<(Annotation, Annotation, Annotation, Span)>,
    /// The error met first, with the two annotations that did not unite.
    pub(crate) first: Option<(Diagnostic, Option<lattice::TopError>, OpRef)>,
    /// The last two annotations that did not unite.
    pub(crate) last_union: Option<lattice::TopError>,
    /// Python functions that look at annotations.
    pub(crate) shared_hooks: Option<crate::embed::SharedHooks>,
    /// Counts.
    pub stats: Stats,
}

impl Annotator {
    /// A fresh annotator over a front end.
    pub fn new(front: Box<dyn FrontEnd>, options: Options) -> Annotator {
        Annotator {
            program: Program::default(),
            front,
            options,
            worklist: Worklist::default(),
            ranks: Vec::new(),
            here: NOWHERE,
            span: Span::NONE,
            diags: FxIndexMap::default(),
            blocked: FxIndexMap::default(),
            given_up: FxHashSet::default(),
            blocked_why: None,
            consts: FxHashMap::default(),
            const_at: FxHashMap::default(),
            exception_ids: FxHashMap::default(),
            no_special: FxHashMap::default(),
            tables: FxHashMap::default(),
            desc_of: FxHashMap::default(),
            method_descs: FxHashMap::default(),
            frozen_method_descs: FxHashMap::default(),
            lists_at: FxHashMap::default(),
            dicts_at: FxHashMap::default(),
            seen_instances: FxHashSet::default(),
            pending_constants: Vec::new(),
            constant_depth: 0,
            filtered: FxHashMap::default(),
            matched: FxHashMap::default(),
            notes: crate::warnings::Notes::default(),
            suspects: FxIndexMap::default(),
            memo_cache: FxHashMap::default(),
            declared_items: Vec::new(),
            first: None,
            last_union: None,
            shared_hooks: None,
            stats: Stats::default(),
        }
    }

    /// Flows until nothing is scheduled.
    pub(crate) fn run_worklist(&mut self) {
        while let Some(b) = self.worklist.pop(self.options.schedule) {
            self.flow_block(b);
            if self.options.block_limit != 0 && self.stats.blocks >= self.options.block_limit {
                let span = self.program.graphs[b.graph].graph().span;
                self.report(Diagnostic::internal(
                    span,
                    format!("annotation does not end after {} blocks", self.stats.blocks),
                ));
                return;
            }
        }
    }

    /// Schedules a block again, if it was reached at all.
    pub(crate) fn reschedule(&mut self, b: BlockRef) {
        if b != NOWHERE.block_ref() && self.program.graphs[b.graph].is_reached(b.block) {
            self.schedule(b);
        }
    }
    fn schedule(&mut self, b: BlockRef) {
        let rank = self.ranks[b.graph.0 as usize][b.block.0 as usize];
        self.worklist.push(b, self.options.schedule, rank);
    }
    /// Schedules all blocks of a set.
    pub(crate) fn reschedule_all(&mut self, readers: &FxIndexSet<BlockRef>) {
        if self.options.broken == Some(crate::soundness::Broken::ReadersForgotten) {
            return;
        }
        for &b in readers {
            self.reschedule(b);
        }
    }

    // ---- diagnostics ----

    /// Records a diagnostic. A later one of the same code at the same place replaces the earlier: it knows more.
    pub(crate) fn report(&mut self, mut d: Diagnostic) {
        if d.help.is_none()
            && d.kind == flowspace::diag::Kind::Source
            && let Some(help) = crate::help::for_diagnostic(&d)
        {
            d.help = Some(help.to_string());
        }
        // A consequence of an error that was reported says nothing new.
        if d.message.contains(crate::show::ERRONEOUS) && !self.diags.is_empty() {
            return;
        }
        let union = self.last_union.take();
        if self.first.is_none() && d.is_error() {
            self.first = Some((d.clone(), union, self.here));
        }
        self.diags.insert((d.span, d.code, d.kind as u8), d);
    }
    /// Reports an error at the current operation.
    pub(crate) fn fail<T>(&mut self, code: &'static str, message: impl Into<String>) -> Res<T> {
        let d = Diagnostic::error(code, self.span, message);
        self.fail_with(d)
    }
    /// Reports a diagnostic and stops.
    pub(crate) fn fail_with<T>(&mut self, d: Diagnostic) -> Res<T> {
        self.report(d);
        Err(Stop::Failed)
    }
    /// Reports something RPython has and this toolchain lacks.
    pub(crate) fn unsupported<T>(&mut self, what: impl std::fmt::Display) -> Res<T> {
        let d = Diagnostic::unsupported(self.span, what);
        self.fail_with(d)
    }
    /// Blocks here; `why` is reported if it stays blocked to the end.
    pub(crate) fn block_because<T>(&mut self, why: Diagnostic) -> Res<T> {
        self.blocked_why = Some((false, Some(why)));
        Err(Stop::Blocked)
    }
    /// Notes that an operand is None and nothing else, so far.
    pub(crate) fn suspect_none(&mut self, what: &str) {
        self.suspects
            .insert(self.here, (self.span, what.to_string()));
    }
    /// Blocks here; not an error if it stays so.
    pub(crate) fn block_harmlessly<T>(&mut self) -> Res<T> {
        self.blocked_why = Some((true, None));
        Err(Stop::Blocked)
    }

    // ---- flowing ----

    /// Adds a graph.
    pub(crate) fn add_graph(&mut self, info: GraphInfo) -> GraphId {
        let graph = info.graph();
        let mut rank = vec![u32::MAX; graph.blocks.len()];
        for (i, b) in order::reverse_postorder(graph).into_iter().enumerate() {
            rank[b.index()] = i as u32;
        }
        self.ranks.push(rank);
        self.program.graphs.push(info)
    }

    /// Flows annotations into a block from outside (a call): merges and schedules.
    pub(crate) fn enter_block(&mut self, g: GraphId, block: BlockId, args: &[Annotation]) {
        let flow = self.program.graphs[g].flow.clone();
        let inputargs = &flow.graph.blocks[block].inputargs;
        self.stats.phis += inputargs.len() as u64;
        let mut changed = !self.program.graphs[g].is_reached(block);
        for (&v, &a) in inputargs.iter().zip(args) {
            changed |= self.merge_var(g, v, a);
        }
        if changed {
            self.program.graphs[g].reached.insert(block.index());
            self.schedule(BlockRef { graph: g, block });
            if block == flow.graph.return_block {
                self.result_changed(g);
            }
        }
    }

    fn result_changed(&mut self, g: GraphId) {
        if self.options.broken == Some(crate::soundness::Broken::CallersForgotten) {
            return;
        }
        let callers: SmallVec<[BlockRef; 8]> = self.program.graphs[g]
            .callers
            .iter()
            .map(|c| c.block_ref())
            .collect();
        for c in callers {
            self.reschedule(c);
        }
    }

    fn flow_block(&mut self, b: BlockRef) {
        self.stats.blocks += 1;
        let flow = self.program.graphs[b.graph].flow.clone();
        let graph = &flow.graph;
        let block = &graph.blocks[b.block];
        if graph.is_final(b.block) {
            return;
        }
        if !self.blocked.is_empty() {
            self.blocked.shift_remove(&b);
        }
        let mut raising_only = false;
        let mut args: SmallVec<[Annotation; 6]> = SmallVec::new();
        for (i, op) in block.ops.iter().enumerate() {
            self.here = OpRef {
                graph: b.graph,
                block: b.block,
                index: i as u32,
            };
            self.span = op.span;
            self.stats.rules += 1;
            args.clear();
            for a in &op.args {
                args.push(self.operand(b.graph, a));
            }
            self.blocked_why = None;
            if !self.suspects.is_empty() {
                let here = self.here;
                self.suspects.shift_remove(&here);
            }
            let result = if !self.given_up.is_empty() && self.given_up.contains(&self.here) {
                Err(Stop::Failed)
            } else if args.iter().any(|a| a.is_impossible()) {
                Err(Stop::Blocked)
            } else if args.iter().any(|a| a.is_error()) {
                Err(Stop::Failed)
            } else {
                self.apply(op, &args)
            };
            let result = match self.options.broken {
                Some(b) => b.distort(self, op, &args, result),
                None => result,
            };
            let result = match result {
                Ok(a) if a.is_impossible() => Err(Stop::Blocked),
                Ok(a) => Ok(a),
                Err(Stop::Failed) => Ok(Annotation::error()),
                Err(Stop::Blocked) => Err(Stop::Blocked),
            };
            match result {
                Ok(a) => {
                    let old = self.program.graphs[b.graph].bindings[op.result];
                    if cfg!(debug_assertions)
                        && !old.is_impossible()
                        && !lattice::contains(&self.program, a, old)
                        && !old.is_error()
                    {
                        self.stats.not_monotone += 1;
                        if std::env::var_os("GENEXT_ANNOTATOR_STRICT").is_some() {
                            eprintln!(
                                "not monotone: {} at {:?}: {old:?} then {a:?}",
                                op.op, self.here
                            );
                        }
                    }
                    self.merge_var(b.graph, op.result, a);
                }
                Err(_) => {
                    let last = i + 1 == block.ops.len();
                    if last && block.exitswitch == ExitSwitch::LastException {
                        raising_only = true;
                        break;
                    }
                    // These may always raise: then the block just ends here.
                    if matches!(op.op, HlOp::SimpleCall | HlOp::CallArgs(_) | HlOp::Next)
                        && self.blocked_why.is_none()
                    {
                        return;
                    }
                    let (harmless, why) = self.blocked_why.take().unwrap_or((false, None));
                    self.blocked.insert(
                        b,
                        BlockedAt {
                            index: i,
                            span: op.span,
                            harmless,
                            why,
                        },
                    );
                    return;
                }
            }
        }
        self.here = OpRef {
            graph: b.graph,
            block: b.block,
            index: block.ops.len() as u32,
        };
        match &block.exitswitch {
            ExitSwitch::None => {
                for &l in &block.exits {
                    self.follow(b, l, None);
                }
            }
            ExitSwitch::Value(switch) => {
                let s = self.operand(b.graph, switch);
                if s.is_impossible() {
                    return;
                }
                let known = s.konst().cloned();
                let mut taken = false;
                for &l in &block.exits {
                    let case = &graph.links[l].exitcase;
                    let side = match case {
                        ExitCase::Bool(v) => {
                            if matches!(&known, Some(Value::Bool(k)) if k != v) {
                                continue;
                            }
                            Some((s, *v))
                        }
                        ExitCase::Case(c) => {
                            if let Some(k) = &known
                                && !crate::konst::same(k, &c.0)
                            {
                                continue;
                            }
                            None
                        }
                        ExitCase::Default if taken && known.is_some() => continue,
                        _ => None,
                    };
                    taken = true;
                    self.follow(b, l, side);
                }
            }
            ExitSwitch::LastException => {
                let op = block.ops.last();
                let raises = match op {
                    Some(op) => {
                        self.span = op.span;
                        args.clear();
                        for a in &op.args {
                            args.push(self.operand(b.graph, a));
                        }
                        self.exceptions_of(op, &args)
                    }
                    None => crate::exceptions::Raises::Any,
                };
                self.follow_exceptional(b, raises, raising_only);
            }
        }
    }

    fn follow_exceptional(
        &mut self,
        b: BlockRef,
        raises: crate::exceptions::Raises,
        raising_only: bool,
    ) {
        let flow = self.program.graphs[b.graph].flow.clone();
        let graph = &flow.graph;
        let mut left = raises;
        for &l in &graph.blocks[b.block].exits {
            let link = &graph.links[l];
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
                        let a = Annotation::new(Kind::TypeOf {
                            vars,
                            class: Some(caught),
                        });
                        self.merge_var(b.graph, v, a);
                    }
                    if let Some(v) = link.last_exc_value {
                        self.merge_var(b.graph, v, Annotation::instance(caught, false));
                    }
                    self.follow(b, l, None);
                }
                _ if raising_only => {}
                _ => self.follow(b, l, None),
            }
        }
    }

    /// Propagates along a link; `side`: the switch's annotation and which way it went.
    fn follow(&mut self, b: BlockRef, l: LinkId, side: Option<(Annotation, bool)>) {
        let flow = self.program.graphs[b.graph].flow.clone();
        let link = &flow.graph.links[l];
        self.span = link.span;
        let narrow = side.map_or(&[] as &[Narrow], |(s, _)| s.narrowing());
        let target = &flow.graph.blocks[link.target];
        let mut out: SmallVec<[Annotation; 8]> = SmallVec::new();
        for (i, arg) in link.args.iter().enumerate() {
            let mut a = self.operand(b.graph, arg);
            if let Operand::Var(v) = arg
                && !narrow.is_empty()
                && let Some(n) = narrow.iter().find(|n| n.var == *v)
            {
                let learned = if side.is_some_and(|(_, s)| s) {
                    n.if_true
                } else {
                    n.if_false
                };
                if let Some(t) = learned {
                    a = lattice::improve(&self.program, a, t);
                    if a.is_impossible() {
                        return; // This way is never taken.
                    }
                }
            }
            // A handler of one class may pass the class as a constant: it is still the type of the exception.
            if let (ExitCase::Exception(_), Operand::Const(c), Some(v)) =
                (&link.exitcase, arg, link.last_exc_value)
                && let Value::Class(class) = &c.0
                && class.is_exception()
            {
                let class = self.classdef(class);
                a = Annotation::new(Kind::TypeOf {
                    vars: Box::new([v]),
                    class: Some(class),
                })
                .with_const(c.0.clone());
            }
            if link.target == flow.graph.except_block && i == 1 {
                a = a.non_none(); // `raise None` raises something else.
                if a.is_impossible() {
                    return;
                }
            }
            if link.target == flow.graph.except_block && i == 0 {
                // Which class exactly is of no interest there.
                a = Annotation::new(Kind::TypeOf {
                    vars: Box::new([]),
                    class: None,
                });
            }
            out.push(a);
        }
        // What booleans and types tell of variables goes on under the names of the target.
        for a in &mut out {
            *a = self.rename(*a, &link.args, &target.inputargs);
        }
        let new = !self.program.graphs[b.graph].followed.put(l.index());
        let _ = new;
        self.enter_block(b.graph, link.target, &out);
    }

    fn rename(&mut self, a: Annotation, args: &[HlOperand], inputs: &[VarId]) -> Annotation {
        let images = |v: VarId| {
            args.iter()
                .zip(inputs)
                .filter(move |(arg, _)| arg.var() == Some(v))
                .map(|(_, &i)| i)
        };
        match a.kind() {
            Kind::Bool(n) if !n.is_empty() => {
                let mut renamed = Vec::new();
                for n in n {
                    renamed.extend(images(n.var).map(|var| Narrow { var, ..n.clone() }));
                }
                a.with_narrowing(renamed)
            }
            Kind::TypeOf { vars, class } if !vars.is_empty() => {
                let mut renamed: Vec<VarId> = vars.iter().flat_map(|&v| images(v)).collect();
                renamed.sort_unstable();
                let new = Annotation::new(Kind::TypeOf {
                    vars: renamed.into(),
                    class: *class,
                });
                match a.konst() {
                    Some(v) => new.with_const(v.clone()),
                    None => new,
                }
            }
            _ => a,
        }
    }

    /// Annotates a call of `graph` from the current operation: the result as known so far.
    pub(crate) fn call_graph(&mut self, graph: GraphId, args: &[Annotation]) -> Res {
        let here = self.here;
        if here != NOWHERE && self.program.graphs[graph].callers.last() != Some(&here) {
            self.program.graphs[graph].callers.insert(here);
        }
        let start = self.program.graphs[graph].graph().start;
        let span = self.span;
        let args: SmallVec<[Annotation; 6]> = args.iter().map(|a| a.escaping()).collect();
        self.enter_block(graph, start, &args);
        self.span = span;
        let r = self.program.graphs[graph].result().escaping();
        if r.is_impossible() {
            Err(Stop::Blocked)
        } else {
            Ok(r)
        }
    }
}

/// The position of things that no operation asks for.
pub(crate) const NOWHERE: OpRef = OpRef {
    graph: GraphId(u32::MAX),
    block: BlockId(u32::MAX),
    index: 0,
};
