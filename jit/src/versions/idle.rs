//! A program whose JIT is never asked for: the log says so at the end, and how near the hottest loop came to it.
use runtime::jit::Jit;
use runtime::runtime::Runtime;

use super::image;
use super::log::{Log, LogLevel};
use super::params;
use crate::support::memory;

/// Stands for the JIT until one is made, if there is to be a log.
pub(super) struct Idle {
    /// The address of the program's counters.
    counters: Option<u64>,
    /// That of what they are compared with.
    thresholds: u64,
}

impl Idle {
    /// `None` if nobody wants a log.
    pub(super) fn of(rt: &Runtime, thresholds: u64) -> Option<Idle> {
        if !Log::is_wanted() {
            return None;
        }
        let tables = image::read(rt)?;
        let counters = tables.info.counters.map(|o| tables.addresses.objects[o]);
        Some(Idle {
            counters,
            thresholds,
        })
    }
    /// The count of the counter that has counted most.
    fn most(&self) -> i64 {
        let counter = |base: u64| move |n: u64| memory::word(base + 8 * n) as i64;
        let counts = |base| (0..jit_abi::COUNTERS as u64).map(counter(base)).max();
        self.counters.and_then(counts).unwrap_or(0)
    }
}

impl Jit for Idle {
    fn roots(&mut self, _visit: &mut dyn FnMut(*mut usize)) {}
    fn finish(&mut self) {
        let log = Log::from_env();
        log.line(
            LogLevel::Summary,
            format_args!(
                "jit warning what=\"nothing was compiled: no merge point was reached often enough\" arrivals={} threshold={}",
                self.most(),
                params::threshold(self.thresholds, 0)
            ),
        );
        log.line(LogLevel::Summary, format_args!("jit summary sessions=0"));
        log.flush();
    }
}
