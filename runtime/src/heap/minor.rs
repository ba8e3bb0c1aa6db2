//! Minor collections: every live young object moves once into the old generation.
//!
//! Roots are root slots, handles, and the remembered set. A worklist holds the objects moved but not yet scanned.
//! Afterwards the nursery is empty (what was in it is still there: `Runtime::allocate` zeroes it piece by piece),
//! remembered objects track writes again, and old objects point to old objects only.
use std::time::Instant;

use super::object::{self, Obj};
use super::{Heap, blocks};
use crate::pages;

/// Calls its argument with every root slot.
pub type Roots<'a> = &'a mut dyn FnMut(&mut dyn FnMut(*mut usize));

impl Heap {
    /// How often what was allocated would have filled the nursery.
    pub fn nurseries(&self) -> u64 {
        self.stats.allocated / (self.nursery_end - self.nursery_start).max(1) as u64
    }
    /// Empties the nursery, of which `used` bytes up to `free` are in use. Afterwards the mutator allocates from
    /// `nursery_start` again.
    pub fn minor_collection(&mut self, free: usize, roots: Roots<'_>) {
        let began = Instant::now();
        roots(&mut |slot| {
            // SAFETY: root slots are valid, aligned words of frames, handles or the context, by the root walker's
            // contract.
            unsafe {
                if let Some(new) = self.update(*slot) {
                    *slot = new;
                }
            }
        });
        let mut remembered = std::mem::take(&mut self.remembered);
        for &obj in &remembered {
            obj.set_flag(object::TRACK_WRITES);
            self.scan(obj);
        }
        remembered.clear();
        self.remembered = remembered;
        self.scan_all();
        // Those behind objects that are kept for their finalisers lose their targets, too.
        for &weak in &self.young_weakrefs {
            let weak = weak.forwarded().unwrap_or(weak);
            let target = weak.word(super::identity::WEAKREF_TARGET);
            if self.is_young(target) && Obj::at(target).forwarded().is_none() {
                weak.set_word(super::identity::WEAKREF_TARGET, 0);
            }
        }
        self.minor_finalizers();
        for weak in std::mem::take(&mut self.young_weakrefs) {
            if let Some(weak) = weak.forwarded() {
                let target = weak.word(super::identity::WEAKREF_TARGET);
                if self.is_young(target) {
                    let new = Obj::at(target).forwarded().map_or(0, Obj::address);
                    weak.set_word(super::identity::WEAKREF_TARGET, new);
                }
                self.old_weakrefs.push(weak);
            }
        }
        // Places reserved for objects that died are free cells again at the next sweep: nothing marks them.
        self.shadows.clear();
        if self.config.debug {
            pages::poison(self.nursery_start, free - self.nursery_start);
        }
        self.stats.minor += 1;
        self.stats.allocated += (free - self.nursery_start) as u64;
        self.stats.nanoseconds += began.elapsed().as_nanos() as u64;
    }
    /// The new address of what a slot holds, if it is young.
    #[inline]
    fn update(&mut self, value: usize) -> Option<usize> {
        if value & 1 != 0 || !self.is_young(value) {
            return None;
        }
        Some(self.evacuate(Obj::at(value)).address())
    }
    /// Moves all that moved objects refer to.
    pub(super) fn scan_all(&mut self) {
        while let Some(obj) = self.todo.pop() {
            self.scan(obj);
        }
    }
    fn scan(&mut self, obj: Obj) {
        let types = self.types.clone();
        obj.each_ref(&types[obj.type_id() as usize], |offset| {
            if let Some(new) = self.update(obj.word(offset)) {
                obj.set_word(offset, new);
            }
        });
    }
    pub(super) fn evacuate(&mut self, obj: Obj) -> Obj {
        if let Some(new) = obj.forwarded() {
            return new;
        }
        let types = self.types.clone();
        let info = &types[obj.type_id() as usize];
        let size = obj.size(info);
        let new = if obj.has_flag(object::HAS_SHADOW) {
            self.shadows[&obj.address()]
        } else {
            // The limit is checked between collections: in the middle of one there is no way back.
            self.allocate_old_unlimited(size)
        };
        let large = size > blocks::MAX_SMALL;
        let header = (obj.header() & !object::HAS_SHADOW)
            | object::TRACK_WRITES
            | if large { object::LARGE } else { 0 };
        // SAFETY: both places have at least `size` bytes, and a young object does not overlap an old one.
        unsafe {
            std::ptr::copy_nonoverlapping(
                obj.address() as *const u8,
                new.address() as *mut u8,
                size,
            )
        };
        new.set_header(header);
        obj.forward_to(new);
        self.stats.promoted += size as u64;
        if info.has_refs() {
            self.todo.push(new);
        }
        new
    }
    pub(crate) fn allocate_old_unlimited(&mut self, size: usize) -> Obj {
        let max = std::mem::replace(&mut self.config.max, usize::MAX >> 2);
        let place = self.allocate_old(size);
        self.config.max = max;
        place.unwrap_or_else(|| crate::report::out_of_memory())
    }
}
