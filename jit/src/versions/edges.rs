//! Arrivals at edge stubs: executed below the threshold, compiled from it on, then linked.
//!
//! ```text
//! stub ──arrival──▶ count < edge_threshold: execute, leave residual code
//!                     else: compile from the snapshot, patch the jump ──▶ linked
//!                     it cannot be compiled ──▶ dead: executed for good
//! ```
//! **Every edge is a stub, linked or dead.** The words of the arrival are roots until control goes on with them.
use backend_x86::fragment::{FragmentEnd, ValueLocation};
use backend_x86::residual::{Region, ResidualError, Saved, Target};
use ir::lltype::LLType;

use super::bridge::make_deferred;
use super::code::{EdgeId, EdgeKind, EdgeState, FragmentId, PromotionId};
use super::context::Context;
use super::emit::{Draft, entry_of};
use super::execute::{After, execute};
use super::jit::Jit;
use super::keys::ChainId;
use super::loans::Objects;
use super::log::LogLevel;
use super::promotion::promoted_slot;
use super::session::{GiveUp, Session};
use super::table::Maturity;
use crate::support::boxes::BoxId;
use crate::support::memory;

/// Stack that the compiler may need below the place where it is called.
const STACK_ROOM: u64 = 96 << 10;

/// An edge that is reached so often is likely to be executed for good.
const OFTEN: u32 = 8;

/// Edges are far from an entry, and twice as far, and so on, where so many full runs of the compiler have led to them.
const FAR: u32 = 4;
/// How often the arrivals that an edge takes are doubled with the distance. To execute what follows one costs about an
/// eighth of what it costs to compile it.
const DOUBLINGS: u32 = 4;

/// An arrival at an edge that has to be executed. Nothing is allocated before its words are roots again.
pub(super) struct Left {
    pub(super) kind: EdgeKind,
    /// The frames.
    pub(super) chain: ChainId,
    pub(super) context: Context,
    /// The values of the context's parameters.
    pub(super) words: Vec<u64>,
    /// Its virtuals that exist.
    pub(super) objects: Objects,
}

/// Words of an arrival that the collector sees while they are kept here.
struct HeldWords<'a> {
    jit: &'a Jit,
    slot: usize,
    /// Where they come from.
    places: Vec<ValueLocation>,
}

impl<'a> HeldWords<'a> {
    fn new(jit: &'a Jit, words: Vec<(LLType, u64)>, places: Vec<ValueLocation>) -> HeldWords<'a> {
        let mut active = jit.runs.active.borrow_mut();
        active.push(super::jit::Active {
            words,
            ..super::jit::Active::default()
        });
        HeldWords {
            jit,
            slot: active.len() - 1,
            places,
        }
    }
    fn words(&self) -> Vec<u64> {
        self.jit.runs.active.borrow()[self.slot]
            .words
            .iter()
            .map(|w| w.1)
            .collect()
    }
    /// Control goes on with them.
    fn put_back(&self, saved: &mut Saved) {
        for (&p, w) in self.places.iter().zip(self.words()) {
            saved.write(p, w);
        }
    }
}

impl Drop for HeldWords<'_> {
    fn drop(&mut self) {
        self.jit.runs.active.borrow_mut().truncate(self.slot);
    }
}

/// What follows a stub that was arrived at so often would have paid by then: it is lent time if it has to wait.
const ARRIVED: u32 = 2000;

