//! What the compiler may cost: a program must not be noticeably slower, nor much larger, with a JIT than without.
//!
//! ```text
//! time     free + a share of the run so far + a share of the time in residual code
//!          + a loan, while what is compiled is what runs
//! memory   first + a share of the program's heap
//!          + so many bytes for the time in residual code, up to a multiple of the first
//!          + as much as the first, while what is compiled is what runs
//! ```
//! A program that stays in residual code is compiled as far as it goes: that is cold at first, and takes 60 to
//! 110 times as long to compile as to run, by the processor. Where it was of no use, that was 270 times. Those that
//! come near the limits have greens without bound: a new program for each arrival, a counter that is declared green.
//! Much is compiled there, and each part of it runs for a moment, or the interpreter has most of the work. What is over
//! the budget of time is interpreted until there is time again; what is over that of memory is so until it has been
//! earned, or [forgotten](super::flush).
//!
//! No time is lent while code [does not last](super::turnover).
//!
//! The loan is given in *episodes*: from a time when compiling may go on until it has to wait. What was compiled before
//! and was of no use, or what was interpreted meanwhile, does not count against what gets hot later.
//!
//! A body of some thousand bytecodes is compiled in its first turn, and no loan is given for it, since next to nothing
//! of it has run. Where the interpreter comes back to the same place again and again while the compiler waits, a share
//! of the time of waiting is lent.
//!
//! Time in residual code is measured at edge stubs: since it was entered, or since the last stub was reached. What was
//! entered by a record and ends elsewhere asks for nothing: it is taken for short, so many nanoseconds for each entry,
//! if the sample that is timed does not say more. So this is a lower bound. The clock is the processor's, which is
//! cheap enough to look at on each entry; its rate is that of the thread's processor time, so that a busy machine makes
//! no difference. Memory is estimated from what was made; the weights were found by measuring.
use std::cell::Cell;

use super::flush::{self, Exhausted};
use super::jit::Jit;
use super::log::LogLevel;
use super::native::{cycles, thread_nanoseconds};
use super::params::CONFIRMED;
use super::table::Maturity;
use super::turnover::Turnover;

/// Nanoseconds that are free.
const FREE: u64 = 10_000_000;
/// One part in so many of the run's time; while what was compiled earlier still runs, ...
const LASTING: u64 = 16;
/// ... and otherwise.
const SHARE: u64 = 32;
/// One part in so many of the time in residual code.
const EARNED: u64 = 3;
/// One part in so many of the run's time is for code that is made again.
const AGAIN: u64 = 3;
/// Beyond these nanoseconds, code is made again only while the compiler has taken no more than one part in so many of
/// the run: what is made again is followed by all that it leads to, as it is reached, and that may be as much as all
/// code before. (RPySOM's DeltaBlue and Json have 28 and 4 turns in their first 200 ms without this, 85 and 13 with it;
/// Richards, where one loop is all that matters, has as many.)
const FREE_AGAIN: u64 = 5_000_000;
const HALF: u64 = 2;
/// Beyond these nanoseconds of the compiler in all, entries wait for longer, until it has taken no more than two parts
/// in so many of the run: calls from elsewhere remain calls when their code is made again. (DeltaBlue: 25 turns in the
/// first 200 ms without this, 92 to 110 with it; the others have as many.)
const FREE_ENTRIES: u64 = 50_000_000;
const TWO_FIFTHS: u64 = 5;
/// With more than one part in so many, and what is free, there are fewer copies in it.
const HASTE: u64 = 10;
const FREE_HASTE: u64 = 5_000_000;
/// The same of small loops, which gain less by it, and of their own time, and what of that is free.
const LOOPS: u64 = 50;
const FREE_LOOPS: u64 = 2_000_000;
/// Nanoseconds that are lent in all, ...
const LOAN: u64 = 2_000_000_000;
/// ... while an episode takes no more than these and so many times its time in residual code ...
const EPISODE: u64 = 5_000_000;
const ADVANCE: u64 = 160;
/// ... and the interpreter runs for less than one part in so many of the compiler's time, or for as long as that in the
/// first nanoseconds of it: where it goes on running, what was compiled is not what runs. (Without the second RPySOM's
/// Bounce had to wait at times, and took 620 µs a turn in the end, not 513.)
const INTERPRETED: u64 = 2;
const AT_FIRST: u64 = 50_000_000;
/// One part in so many of the time in which the compiler had to wait is lent to what was asked for meanwhile, ...
const WAITED: u64 = 3;
/// ... after so many nanoseconds.
const PATIENCE: u64 = 15_000_000;
/// One part in so many of the program's heap.
const HEAP_SHARE: u64 = 6;
/// One byte for so many nanoseconds in residual code, ...
const BYTE: u64 = 2;
/// ... up to so many times what every program gets.
const BYTES: u64 = 3;

