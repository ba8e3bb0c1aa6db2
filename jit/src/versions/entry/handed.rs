//! Entries for what is handed over: calls of a portal whose callee begins with virtual objects.
//!
//! ```text
//! caller:  exchange ← values of the context;  resume(record)
//! record.entry:  a fragment that is an edge, with the context as its snapshot ─▶ stub | version of the callee
//! ```
//! A caller that does not trace into a portal knows more of the callee's state than its words: frames are virtual,
//! classes known. The state is a [`Context`], and what follows it is compiled from there as behind any edge: executed
//! at first, then compiled as a version of the callee's merge point, made again when it has been entered often. All
//! calls with one callee and one context share an edge.
use super::*;
use std::rc::Rc;

/// Such an edge is compiled for at its arrival with the number of this part of the threshold, if there is no code for
/// its callee.
const PART: i64 = 8;

/// A callee, its context, and whether code that is made again calls it.
type Key = (ChainId, Rc<[u8]>, bool);

/// The edges of entries for what is handed over.
#[derive(Default)]
pub struct Handed {
    records: RefCell<FxHashMap<Key, u64>>,
    edges: RefCell<FxHashSet<EdgeId>>,
    /// Records so far.
    number: Cell<u64>,
}

/// An entry that is to be made.
#[derive(Debug)]
pub struct Lead {
    pub(in crate::versions) portal: u32,
    pub(in crate::versions) chain: ChainId,
    pub(in crate::versions) context: Context,
    pub(in crate::versions) snapshot: Rc<[u8]>,
    pub(in crate::versions) record: u64,
    /// Code that is made again calls it: so is its own ([`super::super::regenerate`]).
    pub(in crate::versions) mature: Option<FragmentId>,
}

impl Handed {
    /// The record of an entry that there is.
    pub(in crate::versions) fn find(
        &self,
        chain: ChainId,
        snapshot: &Rc<[u8]>,
        mature: bool,
    ) -> Option<u64> {
        let key = (chain, snapshot.clone(), mature);
        self.records.borrow().get(&key).copied()
    }
    /// The number of a new record.
    pub(in crate::versions) fn number(&self) -> u64 {
        self.number.set(self.number.get() + 1);
        self.number.get()
    }
    /// Whether an edge is that of such an entry.
    pub(in crate::versions) fn has(&self, edge: EdgeId) -> bool {
        self.edges.borrow().contains(&edge)
    }
    /// All code is forgotten.
    pub(in crate::versions) fn forget(&self) {
        self.records.take();
        self.edges.take();
    }
}

impl Jit {
    /// Makes the entry of a record that calls know of.
    pub(in crate::versions) fn make_lead(&self, lead: Lead) -> Result<(), GiveUp> {
        let (edge, fragment) = self.lead(lead.portal, lead.chain, &lead.context)?;
        records::set(lead.record, Record::Entry, self.entry_to(fragment)?);
        self.handed.edges.borrow_mut().insert(edge);
        let mut all = self.handed.records.borrow_mut();
        let key = (lead.chain, lead.snapshot, lead.mature.is_some());
        all.insert(key, lead.record);
        if let Some(first) = lead.mature {
            self.code.mature.borrow_mut().insert(edge, first);
        }
        let mut edges = self.code.edges.borrow_mut();
        edges[edge].set_stays_mature(false);
        edges[edge].set_leaves_mature(lead.mature.is_some());
        Ok(())
    }
    /// The arrival at such an edge that compiles it, if there is no code for its callee.
    pub(in crate::versions) fn handed_arrivals(&self) -> u32 {
        let threshold = self.settings.borrow().threshold;
        u32::try_from(threshold / PART).unwrap_or(u32::MAX).max(1)
    }
    /// After how many entries the code behind such an edge is made again; `None`: it is not.
    pub(in crate::versions) fn handed_turns(&self, to: FragmentId) -> Option<u32> {
        let version = self.code.fragments.borrow()[to].version;
        let mature = |v| self.table.borrow().get(v).maturity.is_mature();
        let turns = self.turns().filter(|_| !version.is_some_and(mature))?;
        Some(turns.saturating_mul(ENTRIES))
    }
}
