//! Card marking: of a long array that was written to, a minor collection looks at the parts that were.
//!
//! A remembered array is scanned as a whole at each minor collection. A program that keeps a stack of millions of items
//! in an array, and allocates while it pushes, would scan all of them each time the nursery is full. So the barrier of
//! a store to an item of a long array notes the *card* that the item is in, and leaves the flag that the barrier tests:
//! the next store comes here, too. That costs as much as the scan of some [`PER_STORE`] items. When the stores to an
//! array have cost as much as a scan of all of it, it is remembered as a whole until the next minor collection, and at
//! once for some collections that follow: an array that many stores go to is one that is scanned.
use rustc_hash::FxHashMap;

use super::Heap;
use super::object::{self, Obj, Shape};

/// Items of a card: a line of the processor's cache. Stores to a long array may lie far apart, as those of a sieve do.
const ITEMS: usize = 8;
/// Arrays of fewer items are remembered as a whole.
const LONG: usize = 4096;
/// So many items are scanned in the time that the barrier of a store takes.
const PER_STORE: usize = 28;
/// An array that has had too many stores each time they were counted is counted every 2^N minor collections at least.
const MOST_WAITS: u32 = 6;

/// The arrays that were written to since the last minor collection.
#[derive(Default)]
pub(crate) struct Cards {
    arrays: Vec<Written>,
    /// Where an array is in `arrays`, by address.
    known: FxHashMap<usize, usize>,
    /// The array of the last store: stores come in rows.
    last: usize,
    /// Arrays that too many stores went to when they were last counted, by address.
    busy: FxHashMap<usize, Busy>,
}

/// An array is remembered as a whole for a while.
#[derive(Default)]
struct Busy {
    /// How often in a row it had too many stores.
    times: u32,
    /// For how many minor collections stores are not counted.
    waits: u32,
}

struct Written {
    array: Obj,
    length: usize,
    stores: usize,
    /// A bit for each card: whether it is among `cards`.
    bits: Vec<u64>,
    cards: Vec<usize>,
}

impl Written {
    fn new(array: Obj, length: usize) -> Written {
        Written {
            array,
            length,
            stores: 0,
            bits: vec![0; length.div_ceil(ITEMS * 64)],
            cards: Vec::new(),
        }
    }
    /// Notes a store; whether it is worthwhile to note more of them.
    fn store(&mut self, index: usize) -> bool {
        let card = index / ITEMS;
        let (word, bit) = (&mut self.bits[card / 64], 1 << (card % 64));
        if *word & bit == 0 {
            *word |= bit;
            self.cards.push(card);
        }
        self.stores += 1;
        !self.is_busy()
    }
    /// Whether to note its stores has cost as much as to scan it.
    fn is_busy(&self) -> bool {
        self.stores * PER_STORE >= self.length
    }
}

impl Cards {
    /// Whether the array is that of the last store.
    fn is_counted(&self, array: Obj) -> bool {
        self.arrays.get(self.last).is_some_and(|w| w.array == array)
    }
    /// Notes a store to an item; if not, the array is to be remembered as a whole.
    fn note(&mut self, array: Obj, length: usize, index: usize) -> bool {
        if !self.is_counted(array) && self.waits(array) {
            return false;
        }
        let more = self.of(array, length).store(index);
        if !more {
            self.note_busy(array);
        }
        more
    }
    fn of(&mut self, array: Obj, length: usize) -> &mut Written {
        if !self.is_counted(array) {
            self.last = *self.known.entry(array.address()).or_insert_with(|| {
                self.arrays.push(Written::new(array, length));
                self.arrays.len() - 1
            });
        }
        &mut self.arrays[self.last]
    }
    /// Whether stores to an array are not to be counted before the next minor collection.
    fn waits(&mut self, array: Obj) -> bool {
        let busy = self.busy.get_mut(&array.address());
        busy.is_some_and(|b| {
            let waits = b.waits > 0;
            b.waits = b.waits.saturating_sub(1);
            waits
        })
    }
    /// Too many stores went to an array.
    fn note_busy(&mut self, array: Obj) {
        let busy = self.busy.entry(array.address()).or_default();
        busy.times = MOST_WAITS.min(busy.times + 1);
        busy.waits = 1 << busy.times;
    }
    fn clear(&mut self) {
        for w in self.arrays.drain(..).filter(|w| !w.is_busy()) {
            self.busy.remove(&w.array.address());
        }
        self.known.clear();
        self.last = 0;
    }
    /// Forgets what is known of arrays, which may have died.
    pub(super) fn forget(&mut self) {
        self.busy.clear();
    }
}

impl Heap {
    /// A reference is about to be stored into an item of an array, which has the flag `TRACK_WRITES`.
    pub fn remember_item(&mut self, array: Obj, index: usize) {
        let length = array.items_by_index(&self.shapes[array.type_id() as usize]);
        let is_item = |&n: &usize| n >= LONG && index < n;
        match length.filter(is_item) {
            Some(length) if self.cards.note(array, length, index) => self.note_prebuilt(array),
            _ => self.remember(array),
        }
    }
    /// Moves what the items lead to that were written to since the last minor collection.
    pub(super) fn scan_cards(&mut self, shapes: &[Shape]) {
        let mut cards = std::mem::take(&mut self.cards);
        // What is remembered as a whole has been scanned.
        for w in cards.arrays.iter() {
            let shape = &shapes[w.array.type_id() as usize];
            for first in w.cards.iter().map(|card| card * ITEMS) {
                let items = first..w.length.min(first + ITEMS);
                w.array.each_item_ref(shape, items, |offset| {
                    self.update_word(shapes, w.array, offset);
                });
            }
        }
        cards.clear();
        self.cards = cards;
    }
    /// A prebuilt object that is written to is a root of major collections.
    pub(super) fn note_prebuilt(&mut self, obj: Obj) {
        if obj.has_flag(object::PREBUILT) && !obj.has_flag(object::PREBUILT_ROOT) {
            obj.set_flag(object::PREBUILT_ROOT);
            self.prebuilt_roots.push(obj);
        }
    }
}
