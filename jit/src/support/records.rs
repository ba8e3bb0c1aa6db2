//! Records of entries, by the greens of a portal: see [`jit_abi::Record`].
//!
//! A record is made when code is compiled that calls a portal with known greens, or when code for them is entered. It
//! lives until the code that was made together with it is [forgotten](SupportState::forget), and so do its greens:
//! residual code knows its address. Translated code looks for it in a table, and forgets it when it has entered.
use ir::lltype::LLType;
use lowlevel::{FuncId, LLOp};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::boxes::BoxId;
use super::memory;
use super::ops::Compiler;
use super::state::SupportState;
use jit_abi::Record;
use jit_abi::info::{Direct, OpInfo};

/// A portal and the words of its greens.
pub type EntryKey = SmallVec<[u64; 5]>;

/// The records of entries: each holds the address of the code for some greens.
#[derive(Debug, Default)]
pub struct Records {
    by_key: FxHashMap<EntryKey, u64>,
}

impl Drop for Records {
    fn drop(&mut self) {
        for (key, &record) in &self.by_key {
            memory::free_words(record, words(key));
        }
    }
}

/// Words of a record.
fn words(key: &EntryKey) -> usize {
    Record::Portal as usize + key.len()
}

/// A word of a record.
pub fn get(record: u64, word: Record) -> u64 {
    memory::word(record + 8 * word as u64)
}

/// Sets a word of a record.
pub fn set(record: u64, word: Record, value: u64) {
    memory::set_word(record + 8 * word as u64, value);
}

impl Records {
    /// The record of these greens, if there is one.
    pub fn find(&self, key: &EntryKey) -> Option<u64> {
        self.by_key.get(key).copied()
    }
    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = u64> + '_ {
        self.by_key.values().copied()
    }
    /// The record of these greens, which are kept.
    fn of(&mut self, key: EntryKey) -> u64 {
        *self.by_key.entry(key).or_insert_with_key(|key| {
            let mut words = vec![0u64; Record::Portal as usize];
            words.extend(key.iter());
            memory::new_words(words)
        })
    }
}

impl SupportState {
    /// The record of these greens of a portal, which are old objects if they are objects.
    pub fn record(&self, key: EntryKey, types: impl Iterator<Item = LLType>) -> u64 {
        for (&word, ty) in key[1..].iter().zip(types) {
            if self.tables.types().is_gc_ref(ty) {
                self.keep(word);
            }
        }
        self.records.borrow_mut().of(key)
    }
}

impl Compiler<'_> {
    /// A call of a portal with known greens as the call of its direct function: the operation and its arguments.
    pub(super) fn direct_call(
        &mut self,
        f: FuncId,
        info: &OpInfo,
        args: &[BoxId],
    ) -> Option<(OpInfo, Vec<BoxId>)> {
        let (number, portal) = (0..).zip(&self.t.info.portals).find(|(_, p)| p.func == f)?;
        let Direct { func, params, .. } = portal.direct.as_ref()?;
        let (greens, reds) = params.split_at(portal.greens.len());
        let mut key: EntryKey = SmallVec::from_slice(&[number]);
        for (&i, &(_, ty)) in greens.iter().zip(&portal.greens) {
            let bits = self.constant_of(args[i as usize])?;
            let is_young = self.t.types().is_gc_ref(ty) && self.s.is_young(bits);
            if is_young || ty == LLType::SingleFloat {
                return None;
            }
            key.push(bits);
        }
        let record = self.s.record(key, portal.greens.iter().map(|g| g.1));
        let mut types = vec![LLType::Signed];
        let mut direct = vec![self.constant(LLType::Signed, record)];
        for &i in reds {
            types.push(info.args[i as usize]);
            direct.push(args[i as usize]);
        }
        let info = OpInfo {
            op: LLOp::DirectCall(*func),
            args: types,
            ..info.clone()
        };
        Some((info, direct))
    }
}
