//! What the log says for `genext jitlog --format html`, beside what people read in it.
//!
//! A `fragment` line has more keys than those that [`super::log`] shows:
//!
//! ```text
//! edges="E3 E4"        edges that leave it
//! to="F2 F7"           fragments that it jumps to, or goes on in
//! passes="c3 0:c4"     the merge point before it; those passed in it, behind how many operations (by the key of `place`)
//! lines="17*3 18"      where its operations come from: numbers of `location` lines, with how many operations
//! ```
//! A place of the source has a line before it is named first: `jit location id=17 at=/t/vm.py:31`. When the program
//! ends, and all but the first of these before code is [forgotten](super::flush):
//!
//! ```text
//! jit samples residual=812 called=31 compiler=40 interpreter=90 runtime=8 microseconds=1003000
//! jit sampled fragment=F3 own=211 called=7 at="0:18 7:193" cold_at=""       at: offset in its code, with samples
//! jit entered key=c3 fragment=F0 times=12                 entries from translated code
//! jit taken edge=E4 times=310 state=linked to=F9 promotion=2            arrivals at its stub; later ones are not counted
//! jit dead fragment=F3
//! jit code fragment=F3 address=0x10300210 hex=4883ec08... cold=0x... cold_hex=...       (jit:residual only)
//! jit symbol address=0x10001230 name=W_Int.add                                          (functions that it calls)
//! ```
//! A program that is killed leaves a log without them.
use std::collections::BTreeSet;
use std::fmt::Write as _;

use backend_x86::fragment::{Edge, FragmentEnd, Guard, To};
use lowlevel::{FuncId, LLOp};

use super::code::{EdgeKind, EdgeState, FragmentId, FragmentRecord};
use super::jit::Jit;
use super::log::{LogLevel, quoted};
use super::sampling;
use crate::support::records;
use jit_abi::Record;

/// The edges of a fragment that is about to be compiled.
fn edges<'a>(end: &'a FragmentEnd, guards: &'a [Guard]) -> Vec<&'a Edge> {
    let mut out: Vec<&Edge> = guards.iter().map(|g| &g.edge).collect();
    match end {
        FragmentEnd::Jump(e) => out.push(e),
        FragmentEnd::Branch { yes, no, .. } => out.extend([yes, no]),
        FragmentEnd::Switch { cases, default, .. } => {
            out.extend(cases.iter().map(|c| &c.1));
            out.extend(default);
        }
        FragmentEnd::Exit { .. } | FragmentEnd::Unreachable => {}
    }
    out
}

/// The keys `edges` and `to` of one of the fragments of a run.
pub(super) fn ways(
    jit: &Jit,
    end: &FragmentEnd,
    guards: &[Guard],
    (run, which): (&[FragmentId], usize),
) -> String {
    let mut stubs = Vec::new();
    let mut to = Vec::new();
    for e in edges(end, guards) {
        match &e.to {
            To::Stub(n) => stubs.push(format!("E{n}")),
            To::Inside(k) => to.extend(run.get(*k as usize).map(ToString::to_string)),
            To::Next => to.extend(run.get(which + 1).map(ToString::to_string)),
            To::Fragment { address, .. } => {
                let fragments = jit.code.fragments.borrow();
                let mut all = fragments.iter_enumerated();
                let found = all.find(|(_, f)| f.address == *address);
                to.extend(found.map(|(id, _)| id.to_string()));
            }
        }
    }
    format!(
        " edges={} to={}",
        quoted(&stubs.join(" ")),
        quoted(&to.join(" "))
    )
}

