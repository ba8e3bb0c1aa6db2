//! Major collections: mark and sweep of the old generation. The nursery is empty when one starts.
use std::time::Instant;

use super::blocks::Blocks;
use super::large::LargeObjects;
use super::minor::Roots;
use super::object::{self, Obj, Shape};
use super::{Heap, identity};

/// How many references wait for their objects' headers to come into the cache.
pub(super) const SOON: usize = 8;

impl Heap {
    /// Whether a major collection is due.
    pub fn major_due(&self) -> bool {
        self.old_bytes > self.major_threshold
    }
    /// Marks from the roots and prebuilt objects that were written to, clears dead weak references, and leaves blocks
    /// to be swept.
    pub fn major_collection(&mut self, roots: Roots<'_>) {
        let began = Instant::now();
        self.stats.most = self.most_old_bytes();
        self.cards.forget();
        self.blocks.prepare_marking();
        self.large.prepare_marking();
        roots(&mut |slot| {
            // SAFETY: root slots are valid, aligned words, by the root walker's contract.
            self.mark_ref(unsafe { *slot });
        });
        let shapes = self.shapes.clone();
        for obj in self.prebuilt_roots.clone() {
            self.trace(&shapes, obj);
        }
        self.trace_all();
        self.mark_dead_queues();
        for &weak in &self.old_weakrefs {
            if let Some(target) = Obj::from_ref(weak.word(identity::WEAKREF_TARGET))
                && !target.has_flag(object::PREBUILT)
                && !is_marked(target)
            {
                weak.set_word(identity::WEAKREF_TARGET, 0);
            }
        }
        self.major_finalizers();
        self.old_weakrefs.retain(|&weak| is_marked(weak));
        let small = self.blocks.finish_marking(self.config.debug);
        self.large_bytes = self.large.sweep();
        self.old_bytes = small + self.large_bytes;
        self.kept_bytes = self.old_bytes;
        self.major_threshold = (self.old_bytes / 100 * self.config.major_growth_percent)
            .max(self.config.major_minimum);
        self.large.trim(self.spare_pages());
        self.stats.major += 1;
        self.stats.nanoseconds += began.elapsed().as_nanos() as u64;
    }
    pub(super) fn mark_ref(&mut self, value: usize) {
        let Some(obj) = Obj::from_ref(value) else {
            return;
        };
        debug_assert!(!self.is_young(value), "young object in a major collection");
        if obj.has_flag(object::PREBUILT) {
            return;
        }
        let fresh = if obj.has_flag(object::LARGE) {
            LargeObjects::mark(obj)
        } else {
            Blocks::mark(obj)
        };
        if fresh && self.shape_of(obj).has_refs {
            self.todo.push(obj);
        }
    }
    /// Marks all that marked objects refer to.
    pub(super) fn trace_all(&mut self) {
        let shapes = self.shapes.clone();
        loop {
            while let Some(obj) = self.todo.pop() {
                self.trace(&shapes, obj);
            }
            let soon = std::mem::take(&mut self.soon);
            if soon.iter().all(|&value| value == 0) {
                return;
            }
            soon.into_iter().for_each(|value| self.mark_ref(value));
        }
    }
    /// References are followed a little later, when the object's header is in the cache.
    #[inline]
    fn trace(&mut self, shapes: &[Shape], obj: Obj) {
        obj.each_ref(&shapes[obj.type_id() as usize], |offset| {
            let Some(next) = Obj::from_ref(obj.word(offset)) else {
                return;
            };
            next.prefetch();
            self.turn = (self.turn + 1) % SOON;
            let before = std::mem::replace(&mut self.soon[self.turn], next.address());
            self.mark_ref(before);
        });
    }
}

/// Whether an old object that is not prebuilt was reached.
pub(super) fn is_marked(obj: Obj) -> bool {
    if obj.has_flag(object::LARGE) {
        LargeObjects::is_marked(obj)
    } else {
        Blocks::is_marked(obj)
    }
}
