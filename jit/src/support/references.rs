//! Virtual references whose targets stay virtual while others see the references.
//!
//! ```text
//! ec.top = new VRef { target: frame }      v5 = malloc[VRef]()          frame stays virtual
//!                                          setfield[ec.top](v0, v5)     deferred: v5.target = frame
//! f()                                      setfield[VRef.state](v5, token)
//!                                          v6 = f()                     whoever asks v5 has the frame allocated
//!                                          guard: nothing was redeemed
//! virtual_ref_finish(v5, frame)            setfield[VRef.state](v5, 2)  the frame was never there
//! ```
//! An interpreter links each frame to that of its caller by a reference ([`VirtualReference`]), so that a debugger or a
//! traceback may look at it. A reference that is stored where others see it is *open* if its target is virtual: the
//! store to its field of the target is [deferred](super::deferred) as others are, and **in memory the field is null and
//! nobody reads it**, since who asks has looked at the state before:
//!
//! * The code that has the open reference knows that nobody has asked: the state is 0, whatever memory holds. If it
//!   stores to the state itself, or accesses what may be this reference, the deferred store is made.
//! * A call of a function that may ask makes it, too, or puts a token into the state ([`super::loans`]): whoever asks
//!   redeems that. Of other calls the reference stays open.
//! * Where the store is made, the state becomes 0 again, whatever token was there.
//!
//! [`VirtualReference`]: lowlevel::program::VirtualReference
use ir::lltype::LLType;
use lowlevel::LLOp;
use smallvec::SmallVec;

use super::boxes::{BoxId, BoxValue, Virtual};
use super::deferred::DeferredStore;
use super::heap::MemoryLocation;
use super::ops::Compiler;
use super::state::{ForceReason, Mode, SupportState};
use super::tables::Tables;
use jit_abi::info::{OpId, OpInfo};

/// Open references.
pub(super) type Open = SmallVec<[DeferredStore; 4]>;

impl Tables {
    /// Whether a location is that of the target of virtual references.
    pub fn is_target(&self, place: MemoryLocation) -> bool {
        let known = self.info.known.reference;
        known.is_some_and(|r| place == MemoryLocation::Field(r.container, r.target))
    }
    /// Whether a location is that of the state of virtual references.
    pub(super) fn is_state_of_reference(&self, place: MemoryLocation) -> bool {
        let known = self.info.known.reference;
        known.is_some_and(|r| place == MemoryLocation::Field(r.container, r.state))
    }
    /// Where the state stands beside the target of a virtual reference.
    pub fn state_beside(&self, place: MemoryLocation) -> Option<MemoryLocation> {
        let r = self
            .info
            .known
            .reference
            .filter(|_| self.is_target(place))?;
        Some(MemoryLocation::Field(r.container, r.state))
    }
    /// The slot of the target, if it is the structure of a virtual reference.
    pub(super) fn target_slot(&self, v: &Virtual) -> Option<usize> {
        let r = self.info.known.reference?;
        self.shapes[v.container].leaf(r.container, r.target)
    }
}

impl SupportState {
    /// Makes all deferred stores but those of the targets of references.
    pub fn make_stores_but_targets(&self) {
        if !self.work().now.heap.deferred.is_empty() {
            self.compiler(|c| c.make_stores_but_targets());
        }
    }
    /// Whether there are other stores than those of the targets of references.
    pub fn defers(&self) -> bool {
        self.compiler(|c| {
            let stores = c.w.now.heap.deferred.iter();
            stores.clone().any(|s| !c.is_open(s))
        })
    }
    /// Whether an operation may ask a reference for its target, and stores wait.
    pub fn may_lend_targets(&self, op: OpId) -> bool {
        self.tables.info.known.reference.is_some()
            && !self.work().now.heap.deferred.is_empty()
            && self.compiler(|c| c.may_ask(&c.t.info.ops[op].op))
    }
    /// Whether there are targets that would be lent now.
    pub fn has_targets_to_lend(&self) -> bool {
        let w = self.work();
        let boxes = &w.now.boxes;
        let leads = |s: &DeferredStore| match boxes.get(s.value) {
            BoxValue::Virtual(v) => {
                self.tables.is_target(s.place) || self.tables.target_slot(v).is_some()
            }
            _ => false,
        };
        w.mode != Mode::Execute && w.defers && w.now.heap.deferred.iter().any(leads)
    }
    /// Takes the stores of targets out of what is deferred.
    pub fn take_open_references(&self) -> Vec<DeferredStore> {
        self.compiler(|c| {
            let open = c.open_references();
            (c.w.now.heap.deferred).retain(|s| !open.contains(s));
            open.into_vec()
        })
    }
    /// Puts them back.
    pub fn put_open_references_back(&self, open: Vec<DeferredStore>) {
        self.work_mut().now.heap.deferred.extend(open);
    }
}