/// Objects that each point may promote when they were just allocated, and nanoseconds of the run for each one more.
/// What follows such a promotion takes half a millisecond to compile, and pays only if the object lives for long.
const FRESH: u64 = 16;
const EACH_FRESH: u64 = 16_000_000;

/// Nanoseconds in residual code for each entry by a record: few are shorter.
const DIRECT: u64 = 100;

/// What an edge counts for in [`Jit::compiled_size`].
const COUNTED_EDGE: u64 = 300;

/// Cycles in which what was too dear remains so.
const WAIT: u64 = 1_000_000;

/// What was spent.
#[derive(Debug, Default)]
pub struct Budget {
    /// Nanoseconds in the compiler.
    spent: Cell<u64>,
    /// Those of them for code that was made again, and what follows it.
    again: Cell<u64>,
    /// Those of these for small loops alone.
    small: Cell<u64>,
    /// Those for details of the log, which count for nothing.
    log: Cell<u64>,
    /// Cycles in residual code.
    earned: Cell<u64>,
    /// Cycles in residual code that was entered by records and has reached no stub, by a sample.
    sampled: Cell<u64>,
    /// The processor's clock when residual code was entered, or went on after a stub.
    since: Cell<u64>,
    /// The processor's clock when the JIT was made, ...
    clock: u64,
    /// ... and the thread's time.
    begun: Times,
    /// When the episode began.
    episode: Cell<Times>,
    /// Whether code lasts.
    turnover: Turnover,
    /// The log knows that memory is exhausted.
    told: Cell<bool>,
    /// And that code memory is.
    told_code: Cell<bool>,
    /// Compiling has to wait.
    waiting: Cell<bool>,
    /// Since when it has to, or had to last.
    stopped: Cell<Times>,
    /// Up to so many nanoseconds in the compiler are lent for what was asked for while it had to wait.
    advance: Cell<u64>,
    /// The log knows that it had to.
    logged: Cell<bool>,
    /// It has to until the processor's clock shows this: asking for the time of the thread is dear.
    until: Cell<u64>,
}

/// Nanoseconds of the thread, and what they were spent for.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Times {
    thread: u64,
    compiled: u64,
    /// In residual code, as far as it was measured.
    ran: u64,
    /// In residual code that was entered by records: an estimate.
    direct: u64,
    /// The same by a sample of the entries.
    sampled: u64,
}

impl Times {
    /// From then on.
    pub(super) fn since(self, begin: Times) -> Times {
        Times {
            thread: self.thread.saturating_sub(begin.thread),
            compiled: self.compiled.saturating_sub(begin.compiled),
            ran: self.ran.saturating_sub(begin.ran),
            direct: self.direct.saturating_sub(begin.direct),
            sampled: self.sampled.saturating_sub(begin.sampled),
        }
    }
    /// What neither the compiler nor residual code has taken.
    pub(super) fn interpreted(self) -> u64 {
        self.thread
            .saturating_sub(self.compiled + self.ran + self.sampled)
    }
    /// What is compiled is what runs.
    fn is_fruitful(self) -> bool {
        self.compiled <= EPISODE + ADVANCE * self.ran
            && self.interpreted()
                <= EPISODE
                    .max(self.compiled / INTERPRETED)
                    .max(self.compiled.min(AT_FIRST))
    }
}

