//! The driver loop of the compiler: runs generators, does what they ask for, and ends fragments where residual control flow splits or joins.
//!
//! ```text
//! GOTO a join      look the context up ([`super::table`]): jump to a version, or begin a new one right here
//! BRANCH, SWITCH   constant: go on there; else the fragment ends, with an unborn edge for each arm, which knows what the test teaches
//! CALL             a frame is pushed, or a residual call emitted ([limits](super::settings))
//! RETURN           the frame is popped; the outermost leaves residual code
//! PROMOTE          constant: go on; else the fragment ends with an unborn edge that takes values ([`super::promotion`])
//! ```
//! One run compiles straight on through joins ("contiguous code"); a split always ends it: which arm is worth compiling, execution will tell.
use std::collections::BTreeMap;

use backend_x86::residual::{Edge, End, Place, To};
use flowspace::lltype::LLType;
use flowspace::model::{Arg, Operand, VarId};
use rtyper::ll::binding::Color;
use rtyper::ll::{LL, LLOp};
use rustc_hash::FxHashMap;

use super::bias::{Arm, SplitId};
use super::bridge::{capture, instantiate};
use super::context::{Context, Exc};
use super::emit::{self, Draft, Waiting, entry_of};
use super::jit::{EdgeKind, EdgeState, FragmentId, Jit, Promotion, to_state};
use super::keys::ChainId;
use super::lattice::{Mapping, Source};
use super::log::{Level, quoted};
use super::run::{Action, Answer, Argument, Frame, Run, call_arguments};
use super::table::{Arrival, Choice, VersionId, Why};
use crate::abi;
use crate::info::{PointId, PointKind};
use crate::support::boxes::{BoxId, BoxValue};
use crate::support::builder::constant_operand;
use crate::support::exc::ExcState;
use crate::support::externs::{box_of, handle};
use crate::support::state::{Mode, Reason};

/// Why nothing was compiled.
#[derive(Clone, Debug, PartialEq)]
pub enum GiveUp {
    /// The generator did not come to an end.
    Endless,
    /// A call that was looked inside did not come to an end: it is residual from now on, and the run may be repeated.
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
/// Fragments in one run of the compiler.
const FRAGMENTS: u32 = 256;
/// How often a join with all its versions is passed without one.
const PASSES: u32 = 16;
/// Operations and guards of a fragment behind which the next point that may have versions gets one: to compile takes longer than in proportion.
const CHUNK: usize = 400;

/// Whether the run goes on.
enum Flow {
    On(Option<Answer>),
    Done,
}

/// A run of the compiler.
pub struct Session<'a> {
    pub(super) run: Run<'a>,
    pub(super) draft: Draft,
    /// The portal that it belongs to.
    pub(super) portal: u32,
    /// Points passed that may have versions: how often without a guard in between, and after how many guards the last time.
    visits: FxHashMap<ChainId, (u32, u32)>,
    /// Guards so far.
    tests: u32,
    /// A version has begun: what is reached straight on from here needs none.
    merged: bool,
    /// Fragments so far.
    fragments: u32,
    /// Those that wait to be compiled.
    pub(super) waiting: Vec<Waiting>,
    /// The log waits for them.
    holds: bool,
    /// The first of them.
    pub(super) first: Option<FragmentId>,
    /// A version that was chosen to begin with the next fragment.
    promised: Option<(VersionId, ChainId)>,
    /// A point that was passed without a version, and how many operations there were: see [`Session::transparent`].
    passed: Option<(PointId, usize)>,
    /// What was compiled for is an existing fragment, with its arguments at these places: no code of its own is needed.
    pub(super) alias: Option<(FragmentId, Vec<Place>)>,
    /// The first fragment takes the edge's arguments from these places.
    pub(super) places: Option<Vec<Place>>,
    /// The version that the first fragment begins.
    begun: Option<VersionId>,
    /// Processor time of the thread when it began, if that is logged.
    began: u64,
}

