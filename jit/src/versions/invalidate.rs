//! Code is killed: what leads to it leads to stubs again, which compile anew or execute.
//!
//! ```text
//! E3 ──▶ F7 ──jumps──▶ F5        a write to a field that F5 rests on: E3 and E9 are stubs again, the versions that began
//! E9 ──▶ F5                      with F7 and F5 are gone, entries of both are forgotten
//! ```
//! Code that is on the stack meanwhile goes on. It is right to do so: what it rests on held when it was entered, and
//! behind a call that may write such a field it rests on none of them (see [`watch`](crate::support::watch)).
use lowlevel::{AliasRegion, LLOp};

use super::code::{EdgeState, FragmentId};
use super::jit::Jit;
use super::log::{LogLevel, quoted};

impl Jit {
    /// Kills fragments, and those whose code goes on in them without an edge.
    pub(super) fn kill(&self, fragments: Vec<FragmentId>) {
        let mut todo = fragments;
        while let Some(f) = todo.pop() {
            self.kill_one(f, &mut todo);
        }
        self.entries.by_greens.borrow_mut().clear();
        self.withdraw(|_| true);
        self.code.region.borrow().settle();
    }
    fn kill_one(&self, f: FragmentId, todo: &mut Vec<FragmentId>) {
        let (incoming, version) = {
            let mut fragments = self.code.fragments.borrow_mut();
            let r = &mut fragments[f];
            if std::mem::replace(&mut r.dead, true) {
                return;
            }
            todo.append(&mut r.jumps);
            (std::mem::take(&mut r.incoming), r.version)
        };
        let mut region = self.code.region.borrow_mut();
        let mut edges = self.code.edges.borrow_mut();
        for e in incoming {
            let record = &mut edges[e];
            if matches!(record.state(), EdgeState::Linked(b, _) if b == f) {
                let site = record.jump(e);
                region.patch(&site, site.stub);
                record.set_state(EdgeState::Stub);
                if let Some(n) = self.code.counters.borrow_mut().remove(&e) {
                    region.free_counter(n);
                }
            }
        }
        if let Some(v) = version {
            self.table.borrow_mut().remove(v);
            self.code.set_code(v, None);
        }
        self.entries
            .by_chain
            .borrow_mut()
            .retain(|_, (fragment, _)| *fragment != f);
    }
    /// Whether a fragment was killed.
    pub(super) fn is_dead(&self, f: FragmentId) -> bool {
        self.code.fragments.borrow()[f].dead
    }
    /// A field that may be watched was written in an object: what rests on another value is killed.
    pub(super) fn written(&self, object: u64, field: u32) {
        let fragments = self.state.take_watchers(object, field);
        if fragments.is_empty() {
            return;
        }
        let alive = |f: &FragmentId| !self.is_dead(*f);
        let killed: Vec<FragmentId> = fragments
            .into_iter()
            .map(FragmentId)
            .filter(alive)
            .collect();
        let count = killed.len();
        if count > 0 {
            self.kill(killed);
        }
        self.count(|t| t.invalidated += count as u64);
        if self.log.wants(LogLevel::Versions) {
            self.log.line(
                LogLevel::Versions,
                format_args!(
                    "jit invalidate field={} killed={count}",
                    quoted(&self.field_text(field))
                ),
            );
        }
    }
    /// A field that may be watched, by name.
    pub(super) fn field_text(&self, field: u32) -> String {
        let Some(&AliasRegion::Field(c, f)) = self.info().watchable.get(field as usize) else {
            return String::new();
        };
        let printer = self.state.tables.printer();
        let name = LLOp::GetField(c, f).show_immediates(&printer);
        name.unwrap_or_default()
    }
}
