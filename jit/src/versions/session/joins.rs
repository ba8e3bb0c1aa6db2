//! Joins: points that may have versions. Which version an arrival takes, where a new one begins, what is passed without
//! one.
//!
//! ```text
//! first such point of a run              a version: jump to one that is right, or begin one
//! reached straight on from a version     none, unless there is one: what leads here from elsewhere makes its own
//! come back to, with a guard between     the head of a loop: a version
//! ```
use super::*;
use crate::versions::lattice::Objects;

impl Jit {
    /// Whether a generator passes a join by itself.
    pub(in crate::versions) fn passes(&self, join: PointId) -> bool {
        self.joins.straight.get().is_some()
            && self.state.work().fragment.size() < CHUNK
            && self.table.borrow().of_point(join) == 0
    }
    /// Whether a generator does not pass a join that has versions: there are some for the frames at hand, or it passes
    /// none. The join and its greens stand at `out`. Greens that are not settled yet are those of no version.
    pub(in crate::versions) fn joins_code(&self, out: u64) -> bool {
        let chain = || self.table.borrow().of_frames(self.frames_at(out));
        !self.passes_joins(self.joins.straight.get(), chain)
    }
    /// Whether a run passes a join straight on and notes nothing, be it by itself or in a generator: there is no
    /// version for its frames. `straight`: what it makes code for, if it passes any; `chain`: the frames, if they were
    /// seen.
    fn passes_joins(
        &self,
        straight: Option<Maturity>,
        chain: impl FnOnce() -> Option<ChainId>,
    ) -> bool {
        let has_any = |m| chain().is_some_and(|c| self.table.borrow().has_any(c, m));
        let fits = self.state.work().fragment.size() < CHUNK;
        straight.is_some_and(|m| fits && !has_any(m))
    }
    /// The hash of the frames at hand: those of the run, those of the calls that generators have made, and the
    /// innermost one, whose point and greens stand at `out`.
    fn frames_at(&self, out: u64) -> u64 {
        let point = PointId(memory::word(out) as u32);
        let greens = u64::from(self.shape(point).greens);
        let greens: SmallVec<[u64; 8]> = (1..=greens).map(|i| memory::word(out + 8 * i)).collect();
        let hash_of = |point: PointId, greens: &[u64], hash: u64| {
            if !self.shape(point).references {
                return Chains::hash_of(point, greens, hash);
            }
            let mut settled: SmallVec<[u64; 8]> = greens.into();
            for (i, one) in self.strings(point, |i| greens[i as usize]) {
                settled[i as usize] = one;
            }
            Chains::hash_of(point, &settled, hash)
        };
        let outer = {
            let active = self.runs.active.borrow();
            let waits = active.last().and_then(|a| a.frames.iter().rev().nth(1));
            let parent = waits.and_then(|f| f.chain);
            self.chains.borrow().hash(parent)
        };
        hash_of(point, &greens, self.state.nested.hash(outer, hash_of))
    }
    /// Whether a generator does not pass the head of a loop that is to be unrolled: the run has passed it often, or has
    /// come back to it with a guard in between, or there are versions for the frames at hand. The head, its greens and
    /// its reds stand at `out`. If it is passed that is noted.
    pub(in crate::versions) fn heads_code(&self, out: u64) -> bool {
        if self.joins.straight.get().is_none() || self.state.work().fragment.size() >= CHUNK {
            return true;
        }
        let hash = self.frames_at(out);
        {
            let table = self.table.borrow();
            if table
                .of_frames(hash)
                .is_some_and(|c| !table.of_key(c).is_empty())
            {
                return true;
            }
        }
        let mut points = self.joins.points.borrow_mut();
        let points = &mut *points;
        let visit = points.visits.entry(hash).or_default();
        let come_back = visit.times > 0 && visit.tests < points.tests;
        if come_back || visit.times >= self.settings.borrow().unroll_limit {
            return true;
        }
        visit.times += 1;
        visit.tests = points.tests;
        if visit.times == 1 {
            let shape = self.shape(PointId(memory::word(out) as u32));
            let first = 1 + u64::from(shape.greens);
            let reds: SmallVec<[BoxId; 16]> = (first..first + u64::from(shape.reds))
                .map(|i| box_of(memory::word(out + 8 * i)))
                .collect();
            let mut snapshots = self.code.snapshots.borrow_mut();
            let numbers = snapshots.numbers(self.state, &reds);
            points.unrolled.insert(hash, numbers);
        }
        false
    }
}

