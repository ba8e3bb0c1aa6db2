//! Counting: which arrivals at a merge point are counted, and when a counter leads to the compiler.
//!
//! A counter of the translated interpreter is shared by all greens with its hash. What it costs to count must stay
//! below what it brings: greens that come once are not compiled, old counts decay, and where arrivals ask in vain,
//! strides between the counted ones double.
use super::*;
use crate::versions::native::{cycles, thread_nanoseconds};

/// How the counter of an arrival goes on.
pub(super) const LATER: i64 = 0;

/// Nobody asks again: the JIT is off.
pub(super) const NEVER: i64 = i64::MIN / 2;

/// What was given up is asked for again after so many arrivals, and twice as many each time: other greens may share the
/// counter.
const GIVEN_UP: i64 = 2048;

/// How often that is doubled.
const GIVEN_UP_TIMES: u32 = 15;

/// Where arrivals ask in vain, twice as many are not counted each time. So often that is doubled, ...
pub(super) const STRIDE: u32 = 10;

/// ... where there is no time for the compiler at present, ...
pub(super) const WAITING: u32 = 12;

/// ... and in one activation, behind greens that were given up.
const BUDGET: u32 = 20;

/// Nanoseconds of a run with a JIT in which each arrival is counted as long as that brings something; and what is
/// counted later.
const BEGINNING: u128 = 20_000_000;

const LATER_STRIDE: u32 = 3;

/// Nanoseconds at least from one collection to another at which drivers that asked in vain count as if they had not.
const EXPLORE: u64 = 50_000_000;

/// Collections from one decay of the counters to the next.
const DECAY: u32 = 64;

/// Counts decay once for each tick: so many nanoseconds of the thread's processor time, or full nurseries.
const TICK: u64 = 250_000_000;
const TICK_NURSERIES: u64 = 64;

/// Cycles of a nanosecond, more or less: what is sooner than they say is looked at once more.
const CYCLES: u64 = 2;

/// Changes of a counter's greens after which the log tells of it.
const UNSTEADY: u32 = 8;

/// Greens that were seen when a counter reached its threshold.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Candidate {
    hash: u64,
    /// How often others came instead of those seen before.
    changes: u32,
    /// Where the counter began to count for them.
    base: i64,
}

/// Ticks so far.
#[derive(Clone, Copy, Default, Debug)]
struct Ticks {
    time: u64,
    nurseries: u64,
}

/// A share of a count: what is left of it when it has decayed.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Share(f64);

