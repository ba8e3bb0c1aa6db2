//! What the compiler may cost: a program must not be noticeably slower, nor much larger, with a JIT than without.
//!
//! ```text
//! time     first + a share of the run so far + a share of the time spent in residual code (it pays for more of it)
//! memory   first + a share of the program's heap
//! ```
//! Most programs never come near it. Those that do have greens without bound: a new program for each arrival, a counter
//! that is declared green. What is over the budget of time is interpreted until there is time again; what is over that
//! of memory is so for good.
//!
//! Time in residual code is estimated: from the end of one run of the compiler to the next one, if that is asked for by
//! residual code. Memory is estimated from what was made; the weights were found by measuring.
use std::cell::Cell;

use super::jit::Jit;
use super::log::Level;
use super::native::{cycles, thread_nanoseconds};
use super::params::CONFIRMED;

/// Nanoseconds that are free.
const FREE: u64 = 10_000_000;
/// One part in so many of the run's time.
const SHARE: u64 = 20;
/// One part in so many of the time in residual code.
const EARNED: u64 = 3;
/// One part in so many of the program's heap.
const HEAP_SHARE: u64 = 6;

/// Cycles in which what was too dear remains so.
const WAIT: u64 = 1_000_000;

/// What was spent.
#[derive(Debug, Default)]
pub struct Budget {
    /// Nanoseconds in the compiler.
    spent: Cell<u64>,
    /// Nanoseconds in residual code.
    earned: Cell<u64>,
    /// When the compiler ran last.
    last: Cell<u64>,
    /// The log knows that memory is exhausted.
    told: Cell<bool>,
    /// The log knows that compiling has to wait.
    waiting: Cell<bool>,
    /// It has to until the processor's clock shows this: asking for the time of the thread is dear.
    until: Cell<u64>,
}

impl Jit {
    /// A run of the compiler has ended.
    pub(super) fn spent(&self, ns: u64) {
        let b = &self.budget;
        b.spent.set(b.spent.get() + ns);
        b.last.set(thread_nanoseconds());
    }
    /// Residual code asks for the compiler.
    pub(super) fn earned(&self) {
        let b = &self.budget;
        let last = b.last.get();
        if last != 0 {
            let now = thread_nanoseconds();
            b.earned.set(b.earned.get() + now.saturating_sub(last));
            b.last.set(now);
        }
    }
    /// Whether there is time and memory for another run.
    pub(super) fn can_afford(&self) -> bool {
        let b = &self.budget;
        let settings = self.settings.borrow();
        if !settings.budget {
            return true;
        }
        if b.told.get() {
            return false;
        }
        let heap = self.state.with_runtime(|rt| rt.heap.old_bytes()) as u64;
        if self.memory() > settings.memory as u64 + heap / HEAP_SHARE {
            b.told.set(true);
            self.log.line(
                Level::Summary,
                format_args!(
                    "jit warning what=\"memory for compiled code is exhausted\" memory={}",
                    self.memory()
                ),
            );
            return false;
        }
        let spent = b.spent.get();
        // With a low threshold the user wants everything compiled, at whatever cost.
        if spent <= FREE || settings.threshold < CONFIRMED {
            return true;
        }
        if cycles() < b.until.get() {
            return false;
        }
        let may = FREE + thread_nanoseconds() / SHARE + b.earned.get() / EARNED;
        if spent > may && !b.waiting.replace(true) {
            self.log.line(
                Level::Summary,
                format_args!(
                    "jit warning what=\"compiling takes too long: it has to wait\" microseconds={}",
                    spent / 1000
                ),
            );
        }
        if spent > may {
            b.until.set(cycles() + WAIT);
        }
        spent <= may
    }
    /// Bytes that the JIT has in all, more or less.
    pub(super) fn memory(&self) -> u64 {
        let t = self.totals.get();
        let (code, _) = self.region.borrow().usage();
        let edges = self.edges.borrow().len() as u64;
        let chains = self.chains.borrow().len() as u64;
        let versions = self.table.borrow().len() as u64;
        code as u64
            + 60 * t.operations
            + 800 * t.fragments
            + 400 * edges
            + 200 * chains
            + 600 * versions
    }
}
