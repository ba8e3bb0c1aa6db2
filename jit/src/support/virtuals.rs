//! Virtual structures and arrays: allocation without code, and forcing.
//!
//! ```text
//! x = malloc[W_Int](); setfield[W_Int.value](x, v3)            no code
//! setfield[Cell.v](v0, x)                                      v4 = malloc[W_Int]()
//!                                                              setfield[W_Int.value](v4, v3)
//!                                                              write_barrier(v0)
//!                                                              setfield[Cell.v](v0, v4)
//! ```
//! Forcing goes depth first: what an object refers to is allocated and filled before it, so that no allocation comes
//! between an object's own allocation and its stores, which then need no barrier. Only the references that close a
//! cycle are stored later, behind one.
use ir::lltype::{Container, ContainerId, LLType};
use lowlevel::LLOp;
use rustc_hash::FxHashSet;

use super::boxes::{BoxFacts, BoxId, BoxValue, Range, Virtual};
use super::deferred::DeferredStore;
use super::exc::ExcState;
use super::heap::{Index, MemoryLocation};
use super::ops::Compiler;
use super::state::ForceReason;
use super::tables::{MAX_VIRTUAL_FIELDS, MAX_VIRTUAL_ITEMS, Shape, Tables};
use jit_abi::info::OpInfo;

/// The value at a slot of a container: how it is stored, and where that is.
pub(super) struct SlotStore {
    /// The operation that stores it.
    pub op: LLOp,
    /// The item, for arrays.
    pub index: Option<i64>,
    pub place: MemoryLocation,
    pub ty: LLType,
    /// It never changes.
    pub immutable: bool,
}

/// What slot `i` of a container is.
pub(super) fn slot(shape: &Shape, array: bool, c: ContainerId, i: usize) -> Option<SlotStore> {
    if let Some(l) = shape.leaves.get(i) {
        return Some(SlotStore {
            op: LLOp::SetField(l.container, l.field),
            index: None,
            place: MemoryLocation::Field(l.container, l.field),
            ty: l.ty,
            immutable: l.immutable,
        });
    }
    let items = shape.items.as_ref()?;
    let k = i - shape.leaves.len();
    let n = items.leaves.len();
    let index = (k / n) as i64;
    let l = &items.leaves[k % n];
    let at = Index::Const(index);
    let (op, place) = match (items.inline, array) {
        (true, _) => (
            LLOp::SetItemField(c, l.field),
            MemoryLocation::ItemField(c, l.field, at),
        ),
        (false, true) => (LLOp::SetArrayItem(c), MemoryLocation::Item(c, at)),
        (false, false) => (LLOp::SetInteriorItem(c), MemoryLocation::Item(c, at)),
    };
    Some(SlotStore {
        op,
        index: Some(index),
        place,
        ty: l.ty,
        immutable: l.immutable,
    })
}

impl Tables {
    /// How a location is stored to, and the number of its slot (of item 0); `None` if it is none of a value.
    pub(super) fn store_to(&self, place: MemoryLocation) -> Option<(usize, SlotStore)> {
        let c = place.container()?;
        let shape = &self.shapes[c];
        let number = match place {
            MemoryLocation::Field(c, f) => shape.leaf(c, f)?,
            MemoryLocation::Item(..) => shape.item(0, None)?,
            MemoryLocation::ItemField(_, f, _) => shape.item(0, Some(f))?,
            MemoryLocation::Length => return None,
        };
        let array = matches!(self.types().get(c), Container::Array(_));
        Some((number, slot(shape, array, c, number)?))
    }
}

/// A reference whose target was not allocated yet.
pub(super) struct Late {
    pub holder: BoxId,
    pub slot: usize,
    pub container: ContainerId,
    pub value: BoxId,
}

