//! `set_param` of the program, and how the drivers of the translated interpreter count (see [`Tuning`]).
//!
//! A driver that is switched off counts nothing: its budget never ends. Budgets of activations that run go on as they
//! are, so that a threshold holds at the next entry of the portal's function at the latest. What `GENEXT_JIT` names
//! stays as it says: the program is told what the user wants of this run.
use lowlevel::ops::JitParam;
use runtime::runtime::Runtime;

use crate::support::memory;
use jit_abi::Tuning;
use jit_abi::settings::Settings;

/// The threshold of what is never compiled.
pub const NEVER: i64 = i64::MAX;

/// Below this threshold the first arrivals that ask are compiled: the user wants everything compiled at once.
pub const CONFIRMED: i64 = 16;

/// A word of the array at an address.
fn word(at: u64, word: Tuning, driver: usize) -> i64 {
    memory::word(at + 8 * word.word(driver) as u64) as i64
}

fn put(at: u64, word: Tuning, driver: usize, value: i64) {
    memory::set_word(at + 8 * word.word(driver) as u64, value as u64);
}

/// Rounds of a loop that was copied for which a budget is at least.
const ROUNDS: i64 = 4;

/// The part of a threshold at which it is noted whose the arrivals are.
const ASKED_FIRST: i64 = 8;

/// Sets the thresholds of one driver (or of all) in the array at an address.
pub fn set_threshold(at: u64, driver: Option<usize>, threshold: i64) {
    let n = memory::word(at) as usize;
    let drivers = match driver {
        None => 0..n,
        Some(d) if d < n => d..d + 1,
        Some(_) => 0..0,
    };
    for d in drivers {
        put(at, Tuning::First, d, threshold);
        put(at, Tuning::Threshold, d, threshold);
        let off = threshold == NEVER;
        let start = if off { Tuning::OFF } else { Tuning::ENTRY };
        put(at, Tuning::Start, d, start);
        put(at, Tuning::EntryWeight, d, 1);
        set_stride(at, d, if off { Tuning::OFF } else { 0 });
    }
}

/// Whether arrivals whose greens have a record ask all the same.
pub fn set_asks(at: u64, driver: usize, asks: bool) {
    put(at, Tuning::Ask, driver, i64::from(asks));
}

/// From now on so many arrivals behind one that was counted are not (rounds of a loop that was copied are counted as a
/// whole). All of them count in the end. A counter that is to be told from others has to be met several times, so
/// thresholds grow with what an arrival counts. Returns the budget.
pub fn set_stride(at: u64, driver: usize, arrivals: i64) -> i64 {
    let copies = word(at, Tuning::Copies, driver).max(1);
    // A loop that was copied is small: it counts each arrival until there are whole budgets of rounds.
    let rounds = if copies > 1 { ROUNDS } else { 1 };
    let stride = arrivals / rounds * rounds / copies;
    let weight = (stride * copies).saturating_add(1);
    put(at, Tuning::Stride, driver, stride);
    put(at, Tuning::Weight, driver, weight);
    let given = word(at, Tuning::Threshold, driver);
    if given >= CONFIRMED && given != NEVER && super::native::current().is_some() {
        put(
            at,
            Tuning::First,
            driver,
            threshold(at, driver) / ASKED_FIRST,
        );
    }
    stride
}

/// From now on there is a JIT, which is asked at a part of each threshold: a counter is shared by all greens with its
/// hash, so it is noted then whose the arrivals are, and only theirs count from there on.
pub fn ask_early(at: u64) {
    for d in 0..memory::word(at) as usize {
        let t = threshold(at, d);
        if t >= CONFIRMED && t != NEVER {
            put(at, Tuning::First, d, t / ASKED_FIRST);
        }
    }
}

/// The threshold of a driver.
pub fn threshold(at: u64, driver: usize) -> i64 {
    let given = word(at, Tuning::Threshold, driver);
    match word(at, Tuning::Weight, driver) {
        1 => given,
        weight => given.max(weight.saturating_mul(2 * ASKED_FIRST)),
    }
}

/// What the counters of a driver are compared with.
pub fn first(at: u64, driver: usize) -> i64 {
    word(at, Tuning::First, driver)
}

/// `set_param(driver, name, value)`; no driver: all of them, no value: the default. Settings without a driver hold for
/// the whole program.
pub(super) fn set(
    rt: &Runtime,
    settings: &mut Settings,
    driver: Option<usize>,
    param: JitParam,
    value: Option<i64>,
) {
    if settings.off || settings.is_fixed(param) {
        return;
    }
    let thresholds = rt.program.view.header.jit_threshold;
    match param {
        JitParam::Threshold if thresholds != 0 => {
            let n = match value {
                None => settings.threshold,
                Some(n) if n <= 0 => NEVER,
                Some(n) => n,
            };
            set_threshold(thresholds, driver, n);
            if super::native::current().is_some() {
                ask_early(thresholds);
            }
        }
        JitParam::Threshold => {}
        JitParam::TraceEagerness => {
            let n = value.map(|n| u32::try_from(n.max(1)).unwrap_or(u32::MAX));
            settings.edge_threshold = n.unwrap_or(Settings::default().edge_threshold);
        }
        JitParam::Decay => {
            let n = value.map(|n| n.clamp(0, 1000) as u32);
            settings.decay = n.unwrap_or(Settings::default().decay);
        }
        JitParam::MaxUnrollRecursion => {
            let n = value.map(|n| n.max(1) as usize);
            settings.recursion_limit = n.unwrap_or(Settings::default().recursion_limit);
        }
    }
}
