//! Flushes: when memory for compiled code is exhausted, all of it is forgotten, and what is hot now is compiled anew.
//!
//! Greens, contexts, versions, edges and code know each other in all directions, so nothing of that can be given back
//! piece by piece. A flush forgets everything at once; what is hot is compiled again within a moment. Greens go with
//! it: they are kept by the JIT alone, so the next collection finds those that the program does not know any more.
//!
//! ```text
//! programs 1 ... 40 compiled | memory is exhausted: interpreted for a while | flush | programs 45 ... compiled
//! ```
//! ## When it is possible
//! At an arrival of the interpreter, while no run compiles: nobody holds the number of a chain, an edge or a fragment
//! then. Arrivals that execute what an edge has left to them may be under way: they have all they need in frames and
//! boxes. If no return address on the stack lies in residual code, the region begins anew. Else the code *lingers*:
//!
//! * All edges of it lead to their stubs, as when it is [killed](super::invalidate), and a new region takes its place.
//! * Frames in it go on when what they have called returns. At the next edge that is not part of straight code they
//!   arrive at a stub, whose number tells that it is an old one (numbers [go on](super::numbered)). What follows is
//!   executed, from the edges, snapshots and chains that linger with the code, and the interpreter takes over.
//! * When no return address lies in it any more, which is looked at now and then, it goes.
//!
//! At most one epoch lingers, so that there are never more than two; what it needs counts, but the code that is made
//! meanwhile gets half of what the JIT may have in any case. A loop that is one piece of straight code without an edge
//! may go on for ever in old code, which is right, and as fast as before.
//!
//! ## When it is worth its price
//! A flush throws away code that works. Let `C` be the time that compiling has taken since the last flush, and `u` the
//! share of what was compiled that is still used: of the records of entries, those that were entered since memory is
//! exhausted. Then `u C` is the time to make again what is lost. The program pays for not flushing, too: with the time
//! `I` in the interpreter since memory is exhausted. So there is a flush as soon as
//!
//! ```text
//! I >= 16 u C  and  I >= C / 8
//! ```
//! A program whose code is too large for its memory, and in use, loses no more than a sixteenth of its time by that. Of
//! one that has gone on to other code `u` is nearly 0, and it is interpreted for an eighth of the time that was spent
//! on compiling before. (`I` is an upper bound: time in code that was entered by records is an estimate.) The log has
//! these numbers, times in microseconds:
//!
//! ```text
//! jit flush number=3 why="memory is exhausted" fragments=1833 edges=3251 versions=1397 memory=9808823 kept=163
//!     interpreted=41000 compiled=302000 used=7/312 lingers=0 milliseconds=25503                    (one line)
//! ```
use std::cell::{Cell, RefCell};

use backend_x86::fragment::ValueLocation;
use backend_x86::residual::{Region, Saved};
use jit_abi::Record;
use jit_abi::settings::Settings;
use rustc_hash::FxHashMap;

use super::budget::Times;
use super::code::{EdgeId, EdgeKind, EdgeRecord, EdgeState, edge_bytes};
use super::edges::{Left, make_leaving_code};
use super::jit::Jit;
use super::keys::{ChainId, Chains, Link};
use super::loans::Objects;
use super::log::LogLevel;
use super::native::{cycles, thread_nanoseconds};
use super::numbered::Numbered;
use super::report::Totals;
use super::run::settle_greens;
use super::session::guards::Undecided;
use super::snapshot::Snapshots;
use super::symbols::Named;
use crate::support::records;
use crate::support::state::Holdings;

/// The interpreter has run for so many times what it takes to make again what is in use.
const IN_USE: u64 = 16;
/// It has run for one part in so many of what was spent on compiling.
const AT_LEAST: u64 = 8;
/// Epochs that linger.
const LINGERING: usize = 1;
/// The same where flushes are asked for: tests want to see many.
const LINGERING_IN_TESTS: usize = 3;
/// Cycles between two looks at what is worth it, at least.
const LOOK: u64 = 1_000_000;
/// Cycles of a nanosecond, more or less.
const CYCLES: u64 = 2;
/// Looks take one part in so many of the time.
const LOOKS: u64 = 64;
/// One part in so many of code memory is for a run that needs much.
const ROOM: usize = 16;

