//! Identity hashes, ids and weak references.
use super::Heap;
use super::object::{self, Obj};

/// Offset of a weak reference's target.
pub const WEAKREF_TARGET: usize = 8;

impl Heap {
    /// An address that identifies an object for its whole life: its own if it does not move any more, else the one
    /// reserved for it in the old generation.
    pub fn identity(&mut self, obj: Obj) -> usize {
        if !self.in_nursery(obj.address()) {
            return obj.address();
        }
        if obj.has_flag(object::HAS_SHADOW) {
            return self.shadows[&obj.address()].address();
        }
        let size = obj.size(self.shape_of(obj));
        let shadow = self.allocate_old(size);
        shadow.set_header(0);
        obj.set_flag(object::HAS_SHADOW);
        self.shadows.insert(obj.address(), shadow);
        shadow.address()
    }
    /// The identity, mixed so that it serves as a hash.
    pub fn identity_hash(&mut self, obj: Obj) -> usize {
        let address = self.identity(obj);
        (address >> 4) ^ (address << 40 >> 1)
    }
    /// Notes a new young weak reference (its target is set).
    pub fn register_weakref(&mut self, weak: Obj) {
        if self.is_young(weak.address()) {
            self.young_weakrefs.push(weak);
        } else {
            self.old_weakrefs.push(weak);
        }
    }
}
