//! Outcomes: how code that was entered was left, and what follows for the next arrivals.
//!
//! Greens with a record enter their code without a question. Code that is left as soon as it is entered is watched, and
//! given up where that goes on; code that waits for time to compile what follows is suspended until there is some.
use super::*;
use crate::versions::native::cycles;

/// Cycles in residual code below which it was not worth entering, if it ends where it cannot go on.
const SHORT: u64 = 50_000;

/// So many entries in a row that were not worth it give the code up.
const FAILURES: u32 = 200;

/// Entries that are watched once code that was entered by its record was left where it cannot go on; ...
const WATCHED: u32 = 64;

/// ... so many of them may be left at once.
const TOLERATED: u32 = 32;

/// Entries that have come by so often while they had to wait are lent time: what they lead to would have paid by then.
const PASSED: u64 = 1000;

/// An entry that waits: by the processor's clock, ...
#[derive(Clone, Copy, Debug)]
struct Suspended {
    /// ... since when, ...
    since: u64,
    /// ... when the arrival was after which the next one is to ask, to measure the time between them, ...
    probed: Option<u64>,
    /// ... and that time, once it is known.
    period: Option<u64>,
}

/// Whether an entry has to wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wait {
    No,
    Yes,
    /// It has to, and the next arrival is to ask again.
    Probe,
}

/// The residual code that was entered last.
#[derive(Clone, Copy, Debug)]
pub(super) enum Entered {
    /// By `gx_jit_enter`, at that time.
    Asked {
        chain: ChainId,
        portal: u32,
        at: u64,
    },
    /// By a record, at an unknown time.
    Direct(u64),
}

/// What a record leads to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Recorded {
    chain: ChainId,
    /// So many entries are to be by `gx_jit_enter`, which sees whether the code is left at once.
    watched: u32,
}

/// What has become of entries.
#[derive(Default)]
pub struct Outcomes {
    /// Some code was left where it could not go on: entries are noted from then on.
    pub(super) watching: Cell<bool>,
    /// The code that was entered last.
    pub(super) entered: Cell<Option<Entered>>,
    /// What the records of entries lead to.
    recorded: RefCell<FxHashMap<u64, Recorded>>,
    /// How often entered code was left at once, by the chain of its entry.
    failures: RefCell<FxHashMap<ChainId, u32>>,
    /// Entries that wait until there is time to compile what they lead to.
    suspended: RefCell<FxHashMap<ChainId, Suspended>>,
    /// Chains of portals that are not compiled any more.
    pub(super) blacklist: RefCell<FxHashSet<ChainId>>,
}