impl Jit {
    /// The key `lines` of a fragment, and lines for the places that were not named before.
    pub(super) fn lines_text(&self, locations: &[u32]) -> (Vec<(LogLevel, String)>, String) {
        let mut named = self.report.located.borrow_mut();
        let mut new = Vec::new();
        let mut out = String::new();
        for run in locations.chunk_by(|a, b| a == b) {
            let at = self.source(run[0]);
            if !at.is_empty() && named.insert(run[0]) {
                let line = format!("jit location id={} at={}", run[0], quoted(&at));
                new.push((LogLevel::Residual, line));
            }
            if !out.is_empty() {
                out.push(' ');
            }
            match at.is_empty() {
                true => out.push('-'),
                false => out.push_str(&run[0].to_string()),
            }
            if run.len() > 1 {
                let _ = write!(out, "*{}", run.len());
            }
        }
        (new, format!(" lines={}", quoted(&out)))
    }
    /// The lines about code that is about to be forgotten, or when the program ends.
    pub(super) fn log_details(&self) {
        if !self.log.wants(LogLevel::Versions) {
            return;
        }
        self.log_samples();
        let records = self.state.records.borrow();
        let by_chain = self.entries.by_chain.borrow();
        let mut entered: Vec<_> = by_chain.iter().map(|(c, e)| (*c, e.0, e.1)).collect();
        entered.sort_unstable_by_key(|e| e.0.0);
        for (chain, fragment, entry) in entered {
            let same = |r: &u64| records::get(*r, Record::Entry) == entry;
            let times: u64 = records
                .all()
                .filter(same)
                .map(|r| records::get(r, Record::Count))
                .sum();
            let line = format_args!("jit entered key={chain} fragment={fragment} times={times}");
            self.log.line(LogLevel::Versions, line);
        }
        for (id, e) in self.code.edges.borrow().iter_enumerated() {
            if e.count == 0 {
                continue;
            }
            let state = match e.state() {
                EdgeState::Stub => "stub",
                EdgeState::Linked(..) => "linked",
                EdgeState::Dead => "dead",
            };
            let to = match e.state() {
                EdgeState::Linked(f, _) => format!(" to={f}"),
                _ => String::new(),
            };
            let promotion = match e.kind() {
                EdgeKind::Promote(n) => format!(" promotion={n}"),
                _ => String::new(),
            };
            let times = e.count;
            let line =
                format_args!("jit taken edge={id} times={times} state={state}{to}{promotion}");
            self.log.line(LogLevel::Versions, line);
        }
        let fragments = self.code.fragments.borrow();
        for (id, _) in fragments.iter_enumerated().filter(|(_, f)| f.dead) {
            self.log
                .line(LogLevel::Versions, format_args!("jit dead fragment={id}"));
        }
        drop(fragments);
        self.log_code();
    }
    /// Samples of the whole run.
    pub(super) fn log_totals(&self) {
        let Some(all) = sampling::samples() else {
            return;
        };
        self.log.line(
            LogLevel::Versions,
            format_args!(
                "jit samples residual={} called={} compiler={} interpreter={} runtime={} microseconds={}",
                all.residual,
                all.called,
                all.compiler,
                all.interpreter,
                all.runtime,
                super::native::thread_nanoseconds() / 1000
            ),
        );
    }
    fn log_samples(&self) {
        if sampling::samples().is_none() {
            return;
        }
        for (id, f) in self.code.fragments.borrow().iter_enumerated() {
            let hot = sampling::counted(f.address, u64::from(f.bytes.0));
            let cold = sampling::counted(f.cold, u64::from(f.bytes.1));
            let (own, called) = (hot.iter().chain(&cold))
                .fold((0, 0), |(own, called), c| (own + c.1, called + c.2));
            if own + called > 0 {
                let text = |list: &[(u32, u32, u32)]| {
                    let list: Vec<String> = list
                        .iter()
                        .map(|c| format!("{}:{}", c.0, c.1 + c.2))
                        .collect();
                    quoted(&list.join(" "))
                };
                self.log.line(
                    LogLevel::Versions,
                    format_args!(
                        "jit sampled fragment={id} own={own} called={called} at={} cold_at={}",
                        text(&hot),
                        text(&cold)
                    ),
                );
            }
        }
    }
    /// The machine code as it is now, with all jumps that were patched.
    fn log_code(&self) {
        if !self.log.wants(LogLevel::Residual) {
            return;
        }
        let region = self.code.region.borrow();
        let mut called: BTreeSet<FuncId> = BTreeSet::new();
        let hex = |address: u64, size: u32| {
            let mut out = String::new();
            if size > 0 && region.is_code(address) && region.is_code(address + u64::from(size) - 1)
            {
                for byte in region.bytes(address, size as usize) {
                    let _ = write!(out, "{byte:02x}");
                }
            }
            quoted(&out)
        };
        let has_code = |f: &&FragmentRecord| f.bytes.0 + f.bytes.1 > 0;
        let fragments = self.code.fragments.borrow();
        for (id, f) in fragments.iter_enumerated().filter(|(_, f)| has_code(f)) {
            self.log.line(
                LogLevel::Residual,
                format_args!(
                    "jit code fragment={id} address={:#x} hex={} cold={:#x} cold_hex={}",
                    f.address,
                    hex(f.address, f.bytes.0),
                    f.cold,
                    hex(f.cold, f.bytes.1)
                ),
            );
            called.extend(f.ops.iter().filter_map(|op| match op {
                LLOp::DirectCall(f) => Some(*f),
                _ => None,
            }));
        }
        for f in called {
            let address = self.state.tables.funcs.get(f).copied().unwrap_or(0);
            if address != 0 {
                let name = quoted(self.info().func_name(f));
                let line = format_args!("jit symbol address={address:#x} name={name}");
                self.log.line(LogLevel::Residual, line);
            }
        }
    }
}
