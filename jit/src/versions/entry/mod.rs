//! Entry: `gx_jit_enter` is called where a counter of the translated interpreter reaches the threshold (see
//! [`jit_abi`]).
//!
//! The greens make the chain of the portal's frame; the first arrival compiles it with all reds unknown, later ones
//! enter at once. When residual code is left at a merge point for which there is code, it is entered again without a
//! detour through the interpreter.
//!
//! Nothing of this may cost more than it can bring: greens that come once are not compiled (`confirmed`), old counts
//! decay, what is left as soon as it is entered is given up, and strings are compared by value, so that no copy of a
//! known one is kept.
use std::cell::{Cell, RefCell};
use std::hash::{Hash, Hasher};

use backend_x86::residual::first_places;
use ir::lltype::LLType;
use lowlevel::JitDriverId;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::code::{EdgeId, FragmentId};
use super::context::Context;
use super::emit::Draft;
use super::jit::{Active, Jit};
use super::keys::{ChainId, Link};
use super::params::{self, CONFIRMED};
use super::run::settle_greens;
use super::session::{GiveUp, Session};
use super::table::VersionReason;
use crate::support::memory;
use crate::support::records::{self, EntryKey};
use jit_abi::info::PortalInfo;
use jit_abi::{Record, Tuning};

mod counters;
pub mod handed;
mod outcomes;

pub use counters::Counters;
pub use outcomes::Outcomes;

use counters::{LATER, NEVER, STRIDE, WAITING, step};
use outcomes::{Entered, Wait};

/// An entry is counted so many times as often as a turn of a loop: what a loop calls is part of its code when that is
/// made again, and is not entered any more.
const ENTRIES: u32 = 4;

/// The ways into residual code.
#[derive(Default)]
pub struct Entries {
    /// By the chain of a portal's frame: the first fragment, and the address of the entry.
    pub(super) by_chain: RefCell<FxHashMap<ChainId, (FragmentId, u64)>>,
    /// By the words of greens as the interpreter has them.
    pub(super) by_greens: RefCell<FxHashMap<EntryKey, KnownEntry>>,
    /// Those whose words are addresses of objects that may move or die.
    passing: RefCell<Vec<EntryKey>>,
}

/// Code for the greens of a portal.
#[derive(Clone, Copy, Debug)]
pub struct KnownEntry {
    /// The address of the entry.
    pub entry: u64,
    /// The greens.
    pub chain: ChainId,
}

