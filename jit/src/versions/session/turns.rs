//! Turns of loops: where a loop that is made again begins, which points it has come by, where it goes round; what is
//! around it, and stays as it is; which fragments a loop leads through.
use super::*;

impl Session<'_> {
    /// Whether a loop that is made again, and is not small, goes round at a state.
    pub(super) fn goes_round_at(&self, chain: Option<ChainId>) -> bool {
        let first = self.mature.filter(|_| self.maturity() == Maturity::Onward);
        first.is_some_and(|f| chain.is_some() && self.jit().turn_head(f) == chain)
    }
    /// Where such a loop is made again: whether it has come by its head since the last visit of the point at hand, and
    /// will do so again.
    pub(super) fn passed_head(&self, chain: Option<ChainId>, kind: PointKind, last: Visit) -> bool {
        last.times > 0
            && last.turns < self.route.points.turns
            && !self.goes_round_at(chain)
            && self.maturity_at(kind.is_head(), chain) == Maturity::Onward
    }
    /// Where a small loop is made again: whether it has passed a merge point with fewer frames since the last visit of
    /// the point at hand, or goes round at one. It is to go round where there is least to keep: at a join in a callee
    /// the caller's operands stand in its frame.
    pub(super) fn passed_shallower(&self, chain: Option<ChainId>, last: Visit) -> bool {
        let Some(chain) = chain else {
            return false;
        };
        let (depth, points) = (self.depth(chain), &self.route.points);
        match last.times {
            0 => points.turn.is_some_and(|t| t < depth) && self.is_made_again(chain),
            _ => (points.merge_points[last.merge_points as usize..].iter()).any(|&m| m < depth),
        }
    }
    /// How many frames a state has.
    pub(super) fn depth(&self, chain: ChainId) -> usize {
        self.jit().chains.borrow().depth(chain)
    }
    /// A version has begun where a loop closes, which is at a head, or not. A loop that is made again has its head:
    /// what the last turn has passed straight on the next one does, too.
    pub(super) fn begin_turn(&mut self, chain: ChainId, kind: PointKind, hash: u64) {
        let maturity = self.maturity();
        let made_again = match maturity {
            Maturity::First => false,
            Maturity::Onward => kind.is_head(),
            Maturity::Loop => true,
        };
        let turn = matches!(kind, PointKind::Portal(_)).then(|| self.depth(chain));
        let points = &mut self.route.points;
        if made_again {
            points.visits.retain(|&h, _| h == hash);
        }
        if maturity == Maturity::Loop {
            points.turn = turn;
            points.merge_points.clear();
            points.visits.values_mut().for_each(|v| v.merge_points = 0);
        }
    }
    /// The state at hand, `wide`: where a loop that is made again goes round.
    pub(super) fn capture_head(&self, wide: bool) -> (Context, Vec<BoxId>) {
        let jit = self.jit();
        jit.state.work_mut().wide = wide;
        let captured = capture(jit, &self.run.slots());
        jit.state.work_mut().wide = false;
        captured
    }
    /// What has left code that was made again, on a way that had never run, comes back to a state which that code
    /// passed: the fragment with which the first code of the loop began. What follows is compiled in a mature run. (In
    /// first code it would turn round in a loop of its own, whose calls are not traced into: RPySOM's Richards took 44
    /// ms a turn in it, not 2.)
    pub(super) fn comes_back(&self, chain: Option<ChainId>) -> Option<FragmentId> {
        let regeneration = &self.jit().regeneration;
        match self.maturity() {
            Maturity::Onward => {
                regeneration.note_passed(chain?, self.mature?);
                None
            }
            Maturity::First if self.again => regeneration.passed(chain?),
            Maturity::First | Maturity::Loop => None,
        }
    }
    /// What the run makes code for at a state, which may be the head of a loop: loops around what is made again stay as
    /// they are.
    pub(super) fn maturity_at(&self, head: bool, chain: Option<ChainId>) -> Maturity {
        match head && chain.is_some_and(|c| self.is_outside(c)) {
            true => Maturity::First,
            false => self.maturity(),
        }
    }
    /// In a mature run: whether a loop is around what is made again. It has code, which is older, and its own counters.
    pub(super) fn is_outside(&self, chain: ChainId) -> bool {
        let jit = self.jit();
        let table = jit.table.borrow();
        let Some(first) = self.mature.filter(|_| self.head != Some(chain)) else {
            return false;
        };
        if jit.is_small(first) && jit.is_within(first, chain) {
            return false;
        }
        // There may be older code for the first turns of the loop.
        if jit.is_in_turn(first, chain) {
            return false;
        }
        // What is older of a recursion was made for what its other callers know.
        if jit.is_unrolled(first) {
            return false;
        }
        let older = |&v: &VersionId| jit.code.code_of(v).is_some_and(|f| f < first);
        !table.has_any(chain, self.maturity()) && table.of_key(chain).iter().any(older)
    }
    /// Whether a loop that is made again begins there, at whatever kind of point.
    pub(super) fn is_made_again(&self, chain: ChainId) -> bool {
        let begins = |f: FragmentId| self.jit().turn_head(f) == Some(chain);
        self.mature.is_some_and(begins)
    }
    /// The state in which a loop that is made again is to begin, while it has not.
    pub(super) fn sought(&self) -> Option<ChainId> {
        let jit = self.jit();
        let maturity = self.maturity();
        let head = self.mature.filter(|_| maturity == Maturity::Onward);
        let head = head.and_then(|f| jit.turn_head(f).filter(|&h| jit.head_of(f) != Some(h)));
        head.filter(|&h| !jit.table.borrow().has_any(h, maturity))
    }
    /// Whether a loop that is made again begins there and has not begun.
    pub(super) fn begins_at(&self, kind: PointKind, chain: ChainId) -> bool {
        let Some((first, head)) = self.mature.zip(self.sought()) else {
            return false;
        };
        let passes = head != chain && matches!(kind, PointKind::Portal(_));
        match passes && self.jit().note_sought(first, chain) {
            true => self.sought() == Some(chain),
            false => head == chain,
        }
    }
    /// Whether a version is the head of a small loop that the fragment at hand closes. If the loop is made again its
    /// turn is one piece of code, in which values stay where they are; what it loads may be known from the turn before,
    /// and what it stores or allocates may not be needed.
    pub(super) fn closes_small_loop(&self, v: VersionId) -> bool {
        let jit = self.jit();
        // A loop inside of what one run makes has its values in the same places all the way.
        let ends = self.came_from().zip(jit.code.code_of(v));
        ends.is_some_and(|(from, to)| jit.small_loop(from, to).is_some())
    }
    /// The log says of a loop that is not counted why its code is never made again.
    pub(super) fn tell_of_loop(&self, v: VersionId) {
        let jit = self.jit();
        let tells = jit.log.wants(LogLevel::Versions);
        if !tells || jit.table.borrow().get(v).maturity.is_mature() || !self.leads_back(v) {
            return;
        }
        let waiting = self.waiting_for(v).map(|k| k as usize);
        let waiting = waiting.and_then(|k| self.output.waiting.get(k));
        let code = jit.code.code_of(v);
        let Some(to) = code.or(waiting.map(|w| w.id())) else {
            return;
        };
        let small = (self.came_from()).and_then(|from| jit.small_loop(from, to));
        let why = match (jit.turns(), small) {
            (None, _) => "regenerate=0",
            (_, _) if code.is_none() => {
                "one run has compiled all of it, and all of its calls are traced into"
            }
            (_, None) => "it is not small, and all of its calls are traced into",
            (_, Some(_)) => {
                "what closes it has no code of its own, and all of its calls are traced into"
            }
        };
        jit.tell_of_loop(to, why);
    }
    /// The fragment that the edge leaves which is compiled for.
    pub(super) fn came_from(&self) -> Option<FragmentId> {
        let first = match self.output.waiting.first() {
            Some(w) => w.from(),
            None => self.draft.from,
        };
        first.and_then(|e| self.jit().code.edges.borrow()[e].from())
    }
    /// Whether a version is one of those that lead here.
    pub(super) fn closes_loop(&self, v: VersionId) -> bool {
        let jit = self.jit();
        if jit.table.borrow().get(v).maturity.is_mature() {
            return false;
        }
        // Without operations the edge that is compiled for leads there itself, or through moves alone.
        self.makes_code(v) && self.leads_back(v)
    }
    /// Whether this run makes operations before it joins a version.
    pub(super) fn makes_code(&self, v: VersionId) -> bool {
        let size = self.jit().state.work().fragment.size();
        size > 0 || self.output.first.is_some() || self.waiting_for(v).is_some()
    }
    /// The same, also of an edge that leads there itself.
    pub(super) fn leads_back(&self, v: VersionId) -> bool {
        let jit = self.jit();
        let back = || match (self.came_from(), jit.code.code_of(v)) {
            (Some(from), Some(to)) => jit.closes_loop(from, to),
            _ => false,
        };
        self.waiting_for(v).is_some() || back()
    }
    /// What jumps back to a version that led here is a loop: the code that begins at the entry has one.
    pub(super) fn note_loop(&mut self, v: VersionId) {
        let (jit, root) = (self.jit(), self.root());
        if root.is_some_and(|r| jit.has_loop(r)) {
            return;
        }
        if self.leads_back(v) {
            match root {
                Some(root) => jit.note_loop(root),
                None => self.loops = true,
            }
        }
    }
}
