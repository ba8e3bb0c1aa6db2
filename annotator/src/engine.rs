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
use crate::lattice::{self, Identify, Obligations};
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
    /// Also annotate what only the JIT calls (`get_printable_location`, ...).
    pub jit: bool,
}

/// Counts of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Blocks flowed.
    pub blocks: u64,
    /// Rules applied.
    pub rules: u64,
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
    pub(crate) memo_cache: FxHashMap<DescId, Vec<(Vec<Value>, Value)>>,
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
            memo_cache: FxHashMap::default(),
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
        for &b in readers {
            self.reschedule(b);
        }
    }

    // ---- diagnostics ----

    /// Records a diagnostic. A later one of the same code at the same place replaces the earlier: it knows more.
    pub(crate) fn report(&mut self, d: Diagnostic) {
        // A consequence of an error that was reported says nothing new.
        if d.message.contains(crate::show::ERRONEOUS) && !self.diags.is_empty() {
            return;
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
    /// Blocks here; not an error if it stays so.
    pub(crate) fn block_harmlessly<T>(&mut self) -> Res<T> {
        self.blocked_why = Some((true, None));
        Err(Stop::Blocked)
    }

    // ---- the state ----

    /// `a ⊔ b` with all identifications carried out; the error is reported by the caller.
    pub(crate) fn try_join(
        &mut self,
        a: Annotation,
        b: Annotation,
    ) -> Result<Annotation, lattice::TopError> {
        if a == b {
            return Ok(a);
        }
        let mut todo = Obligations::new();
        let r = lattice::join(&self.program, a, b, &mut todo)?;
        if !todo.is_empty() {
            self.identify(todo);
        }
        Ok(r)
    }
    /// `a ⊔ b`, or an error at the current operation.
    pub(crate) fn join(&mut self, a: Annotation, b: Annotation) -> Res {
        match self.try_join(a, b) {
            Ok(r) => Ok(r),
            Err(e) => {
                let d = self.union_error(self.span, e);
                self.fail_with(d)
            }
        }
    }
    /// For later stages: the union of two annotations, if they have one.
    pub fn union(&mut self, a: Annotation, b: Annotation) -> Option<Annotation> {
        self.try_join(a, b).ok()
    }
    /// `a ≤ b`
    pub fn contains(&self, b: Annotation, a: Annotation) -> bool {
        lattice::contains(&self.program, b, a)
    }

    /// Discharges the obligations of joins.
    pub(crate) fn identify(&mut self, todo: Obligations) {
        let mut queue: Vec<Identify> = todo.into_vec();
        while let Some(next) = queue.pop() {
            match next {
                Identify::Lists(a, b) => {
                    let Some((x, y)) = self.program.lists.take_union(a, b) else {
                        continue;
                    };
                    let (i, j) = (x.item, y.item);
                    let merged = self.merge_list_defs(x, y);
                    self.program.lists.set(a, merged);
                    self.unify_cells(i, j, &mut queue, "list items");
                }
                Identify::Dicts(a, b) => {
                    let Some((x, y)) = self.program.dicts.take_union(a, b) else {
                        continue;
                    };
                    let (k1, k2, v1, v2) = (x.key, y.key, x.value, y.value);
                    let custom = (x.custom, y.custom);
                    let merged = DictDef {
                        custom: x.custom.or(y.custom),
                        force_non_null: x.force_non_null && y.force_non_null,
                        simple_hash_eq: x.simple_hash_eq && y.simple_hash_eq,
                        custom_graphs: x.custom_graphs.or(y.custom_graphs),
                        ..x
                    };
                    let mixed = custom.0.is_some() != custom.1.is_some();
                    let fresh = [k1, k2]
                        .iter()
                        .any(|&k| self.program.cell(k).is_impossible());
                    self.program.dicts.set(a, merged);
                    if mixed && !fresh {
                        let d = Diagnostic::error(
                            "E0413",
                            self.span,
                            "an r_dict meets an ordinary dictionary",
                        )
                        .label("they meet here")
                        .note(y.span, "the other dictionary is made here");
                        self.report(d);
                    }
                    self.unify_cells(k1, k2, &mut queue, "dictionary keys");
                    self.unify_cells(v1, v2, &mut queue, "dictionary values");
                    if let (Some(c), Some(d)) = custom {
                        self.unify_cells(c.eq, d.eq, &mut queue, "key_eq functions");
                        self.unify_cells(c.hash, d.hash, &mut queue, "key_hash functions");
                    }
                }
            }
        }
    }

    fn merge_list_defs(&mut self, x: ListDef, y: ListDef) -> ListDef {
        let range = match (x.range, y.range) {
            (a, b) if a == b => a,
            (RangeStep::No, _) | (_, RangeStep::No) => RangeStep::No,
            _ => RangeStep::Variable,
        };
        let merged = ListDef {
            item: x.item,
            resized: x.resized || y.resized,
            mutated: x.mutated || y.mutated,
            range,
            immutable: x.immutable && y.immutable,
            must_not_resize: x.must_not_resize.or(y.must_not_resize),
            span: if x.span.is_none() { y.span } else { x.span },
        };
        if merged.resized
            && let Some(demanded) = merged.must_not_resize
        {
            let d = Diagnostic::error(
                "E0412",
                self.span,
                "a list that must not be resized is resized",
            )
            .label("a resized list meets it here")
            .note(demanded, "it must not be resized because of this");
            self.report(d);
        }
        merged
    }

    pub(crate) fn unify_cells(
        &mut self,
        a: CellId,
        b: CellId,
        queue: &mut Vec<Identify>,
        what: &str,
    ) {
        let Some((x, y)) = self.program.cells.take_union(a, b) else {
            return;
        };
        let (old_x, old_y) = (x.annotation, y.annotation);
        let mut readers = FxIndexSet::default();
        let mut todo = Obligations::new();
        let mut cell = Cell {
            annotation: old_x,
            readers: x.readers.clone(),
            history: x.history,
        };
        cell.readers.extend(y.readers.iter().copied());
        cell.history.extend(y.history);
        self.program.cells.set(a, cell);
        let joined = match lattice::join(&self.program, old_x, old_y, &mut todo) {
            Ok(j) => j,
            Err(e) => {
                let mut d = self.union_error(self.span, e);
                let history = self.program.cells.get(a).history.clone();
                d.message = format!("{what} that meet here do not go together: {}", d.message);
                for o in history.iter().take(4) {
                    if !o.span.is_none() && o.span != d.span {
                        let text = format!("{} was put in here", self.english(o.what));
                        d = d.note(o.span, text);
                    }
                }
                self.report(d);
                Annotation::error()
            }
        };
        if joined != old_x {
            readers.extend(x.readers);
        }
        // `old_y` may be the same modulo E but another handle; readers of the second cell see it through `find`.
        if joined != old_y {
            readers.extend(y.readers);
        }
        self.program.cells.get_mut(a).annotation = joined;
        queue.extend(todo);
        self.reschedule_all(&readers);
    }

    /// A fresh hidden variable.
    pub(crate) fn new_cell(&mut self, annotation: Annotation) -> CellId {
        let history = if annotation.is_impossible() {
            Vec::new()
        } else {
            vec![Origin {
                what: annotation,
                span: self.span,
            }]
        };
        self.program.cells.push(Cell {
            annotation,
            readers: FxIndexSet::default(),
            history,
        })
    }
    /// Reads a hidden variable on behalf of the current block.
    pub(crate) fn read_cell(&mut self, c: CellId) -> Annotation {
        let here = self.here.block_ref();
        let cell = self.program.cells.get_mut(c);
        if here.graph != NOWHERE.graph {
            cell.readers.insert(here);
        }
        cell.annotation
    }
    /// Merges into a hidden variable; `what` says of what kind it is for messages.
    pub(crate) fn write_cell(&mut self, c: CellId, a: Annotation, what: &str) -> Res<()> {
        let a = a.escaping();
        let old = self.program.cells.get(c).annotation;
        if a == old {
            return Ok(());
        }
        let joined = match self.try_join(old, a) {
            Ok(j) => j,
            Err(e) => {
                let d = self.cell_error(c, a, e, what);
                self.report(d);
                Annotation::error()
            }
        };
        if joined != old {
            let span = self.span;
            let cell = self.program.cells.get_mut(c);
            // A join may have identified this cell with another: keep what it holds by now.
            let now = cell.annotation;
            cell.annotation = joined;
            cell.history.push(Origin { what: a, span });
            let readers = cell.readers.clone();
            if now != old
                && now != joined
                && let Ok(j) = self.try_join(joined, now)
            {
                self.program.cells.get_mut(c).annotation = j;
            }
            self.reschedule_all(&readers);
        }
        if joined.is_error() && !a.is_error() {
            Err(Stop::Failed)
        } else {
            Ok(())
        }
    }

    /// Merges into a variable of a graph; whether it changed.
    pub(crate) fn merge_var(&mut self, g: GraphId, v: VarId, a: Annotation) -> bool {
        let old = self.program.graphs[g].bindings[v];
        if old == a {
            return false;
        }
        let joined = match self.try_join(old, a) {
            Ok(j) => j,
            Err(e) => {
                let d = self.var_union_error(g, v, e);
                self.report(d);
                Annotation::error()
            }
        };
        if joined == old {
            return false;
        }
        self.program.graphs[g].bindings[v] = joined;
        true
    }

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

    /// b of an operand in graph `g`.
    pub(crate) fn operand(&mut self, g: GraphId, arg: &HlOperand) -> Annotation {
        match arg {
            Operand::Var(v) => self.program.graphs[g].bindings[*v],
            Operand::Const(c) => self.const_annotation(c),
        }
    }

    // ---- flowing ----

    /// Flows annotations into a block from outside (a call): merges and schedules.
    pub(crate) fn enter_block(&mut self, g: GraphId, block: BlockId, args: &[Annotation]) {
        let flow = self.program.graphs[g].flow.clone();
        let inputargs = &flow.graph.blocks[block].inputargs;
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
            let result = if !self.given_up.is_empty() && self.given_up.contains(&self.here) {
                Err(Stop::Failed)
            } else if args.iter().any(|a| a.is_impossible()) {
                Err(Stop::Blocked)
            } else if args.iter().any(|a| a.is_error()) {
                Err(Stop::Failed)
            } else {
                self.apply(op, &args)
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
        if here != NOWHERE {
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
