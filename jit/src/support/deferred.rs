//! Deferred stores: what the program has stored, and memory does not hold yet.
//!
//! ```text
//! stack[4] = W_Int(v2)      no code         deferred: stack[4] = new W_Int { v2 }
//! stack[4].value            v2
//! stack[4] = None           no code         deferred: stack[4] = null; nobody needs the object any more
//! if not v3 then E0(...)                    the snapshot of E0 has what is deferred
//! f()                       v4 = ...        all stores are made: the call may read them
//! ```
//! An interpreter pushes what it pops a moment later, and stores the height of its stack with each of them: of the
//! stores to an object that exists the last one counts, as far as nobody looks. So a store is noted, and made where
//!
//! * an operation may read the location, or write it, through another reference that may be the same;
//! * something is called, or done whose effect on memory is not known;
//! * a version begins, or is jumped to ([`crate::versions::session`]), and where residual code is left.
//!
//! Code that leaves by an edge takes what is deferred with it: [snapshots](crate::versions::context::Context) have it,
//! and what follows the edge makes the stores. So objects that are only put into such locations for a moment are never
//! allocated.
//!
//! **Two deferred stores never may go to one location**, so their order does not matter. Fields that never change or
//! rarely do, and those that elidable functions are known to read, are stored at once.
//!
//! The compiler reads memory, too: it calls elidable functions of constants, and generators load what never changes. So
//! **memory is as the program would have it where new constants come from**: an arrival at an edge makes the deferred
//! stores before anything is compiled, but for those of virtual objects, and in front of a promotion those are made by
//! the code. A field that changes rarely is written after all that is deferred.
use ir::lltype::LLType;
use lowlevel::{AliasRegion, FuncId, LLOp};
use smallvec::SmallVec;

use super::access::{is_item, part};
use super::boxes::BoxId;
use super::heap::MemoryLocation;
use super::ops::Compiler;
use super::state::{ForceReason, SupportState};
use jit_abi::info::OpInfo;

/// Stores that may be deferred at a time: what is deferred is alive at each edge.
const MAX_DEFERRED: usize = 16;

/// A store that has not been made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeferredStore {
    /// The object, which exists.
    pub object: BoxId,
    pub place: MemoryLocation,
    /// Of an item: its index.
    pub index: Option<BoxId>,
    pub value: BoxId,
    /// What the location holds, if that is known: a store of the same is none.
    pub memory: Option<BoxId>,
}

impl SupportState {
    /// Makes all deferred stores.
    pub fn make_stores(&self) {
        if !self.work().now.heap.deferred.is_empty() {
            self.compiler(|c| c.make_stores());
        }
    }
    /// In front of the call of an elidable function that the program has to come to: makes the stores to what the
    /// function reads, and to what it may write itself.
    pub fn make_stores_seen_by(&self, f: FuncId) {
        let known = self.tables.info.funcs.get(f).filter(|i| !i.reads_more);
        match known.and_then(|i| Some((&i.reads, i.writes.as_ref()?))) {
            Some((reads, writes)) => self.compiler(|c| {
                c.make_stores_if(|_, s| {
                    let part = s.place.descr();
                    part.is_none_or(|p| {
                        reads.binary_search(&p).is_ok() || writes.binary_search(&p).is_ok()
                    })
                });
            }),
            None => self.make_stores(),
        }
    }
    /// In front of a promotion: makes the stores of virtual objects to items that may be read as ones that never
    /// change, once the array is a constant.
    pub fn make_stores_that_fill(&self) {
        self.compiler(|c| {
            c.make_stores_if(|c, s| {
                let constant = |part| c.is_constant_part(s.object, part);
                c.get(s.value).is_virtual() && s.place.descr().is_some_and(constant)
            });
        });
    }
    /// Whether stores of virtual objects are deferred to such locations. Targets of references do not count: the
    /// compiler reads none.
    pub fn defers_virtuals(&self, which: impl Fn(AliasRegion) -> bool) -> bool {
        let w = self.work();
        let virtuals = |s: &&DeferredStore| {
            w.now.boxes.get(s.value).is_virtual() && !self.tables.is_target(s.place)
        };
        (w.now.heap.deferred.iter().filter(virtuals)).any(|s| s.place.descr().is_none_or(&which))
    }
    /// The run begins with stores to these parts that neither memory nor the run's code has made: elidable functions
    /// that read them have to wait, whatever objects they are called with.
    pub fn note_pending(&self, parts: impl Iterator<Item = AliasRegion>) {
        let mut w = self.work_mut();
        for part in parts {
            if self.tables.rewritable.contains(&part) {
                w.rewritten.push(part);
            }
            if self.tables.may_be_reread(part) {
                w.replaced.push(part);
            }
        }
    }
    /// Makes those of virtual objects: the others can be made for an arrival at an edge before anything is compiled.
    pub fn make_stores_of_virtuals(&self) {
        if !self.work().now.heap.deferred.is_empty() {
            self.compiler(|c| {
                c.keeping_open(|c| {
                    c.make_stores_if(|c, s| c.get(s.value).is_virtual() && !c.is_open(s));
                });
            });
        }
    }
}