impl Jit {
    /// The next arrivals with the greens of the exchange buffer enter this code by themselves, unless they are watched.
    pub(super) fn record_entry(
        &self,
        portal: usize,
        info: &PortalInfo,
        known: KnownEntry,
        left: bool,
    ) {
        let key = self.entry_key(portal, info);
        let found = self.state.records.borrow().find(&key);
        let record = match found {
            Some(record) => record,
            None => {
                if key[1..] != *self.chains.borrow().get(known.chain).greens {
                    // Objects that may move or die.
                    return;
                }
                self.state.record(key, info.greens.iter().map(|g| g.1))
            }
        };
        let mut recorded = self.outcomes.recorded.borrow_mut();
        let r = recorded.entry(record).or_insert(Recorded {
            chain: known.chain,
            watched: 0,
        });
        r.chain = known.chain;
        if r.watched > 0 {
            r.watched -= 1;
            if r.watched > 0 {
                return;
            }
            let mut failures = self.outcomes.failures.borrow_mut();
            if failures.get(&known.chain).is_some_and(|&n| n > TOLERATED) {
                r.watched = WATCHED;
                return;
            }
            failures.remove(&known.chain);
        }
        records::set(record, Record::Entry, known.entry);
        self.set_asks(info, false);
        let counter = self.exchange(jit_abi::COUNTER_WORD);
        if let Some(o) = self.info().records
            && !left
            && (counter as usize) < jit_abi::COUNTERS
        {
            memory::set_word(self.state.tables.objects[o] + 8 * counter, record);
        }
    }
    /// All code is forgotten: nothing enters it any more.
    pub(in crate::versions) fn forget_entries(&self) {
        self.withdraw(|_| true);
        if let Some(o) = self.info().records {
            let base = self.state.tables.objects[o];
            (0..jit_abi::COUNTERS as u64).for_each(|i| memory::set_word(base + 8 * i, 0));
        }
        self.set_exchange(jit_abi::DIRECT_WORD, 0);
        self.set_exchange(jit_abi::INTERPRETED_WORD, 0);
        let o = &self.outcomes;
        o.entered.set(None);
        o.recorded.take();
        o.failures.take();
        o.suspended.take();
        o.blacklist.take();
        self.entries.by_chain.take();
        self.entries.by_greens.take();
        self.entries.passing.take();
        self.handed.forget();
        self.loans.forget();
        self.counters.patience.set(0);
    }
    /// Records that lead to some chains lead nowhere until the code is entered by `gx_jit_enter` again.
    pub(in crate::versions) fn withdraw(&self, chains: impl Fn(ChainId) -> bool) {
        for (&record, r) in self.outcomes.recorded.borrow().iter() {
            if chains(r.chain) {
                records::set(record, Record::Entry, 0);
            }
        }
    }
    /// Residual code has come to a stub: takes note of how it was entered last. Whether the interpreter has entered it
    /// by a record.
    pub(in crate::versions) fn note_direct(&self) -> bool {
        let record = self.exchange(jit_abi::DIRECT_WORD);
        if record == 0 {
            return false;
        }
        self.set_exchange(jit_abi::DIRECT_WORD, 0);
        self.outcomes.entered.set(Some(Entered::Direct(record)));
        let interpreted = self.exchange(jit_abi::INTERPRETED_WORD) != 0;
        self.set_exchange(jit_abi::INTERPRETED_WORD, 0);
        interpreted
    }
    /// What was entered last (chain and portal), and whether that is a short time ago.
    fn left_early(&self) -> Option<(ChainId, u32, bool)> {
        // Nobody looks at the clock before this has happened once.
        self.outcomes.watching.set(true);
        match self.outcomes.entered.take()? {
            Entered::Asked { chain, portal, at } => {
                let early = cycles().saturating_sub(at) <= SHORT;
                Some((chain, portal, early))
            }
            Entered::Direct(record) => {
                // The next entries will tell.
                if let Some(r) = self.outcomes.recorded.borrow_mut().get_mut(&record) {
                    r.watched = WATCHED;
                    records::set(record, Record::Entry, 0);
                }
                None
            }
        }
    }
    /// Residual code that was entered is left because there is no time to compile what follows: it is not entered until
    /// there is.
    pub(in crate::versions) fn left_for_now(&self) {
        if let Some((chain, _, true)) = self.left_early() {
            let waits = Suspended {
                since: cycles(),
                probed: None,
                period: None,
            };
            self.outcomes.suspended.borrow_mut().insert(chain, waits);
            self.withdraw(|c| c == chain);
        }
    }
    /// Whether an entry has to wait.
    ///
    /// Counters tell little of how often it comes by: others share them, and with long strides most arrivals are not
    /// counted. So the time from one arrival to the next is measured once.
    pub(super) fn waits(&self, chain: ChainId) -> Wait {
        let mut suspended = self.outcomes.suspended.borrow_mut();
        let Some(s) = suspended.get_mut(&chain) else {
            return Wait::No;
        };
        let now = cycles();
        if let Some(before) = s.probed.take() {
            s.period = Some(now.saturating_sub(before).max(1));
        }
        let passed = |period| now.saturating_sub(s.since) / period >= PASSED;
        if self.can_afford_again(s.period.is_some_and(passed)) {
            suspended.remove(&chain);
            return Wait::No;
        }
        if s.period.is_some() {
            return Wait::Yes;
        }
        s.probed = Some(now);
        Wait::Probe
    }
    /// Residual code that was entered is left where it cannot go on for good. If that is all it does, it is not entered
    /// any more.
    pub(in crate::versions) fn left_for_good(&self) {
        let Some((chain, portal, early)) = self.left_early() else {
            return;
        };
        let mut failures = self.outcomes.failures.borrow_mut();
        if !early {
            failures.remove(&chain);
            return;
        }
        let n = failures.entry(chain).or_default();
        *n += 1;
        if *n < FAILURES {
            return;
        }
        failures.remove(&chain);
        drop(failures);
        let point = self.info().portals[portal as usize].point;
        self.outcomes.blacklist.borrow_mut().insert(chain);
        self.entries.by_chain.borrow_mut().remove(&chain);
        self.entries
            .by_greens
            .borrow_mut()
            .retain(|_, w| w.chain != chain);
        self.withdraw(|c| c == chain);
        self.count(|t| t.refused += 1);
        self.warn(
            "compiled code is left as soon as it is entered: it is interpreted from now on",
            point,
            Some(chain),
        );
    }
}
