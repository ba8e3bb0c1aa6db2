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
use jit_abi::info::{Direct, JitInfo, OpInfo};

/// A portal and the words of its greens.
pub type EntryKey = SmallVec<[u64; 5]>;

/// The records of entries: each holds the address of the code for some greens.
///
/// All of them have room for the greens of any portal: portals share their counters, and the translated code of one
/// compares its greens with what the record beside a counter has, whichever portal's that is.
#[derive(Debug)]
pub struct Records {
    by_key: FxHashMap<EntryKey, u64>,
    /// The most greens that a portal has.
    greens: usize,
}

impl Drop for Records {
    fn drop(&mut self) {
        for &record in self.by_key.values() {
            memory::free_words(record, self.words());
        }
    }
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
    /// None so far.
    pub fn new(info: &JitInfo) -> Records {
        let greens = info.portals.iter().map(|p| p.greens.len()).max();
        Records::with_room(greens.unwrap_or(0))
    }
    pub(crate) fn with_room(greens: usize) -> Records {
        Records {
            by_key: FxHashMap::default(),
            greens,
        }
    }
    /// Words of each of them.
    fn words(&self) -> usize {
        Record::Greens as usize + self.greens
    }
    /// The record of these greens, if there is one.
    pub fn find(&self, key: &EntryKey) -> Option<u64> {
        self.by_key.get(key).copied()
    }
    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = u64> + '_ {
        self.by_key.values().copied()
    }
    /// The record of these greens, which are kept.
    pub(crate) fn of(&mut self, key: EntryKey) -> u64 {
        let words = self.words();
        *self.by_key.entry(key).or_insert_with_key(|key| {
            let mut record = vec![0u64; words];
            let portal = Record::Portal as usize;
            record[portal..portal + key.len()].copy_from_slice(key);
            memory::new_words(record)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_of_few_greens_may_be_compared_with_many() {
        let mut records = Records::with_room(10);
        let few = records.of(EntryKey::from_slice(&[3, 7]));
        let many = records.of((4..15).collect());
        assert_eq!(records.find(&EntryKey::from_slice(&[3, 7])), Some(few));
        let words = |record: u64| -> Vec<u64> {
            let end = Record::Greens as u64 + 10;
            (Record::Portal as u64..end)
                .map(|i| memory::word(record + 8 * i))
                .collect()
        };
        assert_eq!(words(few), [3, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(words(many), (4..15).collect::<Vec<u64>>());
    }
}
