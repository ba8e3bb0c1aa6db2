//! The way in: `gx_jit_enter` is called where a counter of the translated interpreter reaches the threshold (see [`crate::abi`]).
//!
//! The greens make the chain of the portal's frame; the first arrival compiles it with all reds unknown, later ones enter at once. When residual
//! code is left at a merge point for which there is code, it is entered again without a detour through the interpreter.
use backend_x86::residual::first_places;
use flowspace::lltype::LLType;
use smallvec::SmallVec;

use super::context::Context;
use super::emit::Draft;
use super::jit::{Active, FragmentId, Jit};
use super::keys::{ChainId, Link};
use super::params;
use super::run::settle_greens;
use super::session::{GiveUp, Session};
use super::table::Why;
use crate::abi;
use crate::info::PortalInfo;
use crate::support::memory;

/// How the counter of an arrival goes on.
const LATER: i64 = 0;
const NEVER: i64 = i64::MIN / 2;

/// A portal and the words of its greens.
pub(super) type WayIn = SmallVec<[u64; 5]>;

/// While the JIT has [patience](Jit::patience): arrivals at a merge point between two questions.
fn step(threshold: i64) -> i64 {
    (threshold / 64).max(1)
}

impl Jit {
    /// An arrival at a merge point; the state stands in the exchange buffer.
    pub(super) fn arrived(&self, portal: usize) -> i64 {
        let Some(info) = self.info().portals.get(portal) else {
            return abi::INTERPRET;
        };
        let counter = self.exchange(abi::COUNTER_WORD);
        if self.settings.borrow().off {
            self.set_counter(counter, NEVER);
            return abi::INTERPRET;
        }
        let mut code = match self.known_way_in(portal, info) {
            Some(abi::CONTINUE) => abi::CONTINUE,
            Some(code) => return code,
            None => abi::INTERPRET,
        };
        loop {
            let (chain, words) = self.arrival(info);
            let entry = self.entries.borrow().get(&chain).map(|e| e.1);
            let entry = match entry {
                Some(e) => e,
                // Compiled only where the interpreter asks: this is where control went out of residual code.
                None if code == abi::CONTINUE => {
                    let threshold = self.threshold(info);
                    let turns = threshold.clamp(0, 1000) / step(threshold);
                    self.patience.set(turns as u32);
                    self.write_back(info, chain, &words);
                    return code;
                }
                None if self.patience.get() > 0 => {
                    // A few arrivals later it asks again.
                    self.patience.set(self.patience.get() - 1);
                    let threshold = self.threshold(info);
                    self.set_counter(counter, threshold - step(threshold));
                    self.write_back(info, chain, &words);
                    return abi::INTERPRET;
                }
                None => match self.compile_entry(portal as u32, info, chain) {
                    Ok(Some(e)) => e,
                    Ok(None) => {
                        self.write_back(info, chain, &words);
                        self.set_counter(counter, LATER);
                        return abi::INTERPRET;
                    }
                    Err(GiveUp::Again) => {
                        // The counter stays: the next arrival asks again.
                        self.write_back(info, chain, &words);
                        return abi::INTERPRET;
                    }
                    Err(e) => {
                        if self.blacklist.borrow_mut().insert(chain) {
                            self.warn(&e.to_string(), info.point, Some(chain));
                            self.count(|t| t.refused += 1);
                        }
                        self.write_back(info, chain, &words);
                        self.set_counter(counter, NEVER);
                        return abi::INTERPRET;
                    }
                },
            };
            self.patience.set(0);
            if let Some(key) = words.key(portal) {
                self.ways_in.borrow_mut().insert(key, entry);
            }
            let words = words.take();
            code = self.run_entry(entry, &words);
            if code != abi::CONTINUE {
                return code;
            }
        }
    }
    /// Enters code for greens that were seen before, word for word: the code residual code was left with.
    fn known_way_in(&self, portal: usize, info: &PortalInfo) -> Option<i64> {
        let n = info.greens.len();
        let base = self.region.borrow().exchange();
        let word = |i: usize| memory::word(base + 8 * i as u64);
        let key: WayIn = std::iter::once(portal as u64)
            .chain((0..n).map(word))
            .collect();
        let entry = *self.ways_in.borrow().get(&key)?;
        self.patience.set(0);
        let words: SmallVec<[u64; 8]> = (n..n + info.reds.len()).map(word).collect();
        Some(self.run_entry(entry, &words))
    }
    /// The threshold of a portal, as the program has set it.
    fn threshold(&self, info: &PortalInfo) -> i64 {
        match self.info().threshold {
            Some(o) => params::threshold(self.state.tables.objects[o], info.driver.0 as usize),
            None => self.settings.borrow().threshold,
        }
    }
    fn set_counter(&self, number: u64, value: i64) {
        if let Some(o) = self.info().counters
            && (number as usize) < abi::COUNTERS
        {
            let base = self.state.tables.objects[o];
            memory::set_word(base + 8 * number, value as u64);
        }
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
        let mut active = self.active.borrow_mut();
        let slot = active.len();
        active.push(Active {
            words,
            frames: Vec::new(),
        });
        drop(active);
        let held = Reds { jit: self, slot, n };
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
    /// The interpreter goes on: objects may have moved since it stored the state.
    fn write_back(&self, info: &PortalInfo, _chain: ChainId, held: &Reds<'_>) {
        held.with(|w| {
            for (i, &(_, word)) in w.iter().enumerate() {
                self.set_exchange(i, word);
            }
        });
        debug_assert_eq!(held.n, info.greens.len());
    }
    /// Compiles a portal for these greens. `None`: not now.
    fn compile_entry(
        &self,
        portal: u32,
        info: &PortalInfo,
        chain: ChainId,
    ) -> Result<Option<u64>, GiveUp> {
        if self.blacklist.borrow().contains(&chain) {
            return Err(GiveUp::Refused);
        }
        if !self.may_compile() {
            return Ok(None);
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
            v.and_then(|v| self.code_of(v))
        };
        let fragment = match known {
            Some(f) => f,
            None => self.compile_portal(portal, info, chain, &context)?,
        };
        let entry = self
            .with_target(fragment, |t| self.region.borrow_mut().entry(t))
            .map_err(|e| GiveUp::Unsupported(e.to_string()))?;
        self.entries.borrow_mut().insert(chain, (fragment, entry));
        Ok(Some(entry))
    }
    fn compile_portal(
        &self,
        portal: u32,
        info: &PortalInfo,
        chain: ChainId,
        context: &Context,
    ) -> Result<FragmentId, GiveUp> {
        let types: Vec<LLType> = context.params().map(|p| p.1).collect();
        if self.table.borrow().of_point(info.point) >= self.limits().per_point {
            return Err(GiveUp::Refused);
        }
        let mut s = Session::new(self, portal);
        let v = s.add_version(chain, info.point, context, Why::First);
        let draft = Draft::version(v, first_places(&types));
        match s.compile(chain, context, draft, None) {
            Ok(()) => s
                .first
                .ok_or_else(|| GiveUp::Unsupported("nothing was compiled".to_owned())),
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
    /// Greens in front of the reds.
    n: usize,
}

impl Reds<'_> {
    fn with<T>(&self, f: impl FnOnce(&[(LLType, u64)]) -> T) -> T {
        f(&self.jit.active.borrow()[self.slot].words)
    }
    /// The words of the greens, if they never change: references among them are old, and kept alive from now on.
    fn key(&self, portal: usize) -> Option<WayIn> {
        let types = self.jit.state.tables.types();
        self.with(|w| {
            let mut key = WayIn::new();
            key.push(portal as u64);
            for &(ty, word) in &w[..self.n] {
                if types.is_gc_ref(ty) {
                    if self.jit.state.is_young(word) {
                        return None;
                    }
                    self.jit.state.keep(word);
                }
                key.push(word);
            }
            Some(key)
        })
    }
    /// The words of the reds; they are no roots any more.
    fn take(self) -> Vec<u64> {
        self.with(|w| w[self.n..].iter().map(|w| w.1).collect())
    }
}

impl Drop for Reds<'_> {
    fn drop(&mut self) {
        self.jit.active.borrow_mut().truncate(self.slot);
    }
}
