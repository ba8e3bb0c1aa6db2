//! Whether code lasts.
//!
//! What a program compiles pays if it runs for long enough afterwards. Programs that make their loops anew as they go,
//! a closure for each turn of another loop, say, compile on and on and run all of it, for a moment each: their time in
//! residual code is as high as in a program that warms up, and no earlier code runs again.
//!
//! So each record of an entry has what it had counted when the last *window* of time began. Of the entries in a window
//! some belong to records that were there before. A program in which these are few for several windows in a row has
//! code that does not last: no time is lent to it any more ([`super::budget`]) until earlier code runs again. Windows
//! with hardly any entry tell nothing: residual code may have run all the time.
use std::cell::Cell;

use jit_abi::Record;

use crate::support::records::{self, Records};

/// Nanoseconds of a window at least.
const WINDOW: u64 = 20_000_000;
/// Entries in a window that tells something.
const ENTRIES: u64 = 1000;
/// Earlier code runs again if one entry in so many belongs to it.
const LASTING: u64 = 8;
/// Windows in a row after which code does not last: a program's next phase, too, begins with new code alone.
const WINDOWS: u32 = 3;

/// What entries tell of the code that they enter.
#[derive(Debug, Default)]
pub(super) struct Turnover {
    /// Nanoseconds of the thread when the window began.
    began: Cell<u64>,
    /// Windows in a row in which no earlier code was entered.
    passing: Cell<u32>,
}

impl Turnover {
    /// Whether code lasts, as far as is known; `now`: nanoseconds of the thread.
    pub(super) fn lasts(&self, now: u64, records: &Records) -> bool {
        if now.saturating_sub(self.began.get()) >= WINDOW {
            self.began.set(now);
            self.passing.set(match entries(records) {
                (_, all) if all < ENTRIES => self.passing.get(),
                (earlier, all) if LASTING * earlier < all => self.passing.get() + 1,
                _ => 0,
            });
        }
        self.passing.get() < WINDOWS
    }
}

/// The entries since the last window began, those by records that were there then and all of them; another window
/// begins.
fn entries(records: &Records) -> (u64, u64) {
    let (mut earlier, mut all) = (0, 0);
    for record in records.all() {
        let count = records::get(record, Record::Count);
        // One more than the count, so that 0 stands for a record that was not there.
        match records::get(record, Record::Before) {
            0 => all += count,
            before => {
                earlier += count - (before - 1);
                all += count - (before - 1);
            }
        }
        records::set(record, Record::Before, count + 1);
    }
    (earlier, all)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: u64 = 1_000_000;

    fn enter(record: u64, times: u64) {
        records::set(
            record,
            Record::Count,
            records::get(record, Record::Count) + times,
        );
    }

    #[test]
    fn code_that_is_entered_for_one_window_does_not_last() {
        let mut records = Records::with_room(1);
        let turnover = Turnover::default();
        let lasts: Vec<bool> = (1..=6)
            .map(|i| {
                enter(records.of([0, i].into_iter().collect()), 5000);
                turnover.lasts(WINDOW * i, &records)
            })
            .collect();
        assert_eq!(lasts, [true, true, false, false, false, false]);
        // The program's next phase stays where it is.
        let last = records.of([0, 6].into_iter().collect());
        enter(last, 5000);
        assert!(turnover.lasts(WINDOW * 7, &records));
    }

    #[test]
    fn earlier_code_among_the_new_lasts() {
        let mut records = Records::with_room(1);
        let turnover = Turnover::default();
        let first = records.of([0, 0].into_iter().collect());
        for i in 1..=9 {
            enter(first, 1000);
            enter(records.of([0, i].into_iter().collect()), 5000);
            assert!(turnover.lasts(WINDOW * i, &records), "window {i}");
        }
    }

    #[test]
    fn a_moment_and_hardly_any_entries_tell_nothing() {
        let mut records = Records::with_room(1);
        let turnover = Turnover::default();
        for i in 1..=20 {
            enter(records.of([0, i].into_iter().collect()), 5000);
            assert!(turnover.lasts(MS, &records));
        }
        for i in 1..=20 {
            enter(records.of([0, 100 + i].into_iter().collect()), 9);
            assert!(turnover.lasts(WINDOW * i, &records));
        }
    }
}