impl<'a> Session<'a> {
    /// A run of the compiler for a portal.
    pub fn new(jit: &'a Jit, portal: u32) -> Session<'a> {
        let run = Run::new(jit, Mode::Compile);
        jit.state.ticks.set(TICKS);
        let holds = jit.log.wants(Level::Versions);
        if holds {
            jit.log.hold();
        }
        Session {
            run,
            draft: Draft::default(),
            portal,
            visits: FxHashMap::default(),
            tests: 0,
            merged: false,
            fragments: 0,
            waiting: Vec::new(),
            holds,
            first: None,
            promised: None,
            passed: None,
            alias: None,
            places: None,
            begun: None,
            began: if jit.log.wants(Level::Summary) {
                super::native::thread_nanoseconds()
            } else {
                0
            },
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
        instantiate(jit.state, context)
    }
    /// Compiles from a snapshot on: the fragment that begins there, and what follows it.
    pub fn compile(
        &mut self,
        chain: ChainId,
        context: &Context,
        draft: Draft,
        answer: Option<Answer>,
    ) -> Result<(), GiveUp> {
        self.merged = draft.version.is_some();
        let boxes = self.begin(context, draft);
        self.set_frames(chain, context, &boxes);
        self.visits.insert(chain, (1, 0));
        self.go_on(answer)
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
        if kind == PointKind::Plain {
            return self.compile(chain, context, draft, None);
        }
        let arrival = Arrival {
            key: chain,
            point,
            context,
            loop_head: matches!(kind, PointKind::LoopHead | PointKind::Portal(_)),
        };
        let limits = jit.limits();
        let choice = (jit.table.borrow_mut()).choose(arrival, limits, jit.state.tables);
        match choice {
            Choice::Jump(v, mapping) if jit.code_of(v).is_some() => {
                let boxes = self.begin(context, draft);
                self.set_frames(chain, context, &boxes);
                self.check(v, context);
                self.jump(v, chain, context, &mapping, &boxes)?;
                self.finish()
            }
            // That version is being compiled by a run that waits for this one: code without a version is right in any case.
            Choice::Jump(..) => self.compile(chain, context, draft, None),
            Choice::New {
                why: Why::Widened(_),
                ..
            } if self.may_pass(chain, kind) => self.compile(chain, context, draft, None),
            Choice::New {
                context: new, why, ..
            } if new == *context => {
                let v = self.add_version(chain, point, context, why);
                draft.version = Some(v);
                self.begun = Some(v);
                self.compile(chain, context, draft, None)
            }
            Choice::New {
                context: new,
                mapping,
                why,
            } => {
                let boxes = self.begin(context, draft);
                self.set_frames(chain, context, &boxes);
                self.visits.insert(chain, (1, 0));
                self.begin_version(chain, point, new, &mapping, &boxes, why)?;
                self.go_on(None)
            }
            Choice::Refuse => Err(GiveUp::Refused),
        }
    }
    /// Compiles from the state at hand on.
    pub(super) fn go_on(&mut self, mut answer: Option<Answer>) -> Result<(), GiveUp> {
        let result = loop {
            let action = self.run.step(answer.take());
            match self.act(action) {
                Ok(Flow::On(a)) => answer = a,
                Ok(Flow::Done) => break Ok(()),
                Err(e) => break Err(e),
            }
        };
        if let (Err(_), None, Some(v)) = (&result, self.first, self.begun) {
            self.jit().table.borrow_mut().remove(v);
        }
        if let (Err(e), Some((v, chain))) = (&result, self.promised.take()) {
            self.abandon(v, chain, e);
            // What was compiled up to there is good.
            return self.finish();
        }
        result?;
        self.finish()
    }
    /// Compiles what was collected.
    pub(super) fn finish(&mut self) -> Result<(), GiveUp> {
        emit::flush(self)
    }
    /// The log goes on, with these lines of fragments.
    pub(super) fn release(&mut self, mut lines: BTreeMap<u32, Vec<(Level, String)>>) {
        if std::mem::take(&mut self.holds) {
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
            jit.edges.borrow_mut()[edge].state = EdgeState::Dead;
        }
        if let Some(last) = self.waiting.last_mut() {
            last.seal(edge);
        }
    }

    /// Replaces the innermost frame; the flow of the program tells something about its reds.
    fn set_top(&self, f: Frame) {
        let point = f.point;
        self.run.set_top(f);
        self.learn_point(point);
    }
    /// The frames of a snapshot.
    pub(super) fn set_frames(&self, chain: ChainId, context: &Context, boxes: &[BoxId]) {
        self.run.set_frames(chain, context, boxes);
        let point = self.jit().chains.borrow().get(chain).point;
        self.learn_point(point);
    }
    fn learn_point(&self, point: PointId) {
        let jit = self.jit();
        for &(i, countable) in &jit.point(point).not_negative {
            let b = (self.run).with(|a| a.frames.last().map(|f| f.reds[i as usize]));
            if let Some(b) = b {
                jit.state.learn_not_negative(b, countable);
            }
        }
    }

    fn act(&mut self, action: Action) -> Result<Flow, GiveUp> {
        match action {
            Action::Goto(f) | Action::MergePoint(f) => {
                let point = f.point;
                self.set_top(f);
                self.arrive(point)
            }
            Action::Branch { cond, yes, no } => self.branch(cond, yes, no),
            Action::Switch { value, info, cases } => self.switch(value, info, cases),
            Action::Call {
                call,
                function,
                after,
                start,
            } => self.call(call, function, after, start),
            Action::Return(word) => self.finish_frame(word),
            Action::Promote { value, after } => {
                self.set_top(after);
                self.promote(value)
            }
            Action::Unreachable => {
                self.emit(End::Unreachable);
                Ok(Flow::Done)
            }
            Action::Stop => Err(self.stop()),
        }
    }
    /// A green loop is too long. Not to look inside the innermost call that was may be enough.
    fn stop(&mut self) -> GiveUp {
        let jit = self.jit();
        let chain = self.run.chain();
        let (point, waiting) = {
            let chains = jit.chains.borrow();
            let link = chains.get(chain);
            (link.point, link.parent)
        };
        match waiting {
            Some(waiting) if jit.residual_calls.borrow_mut().insert(waiting) => {
                jit.warn(&GiveUp::Again.to_string(), point, Some(chain));
                GiveUp::Again
            }
            _ => GiveUp::Endless,
        }
    }

    // ---- joins -----------------------------------------------------------------------------------------------------

    /// The innermost frame is at a point that may have versions.
    fn arrive(&mut self, point: PointId) -> Result<Flow, GiveUp> {
        let jit = self.jit();
        let (size_limit, unroll_limit) = {
            let s = jit.settings.borrow();
            (s.size_limit, s.unroll_limit)
        };
        let kind = jit.point(point).kind;
        let size = jit.state.work().fragment.size();
        if kind == PointKind::Plain && size < size_limit {
            return Ok(Flow::On(None));
        }
        if kind == PointKind::Join && self.fragments < FRAGMENTS && self.behind_comparison() {
            return Ok(Flow::On(None));
        }
        let chain = self.run.chain();
        let head = matches!(kind, PointKind::LoopHead | PointKind::Portal(_));
        let (visits, tests) = self.visits.get(&chain).copied().unwrap_or_default();
        // A loop that a guard may leave has a head that it comes back to.
        let closed = visits > 0 && tests < self.tests;
        let visits = if closed { 1 } else { visits + 1 };
        self.visits.insert(chain, (visits, self.tests));
        // A head that was passed in this run was not left by a run-time test: its iterations unroll.
        let folded = head && !closed && visits > 1 && visits <= unroll_limit;
        // What is reached straight on joins nothing as far as is known.
        let straight = self.merged && !closed && visits <= unroll_limit && size < CHUNK;
        if straight && kind != PointKind::Plain && jit.table.borrow().of_key(chain).is_empty() {
            self.note_transparency(kind, size);
            return Ok(Flow::On(None));
        }
        let (context, nodes) = capture(jit.state, &self.run.slots());
        if kind == PointKind::Plain || self.fragments >= FRAGMENTS {
            // Enough for now: the rest is compiled when it is reached.
            let edge = self.unborn(EdgeKind::Plain, chain, &context, &nodes, Arm::NONE);
            self.emit(End::Jump(edge));
            return Ok(Flow::Done);
        }
        self.note_transparency(kind, size);
        let arrival = Arrival {
            key: chain,
            point,
            context: &context,
            loop_head: head && !folded,
        };
        let choice = jit
            .table
            .borrow_mut()
            .choose(arrival, jit.limits(), jit.state.tables);
        match choice {
            Choice::Jump(v, mapping) => {
                self.check(v, &context);
                self.jump(v, chain, &context, &mapping, &nodes)?;
                Ok(Flow::Done)
            }
            Choice::New { .. } if folded || straight => Ok(Flow::On(None)),
            Choice::New {
                why: Why::Widened(_),
                ..
            } if self.may_pass(chain, kind) => Ok(Flow::On(None)),
            // One way to merge is enough.
            Choice::New { .. } if self.transparent(point, kind, size) => Ok(Flow::On(None)),
            Choice::New {
                context: new,
                mapping,
                why,
            } => {
                self.begin_version(chain, point, new, &mapping, &nodes, why)?;
                Ok(Flow::On(None))
            }
            Choice::Refuse => {
                if jit.refused.borrow_mut().insert(point) {
                    jit.warn(&GiveUp::Refused.to_string(), point, Some(chain));
                }
                jit.count(|t| t.refused += 1);
                let edge = self.unborn(EdgeKind::Plain, chain, &context, &nodes, Arm::NONE);
                if let To::Unborn(n) = edge.to {
                    jit.edges.borrow_mut()[super::jit::EdgeId(n)].state = EdgeState::Dead;
                }
                self.emit(End::Jump(edge));
                Ok(Flow::Done)
            }
        }
    }
    /// Whether a join that has as many versions as it may have is passed without one, for a while: to widen would make later code forget
    /// what this code knows, and a join in the middle closes no loop.
    fn may_pass(&self, chain: ChainId, kind: PointKind) -> bool {
        if kind != PointKind::Join {
            return false;
        }
        let mut passes = self.jit().passes.borrow_mut();
        let n = passes.entry(chain).or_default();
        *n += 1;
        *n <= PASSES
    }
    /// Whether a point needs no version of its own: nothing was emitted since a version began, or its code is known to lead to a merge
    /// point without an operation.
    fn transparent(&mut self, point: PointId, kind: PointKind, size: usize) -> bool {
        if matches!(kind, PointKind::Portal(_)) {
            return false;
        }
        if size == 0 && self.draft.version.is_some() {
            return true;
        }
        let known = self.jit().transparent.borrow().get(&point) == Some(&true);
        if known {
            self.passed = Some((point, size));
        }
        known
    }
    /// Whether the last operation is a comparison whose result is handed on: the branch on it is near, and costs less in the same fragment,
    /// where it reads the flags, than a join of control would save.
    fn behind_comparison(&self) -> bool {
        let w = self.jit().state.work();
        let Some(last) = w.fragment.ops().last() else {
            return false;
        };
        let boxes = &w.now.boxes;
        let is_result = |b: &BoxId| matches!(boxes.get(*b), BoxValue::Residual { var, .. } if *var == last.result);
        backend_x86::isel::is_comparison(&last.op) && self.run.slots().iter().any(is_result)
    }
    /// Learns about points from what was emitted behind them.
    fn note_transparency(&mut self, kind: PointKind, size: usize) {
        let jit = self.jit();
        let mut map = jit.transparent.borrow_mut();
        if let Some((point, before)) = self.passed.take()
            && before != size
        {
            map.insert(point, false);
        }
        if size == 0
            && matches!(kind, PointKind::Portal(_))
            && let Some(v) = self.draft.version
        {
            let begun = jit.chains.borrow().get(jit.table.borrow().get(v).key).point;
            if !matches!(jit.point(begun).kind, PointKind::Portal(_)) {
                map.entry(begun).or_insert(true);
            }
        }
    }
    /// **A chosen version is never less general than the state that jumps to it.**
    fn check(&self, v: VersionId, arrival: &Context) {
        let jit = self.jit();
        if jit.settings.borrow().check {
            let table = jit.table.borrow();
            let version = &table.get(v).context;
            assert!(
                super::lattice::covers(version, arrival, jit.state.tables).is_some(),
                "{v} {version}\nis less general than\n{arrival}"
            );
        }
    }
    fn jump(
        &mut self,
        v: VersionId,
        chain: ChainId,
        context: &Context,
        mapping: &Mapping,
        nodes: &[BoxId],
    ) -> Result<(), GiveUp> {
        let jit = self.jit();
        if let Some(k) = self.waiting_for(v) {
            let args = self.arguments(mapping, nodes);
            let to = To::Inside(k);
            self.emit(End::Jump(Edge { args, to }));
            return Ok(());
        }
        let Some(code) = jit.code_of(v) else {
            // The version is being compiled by a run that waits for this one: when the edge is reached its code is there.
            let edge = self.unborn(EdgeKind::Plain, chain, context, nodes, Arm::NONE);
            self.emit(End::Jump(edge));
            return Ok(());
        };
        let args = self.arguments(mapping, nodes);
        if let Some(places) = self.alias_places(&args) {
            self.alias = Some((code, places));
            return Ok(());
        }
        let to = jit.with_target(code, |t| To::Fragment {
            address: t.address,
            entry: t.entry.to_vec(),
            extent: t.extent,
        });
        self.emit(End::Jump(Edge { args, to }));
        Ok(())
    }
    /// The number among those that wait, or at hand, of the fragment that begins a version.
    fn waiting_for(&self, v: VersionId) -> Option<u32> {
        let n = self.waiting.len() as u32;
        if self.draft.version == Some(v) {
            return Some(n);
        }
        let i = self.waiting.iter().position(|w| w.version() == Some(v))?;
        Some(i as u32)
    }
    /// Where the arguments of a jump are, if nothing was emitted since the edge that is compiled for: the edge itself can lead there.
    fn alias_places(&self, args: &[Arg<LL>]) -> Option<Vec<Place>> {
        let edge = self.draft.from?;
        if self.first.is_some() || self.draft.version.is_some() || self.places.is_some() {
            return None;
        }
        let jit = self.jit();
        let w = jit.state.work();
        if w.fragment.size() > 0 {
            return None;
        }
        let graph = w.fragment.graph();
        let params = &graph.blocks[graph.start].inputargs;
        let places = jit.edges.borrow()[edge].site.places();
        args.iter()
            .map(|a| match a {
                Operand::Var(v) => {
                    let i = params.iter().position(|p| p == v)?;
                    places.get(i).copied()
                }
                Operand::Const(c) => Some(Place::Const(*c)),
            })
            .collect()
    }
    /// Ends the fragment; the next one begins a version.
    fn begin_version(
        &mut self,
        chain: ChainId,
        point: PointId,
        context: Context,
        mapping: &Mapping,
        nodes: &[BoxId],
        why: Why,
    ) -> Result<(), GiveUp> {
        let args = self.arguments(mapping, nodes);
        if let Some(places) = self.alias_places(&args) {
            // Nothing was emitted since the edge that is compiled for: it leads to the version itself.
            let v = self.add_version(chain, point, &context, why);
            let entry = entry_of(&places, context.params().map(|p| p.1));
            let draft = Draft {
                from: self.draft.from,
                ..Draft::version(v, entry)
            };
            let boxes = self.begin(&context, draft);
            self.set_frames(chain, &context, &boxes);
            self.begun = Some(v);
            self.places = Some(places);
            self.merged = true;
            return Ok(());
        }
        self.emit(End::Jump(Edge { args, to: To::Next }));
        let v = self.add_version(chain, point, &context, why);
        let boxes = self.begin(&context, Draft::version(v, Vec::new()));
        self.set_frames(chain, &context, &boxes);
        self.promised = Some((v, chain));
        self.merged = true;
        Ok(())
    }
    /// Adds a version to the table and the log.
    pub(super) fn add_version(
        &self,
        chain: ChainId,
        point: PointId,
        context: &Context,
        why: Why,
    ) -> VersionId {
        let jit = self.jit();
        jit.keep_context(context);
        let v = jit
            .table
            .borrow_mut()
            .add(chain, point, context.clone(), why);
        jit.set_code(v, None);
        if jit.log.wants(Level::Versions) {
            jit.log.line(
                Level::Versions,
                format_args!(
                    "jit version id={v} key={chain} point={} greens={} why={} context={}",
                    quoted(&jit.point_name(point)),
                    quoted(&jit.greens_text(chain)),
                    quoted(&why.to_string()),
                    quoted(&context.to_string())
                ),
            );
        }
        v
    }

    // ---- operands --------------------------------------------------------------------------------------------------

    /// The operand of a box; virtuals were forced.
    pub(super) fn operand(&self, b: BoxId) -> Arg<LL> {
        let jit = self.jit();
        let value = jit.state.work().now.boxes.get(b).clone();
        match value {
            BoxValue::Const { ty, bits } => {
                if jit.state.tables.types().is_gc_ref(ty) {
                    jit.state.keep(bits);
                }
                constant_operand(ty, bits)
            }
            BoxValue::Residual { var, .. } => Operand::Var(var),
            BoxValue::Virtual(_) => {
                jit.state.force(b, Reason::Merge);
                self.operand(b)
            }
        }
    }
    /// The arguments of an edge to a version.
    fn arguments(&self, mapping: &Mapping, nodes: &[BoxId]) -> Vec<Arg<LL>> {
        let jit = self.jit();
        if mapping.force_exception {
            jit.state.force_exception();
        }
        let of = |k: super::context::ClassId| nodes[k.0 as usize];
        for s in &mapping.params {
            if let Source::Class(k) = s
                && jit.state.work().now.boxes.get(of(*k)).is_virtual()
            {
                jit.state.force(of(*k), Reason::Merge);
            }
        }
        mapping
            .params
            .iter()
            .map(|s| match *s {
                Source::Class(k) => self.operand(of(k)),
                Source::Zero(ty) => constant_operand(ty, 0),
            })
            .collect()
    }
    /// An unborn edge with the residual classes of a context as arguments.
    pub(super) fn unborn(
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
            to: To::Unborn(edge.0),
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

    // ---- splits ----------------------------------------------------------------------------------------------------

    /// The unborn edge of an arm: the innermost frame goes on as `top`.
    fn arm(&mut self, top: Frame, arm: Arm) -> Edge {
        self.set_top(top);
        let chain = self.run.chain();
        let (context, nodes) = capture(self.jit().state, &self.run.slots());
        self.unborn(EdgeKind::Plain, chain, &context, &nodes, arm)
    }
    fn branch(&mut self, cond: BoxId, yes: Frame, no: Frame) -> Result<Flow, GiveUp> {
        if let Some(bits) = self.constant_of(cond) {
            self.set_top(if bits != 0 { yes } else { no });
            return Ok(Flow::On(None));
        }
        let Some(var) = self.variable(cond) else {
            return Err(GiveUp::Unsupported("a virtual condition".to_owned()));
        };
        let jit = self.jit();
        let state = jit.state;
        let split = jit.bias.borrow_mut().split(yes.point, no.point);
        if let Some(truth) = self.expected(cond, split) {
            // The other way leaves through a guard; this one goes straight on.
            let (on, out) = if truth { (yes, no) } else { (no, yes) };
            let before = state.suppose();
            state.learn(cond, !truth);
            let edge = self.arm(out, Arm::new(split, !truth, true));
            state.unlearn(before);
            state.work_mut().fragment.guard(var, !truth, edge);
            state.learn(cond, truth);
            jit.bias.borrow_mut().guarded(split);
            self.tests += 1;
            self.set_top(on);
            return Ok(Flow::On(None));
        }
        let before = state.suppose();
        state.learn(cond, true);
        let yes = self.arm(yes, Arm::new(split, true, false));
        state.unlearn(before);
        state.learn(cond, false);
        let no = self.arm(no, Arm::new(split, false, false));
        self.emit(End::Branch { cond: var, yes, no });
        Ok(Flow::Done)
    }
    /// The value that a condition is expected to have: exceptions and overflow are rare, else what was seen counts.
    fn expected(&self, cond: BoxId, split: SplitId) -> Option<bool> {
        let jit = self.jit();
        let w = jit.state.work();
        match w.now.defs.get(&cond).map(|d| &d.op) {
            Some(LLOp::ExcOccurred | LLOp::OvfOccurred) => Some(false),
            _ => jit.bias.borrow().expected(split),
        }
    }
    fn switch(
        &mut self,
        value: BoxId,
        info: &'static crate::info::SwitchInfo,
        mut cases: Vec<Frame>,
    ) -> Result<Flow, GiveUp> {
        if let Some(bits) = self.constant_of(value) {
            let i = info.cases.iter().position(|&c| c == bits);
            let i = i.unwrap_or(cases.len() - 1);
            self.set_top(cases.swap_remove(i));
            return Ok(Flow::On(None));
        }
        let Some(var) = self.variable(value) else {
            return Err(GiveUp::Unsupported("a switch over a virtual".to_owned()));
        };
        let state = self.jit().state;
        let mut before = state.suppose();
        let mut default = None;
        let mut arms = Vec::new();
        for (i, f) in cases.into_iter().enumerate() {
            match info.cases.get(i) {
                Some(&bits) => {
                    state.learn_value(value, bits);
                    let c = crate::support::builder::constant(info.ty, bits);
                    arms.push((c, self.arm(f, Arm::NONE)));
                }
                None => default = Some(self.arm(f, Arm::NONE)),
            }
            state.unlearn(before);
            before = state.suppose();
        }
        state.unlearn(before);
        self.emit(End::Switch {
            value: var,
            cases: arms,
            default,
        });
        Ok(Flow::Done)
    }
    /// A red value becomes green; the innermost frame goes on with it.
    fn promote(&mut self, b: BoxId) -> Result<Flow, GiveUp> {
        let jit = self.jit();
        if jit.state.work().now.boxes.get(b).is_virtual() {
            jit.state.force(b, Reason::Address);
        }
        let value = jit.state.work().now.boxes.get(b).clone();
        if let BoxValue::Const { ty, bits } = value {
            return Ok(Flow::On(Some(Answer::Word(to_state(ty, bits)))));
        }
        let chain = self.run.chain();
        let mut slots = self.run.slots();
        slots.push(b);
        let (context, nodes) = capture(jit.state, &slots);
        let number = {
            let mut p = jit.promotions.borrow_mut();
            p.push(Promotion::default());
            p.len() as u32 - 1
        };
        let edge = self.unborn(
            EdgeKind::Promote(number),
            chain,
            &context,
            &nodes,
            Arm::NONE,
        );
        self.emit(End::Jump(edge));
        Ok(Flow::Done)
    }

    // ---- calls -----------------------------------------------------------------------------------------------------

    fn call(
        &mut self,
        number: u32,
        function: u64,
        after: Frame,
        mut start: Frame,
    ) -> Result<Flow, GiveUp> {
        let jit = self.jit();
        let call = &jit.info().calls[number as usize];
        let target = if call.indirect {
            let f = jit.state.tables.func_at.get(&function);
            f.and_then(|f| call.targets.iter().find(|(t, _)| t == f))
        } else {
            call.targets.first()
        };
        self.set_top(after);
        let waiting = self.run.chain();
        if let Some(&(f, copy)) = target
            && self.may_inline(waiting, f)
        {
            self.draft.inlined.push(waiting);
            start.point = jit.info().copies[copy].start;
            self.run.with(|a| {
                if let Some(top) = a.frames.last_mut() {
                    top.chain = Some(waiting);
                }
                a.frames.push(start);
            });
            return Ok(Flow::On(None));
        }
        let mut args = Vec::new();
        let op = &jit.info().ops[call.residual];
        if call.indirect {
            args.push(jit.constant(op.args[0], function));
        }
        // Making a constant may collect, but greens do not move here.
        for (ty, a) in call_arguments(jit, call, &start) {
            args.push(match a {
                Argument::Green(i) => jit.constant(ty, start.greens[i]),
                Argument::Red(b) => b,
            });
        }
        let result = jit.state.perform(call.residual, &args);
        let point = self.run.with(|a| a.frames.last().map(|f| f.point));
        let wanted = point.and_then(|p| jit.point(p).result);
        match (wanted, result) {
            (None, _) => Ok(Flow::On(None)),
            (Some((Color::Red, _)), b) => Ok(Flow::On(Some(Answer::Word(handle(b))))),
            (Some((Color::Green, _)), Some(b)) => self.promote(b),
            (Some((Color::Green, _)), None) => Ok(Flow::On(Some(Answer::Word(0)))),
        }
    }
    /// Whether a call is looked inside: within the limits, and not found to be better residual.
    fn may_inline(&self, waiting: ChainId, f: rtyper::ll::FuncId) -> bool {
        let jit = self.jit();
        if jit.residual_calls.borrow().contains(&waiting) {
            return false;
        }
        let settings = jit.settings.borrow();
        let chains = jit.chains.borrow();
        let (mut depth, mut same) = (0, 0);
        for (_, link) in chains.outwards(waiting) {
            depth += 1;
            same += usize::from(jit.function(link.point) == f);
        }
        depth < settings.inline_depth && same < settings.recursion_limit
    }
    fn finish_frame(&mut self, word: u64) -> Result<Flow, GiveUp> {
        let done = self.run.with(|a| a.frames.pop());
        let Some(done) = done else {
            return Err(GiveUp::Unsupported("a return without a frame".to_owned()));
        };
        let waiting = self.run.with(|a| a.frames.last().map(|f| f.point));
        let Some(point) = waiting else {
            self.leave(&done, word)?;
            return Ok(Flow::Done);
        };
        let jit = self.jit();
        let answer = jit.point(point).result.map(|_| Answer::Word(word));
        Ok(Flow::On(answer))
    }
    /// The outermost frame returns.
    fn leave(&mut self, done: &Frame, word: u64) -> Result<(), GiveUp> {
        let jit = self.jit();
        let (color, ty) = jit.info().copies[jit.point(done.point).copy].result;
        let result: Option<BoxId> = match (color, ty) {
            (_, LLType::Void) => None,
            (Color::Red, _) => Some(box_of(word)),
            (Color::Green, _) => Some(jit.constant(ty, word)),
        };
        let exc = jit.state.work().now.exc.clone();
        match exc {
            ExcState::None => {
                let values = result.into_iter().map(|b| self.forced(b)).collect();
                self.emit(End::Exit {
                    code: abi::DONE,
                    values,
                });
            }
            ExcState::Pending { .. } | ExcState::Virtual { .. } => {
                jit.state.force_exception();
                self.emit(End::Exit {
                    code: abi::RAISED,
                    values: Vec::new(),
                });
            }
            ExcState::Unknown => {
                // Only the runtime context knows: two exits.
                let chain = jit.chains.borrow_mut().intern(super::keys::Link {
                    point: done.point,
                    greens: Box::default(),
                    parent: None,
                });
                let location = jit.state.work().location;
                let cond = jit.state.work_mut().fragment.emit(
                    LLOp::ExcOccurred,
                    [],
                    LLType::Bool,
                    location,
                );
                let slots: Vec<BoxId> = result.into_iter().collect();
                for &b in &slots {
                    self.forced(b);
                }
                let (mut context, nodes) = capture(jit.state, &slots);
                context.heap.clear();
                context.exc = Exc::None;
                let (context, old) = context.normalise();
                let nodes: Vec<BoxId> = old.iter().map(|k| nodes[k.0 as usize]).collect();
                let yes = self.unborn(
                    EdgeKind::Exit(abi::RAISED),
                    chain,
                    &Context::default(),
                    &[],
                    Arm::NONE,
                );
                let no = self.unborn(
                    EdgeKind::Exit(abi::DONE),
                    chain,
                    &context,
                    &nodes,
                    Arm::NONE,
                );
                self.emit(End::Branch { cond, yes, no });
            }
        }
        Ok(())
    }
    pub(super) fn forced(&self, b: BoxId) -> Arg<LL> {
        self.jit().state.force(b, Reason::Exit);
        self.operand(b)
    }

    // ---- the end of a fragment -------------------------------------------------------------------------------------

    /// Ends the fragment at hand: it waits to be compiled.
    pub(super) fn emit(&mut self, end: End) -> FragmentId {
        let fragment = emit::add(self, end);
        self.fragments += 1;
        self.first.get_or_insert(fragment);
        self.promised = None;
        fragment
    }
}

impl Drop for Session<'_> {
    fn drop(&mut self) {
        self.release(BTreeMap::new());
        let ns = match self.began {
            0 => 0,
            began => super::native::thread_nanoseconds().saturating_sub(began),
        };
        self.jit().count(|t| {
            t.sessions += 1;
            t.nanoseconds += ns;
        });
    }
}