/// What is exhausted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Exhausted {
    /// The budget of memory.
    Memory,
    /// The region.
    Code,
}

/// Code that was forgotten, and may be on the stack.
struct Epoch {
    region: Region,
    edges: Numbered<EdgeId, EdgeRecord>,
    snapshots: Snapshots,
    chains: Chains,
    undecided: Vec<Undecided>,
    holdings: Holdings,
    /// Arrivals at its edges that are under way.
    arrivals: u32,
    names: Named,
}

impl Epoch {
    /// Bytes of it, more or less.
    fn memory(&self) -> u64 {
        memory(
            self.region.usage().0,
            edge_bytes(self.edges.len(), &self.snapshots),
            self.chains.len() + self.holdings.kept() / 4,
        )
    }
}

/// Bytes of all, more or less: those of code and of edges, the number of chains.
pub(super) fn memory(code: usize, edges: usize, chains: usize) -> u64 {
    (code + edges + 80 * chains) as u64
}

/// Since when memory is exhausted.
#[derive(Default)]
struct Since {
    at: Times,
    cycles: u64,
    /// How often records had been entered when somebody first looked: memory that was earned may end that before.
    counts: Option<FxHashMap<u64, u64>>,
}

/// What would be lost, and what is paid for not losing it.
#[derive(Clone, Copy, Debug)]
struct Price {
    /// Nanoseconds in the interpreter since memory is exhausted.
    interpreted: u64,
    /// Nanoseconds of compiling since the last flush.
    compiled: u64,
    /// Records that were entered since memory is exhausted, ...
    used: u64,
    /// ... of so many.
    records: u64,
}

impl Price {
    /// Whether a flush is worth it.
    fn is_paid(self) -> bool {
        let again = self.compiled as f64 * self.used as f64 / self.records.max(1) as f64;
        let interpreted = self.interpreted as f64;
        interpreted >= again * IN_USE as f64 && self.interpreted >= self.compiled / AT_LEAST
    }
}

/// What was forgotten, and when.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct FlushTotals {
    pub(super) flushes: u64,
    /// Bytes of memory that was in use.
    pub(super) bytes: u64,
}

/// Flushes so far, and the next one.
#[derive(Default)]
pub(super) struct Flushes {
    /// Each so many moments (see [`Settings::flush`]).
    every: Option<u64>,
    /// Moments at which a flush was possible.
    moments: Cell<u64>,
    exhausted: Cell<Option<Exhausted>>,
    since: RefCell<Since>,
    /// Code did not fit into the region.
    no_room: Cell<bool>,
    /// Some arrival has to look closer, ...
    looks: Cell<bool>,
    /// ... when the processor's clock shows this.
    next: Cell<u64>,
    epochs: RefCell<Vec<Epoch>>,
    /// Arrivals at edges of the code there is.
    arrivals: Cell<u32>,
    /// Totals of the process and time in the compiler at the last flush.
    before: Cell<(Totals, u64)>,
    totals: Cell<FlushTotals>,
}

impl Flushes {
    /// None so far.
    pub(super) fn new(settings: &Settings) -> Flushes {
        Flushes {
            every: settings.flush,
            looks: Cell::new(settings.flush.is_some_and(|n| n > 0)),
            ..Flushes::default()
        }
    }
    /// Code did not fit into the region.
    pub(super) fn no_room(&self) {
        self.no_room.set(true);
    }
    /// What the process had made at the last flush.
    pub(super) fn before(&self) -> Totals {
        self.before.get().0
    }
    pub(super) fn totals(&self) -> FlushTotals {
        self.totals.get()
    }
    /// Bytes that linger.
    pub(super) fn lingering(&self) -> u64 {
        self.epochs.borrow().iter().map(Epoch::memory).sum()
    }
    /// Visits what lingers, for the collector.
    pub(super) fn roots(&self, visit: &mut dyn FnMut(*mut usize)) {
        for e in self.epochs.borrow().iter() {
            e.holdings.roots(visit);
        }
    }
    /// What one of the old regions has.
    pub(super) fn find<T>(&self, get: impl FnMut(&Region) -> Option<T>) -> Option<T> {
        let epochs = self.epochs.try_borrow().ok()?;
        epochs.iter().map(|e| &e.region).find_map(get)
    }
    /// Whether an address lies in code that lingers.
    pub(super) fn is_old_code(&self, address: u64) -> bool {
        self.find(|r| r.is_code(address).then_some(())).is_some()
    }
    /// There is memory again.
    pub(super) fn enough(&self) {
        self.exhausted.set(None);
    }
}

