//! Minor collections: every live young object moves once into the old generation.
//!
//! Roots are root slots, handles, the remembered set, and marked cards. A worklist holds the objects moved but not yet
//! scanned. Afterwards the nursery is empty (what was in it is still there: `Runtime::allocate` zeroes it piece by
//! piece), remembered objects track writes again, and old objects point to old objects only.
use std::time::Instant;

use super::object::{self, Obj, Shape};
use super::{Heap, blocks};
use crate::pages;

/// So many objects that a remembered one refers to are moved before what they refer to.
const BATCH: usize = 16;

/// Calls its argument with every root slot.
pub type Roots<'a> = &'a mut dyn FnMut(&mut dyn FnMut(*mut usize));

impl Heap {
    /// How often what was allocated would have filled the nursery.
    pub fn nurseries(&self) -> u64 {
        self.stats.allocated / self.config.nursery.max(1) as u64
    }
    /// The nursery is empty, and the stack has so many frames: how much of the nursery is used until the next
    /// collection.
    pub(crate) fn resize_nursery(&mut self, frames: usize) {
        let least = self.sizing.size();
        let size = (frames * super::FRAME_BYTES).clamp(least, least.max(super::DEEP_NURSERY));
        if !self.config.debug {
            self.nursery_end = self.nursery_start + size.next_multiple_of(pages::PAGE);
        }
    }
    /// Empties the nursery, of which `used` bytes up to `free` are in use. Afterwards the mutator allocates from
    /// `nursery_start` again.
    pub fn minor_collection(&mut self, free: usize, roots: Roots<'_>) {
        let began = Instant::now();
        self.copied = 0;
        let shapes = self.shapes.clone();
        roots(&mut |slot| {
            // SAFETY: root slots are valid, aligned words of frames, handles or the context, by the root walker's
            // contract.
            unsafe {
                if let Some(new) = self.update(&shapes, *slot) {
                    *slot = new;
                }
            }
        });
        let mut remembered = std::mem::take(&mut self.remembered);
        for &obj in &remembered {
            obj.set_flag(object::TRACK_WRITES);
            obj.each_ref(&shapes[obj.type_id() as usize], |offset| {
                self.update_word(&shapes, obj, offset);
            });
        }
        remembered.clear();
        self.remembered = remembered;
        self.scan_cards(&shapes);
        self.scan_all();
        // Those behind objects that are kept for their finalisers lose their targets, too.
        for &weak in &self.young_weakrefs {
            let weak = weak.forwarded().unwrap_or(weak);
            if self.is_lost(weak.word(super::identity::WEAKREF_TARGET)) {
                weak.set_word(super::identity::WEAKREF_TARGET, 0);
            }
        }
        self.minor_finalizers();
        for weak in std::mem::take(&mut self.young_weakrefs) {
            if let Some(weak) = weak.forwarded() {
                let target = weak.word(super::identity::WEAKREF_TARGET);
                if self.in_nursery(target) {
                    let new = Obj::at(target).forwarded().map_or(0, Obj::address);
                    weak.set_word(super::identity::WEAKREF_TARGET, new);
                }
                self.old_weakrefs.push(weak);
            }
        }
        let freed = self.large.sweep_young(self.spare_pages());
        self.old_bytes -= freed;
        self.large_bytes -= freed;
        // Places reserved for objects that died are free cells again at the next sweep: nothing marks them.
        self.shadows.clear();
        if self.config.debug {
            pages::poison(self.nursery_start, free - self.nursery_start);
        }
        self.stats.minor += 1;
        let used = free - self.nursery_start;
        self.sizing.collected(used, self.copied);
        self.stats.promoted += self.copied as u64;
        self.stats.allocated += used as u64;
        self.stats.nanoseconds += began.elapsed().as_nanos() as u64;
    }
    /// Moves what a word of an old object leads to. What an item of a long array leads to is moved while it is near in
    /// the cache.
    #[inline(always)]
    pub(super) fn update_word(&mut self, shapes: &[Shape], obj: Obj, offset: usize) {
        if let Some(new) = self.update(shapes, obj.word(offset)) {
            obj.set_word(offset, new);
            if self.todo.len() >= BATCH {
                self.scan_all();
            }
        }
    }
    /// The new address of what a slot holds, if it moves.
    #[inline(always)]
    fn update(&mut self, shapes: &[Shape], value: usize) -> Option<usize> {
        if self.in_nursery(value) && value & 1 == 0 {
            return Some(self.evacuate(shapes, Obj::at(value)).address());
        }
        if self.large.may_be_young(value) {
            self.reach_large(shapes, value);
        }
        None
    }
    /// A young large object gets old where it is.
    #[cold]
    fn reach_large(&mut self, shapes: &[Shape], value: usize) {
        if !self.large.is_young(value) {
            return;
        }
        let obj = Obj::at(value);
        obj.set_header(obj.header() & !object::YOUNG_LARGE | object::TRACK_WRITES);
        self.stats.promoted += obj.size(&shapes[obj.type_id() as usize]) as u64;
        if shapes[obj.type_id() as usize].has_refs {
            self.todo.push(obj);
        }
    }
    /// Whether a reference is to a young object that this collection has not reached so far.
    fn is_lost(&self, reference: usize) -> bool {
        match self.in_nursery(reference) {
            true => Obj::at(reference).forwarded().is_none(),
            false => self.large.is_young(reference),
        }
    }
    /// Keeps a young object.
    pub(super) fn reach_young(&mut self, obj: Obj) {
        let shapes = self.shapes.clone();
        self.update(&shapes, obj.address());
    }
    /// Moves all that moved objects refer to.
    pub(super) fn scan_all(&mut self) {
        let shapes = self.shapes.clone();
        while let Some(obj) = self.todo.pop() {
            self.scan(&shapes, obj);
        }
    }
    #[inline]
    fn scan(&mut self, shapes: &[Shape], obj: Obj) {
        obj.each_ref(&shapes[obj.type_id() as usize], |offset| {
            if let Some(new) = self.update(shapes, obj.word(offset)) {
                obj.set_word(offset, new);
            }
        });
    }
    fn evacuate(&mut self, shapes: &[Shape], obj: Obj) -> Obj {
        if let Some(new) = obj.forwarded() {
            return new;
        }
        let header = obj.header();
        let shape = &shapes[obj.type_id() as usize];
        let size = obj.size(shape);
        let new = if header & object::HAS_SHADOW != 0 {
            self.shadows[&obj.address()]
        } else {
            // The limit is checked between collections: in the middle of one there is no way back.
            self.allocate_old(size)
        };
        let large = size > blocks::MAX_SMALL;
        obj.copy_to(new, size);
        new.set_header(
            (header & !object::HAS_SHADOW)
                | object::TRACK_WRITES
                | if large { object::LARGE } else { 0 },
        );
        obj.forward_to(new);
        self.copied += size;
        if shape.has_refs {
            self.todo.push(new);
        }
        new
    }
}

#[cfg(test)]
mod tests {
    use super::super::config::Config;
    use super::super::{DEEP_NURSERY, FRAME_BYTES, Heap};

    #[test]
    fn the_nursery_grows_with_the_stack_and_shrinks_again() {
        let least = Config::default().nursery;
        let mut heap = Heap::new(Config::default(), Vec::new()).expect("there is memory");
        let size = |heap: &Heap| heap.nursery_range().1 - heap.nursery_range().0;
        for (frames, expected) in [
            (10, least),
            (10_000, 10_000 * FRAME_BYTES),
            (10_000_000, DEEP_NURSERY),
            (0, least),
        ] {
            heap.resize_nursery(frames);
            assert_eq!(
                size(&heap),
                expected.next_multiple_of(crate::pages::PAGE),
                "{frames} frames"
            );
            let (start, end) = heap.nursery_range();
            assert!(heap.in_nursery(end - 8) && !heap.in_nursery(end) && heap.in_nursery(start));
        }
    }
}
