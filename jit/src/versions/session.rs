//! The driver loop of the compiler: runs generators, does what they ask for, and ends fragments where residual control
//! flow splits or joins.
//!
//! ```text
//! GOTO a join      look the context up ([`super::table`]): jump to a version, or begin a new one right here
//! BRANCH, SWITCH   constant: go on there; one way is expected: a guard; else the fragment ends,
//!                  with an edge stub for each arm, which
//!                  knows what the test teaches
//! CALL             a frame is pushed, or a residual call emitted ([limits](jit_abi::settings))
//! RETURN           the frame is popped; the outermost leaves residual code
//! PROMOTE          constant: go on; else the fragment ends with an edge stub that takes values ([`super::promotion`])
//! ```
//! One run compiles straight on through joins ("contiguous code"); a split whose way is not expected ends it: which arm
//! is worth compiling, execution will tell.
//! * `joins`, `splits`, `calls`: the actions; `guards`: branches one way of which is expected.
mod calls;
mod certain;
pub(super) mod guards;
mod handover;
mod joins;
mod splits;
mod turns;

pub(super) use certain::CertainCalls;

use std::collections::BTreeMap;

use backend_x86::fragment::{Edge, FragmentEnd, To, ValueLocation};
use ir::lltype::LLType;
use ir::model::{Arg, Operand, VarId};
use lowlevel::binding::Color;
use lowlevel::{LL, LLOp};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::bias::{Arm, SplitId};
use super::bridge::{capture, instantiate};
use super::code::{EdgeId, EdgeKind, EdgeState, FragmentId, Promotion};
use super::context::{Context, Exc};
use super::emit::{self, Draft, WaitingFragment, entry_of};
use super::entry::handed::Lead;
use super::jit::Jit;
use super::keys::{ChainId, Chains};
use super::lattice::{Mapping, ParamSource};
use super::log::{LogLevel, quoted};
use super::run::{Action, Answer, Argument, Frame, GeneratorRun, call_arguments, settle_greens};
use super::snapshot::{NumbersAt, Snapshots};
use super::table::{Arrival, Choice, Maturity, NewVersion, VersionId, VersionReason};
use crate::support::boxes::{BoxId, BoxValue};
use crate::support::builder::constant_operand;
use crate::support::exc::ExcState;
use crate::support::externs::{Pending, box_of, handle};
use crate::support::memory;
use crate::support::state::{ForceReason, Mode};
use jit_abi::info::{PointId, PointKind, PortalInfo};

/// Why nothing was compiled.
#[derive(Clone, Debug, PartialEq)]
pub enum GiveUp {
    /// The generator did not come to an end.
    Endless,
    /// An inlined call did not end within the limits: it is residual from now on, and the run may be repeated.
    Again,
    /// Code memory is full.
    Exhausted,
    /// The point has too many versions.
    Refused,
    /// The back end cannot compile it.
    Unsupported(String),
}

impl std::fmt::Display for GiveUp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            GiveUp::Endless => write!(f, "a green loop does not come to an end"),
            GiveUp::Again => write!(f, "a call with a green loop that is too long"),
            GiveUp::Exhausted => write!(f, "code memory is exhausted"),
            GiveUp::Refused => write!(f, "too many versions"),
            GiveUp::Unsupported(what) => write!(f, "{what}"),
        }
    }
}

/// Green back edges in one run of the compiler.
const TICKS: u32 = 1 << 20;
/// Chains for which a run finds memory in place to note that it has passed them. (That memory is cleared after each
/// run, however short.)
const VISITS: usize = 512;
/// Fragments in one run of the compiler.
const FRAGMENTS: u32 = 256;
/// What a run of the compiler costs apart from the operations that it makes, in operations.
const RUN_COST: u32 = 10;
/// How often a join whose number of versions is at its limit is passed without a version.
const PASSES: u32 = 16;
/// Operations and guards of a fragment after which the next point that may have versions gets one: the time of
/// compiling a fragment grows faster than its size.
const CHUNK: usize = 400;

