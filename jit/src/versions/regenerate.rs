//! Regeneration: a loop that runs often is compiled again, with what was learned since.
//!
//! Code is first made from what is known when it is reached for the first time: which ways of its branches run is not,
//! and the head of a loop takes the state of the first arrival. An edge that closes a loop is *counted*
//! ([`Region::link_counted`](backend_x86::residual::Region::link_counted)). When its counter has run down the generator
//! runs again from the state of that arrival, in a *mature* run:
//!
//! * Versions are chosen among those of mature runs only, and an arrival that knows more than a version gets one of its
//!   own, known fields included: the loop settles on what holds at the end of each of its turns.
//! * A branch one way of which was never taken is a guard: the code of a turn is one piece.
//! * More portals may be in progress in one chain of frames: what the loop calls is part of it.
//! * What leaves it on a way that had been compiled goes on in mature runs; what never ran begins as ever, until it
//!   comes back to a state that a mature run has passed.
//!
//! Large loops are counted only where that promises something, which is where a call was not traced into because too
//! many waited for it. Entries of portals lead to their code by an edge that is counted, too.
//!
//! *Small* loops are counted as well, and made again alone ([`Maturity::Loop`](super::table::Maturity)): the states
//! behind their edges are noted when the loop closes, and what does not belong to them goes on in the code that there
//! is. Their contexts keep items at indices that are not constant, and relations of integers.
//!
//! ```text
//! entry ──▶ V1: first turn ──E7──▶ V1                  counted: 6,000 turns
//! entry ──▶ V1: first turn ──E7──▶ V9: turn ──▶ V9     E7 is linked to the new version; V1 remains for entries
//! ```
use std::cell::RefCell;
use std::hash::{Hash, Hasher};

use ir::lltype::LLType;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use smallvec::{SmallVec, smallvec};

use super::bias::Arm;
use super::budget::Gain;
use super::code::{EdgeId, EdgeKind, FragmentId};
use super::jit::Jit;
use super::keys::ChainId;
use super::log::{LogLevel, quoted};
use super::params::CONFIRMED;
use jit_abi::info::PointKind;

/// Turns of a loop after which its code is made again, in thresholds.
const TURNS: i64 = 6;
/// Fragments that are looked at to find out whether an edge closes a loop.
const SEARCH: usize = 256;
/// Fragments of a small loop at most, ...
const SMALL: usize = 6;
/// ... and with those that have no code of their own: versions that begin where another one does.
const SMALL_IN_ALL: usize = 24;
/// How many times as many turns it takes until a small loop is made again.
const SMALL_TURNS: u32 = 4;
/// Operations of a small loop, with what is made again of it, beyond which nothing more becomes part of it. (Without
/// that RPySOM's Queens, a loop of 42 operations around a recursion, was made again with 3,000 more.)
const SMALL_OPERATIONS: u64 = 80;

/// Operations that are made for a recursion more turns of which are part of each turn's code, ...
const UNROLLED: usize = 600;
/// ... which may be so many with its ways out, ...
const UNROLLED_IN_ALL: u64 = 4_000;
/// ... and how many these are at most.
const UNROLLED_TURNS: usize = 3;

/// What the log says of loops.
const NOT_YET: &str = "it has not turned often enough";
const NO_TIME: &str = "there was no time left for that";
const NO_CALLS: &str = "all of its calls are traced into";
const RECURSIVE: &str = "all of its calls are traced into, but for those of a recursion";

/// States of generators: all frames, and the innermost one alone.
#[derive(Default)]
struct States {
    chains: FxHashSet<ChainId>,
    tops: FxHashSet<u64>,
}

/// What is known of a way of a branch: in the state at hand, and in states with another caller.
type Known = [bool; 2];

impl States {
    fn insert(&mut self, chain: ChainId, top: u64) {
        self.chains.insert(chain);
        self.tops.insert(top);
    }
    fn get(&self, chain: ChainId, top: u64) -> Known {
        [self.chains.contains(&chain), self.tops.contains(&top)]
    }
}

/// The states that are part of a small loop.
type Chains = SmallVec<[ChainId; 4]>;

/// A loop of few fragments.
pub(super) struct SmallLoop {
    /// The states behind the edges inside of it, and at its head.
    chains: Chains,
    /// How many operations it has.
    operations: usize,
}