impl Compiler<'_> {
    /// Whether a store may wait: nobody but the program's own loads and stores, and what it calls, sees the difference.
    fn may_wait(&self, op: &LLOp, place: MemoryLocation) -> bool {
        let part = part(op);
        let types = self.t.types();
        let root = self.t.info.known.object;
        self.w.defers
            && types.is_gc(part.container())
            && !part.is_immutable(types)
            && !matches!(place, MemoryLocation::Field(c, 0) if Some(c) == root)
            && !self.t.rewritable.contains(&part)
            && self.s.watchable(part).is_none()
            && self.t.store_to(place).is_some_and(|(_, s)| s.op == *op)
    }
    /// Defers a store if it may wait. What may be the same location has been dealt with.
    pub(super) fn defer(&mut self, op: &LLOp, store: DeferredStore) -> bool {
        if !self.may_wait(op, store.place) {
            return false;
        }
        let list = &mut self.w.now.heap.deferred;
        let same = |s: &&mut DeferredStore| (s.object, s.place) == (store.object, store.place);
        if let Some(i) = list.iter_mut().position(|mut s| same(&mut s)) {
            match list[i].memory == Some(store.value) {
                true => {
                    list.remove(i);
                }
                false => list[i].value = store.value,
            }
            return true;
        }
        if list.len() >= MAX_DEFERRED {
            // The oldest, but rather one for which nothing has to be allocated.
            let boxes = &self.w.now.boxes;
            let plain = list.iter().position(|s| !boxes.get(s.value).is_virtual());
            let made = list.remove(plain.unwrap_or(0));
            let is_open = self.is_open(&made);
            self.completing(|c| c.make_store(made, is_open));
        }
        self.w.now.heap.deferred.push(store);
        true
    }
    /// Whether one more store may be deferred.
    pub(super) fn may_defer_more(&self) -> bool {
        self.w.now.heap.deferred.len() < MAX_DEFERRED
    }
    /// A location of an object is accessed: makes the stores to what may be the same one. `but`: not that to this
    /// location of this box.
    pub(super) fn make_stores_to(
        &mut self,
        place: MemoryLocation,
        base: BoxId,
        but: Option<MemoryLocation>,
    ) {
        if self.w.now.heap.deferred.is_empty() {
            return;
        }
        if self.t.is_state_of_reference(place) {
            self.make_stores_if(|c, s| c.is_open(s) && c.may_alias(s.object, base));
        }
        let descr = place.descr();
        self.make_stores_if(|c, s| {
            s.place.descr() == descr
                && !s.place.apart(place)
                && (s.object, Some(s.place)) != (base, but)
                && c.may_alias(s.object, base)
        });
    }
    /// An item of an array that never changes is read. The array may have been filled as one that does, by a pointer of
    /// another type (`[x, y] * n`): makes the stores to items of such arrays.
    pub(super) fn make_stores_while_filled(&mut self, part: AliasRegion, base: BoxId) {
        self.make_stores_if(|c, s| {
            let types = c.t.types();
            let filled = |d| is_item(d) && d.ty(types) == part.ty(types);
            s.place.descr().is_some_and(filled) && c.may_alias(s.object, base)
        });
    }
    /// Makes the stores to items of arrays of a kind.
    pub(super) fn make_stores_to_items(&mut self, part: AliasRegion) {
        let c = part.container();
        self.make_stores_if(|_, s| s.index.is_some() && s.place.container() == Some(c));
    }
    /// Makes all deferred stores.
    pub(super) fn make_stores(&mut self) {
        if !self.w.now.heap.deferred.is_empty() {
            self.completing(|c| c.make_stores_if(|_, _| true));
        }
    }
    pub(super) fn make_stores_if(&mut self, which: impl Fn(&Self, &DeferredStore) -> bool) {
        let list = &self.w.now.heap.deferred;
        if list.is_empty() {
            return;
        }
        let due: SmallVec<[DeferredStore; MAX_DEFERRED]> =
            list.iter().filter(|&s| which(self, s)).copied().collect();
        // What one of them allocates may be the target of another.
        let open: SmallVec<[bool; MAX_DEFERRED]> = due.iter().map(|s| self.is_open(s)).collect();
        (self.w.now.heap.deferred).retain(|s| !due.contains(s));
        for (s, is_open) in due.into_iter().zip(open) {
            self.make_store(s, is_open);
        }
    }
    /// Emits a store that was deferred. `closes`: it is, or was, that of a virtual target.
    pub(super) fn make_store(&mut self, s: DeferredStore, closes: bool) {
        let (_, store) = self.t.store_to(s.place).expect("it was deferred");
        let container = s.place.container().expect("it was deferred");
        if self.get(s.value).is_virtual() {
            self.force(s.value, ForceReason::Stored);
        }
        let object = self.canonical(s.object);
        self.barrier(part(&store.op), object, s.index, s.value, store.ty);
        let mut types = vec![LLType::Ptr(container)];
        types.extend(s.index.map(|_| LLType::Signed));
        types.push(store.ty);
        let info = OpInfo::new(store.op, types, LLType::Void, self.w.location);
        let args: SmallVec<[BoxId; 3]> = [Some(object), s.index, Some(s.value)]
            .into_iter()
            .flatten()
            .collect();
        self.emit_void(info.op.clone(), &info, &args, ForceReason::Stored);
        self.w.now.heap.escape(s.value);
        if closes {
            self.close_reference(object);
        }
    }
}