/// Whether the run goes on.
enum Flow {
    On(Option<Answer>),
    Done,
}

/// How often a run has passed a point ...
#[derive(Clone, Copy, Default)]
pub(super) struct Visit {
    times: u32,
    /// ... and after how many guards and merge points the last time.
    tests: u32,
    merge_points: u32,
    /// How often the run had come by the head of the loop that is made again.
    turns: u32,
}

/// By the hash of a chain.
pub(super) type Visits = FxHashMap<u64, Visit>;

/// Points that a run has passed. While a generator is at work it lies where that adds to it ([`Jit::heads_code`]).
#[derive(Default)]
pub(super) struct Passed {
    /// Points that may have versions: how often without a guard in between, and after how many guards the last time.
    visits: Visits,
    /// Guards so far.
    pub(super) tests: u32,
    /// What was known at heads of loops that are to be unrolled, when they were passed.
    unrolled: FxHashMap<u64, NumbersAt>,
    /// Of each merge point that was passed where a small loop is made again: how many frames there were.
    merge_points: Vec<usize>,
    /// How many there are at the head of the turn at hand.
    turn: Option<usize>,
    /// How often the run has come by the head of a loop that is made again and is not small.
    turns: u32,
}

impl Passed {
    /// Code begins at a point.
    fn begin(&mut self, hash: u64) {
        let first = Visit {
            times: 1,
            ..Visit::default()
        };
        self.visits.insert(hash, first);
    }
}

/// The way of a run.
#[derive(Default)]
pub(super) struct Route {
    pub(super) points: Passed,
    /// How often a version was not taken because what it has read may have been rewritten.
    rewritten: u32,
    /// A version has begun: what is reached straight on from here needs none.
    merged: bool,
    /// A point that was passed without a version, and how many operations there were: see [`Session::transparent`].
    passed: Option<(PointId, usize)>,
}

/// What a run has made.
#[derive(Default)]
pub(super) struct Output {
    /// Fragments so far.
    fragments: u32,
    /// Operations in them.
    operations: usize,
    /// Those that wait to be compiled.
    pub(super) waiting: Vec<WaitingFragment>,
    /// The log waits for them.
    holds: bool,
    /// The first of them.
    pub(super) first: Option<FragmentId>,
    /// Entries that they call.
    leads: Vec<Lead>,
    /// A version that was chosen to begin with the next fragment.
    promised: Option<(VersionId, ChainId)>,
}

/// How the edge that a run compiles for and its first fragment meet.
#[derive(Default)]
pub(super) struct SessionEntry {
    /// What was compiled for is an existing fragment, with its arguments at these places: no code of its own is needed.
    pub(super) alias: Option<(FragmentId, Vec<ValueLocation>)>,
    /// The first fragment takes the edge's arguments from these places.
    pub(super) places: Option<Vec<ValueLocation>>,
    /// The version that the first fragment begins.
    version: Option<VersionId>,
    /// The words that the edge brings, until the first fragment begins.
    pub(super) words: Vec<u64>,
}

/// A run of the compiler.
pub struct Session<'a> {
    pub(super) run: GeneratorRun<'a>,
    pub(super) draft: Draft,
    /// Its number: how many there have been when it began.
    pub(super) number: u64,
    /// The portal that it belongs to.
    pub(super) portal: u32,
    /// It makes code again that has run often ([`super::regenerate`]): of the loop or portal whose first code began
    /// with this fragment.
    pub(super) mature: Option<FragmentId>,
    /// It is part of what is compiled because of that, if only for a way out.
    pub(super) again: bool,
    /// Operations of the code that leads to what it compiles ([`super::code::FragmentRecord::depth`]).
    pub(super) depth: u32,
    /// A call was not traced into because too many wait for it; the fragment at hand does not know yet.
    pub(super) limited: bool,
    /// Heads of loops with versions that were passed since the last fragment was made.
    pub(super) heads: Vec<ChainId>,
    /// Calls that are being traced into: how many frames there are with it, what it runs, and how many operations there
    /// were when it began.
    pub(super) entered: Vec<(usize, u64, usize)>,
    /// Calls that were not traced into because they are recursive, since the last fragment was made.
    pub(super) cut: u32,
    /// How many frames there were when objects that are held and not reached any more were looked for.
    looked_through: usize,
    /// It has closed a loop; the code that it is part of does not know yet.
    pub(super) loops: bool,
    /// It does so for the loop with this head, or for the portal that begins there.
    pub(super) head: Option<ChainId>,
    pub(super) route: Route,
    guards: guards::Guards,
    pub(super) output: Output,
    pub(super) origin: SessionEntry,
    /// Processor time of the thread when it began.
    began: u64,
    /// What the log's details had taken then.
    log_before: u64,
    /// The exception that was pending then.
    pending: Option<Pending>,
}