impl Compiler<'_> {
    pub(super) fn is_array(&self, c: ContainerId) -> bool {
        matches!(self.t.types().get(c), Container::Array(_))
    }
    /// `malloc[T]()`: a virtual, if the type may be one.
    pub(super) fn malloc(&mut self, c: ContainerId, info: &OpInfo) -> BoxId {
        let shape = &self.t.shapes[c];
        if shape.virtualisable && shape.items.is_none() {
            let fields = vec![None; shape.leaves.len()];
            return self.w.now.boxes.push(BoxValue::Virtual(Virtual {
                ty: info.result,
                container: c,
                length: None,
                fields,
            }));
        }
        let b = self.emit(info, &[], ForceReason::Address);
        self.set_nonnull(b);
        if self.t.types().is_gc(c) {
            self.allocated_now(b);
        }
        b
    }
    /// `mallocvar[T](length)`: a virtual array, if the length is a small constant.
    pub(super) fn malloc_var(&mut self, c: ContainerId, info: &OpInfo, length: BoxId) -> BoxId {
        let shape = &self.t.shapes[c];
        let constant = self.constant_of(length).map(|n| n as i64);
        if let Some(n @ 0..) = constant
            && n <= MAX_VIRTUAL_ITEMS as i64
            && shape.virtualisable
            && shape.len(Some(n as u32)) <= MAX_VIRTUAL_FIELDS
        {
            let fields = vec![None; shape.len(Some(n as u32))];
            return self.w.now.boxes.push(BoxValue::Virtual(Virtual {
                ty: info.result,
                container: c,
                length: Some(n as u32),
                fields,
            }));
        }
        let small = constant.is_some_and(|n| self.fits_nursery(c, n));
        if !small {
            self.force_exception();
        }
        let b = self.emit(info, &[length], ForceReason::Size);
        self.w.now.heap.set(b, MemoryLocation::Length, length, true);
        if self.t.types().is_gc(c) {
            self.allocated_now(b);
        }
        if small {
            self.set_nonnull(b);
        } else {
            self.define(b, &info.op, &[length]);
            self.w.now.exc = ExcState::Unknown;
        }
        b
    }
    /// Whether an allocation of `n` items never fails: it is made in line, and out of memory ends the program.
    fn fits_nursery(&self, c: ContainerId, n: i64) -> bool {
        let size = self.t.cx.layouts[c].var.map_or(0, |v| {
            i128::from(v.items_offset) + i128::from(v.item_size) * i128::from(n)
        });
        self.t.types().is_gc(c)
            && (0..=0x7fff).contains(&n)
            && size < i128::from(abi::context::MAX_NURSERY_OBJECT)
    }
    /// An object was allocated by the last operation.
    fn allocated_now(&mut self, b: BoxId) {
        let heap = &mut self.w.now.heap;
        heap.safepoint();
        heap.fresh.insert(b);
        heap.unescaped.insert(b);
        heap.safe.insert(b);
    }

    /// Allocates a virtual and all virtuals it refers to; sharing and cycles are kept. What is held is written back.
    /// References to what was allocated get it.
    pub(super) fn force(&mut self, b: BoxId, why: ForceReason) {
        let mut open = FxHashSet::default();
        let mut late = Vec::new();
        self.force_one(b, why, &mut open, &mut late);
        for l in late {
            self.store_late(&l);
        }
        self.close_allocated();
    }
    pub(super) fn force_one(
        &mut self,
        b: BoxId,
        why: ForceReason,
        open: &mut FxHashSet<BoxId>,
        late: &mut Vec<Late>,
    ) {
        let BoxValue::Virtual(v) = self.get(b).clone() else {
            return;
        };
        if !open.insert(b) {
            return;
        }
        if let Some(home) = self.home(b) {
            self.write_back(b, &v, home, why, open, late);
            return;
        }
        if self.t.is_loan(&v) {
            self.redeem(b, &v, why);
            return;
        }
        let target = self.opened(&v);
        for (i, field) in v.fields.iter().enumerate() {
            if let Some(field) = field.filter(|_| Some(i) != target) {
                self.force_one(field, why, open, late);
            }
        }
        // What was forced meanwhile may refer to the target.
        let target = target.filter(|&i| v.fields[i].is_some_and(|b| self.is_local(b)));
        self.w.forced.push((v.container, why));
        self.prepare_claim(&v);
        let location = self.w.location;
        let op = match v.length {
            None => LLOp::Malloc(v.container),
            Some(_) => LLOp::MallocVar(v.container),
        };
        let length = v
            .length
            .map(|n| super::builder::constant_operand(LLType::Signed, u64::from(n)));
        let ty = LLType::Ptr(v.container);
        let var = self.w.fragment.emit(op, length, ty, location);
        self.s.emitted.set(self.s.emitted.get() + 1);
        let facts = BoxFacts {
            nonnull: true,
            class: self.virtual_class(&v),
            range: Range::FULL,
        };
        // The type under which the box was first seen stays: its partition may know it under that.
        self.w
            .now
            .boxes
            .set(b, BoxValue::Residual { var, ty, facts });
        self.allocated_now(b);
        if let Some(n) = v.length {
            let n = self.constant(LLType::Signed, u64::from(n));
            self.w.now.heap.set(b, MemoryLocation::Length, n, true);
        }
        for (i, field) in v.fields.iter().enumerate() {
            let Some(value) = *field else {
                self.note_field(b, v.container, i, None);
                continue;
            };
            if Some(i) == target && !open.contains(&value) {
                self.open_reference(b, v.container, i, value);
                continue;
            }
            if self.get(value).is_virtual() {
                late.push(Late {
                    holder: b,
                    slot: i,
                    container: v.container,
                    value,
                });
                continue;
            }
            self.fill(b, v.container, i, value);
        }
        self.claim(b, &v);
    }
    /// The target of a reference stays virtual: its field is null in memory.
    fn open_reference(&mut self, b: BoxId, c: ContainerId, i: usize, value: BoxId) {
        let Some(s) = slot(&self.t.shapes[c], self.is_array(c), c, i) else {
            return;
        };
        self.w.now.heap.set(b, s.place, value, false);
        let store = DeferredStore {
            object: b,
            place: s.place,
            index: None,
            value,
            memory: Some(self.zero(s.ty)),
        };
        self.w.now.heap.deferred.push(store);
    }
    /// The exact class of a virtual instance.
    pub(super) fn virtual_class(&self, v: &Virtual) -> Option<u64> {
        let root = self.t.info.known.object?;
        let slot = self.t.shapes[v.container].leaf(root, 0)?;
        self.constant_of(v.fields[slot]?).filter(|&bits| bits != 0)
    }
    /// Stores a field of a new object; zeros are there already.
    fn fill(&mut self, b: BoxId, c: ContainerId, i: usize, value: BoxId) {
        let Some(s) = slot(&self.t.shapes[c], self.is_array(c), c, i) else {
            return;
        };
        self.note_field(b, c, i, Some(value));
        if s.ty == LLType::Void || self.constant_of(value) == Some(0) {
            return;
        }
        self.store_slot(b, c, &s, value);
    }
    pub(super) fn store_slot(&mut self, b: BoxId, c: ContainerId, s: &SlotStore, value: BoxId) {
        let pointer = LLType::Ptr(c);
        self.w.now.heap.escape(value);
        let location = self.w.location;
        let mut args = smallvec::SmallVec::<[_; 3]>::new();
        args.push(self.operand(b, pointer, ForceReason::Stored));
        if let Some(i) = s.index {
            args.push(super::builder::constant_operand(LLType::Signed, i as u64));
        }
        args.push(self.operand(value, s.ty, ForceReason::Stored));
        self.w
            .fragment
            .emit(s.op.clone(), args, LLType::Void, location);
        self.s.emitted.set(self.s.emitted.get() + 1);
    }
    /// Heap knowledge of a new object.
    fn note_field(&mut self, b: BoxId, c: ContainerId, i: usize, value: Option<BoxId>) {
        let Some(s) = slot(&self.t.shapes[c], self.is_array(c), c, i) else {
            return;
        };
        if s.ty == LLType::Void {
            return;
        }
        // What is still zero may be initialised later, by a call even: that is no change of an immutable field.
        let immutable = s.immutable && value.is_some();
        let value = value.unwrap_or_else(|| self.zero(s.ty));
        self.w.now.heap.set(b, s.place, value, immutable);
    }
    /// Stores a reference that closes a cycle.
    fn store_late(&mut self, l: &Late) {
        let Some(s) = slot(
            &self.t.shapes[l.container],
            self.is_array(l.container),
            l.container,
            l.slot,
        ) else {
            return;
        };
        if !self.w.now.heap.safe.contains(&l.holder) {
            let location = self.w.location;
            let holder = self.operand(l.holder, LLType::Ptr(l.container), ForceReason::Stored);
            self.w
                .fragment
                .emit(LLOp::WriteBarrier, [holder], LLType::Void, location);
            self.w.now.heap.safe.insert(l.holder);
        }
        self.store_slot(l.holder, l.container, &s, l.value);
        self.w.now.heap.set(l.holder, s.place, l.value, s.immutable);
    }
}