impl Budget {
    /// From now on.
    pub(super) fn new() -> Budget {
        let begun = Times {
            thread: thread_nanoseconds(),
            ..Times::default()
        };
        Budget {
            clock: cycles(),
            begun,
            episode: Cell::new(begun),
            ..Budget::default()
        }
    }
    /// Nanoseconds in the compiler.
    pub(super) fn spent(&self) -> u64 {
        self.spent.get()
    }
    /// Nanoseconds of the run, without those for details of the log.
    fn run(&self) -> u64 {
        thread_nanoseconds().saturating_sub(self.begun.thread + self.log.get())
    }
    /// All code was forgotten: there is memory.
    pub(super) fn flushed(&self) {
        self.until.set(0);
    }
    /// Residual code begins to run.
    pub(super) fn enter(&self, now: u64) {
        self.since.set(now);
    }
    /// Residual code has reached a stub. `direct`: the interpreter has entered it without notice since the last time,
    /// so that a part of the time was the interpreter's.
    pub(super) fn reached(&self, direct: bool) {
        let now = cycles();
        let ran = now.saturating_sub(self.since.replace(now));
        self.earned
            .set(self.earned.get() + (ran >> u32::from(direct)));
    }
    /// Residual code has ended that was entered by a record when the clock showed this, one entry in so many. Up to the
    /// last stub that it has reached, or the end of another such entry inside of it, its time was noted there.
    pub(super) fn ended(&self, clock: u64) {
        let now = cycles();
        let since = self.since.replace(now).max(clock);
        let ran = now.saturating_sub(since) * jit_abi::SAMPLED as u64;
        self.sampled.set(self.sampled.get() + ran);
    }
    /// What the run has taken so far, with so many entries by records.
    fn times(&self, direct: u64) -> Times {
        let thread = thread_nanoseconds();
        let cycles = u128::from(cycles().saturating_sub(self.clock).max(1));
        let rate = u128::from(thread.saturating_sub(self.begun.thread));
        let nanoseconds = |n: &Cell<u64>| (u128::from(n.get()) * rate / cycles) as u64;
        let measured = nanoseconds(&self.earned);
        let compiled = self.spent.get();
        let rest = thread.saturating_sub(self.begun.thread + self.log.get() + compiled + measured);
        let sampled = nanoseconds(&self.sampled).min(rest);
        Times {
            thread: thread - self.log.get(),
            compiled,
            ran: measured,
            direct: sampled.max(DIRECT * direct).min(rest),
            sampled,
        }
    }
    /// Whether what was compiled in this episode is what runs.
    fn is_fruitful(&self, now: Times) -> bool {
        !self.waiting.get() && now.since(self.episode.get()).is_fruitful()
    }
    /// What is lent to what was asked for again and again while the compiler had to wait.
    fn advance(&self, now: Times) -> Option<u64> {
        let waited = now.since(self.stopped.get());
        let long = waited.thread >= PATIENCE && waited.interpreted() >= waited.thread / 2;
        long.then_some(waited.thread / WAITED)
    }
    /// Whether there is time for another run; `lasts`: what was compiled earlier still runs, as far as is known;
    /// `again`: it is for what is arrived at again and again.
    fn has_time(&self, now: Times, lasts: bool, again: bool) -> bool {
        let share = if lasts { LASTING } else { SHARE };
        let may = FREE + now.thread / share + (now.ran + now.direct) / EARNED;
        if self.waiting.get() {
            // There is to be time for an episode.
            let lends = again && lasts && now.compiled <= may + LOAN;
            let advance = self.advance(now).filter(|_| lends);
            if let Some(advance) = advance {
                self.advance.set(now.compiled + advance);
            }
            let goes_on = now.compiled + EPISODE <= may || advance.is_some();
            if goes_on {
                self.waiting.set(false);
                self.episode.set(now);
            }
            return goes_on;
        }
        let lent = lasts && now.compiled <= may + LOAN && self.is_fruitful(now);
        let goes_on = now.compiled <= may.max(self.advance.get()) || lent;
        if !goes_on {
            self.waiting.set(true);
            self.stopped.set(now);
        }
        goes_on
    }
}