/// A point that may have versions, as a run arrives there.
#[derive(Clone, Copy)]
struct Place {
    chain: ChainId,
    point: PointId,
    kind: PointKind,
    /// Of the chain.
    hash: u64,
    /// Of the fragment.
    size: usize,
    /// What the run makes code for there, and what it makes code again of.
    maturity: Maturity,
    again: Option<FragmentId>,
    loop_head: bool,
    unrolls: Option<u32>,
    /// It is the head of a loop that unrolls.
    folded: bool,
    /// A loop closes there.
    closed: bool,
    /// It is reached straight on from a version.
    straight: bool,
    /// A loop that is made again begins there.
    begins: bool,
}

impl Place {
    fn arrival<'a>(&self, context: &'a Context) -> Arrival<'a> {
        Arrival {
            key: self.chain,
            point: self.point,
            context,
            loop_head: self.loop_head,
            unrolls: self.unrolls,
            maturity: self.maturity,
            again: self.again,
        }
    }
}

impl Session<'_> {
    /// The innermost frame is at a point that may have versions.
    pub(super) fn arrive(&mut self, point: PointId) -> Result<Flow, GiveUp> {
        let jit = self.jit();
        let (size_limit, unroll_limit) = {
            let s = jit.settings.borrow();
            (s.size_limit, s.unroll_limit)
        };
        let kind = jit.point(point).kind;
        if let PointKind::Portal(n) = kind {
            self.hold_virtualizables(n);
        }
        let size = jit.state.work().fragment.size();
        if kind == PointKind::Plain && size < size_limit {
            return Ok(Flow::On(None));
        }
        if kind == PointKind::Join && !self.has_enough() && self.behind_comparison() {
            return Ok(Flow::On(None));
        }
        let (hash, mut chain) = self.run.passed();
        if kind == PointKind::Join && jit.passes_joins(self.straight(), || chain) {
            return Ok(Flow::On(None));
        }
        if matches!(kind, PointKind::Portal(_)) && jit.origins.is_wanted() || self.mature.is_some()
        {
            let here = self.run.chain();
            let operations = jit.state.work().fragment.ops().len();
            if let PointKind::Portal(_) = kind {
                jit.origins.passed(here, operations);
            }
            chain = Some(here);
        }
        if let Some((chain, first)) = chain.zip(self.comes_back(chain)) {
            let (context, nodes) = capture(jit, &self.run.slots());
            let edge = self.end_with_edge(chain, &context, &nodes);
            jit.code
                .mature
                .borrow_mut()
                .extend(edge.map(|e| (e, first)));
            return Ok(Flow::Done);
        }
        let unrolls = kind == PointKind::UnrolledHead;
        let head = kind.is_head();
        let maturity = self.maturity_at(head, chain);
        let (visits, closed, waits) = self.visit(hash, chain, kind, unroll_limit);
        // A head that was passed in this run was not left by a run-time test: its iterations unroll.
        let folded = head && !closed && visits > 1 && visits <= unroll_limit;
        if unrolls && visits == 1 {
            let numbers = self.numbers();
            self.route.points.unrolled.insert(hash, numbers);
        }
        // What is reached straight on joins nothing as far as is known.
        let straight = self.route.merged && !closed && visits <= unroll_limit && size < CHUNK;
        let has_any = |c: ChainId| jit.table.borrow().has_any(c, maturity);
        let may_pass = straight && kind != PointKind::Plain;
        let begins = chain.is_some_and(|c| self.begins_at(kind, c));
        if may_pass && !begins && (waits || !chain.is_some_and(has_any)) {
            if let (PointKind::Portal(_), Maturity::First) = (kind, maturity) {
                self.heads.push(chain.unwrap_or_else(|| self.run.chain()));
            }
            self.note_transparency(kind, size);
            return Ok(Flow::On(None));
        }
        let chain = chain.unwrap_or_else(|| self.run.chain());
        let at = Place {
            chain,
            point,
            kind,
            hash,
            size,
            maturity,
            again: self.mature,
            loop_head: head && !folded || self.is_made_again(chain),
            unrolls: unrolls.then_some(unroll_limit),
            folded,
            closed,
            straight,
            begins,
        };
        self.go_on_at(at)
    }
    /// The same, if there may be a version to go on in, or one begins.
    fn go_on_at(&mut self, at: Place) -> Result<Flow, GiveUp> {
        let jit = self.jit();
        let Place {
            chain,
            point,
            kind,
            size,
            maturity,
            ..
        } = at;
        let may_pass = at.straight && kind != PointKind::Plain;
        // The turn of a loop that is made again is one piece: what waits to be stored need not be, for others.
        let keeps = may_pass && !at.begins && maturity.is_mature();
        if may_pass && !at.loop_head && !self.has_enough() && !self.may_jump(chain, maturity) {
            // Others meet here: see `keeps_deferred`.
            if !keeps {
                self.make_stores_at(kind);
            }
            self.note_transparency(kind, size);
            return Ok(Flow::On(None));
        }
        if keeps && !self.has_enough() && jit.state.defers() {
            self.note_transparency(kind, size);
            return Ok(Flow::On(None));
        }
        let wide = (at.loop_head || at.closed) && maturity.is_mature();
        let (mut context, mut nodes) = self.capture_head(wide);
        if kind == PointKind::Plain || self.has_enough() {
            // Enough for now: the rest is compiled when it is reached.
            self.end_with_edge(chain, &context, &nodes);
            return Ok(Flow::Done);
        }
        if jit.state.defers() && !self.keeps_deferred(at, &context) {
            // Nothing is stored for a version that does not come to be.
            let stored = context.stored(|spot| jit.state.tables.is_target_spot(spot));
            if matches!(self.choose(at, &stored), Choice::Pass) {
                self.note_transparency(kind, size);
                return Ok(self.passed(at));
            }
            self.make_stores_at(kind);
            (context, nodes) = self.capture_head(wide);
        }
        self.note_transparency(kind, size);
        let choice = self.choose(at, &context);
        match choice {
            // What is jumped to may be killed before this code comes there: an edge is unlinked then.
            Choice::Jump(..) | Choice::New { .. } if jit.state.may_have_changed() => {
                self.end_with_edge(chain, &context, &nodes);
                Ok(Flow::Done)
            }
            // What the version has read ahead of the program was written since: it is read once more.
            Choice::Jump(..) if self.goes_on_rewritten() => Ok(Flow::On(None)),
            Choice::Jump(v, mapping) => {
                self.check(v, &context);
                self.jump(v, chain, &context, &mapping, &nodes)?;
                Ok(Flow::Done)
            }
            Choice::Pass => Ok(self.passed(at)),
            Choice::New {
                context: new,
                mapping,
                why,
            } => {
                self.begin_version(chain, point, new, &mapping, &nodes, why)?;
                if at.closed || at.begins {
                    self.begin_turn(chain, kind, at.hash);
                }
                Ok(Flow::On(None))
            }
            Choice::Refuse => {
                if jit.joins.refused.borrow_mut().insert(point) {
                    jit.warn(&GiveUp::Refused.to_string(), point, Some(chain));
                }
                jit.count(|t| t.refused += 1);
                let edge = self.end_with_edge(chain, &context, &nodes);
                if let Some(edge) = edge {
                    jit.code.set_state(edge, EdgeState::Dead);
                }
                Ok(Flow::Done)
            }
        }
    }
    /// The fragment ends with an edge for the state at hand: what follows is compiled when that is reached.
    fn end_with_edge(
        &mut self,
        chain: ChainId,
        context: &Context,
        nodes: &[BoxId],
    ) -> Option<EdgeId> {
        let edge = self.edge_stub(EdgeKind::Plain, chain, context, nodes, Arm::NONE);
        let number = match edge.to {
            To::Stub(n) => Some(EdgeId(n)),
            _ => None,
        };
        self.emit(FragmentEnd::Jump(edge));
        number
    }
    /// A point is passed without a version.
    fn passed(&mut self, at: Place) -> Flow {
        if at.kind.is_head() {
            self.heads.push(at.chain);
        }
        Flow::On(None)
    }
    /// What to do with an arrival. One way to merge is enough; what is passed for good reasons needs no version either.
    fn choose(&mut self, at: Place, context: &Context) -> Choice {
        let jit = self.jit();
        let mut table = jit.table.borrow_mut();
        let (limits, objects) = (jit.limits(), jit.state.tables);
        table.choose(at.arrival(context), limits, objects, |plan| match plan {
            NewVersion::Version => {
                let passes =
                    at.folded || at.straight || self.transparent(at.point, at.kind, at.size);
                passes && !at.begins
            }
            NewVersion::Widen => self.may_pass(at.chain, at.kind),
        })
    }
    /// A point is visited once more: how often it was since it closed last, whether it closes now, and whether that is
    /// left to another point.
    ///
    /// A loop that a guard may leave has a head that it comes back to, unless its turns are counted by a number that is
    /// known. A join is none. A mature run that began in the middle of a turn, in a callee perhaps, meets the joins
    /// behind its beginning again, once it has passed the head: they have no versions there either, since deferred
    /// stores would be made at each of them. Nor does a loop close in a callee if it has come by a merge point of a
    /// caller since it was there last.
    fn visit(
        &mut self,
        hash: u64,
        chain: Option<ChainId>,
        kind: PointKind,
        unroll_limit: u32,
    ) -> (u32, bool, bool) {
        let unrolls = kind == PointKind::UnrolledHead;
        let last = (self.route.points.visits.get(&hash).copied()).unwrap_or_default();
        let maturity = self.maturity();
        let waits = match maturity {
            Maturity::First => false,
            Maturity::Onward => {
                kind == PointKind::Join && last.times == 1
                    || last.times < unroll_limit
                        && (self.passed_head(chain, kind, last)
                            || last.times > 0 && self.passed_shallower(chain, last))
            }
            Maturity::Loop => last.times < unroll_limit && self.passed_shallower(chain, last),
        };
        let closed = last.times > 0
            && !waits
            && last.tests < self.route.points.tests
            && !(unrolls && last.times < unroll_limit && self.counts(hash));
        if let (true, PointKind::Portal(_), Some(chain)) = (maturity.is_mature(), kind, chain) {
            let depth = self.depth(chain);
            self.route.points.merge_points.push(depth);
        }
        if self.goes_round_at(chain) {
            self.route.points.turns += 1;
        }
        let points = &mut self.route.points;
        let visit = Visit {
            times: if closed { 1 } else { last.times + 1 },
            tests: points.tests,
            merge_points: points.merge_points.len() as u32,
            turns: points.turns,
        };
        points.visits.insert(hash, visit);
        let left = waits && (maturity == Maturity::Loop || kind != PointKind::Join);
        (visit.times, closed, left)
    }
    /// Whether deferred stores cross the border to a version. At the head of a loop they do not: its first arrival says
    /// little about what is stored at the end of each turn. In code that is made again, and if objects would have to be
    /// allocated, that is where a turn begins or comes round: at the other heads, merge points in callees among them,
    /// these are often the frames of callers, which would be allocated for each way that begins in a callee.
    fn keeps_deferred(&self, at: Place, context: &Context) -> bool {
        let jit = self.jit();
        let head = match at.maturity.is_mature() && context.defers_virtuals(jit.state.tables) {
            true => at.closed || at.begins || self.is_made_again(at.chain),
            false => at.kind.is_head(),
        };
        let (table, objects) = (jit.table.borrow(), jit.state.tables);
        !head && table.takes_deferred(at.chain, context, at.maturity, objects)
    }
    /// Where there is a version to go on in: whether the run has emitted code that writes what elidable functions read
    /// (see [`super::certain`]), and goes on without it, which it may a few times.
    fn goes_on_rewritten(&mut self) -> bool {
        let jit = self.jit();
        let goes_on = self.route.rewritten < jit.settings.borrow().unroll_limit
            && !jit.state.work().rewritten.is_empty();
        self.route.rewritten += u32::from(goes_on);
        goes_on
    }
    /// If a join that has no version is passed, as far as that is not a matter of the join ([`Session::arrive`]): what
    /// the run makes code for. A small loop that is made again may begin at a join.
    pub(super) fn straight(&self) -> Option<Maturity> {
        let maturity = self.maturity();
        let passes = self.route.merged && !self.has_enough() && maturity != Maturity::Loop;
        passes.then_some(maturity)
    }
    /// At the head of a loop that is to be unrolled, and was passed in this run: whether a number that is known is
    /// another one than at the last turn.
    fn counts(&mut self, hash: u64) -> bool {
        let now = self.numbers();
        let before = self.route.points.unrolled.get(&hash);
        let counts = before.is_some_and(|before| before.differ(&now));
        self.route.points.unrolled.insert(hash, now);
        counts
    }
    /// The numbers that are known at the point at hand. Frames that wait have the same ones at each turn.
    fn numbers(&self) -> NumbersAt {
        let jit = self.jit();
        let slots: SmallVec<[BoxId; 16]> = self.run.with(|a| {
            let innermost = a.frames.last();
            innermost.map_or_else(SmallVec::new, |f| f.reds.iter().copied().collect())
        });
        jit.code.snapshots.borrow_mut().numbers(jit.state, &slots)
    }
    /// Makes the stores that wait. A frame that was virtual at a merge point and is referred to by one of them exists
    /// from here on, and is held.
    fn make_stores_at(&mut self, kind: PointKind) {
        self.jit().state.make_stores_but_targets();
        if let PointKind::Portal(n) = kind {
            self.hold_virtualizables(n);
        }
    }
    /// At a merge point: the reds that its driver declares as virtualizables are held from here on.
    fn hold_virtualizables(&mut self, portal: u32) {
        let jit = self.jit();
        // What no frame refers to any more need not go round with the loop.
        jit.state.write_back_unreached(|| self.run.slots());
        for &i in &jit.info().portals[portal as usize].virtualizables {
            let red = self.run.with(|a| {
                let top = a.frames.last();
                top.and_then(|f| f.reds.get(i as usize).copied())
            });
            if let Some(b) = red {
                let alike = jit.state.hold(b, &[]);
                if !alike.is_empty() && alike.iter().all(|&home| self.tell_apart(b, home)) {
                    jit.state.hold(b, &alike);
                }
            }
        }
    }
    /// A guard leaves if two references are one, unless they are in the arrival that is compiled for; whether it does.
    fn tell_apart(&mut self, a: BoxId, b: BoxId) -> bool {
        let jit = self.jit();
        let state = jit.state;
        if state
            .actual(a)
            .zip(state.actual(b))
            .is_none_or(|(a, b)| a == b)
        {
            return false;
        }
        let edge = self.edge_stub_here(
            EdgeKind::Plain,
            self.run.chain(),
            &self.run.slots(),
            Arm::NONE,
        );
        let operands = [self.operand(a), self.operand(b)];
        let mut w = state.work_mut();
        let location = w.location;
        let same = (w.fragment).emit(LLOp::PtrEq, operands, LLType::Bool, location);
        w.fragment.guard(same, true, edge);
        drop(w);
        self.route.points.tests += 1;
        true
    }
    /// Whether a join whose number of versions is at its limit is passed without one, for a while: to widen would make
    /// later code forget what this code knows, and a join in the middle closes no loop.
    pub(super) fn may_pass(&self, chain: ChainId, kind: PointKind) -> bool {
        if kind != PointKind::Join {
            return false;
        }
        let mut passes = self.jit().joins.passes.borrow_mut();
        let n = passes.entry(chain).or_default();
        *n += 1;
        *n <= PASSES
    }
    /// Whether a point needs no version of its own: nothing was emitted since a version began, or its code is known to
    /// lead to a merge point without an operation.
    pub(super) fn transparent(&mut self, point: PointId, kind: PointKind, size: usize) -> bool {
        if matches!(kind, PointKind::Portal(_)) {
            return false;
        }
        if size == 0 && self.draft.version.is_some() {
            return true;
        }
        let known = self.jit().joins.transparent.borrow().get(&point) == Some(&true);
        if known {
            self.route.passed = Some((point, size));
        }
        known
    }
    /// Whether the last operation is a comparison whose result is handed on: the branch on it is near, and costs less
    /// in the same fragment, where it reads the flags, than a join of control would save.
    pub(super) fn behind_comparison(&self) -> bool {
        let w = self.jit().state.work();
        let Some(last) = w.fragment.ops().last() else {
            return false;
        };
        // Behind its guard the result is a constant.
        let is_guarded = w.fragment.last_guard().map(|g| g.cond) == Some(last.result);
        let boxes = &w.now.boxes;
        let is_result = |b: BoxId| matches!(boxes.get(b), BoxValue::Residual { var, .. } if *var == last.result);
        !is_guarded && backend_x86::isel::is_comparison(&last.op) && self.run.has_box(is_result)
    }
    /// Learns about points from what was emitted behind them.
    pub(super) fn note_transparency(&mut self, kind: PointKind, size: usize) {
        let jit = self.jit();
        let mut map = jit.joins.transparent.borrow_mut();
        if let Some((point, before)) = self.route.passed.take()
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
    /// Whether there may be a version to jump to, which is no head of a loop. There are some of the chain.
    fn may_jump(&self, chain: ChainId, maturity: Maturity) -> bool {
        let jit = self.jit();
        let (slots, cap) = (self.run.slots(), jit.limits().cap);
        let (table, objects) = (jit.table.borrow(), jit.state.tables);
        let may = {
            let work = jit.state.work();
            table.may_jump(chain, maturity, cap, (&work.now.boxes, &slots), objects)
        };
        if !may && jit.settings.borrow().check {
            let (context, _) = capture(jit, &slots);
            assert!(
                !table.has_near(chain, &context, maturity, objects),
                "no version of {chain} was said to be right for\n{context}"
            );
        }
        may
    }
    /// **A chosen version is never less general than the state that jumps to it.**
    pub(super) fn check(&self, v: VersionId, arrival: &Context) {
        let jit = self.jit();
        if jit.settings.borrow().check {
            let table = jit.table.borrow();
            let version = &table.get(v).context;
            assert!(
                super::super::lattice::covers(version, arrival, jit.state.tables).is_some(),
                "{v} {version}\nis less general than\n{arrival}"
            );
        }
    }
    pub(super) fn jump(
        &mut self,
        v: VersionId,
        chain: ChainId,
        context: &Context,
        mapping: &Mapping,
        nodes: &[BoxId],
    ) -> Result<(), GiveUp> {
        let jit = self.jit();
        self.note_loop(v);
        let promising = || self.limited || jit.may_gain(self.root()) || self.closes_small_loop(v);
        if jit.turns().is_some() && promising() && self.closes_loop(v) {
            // An edge can be counted, and linked to what is made when the loop has turned often.
            let edge = self.edge_stub(EdgeKind::Plain, chain, context, nodes, Arm::NONE);
            self.emit(FragmentEnd::Jump(edge));
            return Ok(());
        }
        self.tell_of_loop(v);
        if let Some(k) = self.waiting_for(v) {
            let args = self.arguments(mapping, nodes);
            let to = To::Inside(k);
            let from = self.emit(FragmentEnd::Jump(Edge { args, to }));
            let to = self.output.waiting[k as usize].id();
            jit.code.fragments.borrow_mut()[to].jumps.push(from);
            return Ok(());
        }
        let Some(code) = jit.code.code_of(v) else {
            // The version is being compiled by a run that waits for this one: when the edge is reached its code is
            // there.
            let edge = self.edge_stub(EdgeKind::Plain, chain, context, nodes, Arm::NONE);
            self.emit(FragmentEnd::Jump(edge));
            return Ok(());
        };
        let makes_code = self.makes_code(v);
        let args = self.arguments(mapping, nodes);
        if let Some(places) = self.alias_places(&args) {
            self.origin.alias = Some((code, places));
            return Ok(());
        }
        let to = jit.code.with_target(code, |t| To::Fragment {
            address: t.address,
            entry: t.entry.to_vec(),
            extent: t.extent,
        });
        let from = self.emit(FragmentEnd::Jump(Edge { args, to }));
        let mut fragments = jit.code.fragments.borrow_mut();
        fragments[code].jumps.push(from);
        if !makes_code {
            fragments[from].onward = Some(code);
        }
        Ok(())
    }
    /// The number among those that wait, or at hand, of the fragment that begins a version.
    pub(super) fn waiting_for(&self, v: VersionId) -> Option<u32> {
        let n = self.output.waiting.len() as u32;
        if self.draft.version == Some(v) {
            return Some(n);
        }
        let i = self
            .output
            .waiting
            .iter()
            .position(|w| w.version() == Some(v))?;
        Some(i as u32)
    }
    /// Where the arguments of a jump are, if nothing was emitted since the edge that is compiled for: the edge itself
    /// can lead there.
    pub(super) fn alias_places(&self, args: &[Arg<LL>]) -> Option<Vec<ValueLocation>> {
        let edge = self.draft.from?;
        if self.output.first.is_some()
            || self.draft.version.is_some()
            || self.origin.places.is_some()
        {
            return None;
        }
        let jit = self.jit();
        let w = jit.state.work();
        // A link to the version itself would outlive the fields that were read on the way.
        if w.fragment.size() > 0 || !w.watched.is_empty() {
            return None;
        }
        let graph = w.fragment.graph();
        let params = &graph.blocks[graph.start].inputargs;
        let places = jit.code.places(edge);
        args.iter()
            .map(|a| match a {
                Operand::Var(v) => {
                    let i = params.iter().position(|p| p == v)?;
                    places.get(i).copied()
                }
                Operand::Const(c) => Some(ValueLocation::Const(*c)),
            })
            .collect()
    }
    /// Ends the fragment; the next one begins a version.
    pub(super) fn begin_version(
        &mut self,
        chain: ChainId,
        point: PointId,
        context: Context,
        mapping: &Mapping,
        nodes: &[BoxId],
        why: VersionReason,
    ) -> Result<(), GiveUp> {
        let args = self.arguments(mapping, nodes);
        let state = self.jit().state;
        let carried = state.carry(mapping.params.iter().map(|s| match *s {
            ParamSource::Class(k) => Some(nodes[k.0 as usize]),
            ParamSource::Zero(_) => None,
        }));
        let parameters = |boxes: &[BoxId]| -> SmallVec<[(BoxId, LLType); 16]> {
            (context.params())
                .map(|(k, ty, _)| (boxes[k.0 as usize], ty))
                .collect()
        };
        if let Some(places) = self.alias_places(&args) {
            // Nothing was emitted since the edge that is compiled for: it leads to the version itself.
            let v = self.add_version(chain, point, &context, why);
            let entry = entry_of(&places, context.params().map(|p| p.1));
            let draft = Draft {
                from: self.draft.from,
                ..Draft::version(v, entry)
            };
            let boxes = self.begin(&context, draft);
            state.go_on_with(carried, parameters(&boxes).into_iter());
            self.set_frames(chain, &context, &boxes);
            self.origin.version = Some(v);
            self.origin.places = Some(places);
            self.route.merged = true;
            return Ok(());
        }
        self.emit(FragmentEnd::Jump(Edge { args, to: To::Next }));
        let v = self.add_version(chain, point, &context, why);
        let boxes = self.begin(&context, Draft::version(v, Vec::new()));
        state.go_on_with(carried, parameters(&boxes).into_iter());
        self.set_frames(chain, &context, &boxes);
        self.output.promised = Some((v, chain));
        self.route.merged = true;
        Ok(())
    }
    /// Adds a version to the table and the log.
    pub(in crate::versions) fn add_version(
        &self,
        chain: ChainId,
        point: PointId,
        context: &Context,
        why: VersionReason,
    ) -> VersionId {
        let jit = self.jit();
        jit.keep_context(context);
        let key = (chain, jit.chains.borrow().hash(Some(chain)));
        let mut table = jit.table.borrow_mut();
        let v = table.add(
            key,
            point,
            context.clone(),
            why,
            (self.maturity(), self.mature),
        );
        drop(table);
        jit.code.set_code(v, None);
        if jit.log.wants(LogLevel::Versions) {
            jit.log.line(
                LogLevel::Versions,
                format_args!(
                    "jit version id={v} session={} key={chain} point={} greens={} why={} context={} at={}",
                    self.number,
                    quoted(&jit.point_name(point)),
                    quoted(&jit.greens_text(chain)),
                    quoted(&why.to_string()),
                    quoted(&context.to_string()),
                    quoted(&jit.source(jit.point(point).location))
                ),
            );
        }
        v
    }
}
