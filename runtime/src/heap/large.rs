//! Large objects: each has pages of its own, with two words in front of it (a mark, and the pages' size).
//!
//! They do not move. Those made since the last minor collection are *young*: it frees those that it does not reach, so
//! that a program which makes one large string after the other needs no major collections. A young one has
//! `YOUNG_LARGE` in its header until it is reached; whether a reference may be to one is told by a range of addresses.
//!
//! **Pages that become free are kept**, up to a bound, by classes of size that are an eighth apart: a fresh page costs
//! more than one that is zeroed, and is not in any cache. When they are more than the bound allows, those of the class
//! that was asked for longest ago go back to the system.
use std::collections::VecDeque;

use super::object::{Obj, YOUNG_LARGE};
use crate::pages;

/// Bytes in front of an object.
const PREFIX: usize = 16;
/// Up to so many pages each number has a class of its own.
const SINGLE: usize = 16;

/// Pages of one object.
#[derive(Clone, Copy)]
struct Place {
    start: usize,
    /// Bytes, without those that its class has more.
    size: usize,
}

impl Place {
    fn object(self) -> Obj {
        Obj::at(self.start + PREFIX)
    }
}

/// Free mappings of one size.
#[derive(Default)]
struct Class {
    /// The one that became free last is at the end.
    free: VecDeque<usize>,
    capacity: usize,
    /// When one was asked for last.
    asked: u64,
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
    classes: Vec<Class>,
    clock: u64,
    /// Bytes of free mappings.
    free_bytes: usize,
}

/// The class of a size in pages, and the size of its mappings.
fn class_of(size: usize) -> (usize, usize) {
    let count = size / pages::PAGE;
    if count <= SINGLE {
        return (count, size);
    }
    let shift = (count - 1).ilog2() - 3;
    let eighths = count.div_ceil(1 << shift);
    (
        SINGLE + (shift as usize - 1) * 8 + eighths - 8,
        (eighths << shift) * pages::PAGE,
    )
}

impl LargeObjects {
    /// Memory for an object, and the bytes it takes; `None` if the system has none. If `young`, it is zeroed.
    pub fn allocate(&mut self, size: usize, young: bool) -> Option<(usize, usize)> {
        let size = (size + PREFIX).next_multiple_of(pages::PAGE);
        let place = Place {
            start: self.mapping(size, young)?,
            size,
        };
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
    fn mapping(&mut self, size: usize, zeroed: bool) -> Option<usize> {
        let (index, capacity) = class_of(size);
        if self.classes.len() <= index {
            self.classes.resize_with(index + 1, Class::default);
        }
        let class = &mut self.classes[index];
        self.clock += 1;
        class.asked = self.clock;
        class.capacity = capacity;
        if let Some(start) = class.free.pop_back() {
            self.free_bytes -= capacity;
            if zeroed {
                pages::zero(start, size);
            }
            return Some(start);
        }
        match capacity < pages::LARGE {
            true => pages::map(capacity).map(|start| start as usize).ok(),
            false => pages::map_partly_large(capacity).ok(),
        }
    }
    /// Frees the pages of an object that nobody refers to.
    fn free(&mut self, place: Place) {
        let (index, capacity) = class_of(place.size);
        self.classes[index].free.push_back(place.start);
        self.free_bytes += capacity;
    }
    /// Gives free mappings back to the system until they are no more than so many bytes.
    fn trim(&mut self, bound: usize) {
        while self.free_bytes > bound {
            let classes = self.classes.iter_mut().filter(|c| !c.free.is_empty());
            let Some(class) = classes.min_by_key(|c| c.asked) else {
                return;
            };
            if let Some(start) = class.free.pop_front() {
                pages::unmap(start, class.capacity);
                self.free_bytes -= class.capacity;
            }
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
    /// Frees what is unmarked; returns the bytes that stay. So many bytes of free mappings may be kept.
    pub fn sweep(&mut self, bound: usize) -> usize {
        let (kept, dead): (Vec<Place>, Vec<Place>) =
            (self.old.iter()).partition(|place| Self::is_marked(place.object()));
        self.old = kept;
        dead.into_iter().for_each(|place| self.free(place));
        self.trim(bound);
        self.old.iter().map(|place| place.size).sum()
    }
}
