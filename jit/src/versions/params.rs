//! `set_param` of the program, and the thresholds that the counters of the translated interpreter are compared with.
//!
//! The thresholds are a raw array of the image: the number of drivers, then for each driver the word that its counters
//! are compared with ([`crate::abi::threshold_word`]), then for each driver its threshold. A driver that is switched
//! off has one that no counter reaches. What `GENEXT_JIT` names stays as it says: the program is told what the user
//! wants of this run.
use lowlevel::ops::JitParam;
use runtime::runtime::Runtime;

use super::settings::Settings;
use crate::abi::threshold_word;
use crate::support::memory;

/// The threshold of what is never compiled.
pub const NEVER: i64 = i64::MAX;

/// Below this threshold the first arrivals that ask are compiled: the user wants everything compiled at once.
pub const CONFIRMED: i64 = 16;

/// Sets the thresholds of one driver (or of all) in the array at an address.
pub fn set_threshold(at: u64, driver: Option<usize>, threshold: i64) {
    let n = memory::word(at) as usize;
    let drivers = match driver {
        None => 0..n,
        Some(d) if d < n => d..d + 1,
        Some(_) => 0..0,
    };
    for d in drivers {
        memory::set_word(at + 8 * threshold_word(d) as u64, threshold as u64);
        memory::set_word(at + 8 * threshold_word(n + d) as u64, threshold as u64);
    }
}

/// From now on there is a JIT, which is asked at a part of each threshold: a counter is shared by all greens with its
/// hash, so it is noted then whose the arrivals are, and only theirs count from there on.
pub fn ask_early(at: u64) {
    let n = memory::word(at) as usize;
    for d in 0..n {
        let t = threshold(at, d);
        if t >= CONFIRMED && t != NEVER {
            memory::set_word(at + 8 * threshold_word(d) as u64, (t / 8) as u64);
        }
    }
}

/// The threshold of a driver.
pub fn threshold(at: u64, driver: usize) -> i64 {
    let n = memory::word(at) as usize;
    memory::word(at + 8 * threshold_word(n + driver) as u64) as i64
}

/// What the counters of a driver are compared with.
pub fn first(at: u64, driver: usize) -> i64 {
    memory::word(at + 8 * threshold_word(driver) as u64) as i64
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
        JitParam::MaxUnrollRecursion => {
            let n = value.map(|n| n.max(1) as usize);
            settings.recursion_limit = n.unwrap_or(Settings::default().recursion_limit);
        }
    }
}