/// What code is made again for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Gain {
    /// A small loop alone, whose turns are one piece then.
    Small,
    /// A loop with all that it leads to: calls that were not traced into.
    Calls,
    /// The same of an entry.
    Entry,
    /// The same: objects may not have to be allocated, nor stored, where the turns are one piece. Often they have to.
    Allocations,
}

impl Jit {
    /// What the run has taken so far.
    pub(super) fn times(&self) -> Times {
        self.budget.times(self.direct_entries())
    }
    /// Whether there is time to make code again.
    pub(super) fn may_regenerate(&self, gain: Gain) -> bool {
        match gain {
            Gain::Small => self.within(&self.budget.small, FREE_LOOPS, LOOPS),
            Gain::Calls => self.again_within(FREE, AGAIN) && self.has_run_enough(),
            Gain::Entry => self.may_regenerate(Gain::Calls) && self.has_run_enough_for_entries(),
            Gain::Allocations => self.again_within(FREE, AGAIN) && self.spent_within(HALF),
        }
    }
    /// Whether hardly anything was made again so far, or the program has run for long enough.
    fn has_run_enough(&self) -> bool {
        self.budget.again.get() <= FREE_AGAIN || self.spent_within(HALF)
    }
    /// Whether little was compiled so far, or the program has run for long enough to make entries again.
    fn has_run_enough_for_entries(&self) -> bool {
        let b = &self.budget;
        let spent = b.spent.get();
        self.is_unlimited() || spent <= FREE_ENTRIES || TWO_FIFTHS * spent <= 2 * b.run()
    }
    /// Whether the compiler has had no more than one part in so many of the run, if that matters.
    fn spent_within(&self, share: u64) -> bool {
        let b = &self.budget;
        self.is_unlimited() || share * b.spent.get() <= b.run()
    }
    /// Whether the user wants everything compiled, however long that takes.
    fn is_unlimited(&self) -> bool {
        let settings = self.settings.borrow();
        !settings.budget || settings.threshold < CONFIRMED
    }
    /// Whether a point that has promoted so many objects which had just been allocated may promote one more.
    pub(super) fn has_time_for_fresh(&self, n: u32) -> bool {
        let n = u64::from(n);
        n < FRESH || self.is_unlimited() || n - FRESH < self.budget.run() / EACH_FRESH
    }
    /// Whether so much time has gone into code that is made again that its copies have to be few.
    pub(super) fn is_in_haste(&self) -> bool {
        !self.again_within(FREE_HASTE, HASTE)
    }
    /// Whether what was made again took no more time than what is free, and one part in so many of the run, if that
    /// matters.
    fn again_within(&self, free: u64, share: u64) -> bool {
        self.within(&self.budget.again, free, share)
    }
    /// The same of any time.
    fn within(&self, time: &Cell<u64>, free: u64, share: u64) -> bool {
        self.is_unlimited() || time.get() <= free + self.budget.run() / share
    }
    /// A run of the compiler has ended.
    pub(super) fn spent(&self, ns: u64, again: bool, maturity: Maturity) {
        let b = &self.budget;
        if again {
            b.again.set(b.again.get() + ns);
        }
        if maturity == Maturity::Loop {
            b.small.set(b.small.get() + ns);
        }
        b.spent.set(b.spent.get() + ns);
        b.log.set(self.log.spent());
        b.since.set(cycles());
    }
    /// Whether there is time and memory for another run.
    pub(super) fn can_afford(&self) -> bool {
        self.can_afford_again(false)
    }
    /// The same; `again`: for what is arrived at again and again while it has to wait.
    pub(super) fn can_afford_again(&self, again: bool) -> bool {
        let b = &self.budget;
        let settings = self.settings.borrow();
        let full = self.is_code_full();
        if full {
            self.note_exhausted(Exhausted::Code);
            if !b.told_code.replace(true) {
                self.log.line(
                    LogLevel::Summary,
                    format_args!("jit warning what=\"code memory is exhausted\""),
                );
            }
        }
        if !settings.budget {
            return !full;
        }
        if cycles() < b.until.get() {
            return false;
        }
        let memory = self.memory();
        let spent = b.spent.get();
        let first = settings.memory as u64;
        let enough = memory <= first && !full;
        // With a low threshold the user wants everything compiled, however long that takes.
        let fast = spent <= FREE || settings.threshold < CONFIRMED;
        if enough && fast {
            self.flushes.enough();
            return true;
        }
        let now = self.times();
        let heap = self.state.with_runtime(|rt| rt.heap.old_bytes()) as u64;
        let earned = (now.ran / BYTE).min(BYTES * first);
        let lasts = (b.turnover).lasts(now.thread, &self.state.records.borrow());
        let fast = fast || b.has_time(now, lasts, again);
        let lent = if b.is_fruitful(now) { first } else { 0 };
        let most = first + heap / HEAP_SHARE + earned.max(lent);
        // What lingers goes as soon as nothing of it is on the stack.
        let lingering = self.flushes.lingering().min(most / 2);
        let enough = !full && memory <= most + lingering;
        match enough {
            true => self.flushes.enough(),
            false if full => {}
            false => self.note_exhausted(Exhausted::Memory),
        }
        if !enough && !full && !b.told.replace(true) {
            self.log.line(
                LogLevel::Summary,
                format_args!(
                    "jit warning what=\"memory for compiled code is exhausted\" memory={memory}"
                ),
            );
        }
        if !fast && !b.logged.replace(true) {
            self.log.line(
                LogLevel::Summary,
                format_args!(
                    "jit warning what=\"compiling takes too long: it has to wait\" microseconds={} residual={} interpreted={}",
                    now.compiled / 1000,
                    now.ran / 1000,
                    now.since(b.begun).interpreted() / 1000
                ),
            );
        }
        let may = enough && fast;
        if !may {
            b.until.set(cycles() + WAIT);
        }
        may
    }
    /// How much was compiled, by which it is decided what is traced into: bytes, if an edge counted for this many,
    /// whatever it takes (limits were found by measuring with it).
    pub(super) fn compiled_size(&self) -> u64 {
        let edges = self.code.edges.borrow().len() as u64;
        self.memory() - self.code.edge_bytes() as u64 + COUNTED_EDGE * edges
    }
    /// Bytes that the JIT has in all, more or less.
    pub(super) fn memory(&self) -> u64 {
        let (t, before) = (self.report.totals.get(), self.flushes.before());
        let (code, _) = self.code.region.borrow().usage();
        let edges = self.code.edge_bytes();
        let chains = self.chains.borrow().len();
        let versions = self.table.borrow().len() as u64;
        flush::memory(code, edges, chains)
            + 60 * (t.operations - before.operations)
            + 500 * (t.fragments - before.fragments)
            + 400 * versions
            + self.flushes.lingering()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: u64 = 1_000_000;

    fn times(thread: u64, compiled: u64) -> Times {
        Times {
            thread: thread * MS,
            compiled: compiled * MS,
            ..Times::default()
        }
    }

    /// A long body was compiled in part, and the interpreter goes on with the rest of it: what comes by all the while
    /// gets a share of the time of waiting, and then waits again; what comes by now and then gets nothing.
    #[test]
    fn time_is_lent_to_what_comes_by_while_it_waits() {
        let b = Budget::default();
        assert!(!b.has_time(times(60, 50), true, true));
        assert!(!b.has_time(times(70, 50), true, true), "too soon");
        assert!(!b.has_time(times(150, 50), true, false));
        assert!(
            !b.has_time(times(150, 50), false, true),
            "code does not last"
        );
        assert!(b.has_time(times(150, 50), true, true));
        assert!(b.has_time(times(179, 79), true, false));
        assert!(
            !b.has_time(times(181, 81), true, true),
            "the share is spent"
        );
        assert!(!b.has_time(times(190, 81), true, true));
        assert!(b.has_time(times(260, 81), true, true));
    }

    /// Not without bound: it may be that nothing is gained.
    #[test]
    fn no_more_is_lent_than_a_loan_in_all() {
        let b = Budget::default();
        assert!(!b.has_time(times(10_000, 9_000), true, true));
        assert!(!b.has_time(times(12_000, 9_000), true, true));
    }
}