/// How often a merge point is passed while the state is sought in which a loop that is made again begins.
const SOUGHT: u32 = 2;

/// A turn of a loop that is not small and is made again.
struct Turn {
    /// The states that are part of it.
    states: FxHashSet<ChainId>,
    /// The state in which it begins when it is made again.
    head: ChainId,
    /// How often runs have come by other merge points without having met it.
    passed: FxHashMap<ChainId, u32>,
}

/// What regeneration knows of the code so far.
#[derive(Default)]
pub(super) struct Regeneration {
    /// States behind edges that were linked: these ways run.
    born: RefCell<States>,
    /// States behind the edges of guards: the other way of the branch was expected.
    guarded: RefCell<States>,
    /// Where code begins in which calls were not traced into because too many wait for them.
    limited: RefCell<FxHashSet<FragmentId>>,
    /// How many recursive calls were not traced into in the code that begins with each of these fragments.
    cut: RefCell<FxHashMap<FragmentId, u32>>,
    /// How many turns more of a recursion are part of what is made again with the code that began with these fragments.
    more_turns: RefCell<FxHashMap<FragmentId, usize>>,
    /// Where code begins in which objects are allocated because they are stored.
    allocating: RefCell<FxHashSet<FragmentId>>,
    /// Fragments at entries whose code has a loop.
    looping: RefCell<FxHashSet<FragmentId>>,
    /// What was promoted in each state: the value, if there was one only.
    promoted: RefCell<FxHashMap<ChainId, Option<u64>>>,
    /// Small loops, which alone are made again, by their heads: the states that are part of them.
    loops: RefCell<FxHashMap<FragmentId, SmallLoop>>,
    /// How many operations were made again with the code that began with each of these fragments.
    operations: RefCell<FxHashMap<FragmentId, u64>>,
    /// Loops that are not small and are made again, by the fragments at their heads.
    turns: RefCell<FxHashMap<FragmentId, Turn>>,
    /// States that mature runs have passed, with the fragment with which the first code of the loop began.
    passed: RefCell<FxHashMap<ChainId, FragmentId>>,
    /// Fragments that an edge leaves which has closed a loop that was made again.
    closing: RefCell<FxHashSet<FragmentId>>,
    /// What the log was told of loops.
    told: RefCell<FxHashMap<FragmentId, &'static str>>,
}

impl Regeneration {
    /// All code is forgotten.
    pub(super) fn forget(&self) {
        self.born.take();
        self.guarded.take();
        self.limited.take();
        self.cut.take();
        self.more_turns.take();
        self.allocating.take();
        self.looping.take();
        self.promoted.take();
        self.loops.take();
        self.closing.take();
        self.operations.take();
        self.turns.take();
        self.passed.take();
        self.told.take();
    }
    /// A mature run passes a state.
    pub(super) fn note_passed(&self, chain: ChainId, first: FragmentId) {
        self.passed.borrow_mut().entry(chain).or_insert(first);
    }
    /// The loop or portal, by the fragment with which its first code began, whose mature code passes a state.
    pub(super) fn passed(&self, chain: ChainId) -> Option<FragmentId> {
        let first = self.passed.borrow().get(&chain).copied();
        first.filter(|f| !self.loops.borrow().contains_key(f))
    }
}