impl Jit {
    /// An arrival at a merge point; the state stands in the exchange buffer. `left`: residual code was left there.
    pub(super) fn arrived(&self, portal: usize, left: bool) -> i64 {
        self.may_flush();
        // The next arrival counts (as one), if nobody knows better.
        self.set_budget(Tuning::ENTRY);
        let stay = if left {
            jit_abi::CONTINUE
        } else {
            jit_abi::INTERPRET
        };
        let Some(info) = self.info().portals.get(portal) else {
            return stay;
        };
        let counter = self.exchange(jit_abi::COUNTER_WORD);
        if self.settings.borrow().off {
            if !left {
                self.set_counter(counter, NEVER);
                self.set_budget(Tuning::OFF);
            }
            return stay;
        }
        if let Some(known) = self.known_entry(portal, info) {
            let wait = match self.outcomes.watching.get() {
                true => self.waits(known.chain),
                false => Wait::No,
            };
            let (first, threshold) = self.threshold(info);
            match wait {
                Wait::No => {
                    self.fruitful(info);
                    return self.enter(portal, info, known, left);
                }
                Wait::Probe if !left => self.set_counter(counter, first),
                Wait::Yes if !left => {
                    self.fruitless(info, WAITING);
                    self.set_counter(counter, first - threshold);
                }
                Wait::Yes | Wait::Probe => {}
            }
            return stay;
        }
        let (first, threshold) = self.threshold(info);
        if left {
            // Compiled only where the interpreter asks: this is where control went out of residual code.
            let turns = threshold.clamp(0, 1000) / step(threshold);
            self.counters.patience.set(turns as u32);
            return stay;
        }
        if self.counters.patience.get() > 0 {
            // A few arrivals later it asks again.
            self.counters.patience.set(self.counters.patience.get() - 1);
            self.set_counter(counter, first - step(threshold));
            return stay;
        }
        if self.has_decayed(counter, (first, threshold)) {
            return stay;
        }
        if !self.confirmed(counter, (first, threshold), portal, info) {
            self.fruitless(info, STRIDE);
            return stay;
        }
        if !self.may_compile() {
            self.fruitless(info, WAITING);
            self.set_counter(counter, LATER);
            return stay;
        }
        let (chain, words) = self.arrival(info);
        let Some(request) = self.request_entry(portal as u32, chain) else {
            words.write_back();
            self.set_counter(counter, LATER);
            return stay;
        };
        let result = self.compile_entry(portal as u32, info, chain, &words);
        self.end_request(request);
        words.write_back();
        match result {
            // What was verified since may have written a field that the code rests on.
            Ok(_) if !self.entries.by_chain.borrow().contains_key(&chain) => stay,
            Ok(entry) => {
                self.counters.patience.set(0);
                let known = KnownEntry { entry, chain };
                self.remember_entry(portal, info, known);
                drop(words);
                self.enter(portal, info, known, left)
            }
            // The counter stays: the next arrival asks again.
            Err(GiveUp::Again) => stay,
            Err(e) => {
                if self.outcomes.blacklist.borrow_mut().insert(chain) {
                    self.warn(&e.to_string(), info.point, Some(chain));
                    self.count(|t| t.refused += 1);
                }
                self.given_up(counter, first, info);
                stay
            }
        }
    }
    /// The interpreter is to call this code, with the reds of the exchange buffer.
    fn enter(&self, portal: usize, info: &PortalInfo, known: KnownEntry, left: bool) -> i64 {
        self.count(|t| t.entries += 1);
        self.record_entry(portal, info, known, left);
        let base = self.code.region.borrow().exchange();
        let reds = base + 8 * info.greens.len() as u64;
        memory::set_word(base + 8 * jit_abi::ENTRY_WORD as u64, known.entry);
        memory::set_word(base + 8 * jit_abi::ARGUMENTS_WORD as u64, reds);
        let at = super::native::cycles();
        self.budget.enter(at);
        if self.outcomes.watching.get() {
            self.outcomes.entered.set(Some(Entered::Asked {
                chain: known.chain,
                portal: portal as u32,
                at,
            }));
        }
        jit_abi::ENTER
    }
    /// The portal and the greens of the exchange buffer.
    fn entry_key(&self, portal: usize, info: &PortalInfo) -> EntryKey {
        let base = self.code.region.borrow().exchange();
        let words = (0..info.greens.len()).map(|i| memory::word(base + 8 * i as u64));
        std::iter::once(portal as u64).chain(words).collect()
    }
    /// The code for the greens in the exchange buffer.
    fn known_entry(&self, portal: usize, info: &PortalInfo) -> Option<KnownEntry> {
        let key = self.entry_key(portal, info);
        if let Some(&known) = self.entries.by_greens.borrow().get(&key) {
            self.counters.patience.set(0);
            return Some(known);
        }
        let known = self.entry_by_value(info, &key[1..])?;
        self.counters.patience.set(0);
        self.remember_entry(portal, info, known);
        Some(known)
    }
    /// The same for greens that stand for others of the same value.
    fn entry_by_value(&self, info: &PortalInfo, words: &[u64]) -> Option<KnownEntry> {
        let mut greens = SmallVec::<[u64; 5]>::from_slice(words);
        for ((_, ty), word) in info.greens.iter().zip(&mut greens) {
            if *word != 0 && self.is_string(*ty) {
                *word = self.known_string(*ty, *word)?;
            }
        }
        let chain = self.chains.borrow().find_frame(info.point, &greens, None)?;
        let entry = self.entries.by_chain.borrow().get(&chain)?.1;
        Some(KnownEntry { entry, chain })
    }
    /// The words of the greens in the exchange buffer lead to this code, until they move or die: see [`Jit::moved`].
    fn remember_entry(&self, portal: usize, info: &PortalInfo, known: KnownEntry) {
        let key = self.entry_key(portal, info);
        let lasting = key[1..] == *self.chains.borrow().get(known.chain).greens;
        if !lasting {
            self.entries.passing.borrow_mut().push(key.clone());
        }
        self.entries.by_greens.borrow_mut().insert(key, known);
    }
    /// Before a collection: what was remembered by the addresses of objects that nobody keeps is forgotten.
    pub(super) fn moved(&self) {
        let mut known_entries = self.entries.by_greens.borrow_mut();
        for key in self.entries.passing.borrow_mut().drain(..) {
            known_entries.remove(&key);
        }
        drop(known_entries);
        self.decay();
        self.explore();
    }
    /// The chain of the greens in the exchange buffer, and the reds.
    fn arrival<'a>(&'a self, info: &PortalInfo) -> (ChainId, Reds<'a>) {
        let types = self.state.tables.types();
        let n = info.greens.len();
        let words = info
            .greens
            .iter()
            .chain(&info.reds)
            .enumerate()
            .map(|(i, (_, ty))| (*ty, self.exchange(i)))
            .collect();
        let mut active = self.runs.active.borrow_mut();
        let slot = active.len();
        active.push(Active {
            words,
            ..Active::default()
        });
        drop(active);
        let held = Reds { jit: self, slot };
        let young = held.with(|w| {
            w[..n]
                .iter()
                .any(|&(ty, w)| types.is_gc_ref(ty) && self.state.is_young(w))
        });
        if young {
            self.state.tenure();
        }
        let mut greens: Vec<u64> = held.with(|w| w[..n].iter().map(|w| w.1).collect());
        settle_greens(self, info.point, &mut greens);
        let chain = self.chains.borrow_mut().intern(Link {
            point: info.point,
            greens: greens.into(),
            parent: None,
        });
        (chain, held)
    }
    /// Compiles a portal for these greens.
    fn compile_entry(
        &self,
        portal: u32,
        info: &PortalInfo,
        chain: ChainId,
        words: &Reds<'_>,
    ) -> Result<u64, GiveUp> {
        if self.outcomes.blacklist.borrow().contains(&chain) {
            return Err(GiveUp::Refused);
        }
        let types: Vec<LLType> = info.reds.iter().map(|r| r.1).collect();
        let odd = |t: &LLType| matches!(t, LLType::SingleFloat | LLType::Int { bits: 128, .. });
        if types.iter().any(odd) {
            return Err(GiveUp::Unsupported(
                "a red of a type that has no word".to_owned(),
            ));
        }
        let context = Context::general(&types);
        let known = {
            let table = self.table.borrow();
            let same = |v: &&super::table::VersionId| table.get(**v).context == context;
            let v = table.of_key(chain).iter().find(same).copied();
            v.and_then(|v| self.code.code_of(v))
        };
        let fragment = match known {
            Some(f) => f,
            None => self.following.compiling(|| {
                let reds = words.with(|w| w[info.greens.len()..].iter().map(|w| w.1).collect());
                self.compile_portal(portal, info, chain, &context, reds)
            })?,
        };
        let fragment = match self.turns() {
            Some(turns) => self.count_entry(portal, chain, &context, (fragment, turns))?,
            None => fragment,
        };
        let entry = self.entry_to(fragment)?;
        self.entries
            .by_chain
            .borrow_mut()
            .insert(chain, (fragment, entry));
        Ok(entry)
    }
    /// A fragment that does nothing but lead to another one by an edge, which can be counted.
    fn count_entry(
        &self,
        portal: u32,
        chain: ChainId,
        context: &Context,
        (fragment, turns): (FragmentId, u32),
    ) -> Result<FragmentId, GiveUp> {
        let (edge, entry) = self.lead(portal, chain, context)?;
        let turns = turns.saturating_mul(ENTRIES);
        self.link_counted(edge, fragment, None, Some(turns))?;
        Ok(entry)
    }
    /// A fragment that is an edge with this state, to be entered.
    fn lead(
        &self,
        portal: u32,
        chain: ChainId,
        context: &Context,
    ) -> Result<(EdgeId, FragmentId), GiveUp> {
        let types: Vec<LLType> = context.params().map(|p| p.1).collect();
        let draft = Draft {
            entry: first_places(&types),
            ..Draft::default()
        };
        Session::new(self, portal).lead(chain, context, draft)
    }
    /// The address of an entry to a fragment.
    fn entry_to(&self, fragment: FragmentId) -> Result<u64, GiveUp> {
        self.code
            .with_target(fragment, |t| self.code.region.borrow_mut().entry(t))
            .map_err(|e| GiveUp::Unsupported(e.to_string()))
    }
    fn compile_portal(
        &self,
        portal: u32,
        info: &PortalInfo,
        chain: ChainId,
        context: &Context,
        words: Vec<u64>,
    ) -> Result<FragmentId, GiveUp> {
        let types: Vec<LLType> = context.params().map(|p| p.1).collect();
        if self.table.borrow().of_point(info.point) >= self.limits().per_point {
            return Err(GiveUp::Refused);
        }
        let mut s = Session::new(self, portal);
        let v = s.add_version(chain, info.point, context, VersionReason::First);
        let draft = Draft::version(v, first_places(&types));
        s.origin.words = words;
        match s.compile(chain, context, draft, None) {
            Ok(()) => s.first_fragment(),
            Err(e) => {
                self.table.borrow_mut().remove(v);
                Err(e)
            }
        }
    }
}

/// The state of an arrival, seen by the collector until it is taken.
struct Reds<'a> {
    jit: &'a Jit,
    slot: usize,
}

impl Reds<'_> {
    fn with<T>(&self, f: impl FnOnce(&[(LLType, u64)]) -> T) -> T {
        f(&self.jit.runs.active.borrow()[self.slot].words)
    }
    /// Objects may have moved since the state was stored: it is stored again.
    fn write_back(&self) {
        self.with(|w| {
            for (i, &(_, word)) in w.iter().enumerate() {
                self.jit.set_exchange(i, word);
            }
        });
    }
}

impl Drop for Reds<'_> {
    fn drop(&mut self) {
        self.jit.runs.active.borrow_mut().truncate(self.slot);
    }
}