impl<'a> Session<'a> {
    /// A run of the compiler for a portal.
    pub fn new(jit: &'a Jit, portal: u32) -> Session<'a> {
        let run = GeneratorRun::new(jit, Mode::Compile);
        jit.state.ticks.set(TICKS);
        let size_limit = jit.settings.borrow().size_limit;
        jit.state.size_limit.set(size_limit);
        let holds = jit.log.wants(LogLevel::Versions);
        let (began, log_before) = (super::native::thread_nanoseconds(), jit.log.spent());
        jit.count(|t| t.sessions += 1);
        let number = jit.report.totals.get().sessions;
        if holds {
            jit.log.timed(|| jit.log_session(number));
            jit.log.hold();
        }
        let pending = jit.state.set_exception_aside();
        {
            let mut work = jit.state.work_mut();
            work.aside = true;
            work.defers = jit.settings.borrow().defer;
        }
        Session {
            run,
            draft: Draft::default(),
            number,
            portal,
            mature: None,
            again: false,
            depth: 0,
            limited: false,
            heads: Vec::new(),
            entered: Vec::new(),
            cut: 0,
            looked_through: 0,
            loops: false,
            head: None,
            route: Route {
                points: Passed {
                    visits: jit.runs.visits.take(),
                    ..Passed::default()
                },
                ..Route::default()
            },
            guards: guards::Guards::default(),
            output: Output {
                holds,
                ..Output::default()
            },
            origin: SessionEntry::default(),
            began,
            log_before,
            pending: Some(pending),
        }
    }
    /// A run for what follows an edge.
    pub(super) fn at_edge(
        jit: &'a Jit,
        edge: EdgeId,
        chain: ChainId,
        context: &Context,
    ) -> Session<'a> {
        let mut s = Session::new(jit, jit.portal_of(chain));
        let edges = jit.code.edges.borrow();
        let e = &edges[edge];
        {
            let mut work = jit.state.work_mut();
            work.stale = context.defers_virtuals(jit.state.tables);
            work.ahead = e.is_ahead();
        }
        // Memory does not have them when this run calls elidable functions.
        jit.state.note_pending(context.parts_of_pending());
        s.set_mature(jit.code.mature(edge));
        s.again = e.leaves_mature();
        s.depth = jit.code.depth(edge).saturating_add(RUN_COST);
        s
    }
    /// Of what it makes code again ([`Session::mature`]).
    pub(super) fn set_mature(&mut self, mature: Option<FragmentId>) {
        self.mature = mature;
        let small = self.maturity() == Maturity::Loop;
        self.jit().state.work_mut().relative = small;
        self.route.merged |= self.sought().is_some();
    }
    /// What it makes code for.
    pub(super) fn maturity(&self) -> Maturity {
        match self.mature {
            None => Maturity::First,
            Some(first) if self.jit().is_small(first) => Maturity::Loop,
            Some(_) => Maturity::Onward,
        }
    }
    fn jit(&self) -> &'a Jit {
        self.run.jit
    }
    /// A new fragment with this context; its boxes by class.
    pub(super) fn begin(&mut self, context: &Context, draft: Draft) -> Vec<BoxId> {
        let jit = self.jit();
        jit.state.begin(Mode::Compile);
        self.draft = draft;
        self.guards.clear();
        instantiate(jit.state, context)
    }
    /// Notes the words of the arrival as the values of the first fragment's parameters.
    pub(super) fn bring(&mut self, context: &Context, boxes: &[BoxId]) {
        let words = std::mem::take(&mut self.origin.words);
        if self.jit().following.enabled.get() {
            for ((k, ty, _), word) in context.params().zip(words) {
                self.jit().state.set_actual(boxes[k.0 as usize], ty, word);
            }
        }
    }
    /// Begins the first fragment with the state of a snapshot; the boxes of its classes.
    fn restore(&mut self, chain: ChainId, context: &Context, draft: Draft) -> Vec<BoxId> {
        let boxes = self.begin(context, draft);
        self.bring(context, &boxes);
        self.set_frames(chain, context, &boxes);
        boxes
    }
    /// Compiles from a snapshot on: the fragment that begins there, and what follows it.
    pub fn compile(
        &mut self,
        chain: ChainId,
        context: &Context,
        draft: Draft,
        answer: Option<Answer>,
    ) -> Result<(), GiveUp> {
        self.route.merged |= draft.version.is_some();
        self.restore(chain, context, draft);
        self.route.points.begin(self.run.passed().0);
        self.begin_call();
        self.go_on(answer)
    }
    /// Compiles nothing but an edge with this state.
    pub(super) fn lead(
        &mut self,
        chain: ChainId,
        context: &Context,
        draft: Draft,
    ) -> Result<(EdgeId, FragmentId), GiveUp> {
        let boxes = self.begin(context, draft);
        let edge = self.edge_stub(EdgeKind::Plain, chain, context, &boxes, Arm::NONE);
        let To::Stub(number) = edge.to else {
            return Err(GiveUp::Unsupported("an edge without a stub".to_owned()));
        };
        let fragment = self.emit(FragmentEnd::Jump(edge));
        self.finish()?;
        Ok((EdgeId(number), fragment))
    }
    /// Compiles what follows an edge to a point that may have versions.
    pub fn resume(
        &mut self,
        chain: ChainId,
        context: &Context,
        mut draft: Draft,
    ) -> Result<(), GiveUp> {
        let jit = self.jit();
        let point = jit.chains.borrow().get(chain).point;
        let kind = jit.point(point).kind;
        let passes = self.sought().is_some_and(|head| head != chain);
        if kind == PointKind::Plain || passes && context.deferred.is_empty() {
            return self.compile(chain, context, draft, None);
        }
        if !context.deferred.is_empty() {
            return self.arrive_from(chain, point, context, draft);
        }
        let arrival = Arrival {
            key: chain,
            point,
            context,
            loop_head: kind.is_head() || self.is_made_again(chain),
            unrolls: (kind == PointKind::UnrolledHead).then(|| jit.settings.borrow().unroll_limit),
            maturity: self.maturity_at(kind.is_head(), Some(chain)),
            again: self.mature,
        };
        let limits = jit.limits();
        let tables = jit.state.tables;
        let choice = (jit.table.borrow_mut()).choose(arrival, limits, tables, |plan| {
            plan == NewVersion::Widen && self.may_pass(chain, kind)
        });
        match choice {
            Choice::Jump(v, mapping) if jit.code.code_of(v).is_some() => {
                let boxes = self.begin(context, draft);
                self.set_frames(chain, context, &boxes);
                self.check(v, context);
                self.jump(v, chain, context, &mapping, &boxes)?;
                self.finish()
            }
            // That version is being compiled by a run that waits for this one: code without a version is right in any
            // case.
            Choice::Jump(..) => self.compile(chain, context, draft, None),
            Choice::Pass => self.compile(chain, context, draft, None),
            Choice::New {
                context: new, why, ..
            } if new == *context => {
                let v = self.add_version(chain, point, context, why);
                draft.version = Some(v);
                self.origin.version = Some(v);
                self.compile(chain, context, draft, None)
            }
            Choice::New {
                context: new,
                mapping,
                why,
            } => {
                let boxes = self.restore(chain, context, draft);
                self.route.points.begin(self.run.passed().0);
                self.begin_version(chain, point, new, &mapping, &boxes, why)?;
                self.go_on(None)
            }
            Choice::Refuse => Err(GiveUp::Refused),
        }
    }
    /// Compiles what follows an edge to such a point with stores that are deferred.
    fn arrive_from(
        &mut self,
        chain: ChainId,
        point: PointId,
        context: &Context,
        draft: Draft,
    ) -> Result<(), GiveUp> {
        self.restore(chain, context, draft);
        self.begin_call();
        match self.arrive(point)? {
            Flow::On(answer) => self.go_on(answer),
            Flow::Done => self.finish(),
        }
    }
    /// Compiles from the state at hand on.
    pub(super) fn go_on(&mut self, mut answer: Option<Answer>) -> Result<(), GiveUp> {
        let result = loop {
            self.run.straight = self.straight();
            let points = &self.jit().joins.points;
            let outer = points.replace(std::mem::take(&mut self.route.points));
            let action = self.run.step(answer.take());
            self.route.points = points.replace(outer);
            self.draft.inlined.extend(self.run.nested());
            match self.act(action) {
                Ok(Flow::On(a)) => answer = a,
                Ok(Flow::Done) => break Ok(()),
                Err(e) => break Err(e),
            }
        };
        if let (Err(_), None, Some(v)) = (&result, self.output.first, self.origin.version) {
            self.jit().table.borrow_mut().remove(v);
        }
        if let (Err(e), Some((v, chain))) = (&result, self.output.promised.take()) {
            self.abandon(v, chain, e);
            // What was compiled up to there is good.
            return self.finish();
        }
        result?;
        self.finish()
    }
    /// Compiles what was collected.
    pub(super) fn finish(&mut self) -> Result<(), GiveUp> {
        if let Some(first) = self.mature {
            (self.jit()).note_made_again(first, self.output.operations);
        }
        let made: Vec<FragmentId> = match self.output.leads.is_empty() {
            true => Vec::new(),
            false => self
                .output
                .waiting
                .iter()
                .map(WaitingFragment::id)
                .collect(),
        };
        emit::flush(self)?;
        let jit = self.jit();
        for lead in std::mem::take(&mut self.output.leads) {
            if let Err(e) = jit.make_lead(lead) {
                jit.kill(made);
                self.output.first = None;
                return Err(e);
            }
        }
        Ok(())
    }
    /// The log goes on, with these lines of fragments.
    pub(super) fn release(&mut self, mut lines: BTreeMap<u32, Vec<(LogLevel, String)>>) {
        if std::mem::take(&mut self.output.holds) {
            let log = &self.jit().log;
            log.release(|number| lines.remove(&number).unwrap_or_default());
        }
    }
    /// The version that was to follow the last fragment cannot be compiled: its edge is executed, for good or for now.
    fn abandon(&mut self, v: VersionId, chain: ChainId, why: &GiveUp) {
        let jit = self.jit();
        let (point, context) = {
            let mut table = jit.table.borrow_mut();
            table.remove(v);
            let point = jit.chains.borrow().get(chain).point;
            (point, table.get(v).context.clone())
        };
        let again = *why == GiveUp::Again;
        if !again {
            jit.warn(&why.to_string(), point, Some(chain));
            jit.count(|t| t.refused += 1);
        }
        let edge = jit.new_edge(EdgeKind::Plain, chain, &context, Arm::NONE);
        if !again {
            jit.code.set_state(edge, EdgeState::Dead);
        }
        if let Some(last) = self.output.waiting.last_mut() {
            last.seal(edge);
        }
    }

    /// Replaces the innermost frame; the flow of the program tells something about its reds.
    fn set_top(&self, f: Frame) {
        self.run.set_top(f);
        self.run.learn_point();
    }
    /// The fragment with which the code begins that was compiled.
    pub(super) fn first_fragment(&self) -> Result<FragmentId, GiveUp> {
        let nothing = || GiveUp::Unsupported("nothing was compiled".to_owned());
        self.output.first.ok_or_else(nothing)
    }
    /// The frames of a snapshot.
    pub(super) fn set_frames(&self, chain: ChainId, context: &Context, boxes: &[BoxId]) {
        self.run.set_frames(chain, context, boxes);
        self.run.learn_point();
    }
    fn act(&mut self, action: Action) -> Result<Flow, GiveUp> {
        match action {
            Action::Goto(point) | Action::MergePoint(point) => {
                self.run.learn_point();
                self.arrive(point)
            }
            Action::Branch { cond, yes, no } => self.branch(cond, yes, no),
            Action::Switch { value, info, cases } => self.switch(value, info, cases),
            Action::Call {
                call,
                function,
                start,
            } => {
                self.run.learn_point();
                self.call(call, function, start)
            }
            Action::Portal { call, args } => {
                self.run.learn_point();
                self.call_portal(call, &args)
            }
            Action::Return(word) => self.finish_frame(word),
            Action::Promote { value, owner } => {
                self.run.learn_point();
                match owner {
                    Some(owner) => self.promote_known(value, owner),
                    None => self.promote(value),
                }
            }
            Action::Certain { function, args } => {
                self.run.learn_point();
                self.certain(function, &args)
            }
            Action::Unreachable => {
                self.emit(FragmentEnd::Unreachable);
                Ok(Flow::Done)
            }
            Action::Stop => Err(self.stop()),
        }
    }
    /// A loop over greens unrolls beyond the limit. Leaving the innermost inlined call residual may be enough.
    fn stop(&mut self) -> GiveUp {
        let jit = self.jit();
        let chain = self.run.chain();
        let (point, waiting) = {
            let chains = jit.chains.borrow();
            let link = chains.get(chain);
            (link.point, link.parent)
        };
        match waiting {
            Some(waiting) if jit.leave_residual(waiting) => {
                jit.warn(&GiveUp::Again.to_string(), point, Some(chain));
                GiveUp::Again
            }
            _ => GiveUp::Endless,
        }
    }

    // ---- operands --------------------------------------------------------------------------------------------------

    /// The operand of a box; virtuals were forced.
    pub(super) fn operand(&self, b: BoxId) -> Arg<LL> {
        let jit = self.jit();
        match *jit.state.work().now.boxes.get(b) {
            BoxValue::Const { ty, bits } => {
                if jit.state.tables.types().is_gc_ref(ty) {
                    jit.state.keep(bits);
                }
                return constant_operand(ty, bits);
            }
            BoxValue::Residual { var, .. } => return Operand::Var(var),
            BoxValue::Virtual(_) => {}
        }
        jit.state.force(b, ForceReason::Merge);
        self.operand(b)
    }
    /// The arguments of an edge to a version.
    fn arguments(&self, mapping: &Mapping, nodes: &[BoxId]) -> Vec<Arg<LL>> {
        let jit = self.jit();
        if mapping.force_exception {
            jit.state.force_exception();
        }
        let of = |k: super::context::ValueClassId| nodes[k.0 as usize];
        for &k in &mapping.write_back {
            jit.state.force(of(k), ForceReason::Merge);
        }
        for s in &mapping.params {
            if let ParamSource::Class(k) = s
                && jit.state.work().now.boxes.get(of(*k)).is_virtual()
            {
                jit.state.force(of(*k), ForceReason::Merge);
            }
        }
        mapping
            .params
            .iter()
            .map(|s| match *s {
                ParamSource::Class(k) => self.operand(of(k)),
                ParamSource::Zero(ty) => constant_operand(ty, 0),
            })
            .collect()
    }
    /// An edge stub with the residual classes of a context as arguments.
    pub(super) fn edge_stub(
        &self,
        kind: EdgeKind,
        chain: ChainId,
        context: &Context,
        nodes: &[BoxId],
        arm: Arm,
    ) -> Edge {
        let edge = self.jit().new_edge(kind, chain, context, arm);
        Edge {
            args: context
                .params()
                .map(|(k, ..)| self.operand(nodes[k.0 as usize]))
                .collect(),
            to: To::Stub(edge.0),
        }
    }
    /// An edge stub with the state at hand, of these boxes.
    pub(super) fn edge_stub_here(
        &self,
        kind: EdgeKind,
        chain: ChainId,
        slots: &[BoxId],
        arm: Arm,
    ) -> Edge {
        self.edge_stub_with(kind, chain, slots, arm, |_| ())
    }
    /// The same; the state is looked at.
    pub(super) fn edge_stub_with(
        &self,
        kind: EdgeKind,
        chain: ChainId,
        slots: &[BoxId],
        arm: Arm,
        look: impl FnOnce(&Snapshots),
    ) -> Edge {
        let jit = self.jit();
        let mut snapshots = jit.code.snapshots.borrow_mut();
        let params = snapshots.capture(jit.state, slots);
        let work = jit.state.work();
        let variable = |&b: &BoxId| match work.now.boxes.get(b) {
            BoxValue::Residual { var, .. } => Operand::Var(*var),
            _ => self.operand(b),
        };
        let args = params.iter().map(variable).collect();
        drop(work);
        look(&snapshots);
        let snapshot = snapshots.pack();
        drop(snapshots);
        let edge = jit.add_edge(kind, chain, snapshot, arm);
        Edge {
            args,
            to: To::Stub(edge.0),
        }
    }
    fn variable(&self, b: BoxId) -> Option<VarId> {
        match self.jit().state.work().now.boxes.get(b) {
            BoxValue::Residual { var, .. } => Some(*var),
            _ => None,
        }
    }
    fn constant_of(&self, b: BoxId) -> Option<u64> {
        self.jit().state.work().now.boxes.get(b).constant()
    }

    // ---- the end of a fragment -------------------------------------------------------------------------------------

    /// Where the code begins that is gone on with; `None`: it begins with the fragment at hand.
    pub(super) fn root(&self) -> Option<FragmentId> {
        let jit = self.jit();
        let (fragments, edges) = (jit.code.fragments.borrow(), jit.code.edges.borrow());
        let from = self.draft.from.and_then(|e| edges[e].from());
        let before = self.output.first.or(from)?;
        fragments[before].root
    }
    /// How many operations the run has made.
    pub(super) fn operations(&self) -> usize {
        self.output.operations + self.jit().state.work().fragment.ops().len()
    }
    /// Whether this run has made enough code: the rest is compiled when it is reached, if ever.
    fn has_enough(&self) -> bool {
        let limit = self.jit().settings.borrow().run_limit();
        self.output.fragments >= FRAGMENTS || self.output.operations >= limit
    }
    /// Ends the fragment at hand: it waits to be compiled.
    pub(super) fn emit(&mut self, end: FragmentEnd) -> FragmentId {
        self.output.operations += self.jit().state.work().fragment.ops().len();
        let fragment = emit::add(self, end);
        self.guards.clear();
        self.output.fragments += 1;
        self.output.first.get_or_insert(fragment);
        self.output.promised = None;
        fragment
    }
}

impl Drop for Session<'_> {
    fn drop(&mut self) {
        self.release(BTreeMap::new());
        let mut visits = std::mem::take(&mut self.route.points.visits);
        // What one long run has needed is too much to clear for each short one.
        if visits.capacity() > VISITS {
            visits = Visits::default();
        }
        visits.clear();
        self.jit().runs.visits.replace(visits);
        if let Some(pending) = self.pending.take() {
            self.jit().state.restore_exception(pending);
        }
        self.jit().state.end_attempts();
        let jit = self.jit();
        let (log, before) = (jit.log.spent(), self.log_before);
        let ns = super::native::thread_nanoseconds().saturating_sub(self.began + log - before);
        jit.count(|t| t.nanoseconds += ns);
        jit.spent(ns, self.again, self.maturity());
    }
}
