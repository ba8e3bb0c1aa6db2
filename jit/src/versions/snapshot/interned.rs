//! Values with numbers, in the order in which they came first.
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use std::hash::Hash;
use std::ops::Index;

/// What is told apart by a word, mostly.
pub(super) trait Word {
    /// A word that differs for most values that differ.
    fn word(&self) -> u64;
}

/// The values by number, and beside them those that were asked for a moment ago: most are asked for again and again.
#[derive(Debug)]
pub(super) struct Interned<T> {
    all: IndexSet<T, FxBuildHasher>,
    recent: Vec<Option<(T, u32)>>,
}

/// How many of them there are, a power of two.
const RECENT: usize = 1 << RECENT_BITS;
const RECENT_BITS: u32 = 9;

impl<T> Default for Interned<T> {
    fn default() -> Interned<T> {
        Interned {
            all: IndexSet::default(),
            recent: Vec::new(),
        }
    }
}

impl<T: Word + Copy + Eq + Hash> Interned<T> {
    /// The number of a value, and whether it is new.
    pub(super) fn number(&mut self, value: T) -> (u32, bool) {
        if self.recent.is_empty() {
            self.recent.resize(RECENT, None);
        }
        // As Fibonacci hashing takes the high bits.
        let hash = value.word().wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let at = (hash >> (64 - RECENT_BITS)) as usize;
        match self.recent[at] {
            Some((known, number)) if known == value => (number, false),
            _ => {
                let (number, new) = self.all.insert_full(value);
                self.recent[at] = Some((value, number as u32));
                (number as u32, new)
            }
        }
    }
    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }
}

impl<T> Index<usize> for Interned<T> {
    type Output = T;

    fn index(&self, number: usize) -> &T {
        &self.all[number]
    }
}