impl Jit {
    /// The log says whether the code of a loop is made again, or why not (yet).
    pub(super) fn tell_of_loop(&self, to: FragmentId, again: &'static str) {
        if self.log.wants(LogLevel::Versions)
            && (self.regeneration.told.borrow_mut()).insert(to, again) != Some(again)
        {
            let line = format_args!("jit loop to={to} again={}", quoted(again));
            self.log.line(LogLevel::Versions, line);
        }
    }
    fn top(&self, chain: ChainId) -> u64 {
        let chains = self.chains.borrow();
        let link = chains.get(chain);
        let mut hasher = FxHasher::default();
        (link.point, &link.greens).hash(&mut hasher);
        hasher.finish()
    }
    /// An edge is linked.
    pub(super) fn note_linked(&self, kind: EdgeKind, chain: ChainId) {
        if kind == EdgeKind::Plain {
            (self.regeneration.born.borrow_mut()).insert(chain, self.top(chain));
        }
    }
    /// An edge is made.
    pub(super) fn note_edge(&self, kind: EdgeKind, chain: ChainId, arm: Arm) {
        if kind == EdgeKind::Plain {
            self.note_guarded(chain, arm);
        }
    }
    /// A guard is made that leaves to a state.
    pub(super) fn note_guarded(&self, chain: ChainId, arm: Arm) {
        if arm.is_guard() {
            (self.regeneration.guarded.borrow_mut()).insert(chain, self.top(chain));
        }
    }
    /// A value is promoted.
    pub(super) fn note_value(&self, chain: ChainId, bits: u64) {
        let mut promoted = self.regeneration.promoted.borrow_mut();
        let known = promoted.entry(chain).or_insert(Some(bits));
        if *known != Some(bits) {
            *known = None;
        }
    }
    /// The only value that was promoted in a state so far, unless it is an object of the heap.
    pub(super) fn only_value(&self, chain: ChainId, ty: LLType) -> Option<u64> {
        if !self.following.enabled.get() || self.state.tables.types().is_gc_ref(ty) {
            return None;
        }
        let promoted = self.regeneration.promoted.borrow();
        promoted.get(&chain).copied().flatten()
    }
    /// Whether what follows an edge of a mature run is compiled in such a run: what never ran before is not.
    pub(super) fn stays_mature(&self, first: FragmentId, kind: EdgeKind, chain: ChainId) -> bool {
        if !self.is_within(first, chain) {
            return false;
        }
        match kind {
            EdgeKind::Plain => {
                let known = self.regeneration.born.borrow().get(chain, self.top(chain));
                known != [false, false]
            }
            EdgeKind::Promote(_) => true,
            EdgeKind::Undecided(_) | EdgeKind::Exit(_) | EdgeKind::Loan(_) => false,
        }
    }
    /// So many operations more were made again with the code that began with this fragment.
    pub(super) fn note_made_again(&self, first: FragmentId, operations: usize) {
        *(self.regeneration.operations.borrow_mut())
            .entry(first)
            .or_default() += operations as u64;
    }
    /// How many operations were made again with the code that began with this fragment.
    pub(super) fn made_again(&self, first: FragmentId) -> u64 {
        let operations = self.regeneration.operations.borrow();
        operations.get(&first).copied().unwrap_or(0)
    }
    /// Whether it is a small loop that is made again with the code that began with this fragment.
    pub(super) fn is_small(&self, first: FragmentId) -> bool {
        self.regeneration.loops.borrow().contains_key(&first)
    }
    /// Which way of a branch stays in the small loop that is made again with the code that began with this fragment, if
    /// only one of them does.
    pub(super) fn loop_way(&self, first: FragmentId, yes: ChainId, no: ChainId) -> Option<bool> {
        let (yes, no) = (self.is_within(first, yes), self.is_within(first, no));
        (yes != no).then_some(yes)
    }
    /// Which way of a branch runs, if only one of them does. `yes`, `no`: the states behind the ways.
    pub(super) fn way(&self, yes: ChainId, no: ChainId) -> Option<bool> {
        let (born, guarded) = (
            self.regeneration.born.borrow(),
            self.regeneration.guarded.borrow(),
        );
        let runs = |way: ChainId, other: ChainId| {
            let [a, b] = born.get(way, self.top(way));
            let [c, d] = guarded.get(other, self.top(other));
            [a || c, b || d]
        };
        let (yes, no) = (runs(yes, no), runs(no, yes));
        let only = |i: usize| (yes[i] != no[i]).then_some(yes[i]);
        match yes[0] || no[0] {
            true => only(0),
            false => only(1),
        }
    }
    /// The oldest fragment that the loop may have which an edge from one to another closes: its head. If that was
    /// forgotten, since a field that it takes for granted has been written, the head that there is now is younger than
    /// what was left of the loop.
    fn oldest_of_loop(&self, from: FragmentId, to: FragmentId) -> FragmentId {
        match from < to && self.regeneration.closing.borrow().contains(&from) {
            true => from,
            false => to,
        }
    }
    /// An edge from one fragment to another has been taken often, and is followed by code that is made again.
    pub(super) fn note_closing(&self, from: FragmentId, to: FragmentId) {
        if self.closes_loop(from, to) {
            self.regeneration.closing.borrow_mut().insert(from);
        }
    }
    /// After how many turns a loop is compiled again; `None`: never.
    pub(super) fn turns(&self) -> Option<u32> {
        let settings = self.settings.borrow();
        let default =
            || u32::try_from(settings.threshold.saturating_mul(TURNS)).unwrap_or(u32::MAX);
        Some(settings.regenerate.unwrap_or_else(default)).filter(|&n| n > 0)
    }
    /// Whether control that goes from a fragment to another one closes a loop whose head that is: `to` leads to `from`
    /// through fragments that are younger than itself. (Code is made in the order in which it is reached, so the head
    /// of a loop is older than what is in the loop. What joins in the middle of a loop has a way back as well, but
    /// through its head.)
    pub(super) fn closes_loop(&self, from: FragmentId, to: FragmentId) -> bool {
        let (fragments, edges) = (self.code.fragments.borrow(), self.code.edges.borrow());
        let mut seen = FxHashSet::default();
        let mut todo = vec![from];
        let oldest = self.oldest_of_loop(from, to);
        while let Some(f) = todo.pop() {
            if f == to {
                return true;
            }
            if f < oldest || seen.len() > SEARCH || !seen.insert(f) {
                continue;
            }
            let r = &fragments[f];
            todo.extend(r.jumps.iter().copied());
            todo.extend(r.incoming.iter().filter_map(|&e| edges[e].from()));
        }
        false
    }
    /// The fragment at which control arrives that an edge leads to this one: itself, unless it only moves values.
    pub(super) fn behind_moves(&self, to: FragmentId) -> FragmentId {
        self.code.fragments.borrow()[to].onward.unwrap_or(to)
    }
    /// Whether an edge that is linked to a fragment is to be counted, and up to which number.
    pub(super) fn counted(&self, edge: EdgeId, to: FragmentId) -> Option<u32> {
        let turns = self.turns()?;
        let is_mature = |f: FragmentId| {
            let version = self.code.fragments.borrow()[f].version;
            version.map(|v| self.table.borrow().get(v).maturity.is_mature())
        };
        // What was made again may be moves alone that lead into first code.
        if is_mature(to) == Some(true) {
            return None;
        }
        let to = self.behind_moves(to);
        let from = {
            let edges = self.code.edges.borrow();
            let e = &edges[edge];
            if e.kind() != EdgeKind::Plain {
                return None;
            }
            e.from()?
        };
        if is_mature(to)? {
            return None;
        }
        if !self.is_limited(self.root_of(from))
            && let Some(found) = self.small_loop_of(edge, to)
        {
            (self.regeneration.loops.borrow_mut()).insert(to, found);
            self.tell_of_loop(to, NOT_YET);
            return Some(turns.saturating_mul(SMALL_TURNS));
        }
        let counts = self.is_part_promising(from) && self.closes_loop(from, to)
            || self.is_loop_promising(from, to);
        if counts {
            self.tell_of_loop(to, NOT_YET);
        }
        counts.then_some(turns)
    }
    /// A counted edge has been taken often that leads to this fragment: whether its code is made again, and there is
    /// time. That is a small loop alone, or all that it leads to.
    pub(super) fn is_worth(&self, edge: EdgeId, to: FragmentId) -> bool {
        let from = self.code.edges.borrow()[edge].from();
        let limited = from.is_some_and(|f| self.is_limited(self.root_of(f)));
        let mut loops = self.regeneration.loops.borrow_mut();
        if limited {
            loops.remove(&to);
        }
        let small = loops.contains_key(&to);
        // Loops in each other may have one head. The one that has turned often is that of this edge.
        if small && let Some(found) = self.small_loop_of(edge, to) {
            loops.insert(to, found);
        }
        // All calls of an entry may have been traced into.
        let gain = if small {
            Some(Gain::Small)
        } else if self.is_part_promising(to) {
            let closes = from.is_some_and(|f| self.closes_loop(f, to));
            Some(if closes { Gain::Calls } else { Gain::Entry })
        } else if from.is_some_and(|f| self.is_loop_promising(f, to)) {
            Some(Gain::Allocations)
        } else {
            self.unrolls(from, to).then_some(Gain::Entry)
        };
        let worth = gain.is_some_and(|g| self.may_regenerate(g));
        if !worth {
            let root = self.root_of(to);
            let cut = root.is_some_and(|r| self.regeneration.cut.borrow().contains_key(&r));
            let why = match gain {
                Some(_) => NO_TIME,
                None if cut => RECURSIVE,
                None => NO_CALLS,
            };
            self.tell_of_loop(to, why);
        }
        worth
    }
    /// Whether a counted edge leads from an entry to a recursion more turns of which fit into code that is made again.
    fn unrolls(&self, from: Option<FragmentId>, to: FragmentId) -> bool {
        if from.is_none_or(|f| self.closes_loop(f, to)) {
            return false;
        }
        if let Some(&turns) = self.regeneration.more_turns.borrow().get(&to) {
            return turns > 0;
        }
        let turns = self.root_of(to).map_or(0, |r| self.turns_to_unroll(r));
        (self.regeneration.more_turns.borrow_mut()).insert(to, turns);
        turns > 0
    }
    /// The loop of few fragments to whose head `to` an edge leads from `from`; `None`: it is none, or not small.
    pub(super) fn small_loop(&self, from: FragmentId, to: FragmentId) -> Option<SmallLoop> {
        let (fragments, edges) = (self.code.fragments.borrow(), self.code.edges.borrow());
        let mut inside: SmallVec<[FragmentId; SMALL_IN_ALL]> = SmallVec::new();
        let mut todo: SmallVec<[FragmentId; SMALL]> = smallvec![from];
        let mut with_code = 0;
        let oldest = self.oldest_of_loop(from, to);
        while let Some(f) = todo.pop() {
            if inside.contains(&f) {
                continue;
            }
            if f < oldest || with_code == SMALL || inside.len() == SMALL_IN_ALL {
                return None;
            }
            with_code += usize::from(fragments[f].bytes.0 > 0);
            inside.push(f);
            if f != to {
                todo.extend(fragments[f].jumps.iter().copied());
                todo.extend(
                    fragments[f]
                        .incoming
                        .iter()
                        .filter_map(|&e| edges[e].from()),
                );
            }
        }
        let incoming = (inside.iter()).flat_map(|&f| fragments[f].incoming.iter());
        let within = incoming.filter(|&&e| edges[e].from().is_some_and(|f| inside.contains(&f)));
        let mut chains: Chains = within.map(|&e| edges[e].chain).collect();
        let table = self.table.borrow();
        let head = table.get(fragments[to].version?).key;
        let versions = inside.iter().filter_map(|&f| fragments[f].version);
        chains.extend(versions.map(|v| table.get(v).key).filter(|&k| k != head));
        let passed = inside.iter().flat_map(|&f| fragments[f].heads.iter());
        chains.extend(passed.copied().filter(|&k| k != head));
        chains.push(head);
        Some(SmallLoop {
            chains,
            operations: inside.iter().map(|&f| fragments[f].ops.len()).sum(),
        })
    }
    /// The same of the loop that an edge closes; the state behind the edge is part of it.
    fn small_loop_of(&self, edge: EdgeId, to: FragmentId) -> Option<SmallLoop> {
        let (from, chain) = {
            let edges = self.code.edges.borrow();
            (edges[edge].from()?, edges[edge].chain)
        };
        let mut found = self.small_loop(from, to)?;
        found.chains.push(chain);
        Some(found)
    }
    /// The loop that an edge from one fragment closes at another one is made again, as its counter says. It begins at
    /// the merge point with the fewest frames, if that is not where first code closes it: what its callers keep for a
    /// callee would have to be stored there.
    pub(super) fn note_turn(&self, from: FragmentId, to: FragmentId) {
        if self.is_small(to) {
            return;
        }
        let Some((closes, states)) = self.head_of(to).zip(self.states_of_loop(from, to)) else {
            return;
        };
        let chains = self.chains.borrow();
        let merge_points = states.iter().copied().filter(|&c| {
            let point = chains.get(c).point;
            matches!(self.point(point).kind, PointKind::Portal(_))
        });
        let shallow = (merge_points.map(|c| (chains.depth(c), c))).min();
        let shallower = shallow.filter(|&(depth, _)| depth < chains.depth(closes));
        let head = shallower.map_or(closes, |s| s.1);
        (self.regeneration.turns.borrow_mut()).insert(
            to,
            Turn {
                states,
                head,
                passed: FxHashMap::default(),
            },
        );
    }
    /// The states of the loop that an edge from one fragment closes at another one ([`Jit::closes_loop`]), if it does.
    fn states_of_loop(&self, from: FragmentId, to: FragmentId) -> Option<FxHashSet<ChainId>> {
        let (fragments, edges, table) = (
            self.code.fragments.borrow(),
            self.code.edges.borrow(),
            self.table.borrow(),
        );
        let (mut inside, mut states) = (FxHashSet::default(), FxHashSet::default());
        let (mut todo, mut closes) = (vec![from], false);
        let oldest = self.oldest_of_loop(from, to);
        while let Some(f) = todo.pop() {
            closes |= f == to;
            if f != to && (f < oldest || inside.len() > SEARCH || !inside.insert(f)) {
                continue;
            }
            let r = &fragments[f];
            states.extend(r.heads.iter().copied());
            states.extend(r.version.map(|v| table.get(v).key));
            if f != to {
                todo.extend(r.jumps.iter().copied());
                todo.extend(r.incoming.iter().filter_map(|&e| edges[e].from()));
            }
        }
        closes.then_some(states)
    }
    /// Whether a state is part of a turn of the loop that is made again with the code that began with this fragment.
    pub(super) fn is_in_turn(&self, first: FragmentId, chain: ChainId) -> bool {
        let turns = self.regeneration.turns.borrow();
        turns.get(&first).is_some_and(|t| t.states.contains(&chain))
    }
    /// The state in which the code begins that is made again for what began with this fragment.
    pub(super) fn turn_head(&self, first: FragmentId) -> Option<ChainId> {
        let turns = self.regeneration.turns.borrow();
        (turns.get(&first).map(|t| t.head)).or_else(|| self.head_of(first))
    }
    /// A run has come by a merge point, and the loop that is made again has not begun. If that is so for the third time
    /// the loop turns without the state in which it was to begin: that is one of a loop around it. It begins in the
    /// state with the fewest frames of those that it comes by again, then. Whether that is decided here.
    pub(super) fn note_sought(&self, first: FragmentId, chain: ChainId) -> bool {
        let mut turns = self.regeneration.turns.borrow_mut();
        let Some(turn) = turns.get_mut(&first) else {
            return false;
        };
        let n = turn.passed.entry(chain).or_default();
        *n += 1;
        if *n <= SOUGHT {
            return false;
        }
        let chains = self.chains.borrow();
        let again = turn.passed.iter().filter(|&(_, &n)| n >= SOUGHT);
        let shallow = again.map(|(&c, _)| (chains.depth(c), c)).min();
        turn.head = shallow.map_or(turn.head, |s| s.1);
        true
    }
    /// Whether a state is part of what is made again with the code that began with this fragment.
    pub(super) fn is_within(&self, first: FragmentId, chain: ChainId) -> bool {
        let loops = self.regeneration.loops.borrow();
        loops.get(&first).is_none_or(|l| l.chains.contains(&chain))
    }
    /// A state is part of the small loop that is made again with the code that began with this fragment, if that is one
    /// and stays small.
    pub(super) fn note_within(&self, first: FragmentId, chain: ChainId) {
        let made = self.made_again(first);
        if let Some(l) = self.regeneration.loops.borrow_mut().get_mut(&first)
            && l.operations as u64 + made <= SMALL_OPERATIONS
            && !l.chains.contains(&chain)
        {
            l.chains.push(chain);
        }
    }
    /// The state in which a version begins that a fragment is the code of.
    pub(super) fn head_of(&self, fragment: FragmentId) -> Option<ChainId> {
        let version = self.code.fragments.borrow()[fragment].version?;
        Some(self.table.borrow().get(version).key)
    }
    /// A counted edge has arrived at its stub: whether its code is to be made again.
    pub(super) fn is_due(&self, edge: EdgeId) -> bool {
        let counter = self.code.counters.borrow().get(&edge).copied();
        counter.is_some_and(|n| self.code.region.borrow().is_due(n))
    }
    /// The edge is counted from the beginning.
    pub(super) fn count_again(&self, edge: EdgeId) {
        let counter = self.code.counters.borrow().get(&edge).copied();
        if let (Some(n), Some(turns)) = (counter, self.turns()) {
            self.code.region.borrow_mut().count_again(n, turns);
        }
    }
    /// In the code that begins with this fragment a call was not traced into because too many wait for it.
    pub(super) fn note_limited(&self, root: FragmentId) {
        self.regeneration.limited.borrow_mut().insert(root);
    }
    /// In the code that begins with this fragment so many recursive calls more were not traced into.
    pub(super) fn note_cut(&self, root: FragmentId, calls: u32) {
        if calls > 0 {
            *(self.regeneration.cut.borrow_mut())
                .entry(root)
                .or_default() += calls;
        }
    }
    /// With how many turns more of a recursion the code that began with this fragment is made again.
    fn unrolled(&self, first: FragmentId) -> usize {
        let turns = self.regeneration.more_turns.borrow();
        turns.get(&first).copied().unwrap_or(0)
    }
    /// Whether more turns of a recursion are part of what is made again with the code that began with this fragment.
    pub(super) fn is_unrolled(&self, first: FragmentId) -> bool {
        self.unrolled(first) > 0
    }
    /// How many turns more of a recursion go into what is made again with the code that began with this fragment; none
    /// when that has become large, with all its ways out.
    pub(super) fn more_turns(&self, first: FragmentId) -> usize {
        match self.made_again(first) <= UNROLLED_IN_ALL {
            true => self.unrolled(first),
            false => 0,
        }
    }
    /// How many turns more of the recursion that an entry leads to fit into code that is made again: each of its calls
    /// is a copy of the code of a turn.
    fn turns_to_unroll(&self, root: FragmentId) -> usize {
        let Some(calls) = self.regeneration.cut.borrow().get(&root).copied() else {
            return 0;
        };
        let fragments = self.code.fragments.borrow();
        let of_root = fragments.iter().filter(|f| f.root == Some(root));
        let operations: usize = of_root.map(|f| f.ops.len()).sum();
        let (mut copies, mut all) = (1, operations);
        let mut turns = 0;
        while turns < UNROLLED_TURNS {
            copies *= calls as usize;
            all += copies * operations;
            if all > UNROLLED {
                break;
            }
            turns += 1;
        }
        turns
    }
    /// Whether it is worth while to make code again that began with this fragment: that brings much where more calls
    /// can be traced into, and little else, measured, for a lot of compiling.
    pub(super) fn is_promising(&self, root: Option<FragmentId>) -> bool {
        // With a low threshold the user wants to see everything.
        let low = self.settings.borrow().threshold < CONFIRMED;
        low || self.is_limited(root)
    }
    /// Whether it is worth while to make the loop at whose head a fragment is again, which an edge from another one
    /// closes: objects that are allocated in its turns may not be needed.
    fn is_loop_promising(&self, from: FragmentId, to: FragmentId) -> bool {
        self.allocates(self.root_of(from)) && self.closes_loop(from, to)
    }
    /// Whether it may be worth while to make a loop again, in code that began with this fragment.
    pub(super) fn may_gain(&self, root: Option<FragmentId>) -> bool {
        self.is_promising(root) || self.allocates(root)
    }
    fn allocates(&self, root: Option<FragmentId>) -> bool {
        root.is_some_and(|r| self.regeneration.allocating.borrow().contains(&r))
    }
    /// In the code that begins with this fragment objects are allocated because they are stored.
    pub(super) fn note_allocates(&self, root: FragmentId) {
        self.regeneration.allocating.borrow_mut().insert(root);
    }
    fn is_limited(&self, root: Option<FragmentId>) -> bool {
        root.is_some_and(|r| self.regeneration.limited.borrow().contains(&r))
    }
    /// The code that begins with this fragment at an entry has a loop.
    pub(super) fn note_loop(&self, root: FragmentId) {
        self.regeneration.looping.borrow_mut().insert(root);
    }
    /// Whether there is a loop in the code that begins with this fragment at an entry.
    pub(super) fn has_loop(&self, root: FragmentId) -> bool {
        self.regeneration.looping.borrow().contains(&root)
    }
    fn root_of(&self, fragment: FragmentId) -> Option<FragmentId> {
        self.code.fragments.borrow()[fragment].root
    }
    /// The same of what a fragment is part of.
    pub(super) fn is_part_promising(&self, fragment: FragmentId) -> bool {
        self.is_promising(self.root_of(fragment))
    }
    /// The edge is not counted any more.
    pub(super) fn stop_counting(&self, edge: EdgeId) {
        if let Some(n) = self.code.counters.borrow_mut().remove(&edge) {
            self.code.region.borrow_mut().free_counter(n);
        }
    }
}