impl Share {
    /// After so many ticks, each of which takes so many thousandths.
    fn after(ticks: u64, decay: u32) -> Share {
        let kept = 1.0 - f64::from(decay.min(1000)) / 1000.0;
        Share(kept.powi(ticks.min(1 << 20) as i32))
    }
    /// The count, from where it began.
    fn of(self, count: i64, base: i64) -> i64 {
        base + ((count - base) as f64 * self.0) as i64
    }
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
pub(super) fn step(threshold: i64) -> i64 {
    (threshold / 64).max(1)
}

/// What is known of counters and of the drivers whose arrivals they count.
#[derive(Default)]
pub struct Counters {
    /// Greens at counters that have reached their threshold once.
    candidates: RefCell<FxHashMap<u64, Candidate>>,
    /// Some counter has reached its threshold.
    asked: Cell<bool>,
    /// How often the greens of a counter were given up.
    given_up: RefCell<FxHashMap<u64, u32>>,
    /// How often in a row arrivals at a driver's merge point have asked in vain.
    fruitless: RefCell<FxHashMap<JitDriverId, u32>>,
    /// When these were forgotten last, in nanoseconds.
    explored: Cell<u64>,
    /// Collections since counters decayed with them.
    collections: Cell<u32>,
    /// What counters have decayed for.
    ticks: Cell<Ticks>,
    /// The processor's clock when the next tick of time may have come.
    next_tick: Cell<u64>,
    /// Arrivals that are let pass before another entry is compiled: control has just left a loop that is compiled, and
    /// is likely to come back to its head.
    pub(super) patience: Cell<u32>,
}

impl Jit {
    /// So many arrivals of this activation are not counted.
    pub(super) fn set_budget(&self, arrivals: i64) {
        self.set_exchange(jit_abi::BUDGET_WORD, arrivals as u64);
    }
    /// An arrival led into code that was there: arrivals are counted soon, so that the next one does, too. (That code
    /// could be compiled says nothing yet: the greens may never come again.)
    pub(super) fn fruitful(&self, info: &PortalInfo) {
        if self
            .counters
            .fruitless
            .borrow_mut()
            .remove(&info.driver)
            .is_none()
        {
            return;
        }
        let beginning = self.begun.elapsed().as_nanos() < BEGINNING;
        self.set_stride(info, if beginning { 0 } else { LATER_STRIDE });
    }
    /// An arrival asked in vain; counting must not cost more than it brings. Returns how often that has happened in a
    /// row.
    pub(super) fn fruitless(&self, info: &PortalInfo, most: u32) -> u32 {
        let times = {
            let mut fruitless = self.counters.fruitless.borrow_mut();
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
    pub(super) fn set_asks(&self, info: &PortalInfo, asks: bool) {
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
    pub(super) fn given_up(&self, counter: u64, first: i64, info: &PortalInfo) {
        let times = {
            let mut given_up = self.counters.given_up.borrow_mut();
            let times = given_up.entry(counter).or_default();
            *times = (*times + 1).min(GIVEN_UP_TIMES);
            *times
        };
        self.set_counter(counter, first - (GIVEN_UP << times));
        let fruitless = self.fruitless(info, STRIDE);
        self.set_budget(1 << fruitless.min(BUDGET));
    }
    /// Where arrivals asked in vain they are counted again as if they had not, from time to time: with long strides,
    /// short activations of what has become hot meanwhile would never be seen.
    pub(super) fn explore(&self) {
        let now = self.begun.elapsed().as_nanos() as u64;
        if self.counters.fruitless.borrow().is_empty()
            || now < self.counters.explored.get() + EXPLORE
        {
            return;
        }
        self.counters.explored.set(now);
        self.count_anew();
    }
    /// Where arrivals asked in vain they are counted again.
    pub(in crate::versions) fn count_anew(&self) {
        let fruitless = self.counters.fruitless.take();
        let asked = |p: &&PortalInfo| fruitless.contains_key(&p.driver);
        for portal in self.info().portals.iter().filter(asked) {
            self.set_stride(portal, LATER_STRIDE);
        }
    }
    /// What was counted long ago counts less, so that only what is hot gets compiled.
    pub(super) fn decay(&self) {
        let n = self.counters.collections.get() + 1;
        self.counters.collections.set(n % DECAY);
        let (Some(counters), Some(thresholds)) = (self.info().counters, self.info().threshold)
        else {
            return;
        };
        if n < DECAY || self.settings.borrow().decay == 0 {
            return;
        }
        let (base, thresholds) = (
            self.state.tables.objects[counters],
            self.state.tables.objects[thresholds],
        );
        let least = self.least(thresholds);
        for i in 0..jit_abi::COUNTERS as u64 {
            let count = memory::word(base + 8 * i) as i64;
            if count > 0 && count < least {
                memory::set_word(base + 8 * i, (count - count / 4 - 1) as u64);
            }
        }
    }
    /// The first mark of all drivers whose counts decay, the least of them.
    fn least(&self, thresholds: u64) -> i64 {
        let drivers = self.info().portals.iter().map(|p| p.driver.0 as usize);
        let drivers = drivers.filter(|&d| params::threshold(thresholds, d) >= CONFIRMED);
        let least = drivers.map(|d| params::first(thresholds, d)).min();
        least.unwrap_or(0)
    }
    /// An arrival asks: its counter and all others decay for the ticks since the last time. Whether it has not come to
    /// its mark any more, so that its greens are not hot.
    ///
    /// What has come since a tick decays as well, once: then the mark is reached so many arrivals later.
    pub(super) fn has_decayed(&self, counter: u64, (first, threshold): (i64, i64)) -> bool {
        let decay = self.settings.borrow().decay;
        if threshold < CONFIRMED || decay == 0 {
            return false;
        }
        let ticks = self.new_ticks();
        if ticks == 0 {
            return false;
        }
        let share = Share::after(ticks, decay);
        self.decay_all(counter, share);
        // The one that makes the JIT has been compared with the threshold.
        let mark = if self.counters.asked.get() {
            first
        } else {
            threshold
        };
        let gone = self.counter(counter) < mark;
        if gone {
            self.counters.asked.set(true);
        }
        gone
    }
    /// Ticks since the last time.
    fn new_ticks(&self) -> u64 {
        let c = &self.counters;
        let before = c.ticks.get();
        let nurseries = self.state.with_runtime(|rt| rt.heap.nurseries()) / TICK_NURSERIES;
        let mut time = before.time;
        let now = cycles();
        if now >= c.next_tick.get() {
            let ns = thread_nanoseconds();
            time = ns / TICK;
            c.next_tick.set(now + CYCLES * (TICK - ns % TICK));
        }
        c.ticks.set(Ticks { time, nurseries });
        (time - before.time) + (nurseries - before.nurseries)
    }
    /// All counters below their marks have this share left, and so has one that is at its mark.
    fn decay_all(&self, asking: u64, share: Share) {
        let (Some(counters), Some(thresholds)) = (self.info().counters, self.info().threshold)
        else {
            return;
        };
        let base = self.state.tables.objects[counters];
        let least = self.least(self.state.tables.objects[thresholds]);
        let candidates = self.counters.candidates.borrow();
        for (&i, c) in candidates.iter() {
            let count = self.counter(i);
            if count > c.base {
                self.set_counter(i, share.of(count, c.base));
            }
        }
        for i in 0..jit_abi::COUNTERS as u64 {
            let count = memory::word(base + 8 * i) as i64;
            let counts = count > 0 && (count < least || i == asking);
            if counts && !candidates.contains_key(&i) {
                memory::set_word(base + 8 * i, share.of(count, 0) as u64);
            }
        }
    }
    /// Whether the greens are those that were seen when the counter reached its first mark. A counter is shared by all
    /// greens with its hash: where each arrival brings others, none of them is hot, and the counter waits longer and
    /// longer.
    pub(super) fn confirmed(
        &self,
        counter: u64,
        (first, threshold): (i64, i64),
        portal: usize,
        info: &PortalInfo,
    ) -> bool {
        // The first one has made the JIT.
        if threshold < CONFIRMED || !self.counters.asked.replace(true) {
            return true;
        }
        let hash = self.greens_hash(portal, info);
        let mut candidates = self.counters.candidates.borrow_mut();
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
        c.base = first - wait;
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
    /// What a portal's counters are compared with, and its threshold, as the program has set it.
    pub(super) fn threshold(&self, info: &PortalInfo) -> (i64, i64) {
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
    fn counter(&self, number: u64) -> i64 {
        let counters = self.info().counters;
        let base = counters.map(|o| self.state.tables.objects[o]);
        match base.filter(|_| (number as usize) < jit_abi::COUNTERS) {
            Some(base) => memory::word(base + 8 * number) as i64,
            None => 0,
        }
    }
    pub(super) fn set_counter(&self, number: u64, value: i64) {
        if let Some(o) = self.info().counters
            && (number as usize) < jit_abi::COUNTERS
        {
            let base = self.state.tables.objects[o];
            memory::set_word(base + 8 * number, value as u64);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_what_ticks_leave() {
        assert_eq!(Share::after(0, 40).of(1000, 0), 1000);
        assert_eq!(Share::after(1, 40).of(1000, 0), 960);
        assert_eq!(Share::after(17, 40).of(1000, 0), 499);
        assert_eq!(Share::after(17, 40).of(129, -779), -326);
        assert_eq!(Share::after(1, 1000).of(1000, -5), -5);
        assert_eq!(Share::after(u64::MAX, 1).of(i64::MAX / 4, 7), 7);
    }
}
