//! The collector: precise, generational, our own.
//!
//! * **Nursery**: one region of memory, zeroed ahead of allocation. Emitted code bumps a pointer; when it meets the
//!   end, a *minor collection* moves every live young object once into the old generation ([`minor`]).
//! * **Old generation**: never moves. Small objects lie in 64 KiB blocks of one size class with mark bits in the
//!   head of their chunk ([`blocks`]); larger ones have pages of their own ([`large`]). *Major collections* mark and
//!   sweep ([`major`]); allocation takes the unmarked cells of one block after the other.
//! * **Large objects** are young until a minor collection has reached them, but lie in pages of their own from the
//!   beginning.
//! * **Roots**: root slots of frames by return address ([`crate::stack`]), the pending exception, handles of Rust code,
//!   and prebuilt objects that were written to. Prebuilt objects themselves are never marked nor moved, and as long as
//!   nobody writes a reference into them they are not even looked at: they can only point to other prebuilt objects.
//! * **Write barrier**: old and prebuilt objects carry `FLAG_TRACK_WRITES`; the first store of a reference puts the
//!   object on the *remembered* list and clears the flag until the next minor collection. Of long arrays the parts that
//!   were written to are noted ([`cards`]).
//! * **Finalisers**: registered objects that have died are kept once more and queued ([`finalizers`]).
//! * **Identity**: the id of a young object is the address of the place reserved for it in the old generation, to which
//!   it moves if it survives ([`identity`]).
//!
//! `GENEXT_GC=nursery=1M,max=2G,debug` sets sizes; `debug` collects at every allocation and poisons freed memory.
pub mod blocks;
pub(crate) mod cards;
pub mod config;
mod extents;
pub(crate) mod finalizers;
pub mod identity;
pub mod large;
pub mod major;
pub mod minor;
pub mod object;
mod sizing;

use std::collections::HashMap;
use std::rc::Rc;

use rustc_hash::FxBuildHasher;

use self::blocks::Blocks;
use self::config::Config;
use self::large::{LargeObjects, Zeroed};
use self::object::{Obj, Shape, TypeInfo};

/// Bytes of the nursery that are not in large pages: more than a program needs that allocates little.
const FIRST_PART: usize = 256 << 10;
/// A minor collection looks at all frames of the stack. So that this takes no more than a part of the time, the nursery
/// has so many bytes for each of them, ...
const FRAME_BYTES: usize = 512;
/// ... if that is more than it has otherwise, up to this.
const DEEP_NURSERY: usize = 32 << 20;

/// Objects of at least this size are never put into the nursery.
pub const LARGE_OBJECT: usize = 32 * 1024;

/// A minor collection is due when young large objects have more than so many times the nursery's bytes.
const YOUNG_NURSERIES: usize = 2;

/// Counters, shown by `GENEXT_LOG=gc`.
#[derive(Default, Debug, Clone, Copy)]
pub struct Stats {
    pub minor: u64,
    pub major: u64,
    /// Bytes that were allocated in the nursery, up to the last collection.
    pub allocated: u64,
    /// Bytes that survived minor collections.
    pub promoted: u64,
    /// Time spent in collections, in nanoseconds.
    pub nanoseconds: u64,
    /// The most bytes of old objects before a major collection: of all, of small ones, and of large ones.
    pub most: [usize; 3],
}

/// The heap of one runtime.
pub struct Heap {
    pub(crate) config: Config,
    pub(crate) types: Vec<TypeInfo>,
    pub(crate) shapes: Rc<[Shape]>,
    pub(crate) nursery_start: usize,
    pub(crate) nursery_end: usize,
    pub(crate) sizing: sizing::Sizing,
    /// Bytes that the last minor collection has copied.
    pub(crate) copied: usize,
    pub(crate) blocks: Blocks,
    pub(crate) large: LargeObjects,
    /// Old or prebuilt objects that may point into the nursery.
    pub(crate) remembered: Vec<Obj>,
    /// Long arrays of which some items may point into the nursery.
    pub(crate) cards: cards::Cards,
    /// Prebuilt objects that were ever written to: roots of major collections.
    pub(crate) prebuilt_roots: Vec<Obj>,
    /// Objects copied but not yet scanned (minor), or marked but not yet scanned (major).
    pub(crate) todo: Vec<Obj>,
    /// References that marking follows next, and the place of the last one.
    pub(crate) soon: [usize; major::SOON],
    pub(crate) turn: usize,
    pub(crate) shadows: HashMap<usize, Obj, FxBuildHasher>,
    pub(crate) young_weakrefs: Vec<Obj>,
    pub(crate) old_weakrefs: Vec<Obj>,
    pub(crate) finalizers: finalizers::Finalizers,
    /// Bytes of old objects in use, and the amount at which the next major collection is due.
    pub(crate) old_bytes: usize,
    /// Those of them that are in large objects.
    pub(crate) large_bytes: usize,
    pub(crate) major_threshold: usize,
    /// Those that the last major collection left.
    pub(crate) kept_bytes: usize,
    /// Memory that `raw` mallocs took outside, reported by extension code.
    pub(crate) debug_countdown: u32,
    pub stats: Stats,
}