impl Jit {
    /// Whether hardly any code fits into the region.
    pub(super) fn is_code_full(&self) -> bool {
        let (used, size) = self.code.region.borrow().usage();
        self.flushes.no_room.get() || used + size / ROOM > size
    }
    /// Nothing is compiled any more, for want of this.
    pub(super) fn note_exhausted(&self, what: Exhausted) {
        let f = &self.flushes;
        if f.every.is_some() || f.exhausted.replace(Some(what)).is_some() {
            return;
        }
        f.looks.set(true);
        *f.since.borrow_mut() = Since {
            at: self.times(),
            cycles: cycles(),
            counts: None,
        };
    }
    /// What is entered from now on is in use. Whether that has begun before.
    fn count_uses(&self) -> bool {
        let mut since = self.flushes.since.borrow_mut();
        if since.counts.is_some() {
            return true;
        }
        let records = self.state.records.borrow();
        let all = records.all();
        since.counts = Some(all.map(|r| (r, records::get(r, Record::Count))).collect());
        false
    }
    /// An arrival of the interpreter: everything is forgotten if that is possible, and worth it.
    #[inline]
    pub(super) fn may_flush(&self) {
        if self.flushes.looks.get() {
            self.look();
        }
    }
    fn look(&self) {
        let f = &self.flushes;
        if !self.is_quiet() {
            return;
        }
        if let Some(n) = f.every.filter(|&n| n > 0) {
            f.moments.set(f.moments.get() + 1);
            if f.moments.get().is_multiple_of(n) {
                self.flush("it was asked for", LINGERING_IN_TESTS);
            }
            return;
        }
        if cycles() < f.next.get() {
            return;
        }
        let begun = thread_nanoseconds();
        let flushed = match f.exhausted.get() {
            Some(what) if self.count_uses() && self.price().is_paid() => {
                let why = match what {
                    Exhausted::Memory => "memory is exhausted",
                    Exhausted::Code => "code memory is exhausted",
                };
                self.flush(why, LINGERING)
            }
            _ => {
                self.forget_epochs();
                false
            }
        };
        let took = thread_nanoseconds() - begun;
        let now = cycles();
        f.looks
            .set(f.exhausted.get().is_some() || !f.epochs.borrow().is_empty());
        let pause = match flushed {
            true => LOOK,
            // The more rarely the longer it takes, and the longer memory has been exhausted.
            false => {
                let since = f.since.borrow().cycles;
                let exhausted = f.exhausted.get().map_or(0, |_| now.saturating_sub(since));
                (CYCLES * took * LOOKS).max(exhausted / LOOKS)
            }
        };
        f.next.set(now + pause.max(LOOK));
    }
    /// Nobody holds the number of a chain, an edge or a fragment.
    fn is_quiet(&self) -> bool {
        let runs = self.runs.active.borrow();
        runs.iter().all(|a| a.executes) && !self.verifying.get() && !self.origins.is_asking()
    }
    fn price(&self) -> Price {
        let since = self.flushes.since.borrow();
        let records = self.state.records.borrow();
        let mut used = 0;
        let mut all = 0;
        for r in records.all() {
            all += 1;
            let before = since.counts.as_ref().and_then(|c| c.get(&r)).copied();
            let before = before.unwrap_or(0);
            used += u64::from(records::get(r, Record::Count) > before);
        }
        Price {
            interpreted: self.times().since(since.at).interpreted(),
            compiled: self.budget.spent() - self.flushes.before.get().1,
            used,
            records: all,
        }
    }
    /// Gives back what lingers and is not on the stack any more. Whether the code there is is not on the stack either.
    fn forget_epochs(&self) -> bool {
        let f = &self.flushes;
        let region = self.code.region.borrow();
        let mut idle = f.arrivals.get() == 0;
        let mut used: Vec<bool> = f.epochs.borrow().iter().map(|e| e.arrivals > 0).collect();
        self.state.with_runtime(|rt| {
            rt.return_addresses(|ret| {
                if region.is_code(ret) {
                    idle = false;
                } else {
                    let epochs = f.epochs.borrow();
                    let at = epochs.iter().position(|e| e.region.is_code(ret));
                    at.into_iter().for_each(|i| used[i] = true);
                }
            });
        });
        let mut epochs = f.epochs.borrow_mut();
        let mut used = used.into_iter();
        for e in epochs.extract_if(.., |_| !used.next().unwrap_or(true)) {
            self.symbols.forget(e.names);
        }
        idle
    }
    /// Forgets everything; no more than so many epochs may linger then. Whether that was possible.
    fn flush(&self, why: &str, most: usize) -> bool {
        let f = &self.flushes;
        let idle = self.forget_epochs();
        let made = self.report.totals.get().fragments - f.before().fragments;
        if made == 0 || !idle && f.epochs.borrow().len() >= most {
            return false;
        }
        let another = match idle {
            true => None,
            // Without one all goes on as it was.
            false => match self.another_region() {
                Some(region) => Some(region),
                None => return false,
            },
        };
        let bytes = self.memory() - f.lingering();
        let price = self.price();
        let mut totals = f.totals();
        totals.flushes += 1;
        totals.bytes += bytes;
        f.totals.set(totals);
        self.log_flushed();
        self.log.line(
            LogLevel::Summary,
            format_args!(
                "jit flush number={} why={why:?} fragments={made} edges={} versions={} memory={bytes} kept={} interpreted={} compiled={} used={}/{} lingers={} milliseconds={}",
                totals.flushes,
                self.code.edges.borrow().len(),
                self.table.borrow().len(),
                self.state.kept(),
                price.interpreted / 1000,
                price.compiled / 1000,
                price.used,
                price.records,
                u32::from(!idle),
                self.begun.elapsed().as_millis()
            ),
        );
        let old = self.forget(another);
        if let Some(mut old) = old {
            old.unlink();
            f.epochs.borrow_mut().push(old);
        }
        let epochs = f.epochs.borrow();
        (self.loans).retain(|edge| epochs.iter().any(|e| e.edges.get(edge).is_some()));
        drop(epochs);
        f.before
            .set((self.report.totals.get(), self.budget.spent()));
        f.no_room.set(false);
        f.exhausted.set(None);
        self.budget.flushed();
        self.count_anew();
        true
    }
    fn another_region(&self) -> Option<Region> {
        let mut region = self.code.region.borrow().another().ok()?;
        make_leaving_code(&mut region).ok()?;
        Some(region)
    }
    /// Forgets everything. `another`: the region for what comes next; if there is none, the code is not on the stack,
    /// and its region begins anew. Returns what was forgotten and lingers.
    fn forget(&self, another: Option<Region>) -> Option<Epoch> {
        self.forget_entries();
        self.inlining.parts.take();
        self.inlining.receivers.take();
        self.inlining.recursive.take();
        self.inlining.residual_calls.take();
        self.state.nested.forget();
        self.joins.refused.take();
        self.joins.transparent.take();
        self.joins.passes.take();
        self.certain.forget();
        self.regeneration.forget();
        self.origins.forget();
        self.table.borrow_mut().forget();
        let next = self.table.borrow().next_id();
        *self.code.of_version.borrow_mut() = Numbered::starting_at(next);
        self.code.fragments.borrow_mut().retire();
        self.code.promotions.borrow_mut().retire();
        let edges = self.code.edges.borrow_mut().retire();
        self.code.counters.take();
        self.code.mature.take();
        let snapshots = self.code.snapshots.take();
        let undecided = self.code.undecided.take();
        let chains = self.chains.borrow_mut().retire();
        let holdings = self.state.forget();
        let mut region = self.code.region.borrow_mut();
        let Some(another) = another else {
            region.reset();
            make_leaving_code(&mut region).expect("there was room before");
            self.symbols.begin_anew(&region);
            return None;
        };
        let old = std::mem::replace(&mut *region, another);
        super::sampling::set_region(region.base());
        let names = self.symbols.retire(&region);
        Some(Epoch {
            region: old,
            edges,
            snapshots,
            chains,
            undecided,
            holdings,
            arrivals: self.flushes.arrivals.take(),
            names,
        })
    }
    /// The stub of an edge was reached. Returns the address at which residual code continues.
    pub(super) fn edge_arrived(&self, edge: EdgeId, saved: &mut Saved) -> u64 {
        if self.code.edges.borrow().get(edge).is_none() {
            return self.old_edge_arrived(edge, saved);
        }
        let arrivals = &self.flushes.arrivals;
        arrivals.set(arrivals.get() + 1);
        let address = self.edge_reached(edge, saved);
        // All may have been forgotten meanwhile.
        if self.code.edges.borrow().get(edge).is_some() {
            arrivals.set(arrivals.get() - 1);
        } else {
            self.with_epoch_of(edge, |e| e.arrivals -= 1);
        }
        address
    }
    fn with_epoch_of<T>(&self, edge: EdgeId, f: impl FnOnce(&mut Epoch) -> T) -> T {
        let mut epochs = self.flushes.epochs.borrow_mut();
        let epoch = epochs.iter_mut().find(|e| e.edges.get(edge).is_some());
        f(epoch.expect("code lingers as long as it is on the stack"))
    }
    /// An edge of code that lingers: what follows is executed.
    fn old_edge_arrived(&self, edge: EdgeId, saved: &Saved) -> u64 {
        let (kind, chain, context, words) = self.with_epoch_of(edge, |epoch| {
            epoch.arrivals += 1;
            let e = &epoch.edges[edge];
            let context = epoch.snapshots.unpack(e.snapshot);
            let places: Vec<ValueLocation> = epoch.snapshots.places(e.places);
            let words: Vec<u64> = places.iter().map(|&p| saved.read(p)).collect();
            let kind = match e.kind() {
                EdgeKind::Undecided(n) => {
                    let u = &epoch.undecided[n as usize];
                    let mut all = self.code.undecided.borrow_mut();
                    all.push(u.renumbered(|c| self.adopt(&epoch.chains, c)));
                    EdgeKind::Undecided(all.len() as u32 - 1)
                }
                kind => kind,
            };
            (kind, self.adopt(&epoch.chains, e.chain), context, words)
        });
        let direct = self.note_direct();
        self.budget.reached(direct);
        let objects = match kind {
            EdgeKind::Loan(site) => self.take_redeemed(site, saved.frame()),
            _ => Objects::new(),
        };
        let address = self.execute_edge(&Left {
            kind,
            chain,
            context,
            words,
            objects,
        });
        self.with_epoch_of(edge, |e| e.arrivals -= 1);
        address
    }
    /// What is known of an edge of code that lingers.
    pub(super) fn with_old_edge<T>(
        &self,
        edge: EdgeId,
        f: impl FnOnce(&EdgeRecord, &mut Snapshots) -> T,
    ) -> T {
        self.with_epoch_of(edge, |e| f(&e.edges[edge], &mut e.snapshots))
    }
    /// A chain of code that lingers, among those there are.
    fn adopt(&self, old: &Chains, chain: ChainId) -> ChainId {
        let mut links: Vec<&Link> = old.outwards(chain).map(|(_, l)| l).collect();
        links.reverse();
        let mut parent = None;
        for link in links {
            let mut greens = link.greens.clone();
            settle_greens(self, link.point, &mut greens);
            let link = Link {
                point: link.point,
                greens,
                parent,
            };
            parent = Some(self.chains.borrow_mut().intern(link));
        }
        parent.expect("a chain has a frame")
    }
}

impl Epoch {
    /// Nothing leads from edges to code any more.
    fn unlink(&mut self) {
        for (id, e) in self.edges.iter_enumerated() {
            if matches!(e.state(), EdgeState::Linked(..)) {
                let site = e.jump(id);
                self.region.patch(&site, site.stub);
            }
        }
        self.region.settle();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flush_is_paid_by_the_interpreter() {
        let price = |interpreted, used| Price {
            interpreted,
            compiled: 800,
            used,
            records: 100,
        };
        // What was compiled is not used any more.
        assert!(!price(99, 0).is_paid());
        assert!(price(100, 0).is_paid());
        // Some of it is: it will be made again, for 80.
        assert!(!price(1279, 10).is_paid());
        assert!(price(1280, 10).is_paid());
        // All of it is.
        assert!(!price(12_799, 100).is_paid());
        assert!(price(12_800, 100).is_paid());
    }
}
