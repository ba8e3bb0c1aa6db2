//! What the log tells of a process: warnings, totals, and where residual code was left most often.
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::code::{EdgeId, EdgeKind, EdgeRecord, EdgeState};
use super::jit::Jit;
use super::keys::ChainId;
use super::log::{LogLevel, quoted};
use crate::support::records;
use jit_abi::Record;
use jit_abi::info::PointId;

/// Totals of the process, as `GENEXT_LOG=jit:summary` prints them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Totals {
    /// Runs of the compiler.
    pub sessions: u64,
    /// Nanoseconds in them.
    pub nanoseconds: u64,
    pub fragments: u64,
    /// Operations of residual code.
    pub operations: u64,
    pub guards: u64,
    /// Entries into residual code.
    pub entries: u64,
    /// Arrivals at edges that were executed.
    pub executed: u64,
    /// Virtuals that residual code allocates.
    pub forced: u64,
    pub promoted: u64,
    /// Fragments killed by writes to fields that they rested on.
    pub invalidated: u64,
    /// Merge points that stopped compiling, and edges that did.
    pub refused: u64,
    /// Loops whose code was made again.
    pub regenerated: u64,
    /// Activations whose objects were redeemed by what they called.
    pub redeemed: u64,
}

/// Arrivals at an edge that is not compiled from which the log tells of it, ...
const MANY_EXITS: u32 = 1000;

/// ... for so many edges.
const EXITS_TOLD: usize = 10;

/// Warnings of one kind at one point.
const SAME_WARNINGS: u32 = 4;

/// What is counted for the log.
#[derive(Default)]
pub struct Report {
    /// Totals so far.
    pub totals: Cell<Totals>,
    /// Places of the source that the log has named.
    pub(super) located: RefCell<FxHashSet<u32>>,
    /// Entries by records that are forgotten.
    direct_before: Cell<u64>,
    /// Edges of forgotten code that residual code was left at, in the log.
    exits_told: Cell<usize>,
    /// How often each warning was given at each point.
    warned: RefCell<FxHashMap<(String, PointId), u32>>,
}

impl Jit {
    pub(super) fn count(&self, f: impl FnOnce(&mut Totals)) {
        let mut t = self.report.totals.get();
        f(&mut t);
        self.report.totals.set(t);
    }
    /// Writes a warning to the log, but at most [`SAME_WARNINGS`] of one kind at one point: greens that grow without
    /// bound would give one for each iteration.
    pub fn warn(&self, what: &str, point: PointId, chain: Option<ChainId>) {
        {
            let mut warned = self.report.warned.borrow_mut();
            let times = warned.entry((what.to_owned(), point)).or_insert(0u32);
            *times += 1;
            if *times > SAME_WARNINGS {
                return;
            }
        }
        let greens = chain.map_or_else(String::new, |c| self.greens_text(c));
        self.log.line(
            LogLevel::Summary,
            format_args!(
                "jit warning point={} greens={} what={}",
                quoted(&self.point_name(point)),
                quoted(&greens),
                quoted(what)
            ),
        );
    }
    /// Operations of residual code by name, of all fragments of a portal that are alive.
    pub fn counts(&self, portal: u32) -> BTreeMap<String, u32> {
        let mut out = BTreeMap::new();
        for f in self.code.fragments.borrow().iter() {
            if f.portal == portal && !f.dead {
                for op in &f.ops {
                    *out.entry(self.op_name(op)).or_default() += 1;
                }
            }
        }
        out
    }
    /// Where residual code was left most often: edges that are not compiled, in the log. How many it tells of.
    fn log_exits(&self, most: usize) -> usize {
        let edges = self.code.edges.borrow();
        let is_left = |e: &EdgeRecord| {
            e.count >= MANY_EXITS
                && !matches!(e.state(), EdgeState::Linked(..))
                && !matches!(e.kind(), EdgeKind::Exit(_))
        };
        let mut left: Vec<(EdgeId, &EdgeRecord)> = edges
            .iter_enumerated()
            .filter(|(_, e)| is_left(e))
            .collect();
        left.sort_by_key(|(_, e)| std::cmp::Reverse(e.count));
        let told = left.len().min(most);
        for (id, e) in left.into_iter().take(most) {
            let point = self.chains.borrow().get(e.chain).point;
            self.log.line(
                LogLevel::Summary,
                format_args!(
                    "jit exits edge={id} times={} point={} greens={}",
                    e.count,
                    quoted(&self.point_name(point)),
                    quoted(&self.greens_text(e.chain))
                ),
            );
        }
        told
    }
    /// How often code was entered by a record.
    pub(super) fn direct_entries(&self) -> u64 {
        let records = self.state.records.borrow();
        let counts = records.all().map(|r| records::get(r, Record::Count));
        self.report.direct_before.get() + counts.sum::<u64>()
    }
    /// What the log is told of code that is about to be forgotten.
    pub(super) fn log_flushed(&self) {
        self.report.direct_before.set(self.direct_entries());
        let told = self.report.exits_told.get();
        let told = told + self.log_exits(EXITS_TOLD.saturating_sub(told));
        self.report.exits_told.set(told);
        self.log_details();
        super::sampling::forget(&self.code.region.borrow().used());
    }
    /// Totals, as the last lines of the log.
    pub fn finish(&self) {
        self.verify(None);
        let mut t = self.report.totals.get();
        t.entries += self.direct_entries();
        self.log_exits(EXITS_TOLD);
        self.log_totals();
        self.log_details();
        let flushed = self.flushes.totals();
        let edges = self.code.edges.borrow();
        let stubs = edges
            .iter()
            .filter(|e| e.state() == EdgeState::Stub)
            .count();
        let edge_bytes = self.code.edge_bytes();
        let (used, _) = self.code.region.borrow().usage();
        let code = self.code.bytes();
        self.log.line(
            LogLevel::Summary,
            format_args!(
                "jit summary sessions={} microseconds={} versions={} fragments={} operations={} guards={} bytes={code} code_memory={used} edges={} stubs={stubs} edge_bytes={edge_bytes} entries={} executed={} promoted={} forced={} refused={} invalidated={} regenerated={} redeemed={} flushes={} flushed={} memory={} kept={} milliseconds={}",
                t.sessions,
                t.nanoseconds / 1000,
                self.table.borrow().next_id().0,
                t.fragments,
                t.operations,
                t.guards,
                edges.total(),
                t.entries,
                t.executed,
                t.promoted,
                t.forced,
                t.refused,
                t.invalidated,
                t.regenerated,
                t.redeemed,
                flushed.flushes,
                flushed.bytes,
                self.memory(),
                self.state.kept(),
                self.begun.elapsed().as_millis()
            ),
        );
        self.log.flush();
    }
}
