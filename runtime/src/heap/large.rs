//! Large objects: each has pages of its own, with two words in front of it (a mark, and the pages' size).
//!
//! They do not move. Those made since the last minor collection are *young*: it frees those that it does not reach, so
//! that a program which makes one large string after the other needs no major collections. A young one has
//! `YOUNG_LARGE` in its header until it is reached; whether a reference may be to one is told by a range of addresses.
//!
//! **Pages that become free are kept**, up to a bound: a fresh page costs more than one that is zeroed, and is not in
//! any cache. What is more than the bound allows goes back to the system, the largest ranges first.
use super::extents::Extents;
use super::object::{Obj, YOUNG_LARGE};
use crate::pages;

/// Bytes in front of an object.
const PREFIX: usize = 16;
const WORD: usize = 8;
/// Pages are asked for in pieces of so many bytes, ...
const PIECE: usize = 256 << 10;
/// ... and of large pages once there are so many bytes.
const MANY: usize = 4 << 20;

/// Pages of one object.
#[derive(Clone, Copy)]
struct Place {
    start: usize,
    size: usize,
}

impl Place {
    fn object(self) -> Obj {
        Obj::at(self.start + PREFIX)
    }
}

/// Objects too large for cells, each in pages of its own.
#[derive(Default)]
pub struct LargeObjects {
    old: Vec<Place>,
    young: Vec<Place>,
    young_bytes: usize,
    /// Young ones lie at addresses from `low` on, in so many bytes.
    low: usize,
    span: usize,
    free: Extents,
    /// Bytes of all pages, free ones included.
    mapped: usize,
}

/// What of an object's memory has to be zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Zeroed {
    All,
    /// So many bytes at the beginning, and the last word: whoever makes the object writes the rest.
    Ends(usize),
    Nothing,
}

impl LargeObjects {
    /// Memory for an object, and the bytes it takes; `None` if the system has none.
    pub fn allocate(&mut self, size: usize, young: bool, zeroed: Zeroed) -> Option<(usize, usize)> {
        let used = PREFIX + size;
        let size = used.next_multiple_of(pages::PAGE);
        let start = self.pages(size, used, zeroed)?;
        let place = Place { start, size };
        if young {
            let end = (self.low + self.span).max(place.start + size);
            self.low = if self.span == 0 {
                place.start
            } else {
                self.low.min(place.start)
            };
            self.span = end - self.low;
            self.young_bytes += size;
            self.young.push(place);
        } else {
            self.old.push(place);
        }
        Some((place.object().address(), size))
    }
    /// Pages, of which the first `used` bytes are used.
    fn pages(&mut self, size: usize, used: usize, zeroed: Zeroed) -> Option<usize> {
        let found = self.free.take(size).or_else(|| self.take_from_piece(size));
        let Some(start) = found else {
            return self.map(size);
        };
        match zeroed {
            Zeroed::All => pages::zero(start, used),
            Zeroed::Ends(first) => {
                pages::zero(start, PREFIX + first);
                pages::zero(start + used - WORD, WORD);
            }
            Zeroed::Nothing => {}
        }
        Some(start)
    }
    /// Takes pages from a new piece, what is left of which is free.
    fn take_from_piece(&mut self, size: usize) -> Option<usize> {
        let few = self.mapped < MANY;
        let piece = if few { PIECE } else { pages::LARGE };
        if size >= piece {
            return None;
        }
        let start = self.map(piece)?;
        self.free.give(start, piece);
        self.free.take(size)
    }
    /// New pages, which are zero.
    fn map(&mut self, size: usize) -> Option<usize> {
        let mapped = || match size < pages::LARGE {
            true => pages::map(size).map(|start| start as usize).ok(),
            false => pages::map_partly_large(size).ok(),
        };
        let start = mapped().or_else(|| {
            // What is kept may be all that the system has.
            self.trim(0);
            mapped()
        });
        self.mapped += start.map_or(0, |_| size);
        start
    }
    /// Frees the pages of an object that nobody refers to.
    fn free(&mut self, place: Place) {
        self.free.give(place.start, place.size);
    }
    /// Gives free pages back to the system until they are no more than so many bytes.
    pub fn trim(&mut self, bound: usize) {
        while self.free.bytes() > bound {
            let most = (self.free.bytes() - bound).next_multiple_of(pages::PAGE);
            let Some((start, size)) = self.free.take_largest(most) else {
                return;
            };
            pages::unmap(start, size);
            self.mapped -= size;
        }
    }
    /// Bytes of young objects.
    pub fn young_bytes(&self) -> usize {
        self.young_bytes
    }
    /// Whether a reference may be to a young object, for all that its address says: they lie at one place of a page.
    #[inline]
    pub fn may_be_young(&self, reference: usize) -> bool {
        reference.wrapping_sub(self.low) < self.span && reference % pages::PAGE == PREFIX
    }
    /// Whether a reference is to a young object that was not reached yet.
    #[inline]
    pub fn is_young(&self, reference: usize) -> bool {
        self.may_be_young(reference) && Obj::at(reference).has_flag(YOUNG_LARGE)
    }
    /// Behind a minor collection: those that were reached are old now, the others are freed; their bytes. So many bytes
    /// of free mappings may be kept.
    pub fn sweep_young(&mut self, bound: usize) -> usize {
        let mut freed = 0;
        for place in std::mem::take(&mut self.young) {
            if place.object().has_flag(YOUNG_LARGE) {
                freed += place.size;
                self.free(place);
            } else {
                self.old.push(place);
            }
        }
        (self.young_bytes, self.low, self.span) = (0, 0, 0);
        self.trim(bound);
        freed
    }
    /// Marks an object; returns whether it was unmarked.
    pub fn mark(obj: Obj) -> bool {
        let mark = (obj.address() - PREFIX) as *mut usize;
        // SAFETY: the caller passes a large object, which has its mark word in front.
        unsafe { std::mem::replace(&mut *mark, 1) == 0 }
    }
    /// Whether an object is marked.
    pub fn is_marked(obj: Obj) -> bool {
        // SAFETY: as in `mark`.
        unsafe { *((obj.address() - PREFIX) as *const usize) != 0 }
    }
    /// Clears the marks of all large objects before a major collection.
    pub fn prepare_marking(&mut self) {
        for place in &self.old {
            // SAFETY: `start` is the start of a mapping of ours: the mark word.
            unsafe { *(place.start as *mut usize) = 0 };
        }
    }
    /// Frees what is unmarked; returns the bytes that stay. [`LargeObjects::trim`] is to follow.
    pub fn sweep(&mut self) -> usize {
        let (kept, dead): (Vec<Place>, Vec<Place>) =
            (self.old.iter()).partition(|place| Self::is_marked(place.object()));
        self.old = kept;
        dead.into_iter().for_each(|place| self.free(place));
        self.old.iter().map(|place| place.size).sum()
    }
}