impl Jit {
    /// The portal that the outermost frame of a chain belongs to.
    pub(super) fn portal_of(&self, chain: ChainId) -> u32 {
        let chains = self.chains.borrow();
        let copy = chains
            .outwards(chain)
            .last()
            .map(|(_, l)| self.point(l.point).copy);
        let found = self
            .info()
            .portals
            .iter()
            .position(|p| Some(p.copy) == copy);
        found.unwrap_or(0) as u32
    }
    /// Whether the compiler may run: there is stack enough, and no limit is reached.
    pub(super) fn may_compile(&self) -> bool {
        self.can_afford() && self.has_room()
    }
    /// Whether there is stack enough, and the user allows more.
    fn has_room(&self) -> bool {
        if self.report.totals.get().sessions >= self.settings.borrow().sessions {
            return false;
        }
        let here = 0u8;
        let sp = &raw const here as u64;
        // The runtime keeps some hundred KiB below the limit free for Rust.
        let limit = self.state.with_runtime(|rt| rt.context.stack_limit);
        sp > limit.saturating_sub(128 << 10) + STACK_ROOM
    }
    /// Called by the stub of an edge. Returns the address at which residual code continues.
    ///
    /// Programs recurse through what is executed: nothing of the compiler is on the stack meanwhile.
    pub(super) fn edge_reached(&self, edge: EdgeId, saved: &mut Saved) -> u64 {
        match self.reached(edge, saved) {
            Ok(address) => address,
            Err(left) => self.execute_edge(&left),
        }
    }
    /// The address at which residual code continues, or what has to be executed first.
    #[inline(never)]
    fn reached(&self, edge: EdgeId, saved: &mut Saved) -> Result<u64, Box<Left>> {
        self.decide(edge);
        self.certain.reached(edge);
        let (kind, state, chain, count) = {
            let mut edges = self.code.edges.borrow_mut();
            let e = &mut edges[edge];
            e.count = e.count.saturating_add(1);
            if e.count == 1 {
                self.bias.borrow_mut().arrived(e.arm);
            }
            if e.count == OFTEN {
                self.code.snapshots.borrow_mut().keep_at_hand(e);
            }
            (e.kind(), e.state(), e.chain, e.count)
        };
        if let EdgeState::Linked(_, address) = state
            && !self.is_due(edge)
        {
            return Ok(address);
        }
        let (context, places) = {
            let edges = self.code.edges.borrow();
            let mut snapshots = self.code.snapshots.borrow_mut();
            let context = snapshots.unpack(edges[edge].snapshot);
            (context, snapshots.places(edges[edge].places))
        };
        let params = context.params().zip(&places);
        let words: Vec<(LLType, u64)> =
            params.map(|((_, ty, _), &p)| (ty, saved.read(p))).collect();
        let held = HeldWords::new(self, words, places);
        if !context.deferred.is_empty() {
            make_deferred(self.state, &context, &held.words());
        }
        self.verify(super::verify::AT_EDGE);
        let direct = self.note_direct();
        self.budget.reached(direct);
        if let EdgeState::Linked(..) = state {
            let address = self.regenerate(edge, chain, &context, &held);
            held.put_back(saved);
            if let Some(address) = address {
                return Ok(address);
            }
        }
        if let EdgeKind::Loan(site) = kind {
            return Err(Box::new(Left {
                kind,
                chain,
                context,
                words: held.words(),
                objects: self.take_redeemed(site, saved.frame()),
            }));
        }
        let stub = self.code.edges.borrow()[edge].state() == EdgeState::Stub;
        let hot = count >= self.arrivals_at(edge);
        if hot
            && stub
            && self.can_afford_again(count >= ARRIVED)
            && self.has_room()
            && let Some(request) = self.request_edge(edge, chain)
        {
            let result = (self.following)
                .compiling(|| self.compile_edge(edge, kind, chain, &context, &held));
            self.end_request(request);
            match result {
                // What was verified since may have written a field that the code rests on.
                Ok(Some(address)) if self.is_linked(edge, address) => {
                    held.put_back(saved);
                    return Ok(address);
                }
                Ok(_) | Err(GiveUp::Again) => {}
                Err(e) => {
                    let point = self.chains.borrow().get(chain).point;
                    self.warn(&e.to_string(), point, Some(chain));
                    self.count(|t| t.refused += 1);
                    self.code.set_state(edge, EdgeState::Dead);
                }
            }
        }
        let closed = matches!(kind, EdgeKind::Promote(n) if self.code.promotions.borrow()[PromotionId(n)].closed);
        if closed || self.code.edges.borrow()[edge].state() == EdgeState::Dead {
            self.left_for_good();
        } else if hot && !self.can_afford() {
            self.left_for_now();
        }
        Err(Box::new(Left {
            kind,
            chain,
            context,
            words: held.words(),
            objects: Objects::new(),
        }))
    }
    /// Executes what follows an edge. Returns the address at which residual code is left.
    #[inline(never)]
    pub(super) fn execute_edge(&self, left: &Left) -> u64 {
        let Left {
            kind,
            chain,
            ref context,
            ref words,
            ref objects,
        } = *left;
        let state = (&words[..], &objects[..]);
        let code = match kind {
            EdgeKind::Exit(code) => {
                let slot = context.slots.first();
                if let Some(k) = slot {
                    let (ty, bits) = match context.classes[*k] {
                        super::context::ValueClass::Const { ty, bits } => (ty, bits),
                        ref c => (c.ty(), words.first().copied().unwrap_or(0)),
                    };
                    self.set_exchange(0, memory::to_state(ty, bits));
                }
                code
            }
            EdgeKind::Plain => execute(self, chain, context, state, After::Point),
            EdgeKind::Promote(_) | EdgeKind::Loan(_) => {
                execute(self, chain, context, state, After::Result)
            }
            EdgeKind::Undecided(n) => execute(self, chain, context, state, After::Test(n)),
        };
        self.leave_address(code)
    }
    /// The code behind a counted edge has run often: it is made again for this arrival. Returns where control goes on;
    /// `None`: the edge leads nowhere any more.
    fn regenerate(
        &self,
        edge: EdgeId,
        chain: ChainId,
        context: &Context,
        held: &HeldWords<'_>,
    ) -> Option<u64> {
        let (before, address) = self.linked(edge)?;
        let before = self.behind_moves(before);
        if !self.is_worth(edge, before) || !self.may_compile() {
            // Later, perhaps.
            self.count_again(edge);
            return Some(address);
        }
        let mut made = None;
        if let Some(request) = self.request_edge(edge, chain) {
            let head = self.head_of(before).unwrap_or(chain);
            let from = self.code.edges.borrow()[edge].from();
            if let Some(from) = from {
                self.note_turn(from, before);
                self.note_closing(from, before);
            }
            let result = self.compile_plain(edge, chain, context, held, Some((before, head)));
            self.end_request(request);
            made = result.ok();
        }
        self.stop_counting(edge);
        // It may have been killed meanwhile, and what has just been made may rest on the same.
        let (_, address) = self.linked(edge)?;
        if let Some((to, places)) = made {
            self.count(|t| t.regenerated += 1);
            self.log.line(
                LogLevel::Versions,
                format_args!("jit regenerate edge={edge} before={before} to={to}"),
            );
            if let Ok(address) = self.link(edge, to, places) {
                return Some(address);
            }
        }
        let site = self.code.edges.borrow()[edge].jump(edge);
        self.code.region.borrow_mut().patch(&site, address);
        Some(address)
    }
    /// The arrival at an edge that compiles it. The further from an entry, the later, where there is no loop in all the
    /// code from there: code that runs straight on pays only if it is come back to, and an entry says that of what
    /// follows it, not of all that ever follows. What leads to a key that has versions is no such code.
    fn arrivals_at(&self, edge: EdgeId) -> u32 {
        let settings = self.settings.borrow();
        let edges = self.code.edges.borrow();
        if let EdgeKind::Exit(_) = edges[edge].kind() {
            return 1;
        }
        if self.handed.has(edge) {
            let known = (self.table.borrow()).has_any(edges[edge].chain, Maturity::First);
            return if known { 1 } else { self.handed_arrivals() };
        }
        let joins = || {
            let from = edges[edge].from();
            let root = from.and_then(|f| self.code.fragments.borrow()[f].root);
            root.is_some_and(|r| self.has_loop(r))
                || (self.table.borrow()).has_any(edges[edge].chain, Maturity::First)
        };
        let far = (settings.run_limit().max(1) as u32).saturating_mul(FAR);
        let doublings = match self.code.depth(edge) / far {
            0 => 0,
            _ if joins() => 0,
            n => n.min(DOUBLINGS),
        };
        settings.edge_threshold.saturating_mul(1 << doublings)
    }
    fn is_linked(&self, edge: EdgeId, address: u64) -> bool {
        self.linked(edge).is_some_and(|l| l.1 == address)
    }
    /// What an edge leads to, and the address at which control that has arrived at its stub goes on.
    fn linked(&self, edge: EdgeId) -> Option<(FragmentId, u64)> {
        match self.code.edges.borrow()[edge].state() {
            EdgeState::Linked(fragment, address) => Some((fragment, address)),
            EdgeState::Stub | EdgeState::Dead => None,
        }
    }
    fn leave_address(&self, code: i64) -> u64 {
        let mut region = self.code.region.borrow_mut();
        // All of them were made when the JIT was.
        region.leave(code).expect("leaving code exists")
    }
    /// Compiles what follows an edge and links it. `None`: this arrival has to be executed.
    fn compile_edge(
        &self,
        edge: EdgeId,
        kind: EdgeKind,
        chain: ChainId,
        context: &Context,
        held: &HeldWords<'_>,
    ) -> Result<Option<u64>, GiveUp> {
        let fragment = match kind {
            EdgeKind::Plain => {
                let (fragment, places) = self.compile_plain(edge, chain, context, held, None)?;
                return self.link(edge, fragment, places).map(Some);
            }
            EdgeKind::Loan(_) => return Ok(None),
            EdgeKind::Undecided(number) => {
                self.compile_undecided(edge, number, chain, context, held)?
            }
            EdgeKind::Exit(code) => self.compile_exit(edge, code, chain, context, held)?,
            EdgeKind::Promote(number) => {
                let slot = context.slots[promoted_slot(context)];
                let Some(param) = context.param_of(slot) else {
                    return Ok(None);
                };
                let fresh = self.is_fresh(context.classes[slot].ty(), held.words()[param]);
                let takes = self.takes_value(number, chain, fresh);
                if !takes && !self.may_stay_open(chain) {
                    return Ok(None);
                }
                if takes && fresh {
                    self.state.tenure();
                }
                let bits = held.words()[param];
                let mut s = Session::at_edge(self, edge, chain, context);
                s.origin.words = held.words();
                match takes {
                    true => s.promote_value(edge, number, chain, context, bits)?,
                    false => s.promote_nothing(edge, chain, context)?,
                }
            }
        };
        self.link(edge, fragment, None).map(Some)
    }
    /// The edge leads to a fragment from now on; `places`: where its arguments are, if not in the order of the edge's
    /// own.
    fn link(
        &self,
        edge: EdgeId,
        fragment: FragmentId,
        places: Option<Vec<ValueLocation>>,
    ) -> Result<u64, GiveUp> {
        let turns = match self.handed.has(edge) {
            true => self.handed_turns(fragment),
            false => self.counted(edge, fragment),
        };
        self.link_counted(edge, fragment, places, turns)
    }
    /// The same; the edge is counted up to this number, if there is one.
    pub(super) fn link_counted(
        &self,
        edge: EdgeId,
        fragment: FragmentId,
        places: Option<Vec<ValueLocation>>,
        turns: Option<u32>,
    ) -> Result<u64, GiveUp> {
        let mut site = self.code.edges.borrow()[edge].jump(edge);
        if self.is_dead(fragment) {
            // It may have been placed behind the edge.
            self.code.region.borrow_mut().patch(&site, site.stub);
            return Err(GiveUp::Again);
        }
        site.places = places.unwrap_or_else(|| self.code.places(edge));
        let failed = |e| match e {
            ResidualError::Exhausted => {
                self.flushes.no_room();
                GiveUp::Exhausted
            }
            e => GiveUp::Unsupported(e.to_string()),
        };
        let counted = match turns {
            Some(turns) => self.code.with_target(fragment, |t| {
                (self.code.region.borrow_mut()).link_counted(&site, t, turns)
            }),
            None => Ok(None),
        };
        let (counter, address) = match counted.map_err(failed)? {
            Some((counter, address)) => (Some(counter), address),
            None => {
                let target = |t: &Target<'_>| self.code.region.borrow_mut().link(&site, t);
                let address = self.code.with_target(fragment, target);
                (None, address.map_err(failed)?)
            }
        };
        {
            let mut edges = self.code.edges.borrow_mut();
            let e = &mut edges[edge];
            e.set_state(EdgeState::Linked(fragment, address));
            let mut counters = self.code.counters.borrow_mut();
            match counter {
                Some(n) => drop(counters.insert(edge, n)),
                None => drop(counters.remove(&edge)),
            }
            self.note_linked(e.kind(), e.chain);
        }
        self.code.fragments.borrow_mut()[fragment]
            .incoming
            .push(edge);
        Ok(address)
    }
    fn compile_plain(
        &self,
        edge: EdgeId,
        chain: ChainId,
        context: &Context,
        held: &HeldWords<'_>,
        anew: Option<(FragmentId, ChainId)>,
    ) -> Result<(FragmentId, Option<Vec<ValueLocation>>), GiveUp> {
        let entry = entry_of(&held.places, context.params().map(|p| p.1));
        let mut s = Session::at_edge(self, edge, chain, context);
        if let Some((before, head)) = anew {
            s.set_mature(Some(before));
            s.head = Some(head);
            s.again = true;
        }
        s.origin.words = held.words();
        s.resume(chain, context, Draft::edge(edge, entry))?;
        if let Some((fragment, places)) = s.origin.alias.take() {
            // No fragment says so: the jump itself is enough.
            self.log.line(
                LogLevel::Versions,
                format_args!("jit edge id={edge} to={fragment}"),
            );
            return Ok((fragment, Some(places)));
        }
        let places = s.origin.places.take();
        s.first_fragment().map(|f| (f, places))
    }
    fn compile_undecided(
        &self,
        edge: EdgeId,
        number: u32,
        chain: ChainId,
        context: &Context,
        held: &HeldWords<'_>,
    ) -> Result<FragmentId, GiveUp> {
        let entry = entry_of(&held.places, context.params().map(|p| p.1));
        let mut s = Session::at_edge(self, edge, chain, context);
        s.resume_undecided(number, chain, context, Draft::edge(edge, entry))?;
        s.first_fragment()
    }
    /// An exit that needs the value of the snapshot's one slot.
    fn compile_exit(
        &self,
        edge: EdgeId,
        code: i64,
        chain: ChainId,
        context: &Context,
        held: &HeldWords<'_>,
    ) -> Result<FragmentId, GiveUp> {
        let entry = entry_of(&held.places, context.params().map(|p| p.1));
        let mut s = Session::at_edge(self, edge, chain, context);
        let boxes: Vec<BoxId> = s.begin(context, Draft::edge(edge, entry));
        let values = context
            .slots
            .iter()
            .map(|k| s.exit_word(boxes[k.0 as usize]))
            .collect();
        s.emit(FragmentEnd::Exit { code, values });
        s.finish()?;
        s.first_fragment()
    }
}

/// Makes the code by which a region is left.
pub(super) fn make_leaving_code(region: &mut Region) -> Result<(), ResidualError> {
    CODES.iter().try_for_each(|&c| region.leave(c).map(drop))
}

/// Codes that residual code is left with.
const CODES: [i64; 4] = [
    jit_abi::INTERPRET,
    jit_abi::CONTINUE,
    jit_abi::DONE,
    jit_abi::RAISED,
];
