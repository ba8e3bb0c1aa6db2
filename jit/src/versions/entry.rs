//! Entry: `gx_jit_enter` is called where a counter of the translated interpreter reaches the threshold (see
//! [`jit_abi`]).
//!
//! The greens make the chain of the portal's frame; the first arrival compiles it with all reds unknown, later ones
//! enter at once. When residual code is left at a merge point for which there is code, it is entered again without a
//! detour through the interpreter.
//!
//! Nothing of this may cost more than it can bring: greens that come once are not compiled (`confirmed`), old counts
//! decay, what is left as soon as it is entered is given up, and strings are compared by value, so that no copy of a
//! known one is kept.
use backend_x86::residual::first_places;
use ir::lltype::LLType;
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};

use super::context::Context;
use super::emit::Draft;
use super::jit::{Active, FragmentId, Jit};
use super::keys::{ChainId, Link};
use super::params::{self, CONFIRMED};
use super::run::settle_greens;
use super::session::{GiveUp, Session};
use super::table::Why;
use crate::support::memory;
use crate::support::records::{self, EntryKey};
use jit_abi::info::PortalInfo;
use jit_abi::{Record, Tuning};

/// How the counter of an arrival goes on.
const LATER: i64 = 0;
/// Nobody asks again: the JIT is off.
const NEVER: i64 = i64::MIN / 2;
/// What was given up is asked for again after so many arrivals, and twice as many each time: other greens may share the
/// counter.
const GIVEN_UP: i64 = 2048;
/// How often that is doubled.
const GIVEN_UP_TIMES: u32 = 15;
/// Where arrivals ask in vain, twice as many are not counted each time. So often that is doubled, ...
const STRIDE: u32 = 10;
/// ... where there is no time for the compiler at present, ...
const WAITING: u32 = 12;
/// ... and in one activation, behind greens that were given up.
const BUDGET: u32 = 20;
/// Nanoseconds of a run with a JIT in which each arrival is counted as long as that brings something; and what is
/// counted later.
const BEGINNING: u128 = 20_000_000;
const LATER_STRIDE: u32 = 3;
/// Cycles in residual code below which it was not worth entering, if it ends where it cannot go on.
const SHORT: u64 = 50_000;
/// So many entries in a row that were not worth it give the code up.
const FAILURES: u32 = 200;
/// Entries that are watched once code that was entered by its record was left where it cannot go on; ...
const WATCHED: u32 = 64;
/// ... so many of them may be left at once.
const TOLERATED: u32 = 32;
/// Nanoseconds at least from one collection to another at which drivers that asked in vain count as if they had not.
const EXPLORE: u64 = 50_000_000;
/// Collections from one decay of the counters to the next.
const DECAY: u32 = 8;
/// Changes of a counter's greens after which the log tells of it.
const UNSTEADY: u32 = 8;

/// Code for the greens of a portal.
#[derive(Clone, Copy, Debug)]
pub struct KnownEntry {
    /// The address of the entry.
    pub entry: u64,
    /// The greens.
    pub chain: ChainId,
}

/// Greens that were seen when a counter reached its threshold.
#[derive(Clone, Copy, Default, Debug)]
pub struct Candidate {
    hash: u64,
    /// How often others came instead of those seen before.
    changes: u32,
}