impl Compiler<'_> {
    /// Whether it is the store of a virtual target.
    pub(super) fn is_open(&self, s: &DeferredStore) -> bool {
        self.t.is_target(s.place) && self.is_local(s.value)
    }
    /// Whether an object is virtual in this frame, and no other knows of it.
    pub(super) fn is_local(&self, b: BoxId) -> bool {
        match self.get(b) {
            BoxValue::Virtual(v) => self.t.home(v).is_none() && !self.t.is_loan(v),
            _ => false,
        }
    }
    /// The stores of virtual targets.
    pub(super) fn open_references(&self) -> Open {
        if self.t.info.known.reference.is_none() {
            return Open::new();
        }
        let stores = self.w.now.heap.deferred.iter();
        stores.filter(|s| self.is_open(s)).copied().collect()
    }
    /// Whether it is a reference whose target is virtual.
    pub(super) fn is_open_reference(&self, b: BoxId) -> bool {
        let mut stores = self.w.now.heap.deferred.iter();
        stores.any(|s| s.object == b && self.is_open(s))
    }
    /// Makes all deferred stores but those of targets. References that are allocated are open.
    pub(super) fn make_stores_but_targets(&mut self) {
        self.keeping_open(|c| {
            // What is allocated meanwhile may be what a reference leads to.
            while (c.w.now.heap.deferred.iter()).any(|s| !c.is_open(s)) {
                c.make_stores_if(|c, s| !c.is_open(s));
            }
        });
    }
    /// Something was allocated: makes the stores of what is no virtual target any more.
    pub(super) fn close_allocated(&mut self) {
        if self.w.now.heap.deferred.is_empty() {
            return;
        }
        while let Some(i) = (self.w.now.heap.deferred.iter()).position(|s| self.is_allocated(s)) {
            let s = self.w.now.heap.deferred.remove(i);
            self.make_store(s, true);
        }
    }
    /// Whether it is the store of a target that is not virtual.
    fn is_allocated(&self, s: &DeferredStore) -> bool {
        self.t.is_target(s.place) && matches!(self.get(s.value), BoxValue::Residual { .. })
    }
    /// References that are allocated meanwhile are open.
    pub(super) fn keeping_open<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.w.opens, self.w.defers);
        let result = f(self);
        self.w.opens = before;
        result
    }
    /// Everything that is allocated meanwhile is complete.
    pub(super) fn completing<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.w.opens, false);
        let result = f(self);
        self.w.opens = before;
        result
    }
    /// The slot of the target, if it stays virtual when the reference is allocated.
    pub(super) fn opened(&self, v: &Virtual) -> Option<usize> {
        if !self.w.opens || !self.may_defer_more() {
            return None;
        }
        let slot = self.t.target_slot(v)?;
        v.fields[slot].filter(|&b| self.is_local(b)).map(|_| slot)
    }
    /// The store of a target was made: the state is that of a reference nobody has asked.
    pub(super) fn close_reference(&mut self, reference: BoxId) {
        let Some(r) = self.t.info.known.reference else {
            return;
        };
        let state = MemoryLocation::Field(r.container, r.state);
        let zero = self.zero(LLType::Signed);
        if self.w.now.heap.get(reference, state) != Some(zero) {
            self.store_state(reference, zero);
            self.w.now.heap.set(reference, state, zero, false);
        }
    }
    /// Emits a store to the state of a reference.
    pub(super) fn store_state(&mut self, reference: BoxId, value: BoxId) {
        let Some(r) = self.t.info.known.reference else {
            return;
        };
        let op = LLOp::SetField(r.container, r.state);
        let types = vec![LLType::Ptr(r.container), LLType::Signed];
        let info = OpInfo::new(op.clone(), types, LLType::Void, self.w.location);
        self.w
            .now
            .heap
            .remove(reference, MemoryLocation::Field(r.container, r.state));
        self.emit_void(op, &info, &[reference, value], ForceReason::Stored);
    }
}