impl Heap {
    /// A heap with an empty nursery. `types` is the image's type table.
    ///
    /// # Errors
    /// If the system gives no memory for the nursery.
    pub fn new(config: Config, types: Vec<TypeInfo>) -> std::io::Result<Heap> {
        let size = config.nursery;
        let room = size.max(DEEP_NURSERY);
        let nursery_start = crate::pages::map_small_first(room, FIRST_PART)?;
        Ok(Heap {
            major_threshold: config.major_minimum,
            nursery_start,
            nursery_end: nursery_start + size,
            sizing: sizing::Sizing::new(size, config.fixed_nursery),
            copied: 0,
            blocks: Blocks::default(),
            large: LargeObjects::default(),
            remembered: Vec::new(),
            cards: cards::Cards::default(),
            prebuilt_roots: Vec::new(),
            todo: Vec::new(),
            soon: [0; major::SOON],
            turn: 0,
            shadows: HashMap::default(),
            young_weakrefs: Vec::new(),
            old_weakrefs: Vec::new(),
            finalizers: finalizers::Finalizers::default(),
            old_bytes: 0,
            kept_bytes: 0,
            large_bytes: 0,
            debug_countdown: config.debug_major_every,
            stats: Stats::default(),
            shapes: types.iter().map(Shape::new).collect(),
            types,
            config,
        })
    }
    /// Whether an address lies in the nursery, as far as it is in use.
    #[inline]
    pub(crate) fn in_nursery(&self, address: usize) -> bool {
        address.wrapping_sub(self.nursery_start) < self.nursery_end - self.nursery_start
    }
    /// Whether a word may be a reference to an object that [is young](Heap::is_young), for all that its value says.
    #[inline]
    pub fn may_be_young(&self, word: usize) -> bool {
        self.in_nursery(word) || self.large.may_be_young(word)
    }
    /// Whether an object may move, or die, at the next minor collection.
    #[inline]
    pub fn is_young(&self, reference: usize) -> bool {
        self.in_nursery(reference) || self.large.is_young(reference)
    }
    /// What copying and marking need to know of an object.
    #[inline]
    pub(crate) fn shape_of(&self, obj: Obj) -> &Shape {
        &self.shapes[obj.type_id() as usize]
    }
    /// First address of the nursery and the one after its last.
    pub fn nursery_range(&self) -> (usize, usize) {
        (self.nursery_start, self.nursery_end)
    }
    /// A young object of more than `blocks::MAX_SMALL` bytes, with pages of its own, header set; `None` if the limit is
    /// reached or the system has no memory.
    pub fn allocate_large(&mut self, type_id: u32, size: usize, zeroed: Zeroed) -> Option<Obj> {
        if self.old_bytes + size > self.config.max {
            return None;
        }
        let (address, size) = self.large.allocate(size, true, zeroed)?;
        self.old_bytes += size;
        self.large_bytes += size;
        let obj = Obj::at(address);
        obj.set_header(u64::from(type_id) | object::LARGE | object::YOUNG_LARGE);
        Some(obj)
    }
    /// Whether a minor collection is due before a large object of this size is made.
    pub(crate) fn minor_due(&self, size: usize) -> bool {
        let bound = YOUNG_NURSERIES * (self.nursery_end - self.nursery_start);
        self.large.young_bytes() + size > bound || self.old_bytes + size > self.major_threshold
    }
    /// Whether a major collection is due before a large object of this size is made, and may find garbage that is worth
    /// it. The nursery is empty.
    pub(crate) fn major_due_for(&self, size: usize) -> bool {
        let more = self.old_bytes.saturating_sub(self.kept_bytes);
        self.old_bytes + size > self.major_threshold && more >= size / 4
            || self.old_bytes + size > self.config.max
    }
    /// How many bytes of free pages may be kept for large objects: those of the young ones, and what the old generation
    /// grows by until the next major collection, which takes these pages if large objects are what it grows by. In
    /// debug mode none, so that a use of freed memory is a fault.
    pub(crate) fn spare_pages(&self) -> usize {
        if self.config.debug {
            return 0;
        }
        let growth = self.major_threshold.saturating_sub(self.old_bytes);
        // The sizes that are asked for vary, so not every range fits.
        let slack = self.old_bytes / 4;
        YOUNG_NURSERIES * (self.nursery_end - self.nursery_start) + growth + slack
    }
    /// Extension code holds memory outside, as long as some object lives: the next major collection is due sooner.
    pub fn add_pressure(&mut self, bytes: usize) {
        self.major_threshold = self.major_threshold.saturating_sub(bytes);
    }
    /// Bytes in use in the old generation.
    pub fn old_bytes(&self) -> usize {
        self.old_bytes
    }
    /// The same of all objects, of small ones, and of large ones.
    pub fn old_bytes_by_size(&self) -> [usize; 3] {
        let small = self.old_bytes - self.large_bytes;
        [self.old_bytes, small, self.large_bytes]
    }
    /// The most that these ever were.
    pub fn most_old_bytes(&self) -> [usize; 3] {
        let now = self.old_bytes_by_size();
        std::array::from_fn(|i| now[i].max(self.stats.most[i]))
    }
    /// A place for an object in the old generation, not zeroed. The limit is not looked at.
    #[inline]
    pub(crate) fn allocate_old(&mut self, size: usize) -> Obj {
        if size > blocks::MAX_SMALL {
            return self.allocate_old_large(size);
        }
        let Some((address, cell)) = self.blocks.allocate(size, self.config.debug) else {
            crate::report::out_of_memory()
        };
        self.old_bytes += cell;
        Obj::at(address)
    }
    #[cold]
    fn allocate_old_large(&mut self, size: usize) -> Obj {
        let Some((address, size)) = self.large.allocate(size, false, Zeroed::Nothing) else {
            crate::report::out_of_memory()
        };
        self.old_bytes += size;
        self.large_bytes += size;
        Obj::at(address)
    }
    /// Adds an object to the remembered set. The caller has seen `FLAG_TRACK_WRITES` set.
    #[inline]
    pub fn remember(&mut self, obj: Obj) {
        obj.clear_flag(object::TRACK_WRITES);
        self.note_prebuilt(obj);
        self.remembered.push(obj);
    }
}