/// The residual code that was entered last.
#[derive(Clone, Copy, Debug)]
pub enum Entered {
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
pub struct Recorded {
    chain: ChainId,
    /// So many entries are to be by `gx_jit_enter`, which sees whether the code is left at once.
    watched: u32,
}

/// Some bytes of a string and its length: for a hash of which nothing but speed depends, and the string may be a whole
/// program.
fn sample(bytes: &[u8]) -> (usize, &[u8], &[u8]) {
    const SAMPLE: usize = 32;
    let n = bytes.len();
    let some = n.min(SAMPLE);
    (n, &bytes[..some], &bytes[n - some..])
}

/// While the JIT has [patience](Jit::patience): arrivals at a merge point between two questions.
fn step(threshold: i64) -> i64 {
    (threshold / 64).max(1)
}

impl Jit {
    /// An arrival at a merge point; the state stands in the exchange buffer. `left`: residual code was left there.
    pub(super) fn arrived(&self, portal: usize, left: bool) -> i64 {
        // The next arrival counts (as one), if nobody knows better.
        self.set_budget(Tuning::ENTRY);
        let stay = if left {
            jit_abi::CONTINUE
        } else {
            jit_abi::INTERPRET
        };
        let Some(info) = self.info().portals.get(portal) else {
            return stay;
        };
        let counter = self.exchange(jit_abi::COUNTER_WORD);
        if self.settings.borrow().off {
            if !left {
                self.set_counter(counter, NEVER);
                self.set_budget(Tuning::OFF);
            }
            return stay;
        }
        if let Some(known) = self.known_entry(portal, info) {
            if !self.watching.get() || !self.is_suspended(known.chain) {
                self.fruitful(info);
                return self.enter(portal, info, known, left);
            }
            if !left {
                self.fruitless(info, WAITING);
                let (first, threshold) = self.threshold(info);
                self.set_counter(counter, first - threshold);
            }
            return stay;
        }
        let (first, threshold) = self.threshold(info);
        if left {
            // Compiled only where the interpreter asks: this is where control went out of residual code.
            let turns = threshold.clamp(0, 1000) / step(threshold);
            self.patience.set(turns as u32);
            return stay;
        }
        if self.patience.get() > 0 {
            // A few arrivals later it asks again.
            self.patience.set(self.patience.get() - 1);
            self.set_counter(counter, first - step(threshold));
            return stay;
        }
        if !self.confirmed(counter, (first, threshold), portal, info) {
            self.fruitless(info, STRIDE);
            return stay;
        }
        if !self.may_compile() {
            self.fruitless(info, WAITING);
            self.set_counter(counter, LATER);
            return stay;
        }
        let (chain, words) = self.arrival(info);
        let Some(request) = self.request_entry(portal as u32, chain) else {
            words.write_back();
            self.set_counter(counter, LATER);
            return stay;
        };
        let result = self.compile_entry(portal as u32, info, chain);
        self.end_request(request);
        words.write_back();
        match result {
            Ok(entry) => {
                self.patience.set(0);
                let known = KnownEntry { entry, chain };
                self.remember_entry(portal, info, known);
                drop(words);
                self.enter(portal, info, known, left)
            }
            // The counter stays: the next arrival asks again.
            Err(GiveUp::Again) => stay,
            Err(e) => {
                if self.blacklist.borrow_mut().insert(chain) {
                    self.warn(&e.to_string(), info.point, Some(chain));
                    self.count(|t| t.refused += 1);
                }
                self.given_up(counter, first, info);
                stay
            }
        }
    }
    /// So many arrivals of this activation are not counted.
    fn set_budget(&self, arrivals: i64) {
        self.set_exchange(jit_abi::BUDGET_WORD, arrivals as u64);
    }
    /// An arrival led into code that was there: arrivals are counted soon, so that the next one does, too. (That code
    /// could be compiled says nothing yet: the greens may never come again.)
    fn fruitful(&self, info: &PortalInfo) {
        if self.fruitless.borrow_mut().remove(&info.driver).is_none() {
            return;
        }
        let beginning = self.begun.elapsed().as_nanos() < BEGINNING;
        self.set_stride(info, if beginning { 0 } else { LATER_STRIDE });
    }
    /// An arrival asked in vain; counting must not cost more than it brings. Returns how often that has happened in a
    /// row.
    fn fruitless(&self, info: &PortalInfo, most: u32) -> u32 {
        let times = {
            let mut fruitless = self.fruitless.borrow_mut();
            let times = fruitless.entry(info.driver).or_default();
            *times = (*times + 1).min(BUDGET);
            *times
        };
        let stride = self.set_stride(info, times.min(most));
        self.set_budget(stride);
        self.set_asks(info, true);
        times
    }
    /// Whether arrivals whose greens have a record ask all the same.
    fn set_asks(&self, info: &PortalInfo, asks: bool) {
        if let Some(o) = self.info().threshold {
            params::set_asks(self.state.tables.objects[o], info.driver.0 as usize, asks);
        }
    }
    /// Counts less than each arrival, if the threshold allows for that. Returns the budget behind an arrival that
    /// counts.
    fn set_stride(&self, info: &PortalInfo, doubled: u32) -> i64 {
        let Some(o) = self.info().threshold else {
            return 0;
        };
        let exact = doubled == 0 || self.threshold(info).1 < CONFIRMED;
        let arrivals = if exact { 0 } else { 1 << doubled };
        let driver = info.driver.0 as usize;
        params::set_stride(self.state.tables.objects[o], driver, arrivals)
    }
    /// The greens of a counter are not compiled any more.
    fn given_up(&self, counter: u64, first: i64, info: &PortalInfo) {
        let times = {
            let mut given_up = self.given_up.borrow_mut();
            let times = given_up.entry(counter).or_default();
            *times = (*times + 1).min(GIVEN_UP_TIMES);
            *times
        };
        self.set_counter(counter, first - (GIVEN_UP << times));
        let fruitless = self.fruitless(info, STRIDE);
        self.set_budget(1 << fruitless.min(BUDGET));
    }
    /// The interpreter is to call this code, with the reds of the exchange buffer.
    fn enter(&self, portal: usize, info: &PortalInfo, known: KnownEntry, left: bool) -> i64 {
        self.count(|t| t.entries += 1);
        self.record_entry(portal, info, known, left);
        let base = self.region.borrow().exchange();
        let reds = base + 8 * info.greens.len() as u64;
        memory::set_word(base + 8 * jit_abi::ENTRY_WORD as u64, known.entry);
        memory::set_word(base + 8 * jit_abi::ARGUMENTS_WORD as u64, reds);
        let at = super::native::cycles();
        self.budget.enter(at);
        if self.watching.get() {
            self.entered.set(Some(Entered::Asked {
                chain: known.chain,
                portal: portal as u32,
                at,
            }));
        }
        jit_abi::ENTER
    }
    /// The next arrivals with the greens of the exchange buffer enter this code by themselves, unless they are watched.
    fn record_entry(&self, portal: usize, info: &PortalInfo, known: KnownEntry, left: bool) {
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
        let mut recorded = self.recorded.borrow_mut();
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
            let mut failures = self.failures.borrow_mut();
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
    /// Records that lead to some chains lead nowhere until the code is entered by `gx_jit_enter` again.
    pub(super) fn withdraw(&self, chains: impl Fn(ChainId) -> bool) {
        for (&record, r) in self.recorded.borrow().iter() {
            if chains(r.chain) {
                records::set(record, Record::Entry, 0);
            }
        }
    }
    /// Residual code has come to a stub: takes note of how it was entered last. Whether that was by a record.
    pub(super) fn note_direct(&self) -> bool {
        let record = self.exchange(jit_abi::DIRECT_WORD);
        if record == 0 {
            return false;
        }
        self.set_exchange(jit_abi::DIRECT_WORD, 0);
        self.entered.set(Some(Entered::Direct(record)));
        true
    }
    /// The portal and the greens of the exchange buffer.
    fn entry_key(&self, portal: usize, info: &PortalInfo) -> EntryKey {
        let base = self.region.borrow().exchange();
        let words = (0..info.greens.len()).map(|i| memory::word(base + 8 * i as u64));
        std::iter::once(portal as u64).chain(words).collect()
    }
    /// The code for the greens in the exchange buffer.
    fn known_entry(&self, portal: usize, info: &PortalInfo) -> Option<KnownEntry> {
        let key = self.entry_key(portal, info);
        if let Some(&known) = self.known_entries.borrow().get(&key) {
            self.patience.set(0);
            return Some(known);
        }
        let known = self.entry_by_value(info, &key[1..])?;
        self.patience.set(0);
        self.remember_entry(portal, info, known);
        Some(known)
    }
    /// The same for greens that stand for others of the same value.
    fn entry_by_value(&self, info: &PortalInfo, words: &[u64]) -> Option<KnownEntry> {
        let mut greens = SmallVec::<[u64; 5]>::from_slice(words);
        for ((_, ty), word) in info.greens.iter().zip(&mut greens) {
            if *word != 0 && self.is_string(*ty) {
                *word = self.known_string(*ty, *word)?;
            }
        }
        let chain = self.chains.borrow().find_frame(info.point, &greens, None)?;
        let entry = self.entries.borrow().get(&chain)?.1;
        Some(KnownEntry { entry, chain })
    }
    /// The words of the greens in the exchange buffer lead to this code, until they move or die: see [`Jit::moved`].
    fn remember_entry(&self, portal: usize, info: &PortalInfo, known: KnownEntry) {
        let key = self.entry_key(portal, info);
        let lasting = key[1..] == *self.chains.borrow().get(known.chain).greens;
        if !lasting {
            self.passing.borrow_mut().push(key.clone());
        }
        self.known_entries.borrow_mut().insert(key, known);
    }
    /// Before a collection: what was remembered by the addresses of objects that nobody keeps is forgotten.
    pub(super) fn moved(&self) {
        let mut known_entries = self.known_entries.borrow_mut();
        for key in self.passing.borrow_mut().drain(..) {
            known_entries.remove(&key);
        }
        drop(known_entries);
        self.decay();
        self.explore();
    }
    /// Where arrivals asked in vain they are counted again as if they had not, from time to time: with long strides, short
    /// activations of what has become hot meanwhile would never be seen.
    fn explore(&self) {
        let now = self.begun.elapsed().as_nanos() as u64;
        if self.fruitless.borrow().is_empty() || now < self.explored.get() + EXPLORE {
            return;
        }
        self.explored.set(now);
        let fruitless = self.fruitless.take();
        let asked = |p: &&PortalInfo| fruitless.contains_key(&p.driver);
        for portal in self.info().portals.iter().filter(asked) {
            self.set_stride(portal, LATER_STRIDE);
        }
    }
    /// What was counted long ago counts less, so that only what is hot gets compiled.
    fn decay(&self) {
        let n = self.collections.get() + 1;
        self.collections.set(n % DECAY);
        let (Some(counters), Some(thresholds)) = (self.info().counters, self.info().threshold)
        else {
            return;
        };
        if n < DECAY {
            return;
        }
        let (base, thresholds) = (
            self.state.tables.objects[counters],
            self.state.tables.objects[thresholds],
        );
        let drivers = self.info().portals.iter().map(|p| p.driver.0 as usize);
        let drivers = drivers.filter(|&d| params::threshold(thresholds, d) >= CONFIRMED);
        let least = drivers.map(|d| params::first(thresholds, d)).min();
        let least = least.unwrap_or(0);
        for i in 0..jit_abi::COUNTERS as u64 {
            let count = memory::word(base + 8 * i) as i64;
            if count > 0 && count < least {
                memory::set_word(base + 8 * i, (count - count / 4 - 1) as u64);
            }
        }
    }
    /// Whether the greens are those that were seen when the counter reached its first mark. A counter is shared by all
    /// greens with its hash: where each arrival brings others, none of them is hot, and the counter waits longer and
    /// longer.
    fn confirmed(
        &self,
        counter: u64,
        (first, threshold): (i64, i64),
        portal: usize,
        info: &PortalInfo,
    ) -> bool {
        // The first one has made the JIT.
        if threshold < CONFIRMED || !self.asked.replace(true) {
            return true;
        }
        let hash = self.greens_hash(portal, info);
        let mut candidates = self.candidates.borrow_mut();
        let c = candidates.entry(counter).or_default();
        if c.hash == hash {
            candidates.remove(&counter);
            return true;
        }
        if std::mem::replace(&mut c.hash, hash) != 0 {
            c.changes += 1;
        }
        // After some changes a counter waits in proportion to what has come so far.
        let wait = (threshold - first) << c.changes.saturating_sub(4).min(20);
        let given_up = c.changes == UNSTEADY;
        drop(candidates);
        self.set_counter(counter, first - wait);
        if given_up {
            self.warn("the greens are others at each arrival", info.point, None);
        }
        false
    }
    fn greens_hash(&self, portal: usize, info: &PortalInfo) -> u64 {
        let mut h = rustc_hash::FxHasher::default();
        portal.hash(&mut h);
        for (i, (_, ty)) in info.greens.iter().enumerate() {
            let word = self.exchange(i);
            if word != 0 && self.is_string(*ty) {
                sample(self.string_bytes(*ty, word)).hash(&mut h);
            } else {
                word.hash(&mut h);
            }
        }
        h.finish() | 1
    }
    /// What was entered last (chain and portal), and whether that is a short time ago.
    fn left_early(&self) -> Option<(ChainId, u32, bool)> {
        // Nobody looks at the clock before this has happened once.
        self.watching.set(true);
        match self.entered.take()? {
            Entered::Asked { chain, portal, at } => {
                let early = super::native::cycles().saturating_sub(at) <= SHORT;
                Some((chain, portal, early))
            }
            Entered::Direct(record) => {
                // The next entries will tell.
                if let Some(r) = self.recorded.borrow_mut().get_mut(&record) {
                    r.watched = WATCHED;
                    records::set(record, Record::Entry, 0);
                }
                None
            }
        }
    }
    /// Residual code that was entered is left because there is no time to compile what follows: it is not entered until
    /// there is.
    pub(super) fn left_for_now(&self) {
        if let Some((chain, _, true)) = self.left_early() {
            self.suspended.borrow_mut().insert(chain);
            self.withdraw(|c| c == chain);
        }
    }
    fn is_suspended(&self, chain: ChainId) -> bool {
        let mut suspended = self.suspended.borrow_mut();
        suspended.contains(&chain) && (!self.can_afford() || !suspended.remove(&chain))
    }
    /// Residual code that was entered is left where it cannot go on for good. If that is all it does, it is not entered
    /// any more.
    pub(super) fn left_for_good(&self) {
        let Some((chain, portal, early)) = self.left_early() else {
            return;
        };
        let mut failures = self.failures.borrow_mut();
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
        self.blacklist.borrow_mut().insert(chain);
        self.entries.borrow_mut().remove(&chain);
        self.known_entries
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
    /// What a portal's counters are compared with, and its threshold, as the program has set it.
    fn threshold(&self, info: &PortalInfo) -> (i64, i64) {
        match self.info().threshold {
            Some(o) => {
                let (at, driver) = (self.state.tables.objects[o], info.driver.0 as usize);
                (params::first(at, driver), params::threshold(at, driver))
            }
            None => {
                let threshold = self.settings.borrow().threshold;
                (threshold, threshold)
            }
        }
    }
    fn set_counter(&self, number: u64, value: i64) {
        if let Some(o) = self.info().counters
            && (number as usize) < jit_abi::COUNTERS
        {
            let base = self.state.tables.objects[o];
            memory::set_word(base + 8 * number, value as u64);
        }
    }
    /// The chain of the greens in the exchange buffer, and the reds.
    fn arrival<'a>(&'a self, info: &PortalInfo) -> (ChainId, Reds<'a>) {
        let types = self.state.tables.types();
        let n = info.greens.len();
        let words = info
            .greens
            .iter()
            .chain(&info.reds)
            .enumerate()
            .map(|(i, (_, ty))| (*ty, self.exchange(i)))
            .collect();
        let mut active = self.active.borrow_mut();
        let slot = active.len();
        active.push(Active {
            words,
            frames: Vec::new(),
        });
        drop(active);
        let held = Reds { jit: self, slot };
        let young = held.with(|w| {
            w[..n]
                .iter()
                .any(|&(ty, w)| types.is_gc_ref(ty) && self.state.is_young(w))
        });
        if young {
            self.state.tenure();
        }
        let mut greens: Vec<u64> = held.with(|w| w[..n].iter().map(|w| w.1).collect());
        settle_greens(self, info.point, &mut greens);
        let chain = self.chains.borrow_mut().intern(Link {
            point: info.point,
            greens: greens.into(),
            parent: None,
        });
        (chain, held)
    }
    /// Compiles a portal for these greens.
    fn compile_entry(&self, portal: u32, info: &PortalInfo, chain: ChainId) -> Result<u64, GiveUp> {
        if self.blacklist.borrow().contains(&chain) {
            return Err(GiveUp::Refused);
        }
        let types: Vec<LLType> = info.reds.iter().map(|r| r.1).collect();
        let odd = |t: &LLType| matches!(t, LLType::SingleFloat | LLType::Int { bits: 128, .. });
        if types.iter().any(odd) {
            return Err(GiveUp::Unsupported(
                "a red of a type that has no word".to_owned(),
            ));
        }
        let context = Context::general(&types);
        let known = {
            let table = self.table.borrow();
            let same = |v: &&super::table::VersionId| table.get(**v).context == context;
            let v = table.of_key(chain).iter().find(same).copied();
            v.and_then(|v| self.code_of(v))
        };
        let fragment = match known {
            Some(f) => f,
            None => self.compile_portal(portal, info, chain, &context)?,
        };
        let entry = self
            .with_target(fragment, |t| self.region.borrow_mut().entry(t))
            .map_err(|e| GiveUp::Unsupported(e.to_string()))?;
        self.entries.borrow_mut().insert(chain, (fragment, entry));
        Ok(entry)
    }
    fn compile_portal(
        &self,
        portal: u32,
        info: &PortalInfo,
        chain: ChainId,
        context: &Context,
    ) -> Result<FragmentId, GiveUp> {
        let types: Vec<LLType> = context.params().map(|p| p.1).collect();
        if self.table.borrow().of_point(info.point) >= self.limits().per_point {
            return Err(GiveUp::Refused);
        }
        let mut s = Session::new(self, portal);
        let v = s.add_version(chain, info.point, context, Why::First);
        let draft = Draft::version(v, first_places(&types));
        match s.compile(chain, context, draft, None) {
            Ok(()) => s
                .first
                .ok_or_else(|| GiveUp::Unsupported("nothing was compiled".to_owned())),
            Err(e) => {
                self.table.borrow_mut().remove(v);
                Err(e)
            }
        }
    }
}

/// The state of an arrival, seen by the collector until it is taken.
struct Reds<'a> {
    jit: &'a Jit,
    slot: usize,
}

impl Reds<'_> {
    fn with<T>(&self, f: impl FnOnce(&[(LLType, u64)]) -> T) -> T {
        f(&self.jit.active.borrow()[self.slot].words)
    }
    /// Objects may have moved since the state was stored: it is stored again.
    fn write_back(&self) {
        self.with(|w| {
            for (i, &(_, word)) in w.iter().enumerate() {
                self.jit.set_exchange(i, word);
            }
        });
    }
}

impl Drop for Reds<'_> {
    fn drop(&mut self) {
        self.jit.active.borrow_mut().truncate(self.slot);
    }
}
