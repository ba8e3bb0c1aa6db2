//! Virtualizables: objects that exist, whose fields are in boxes while residual code runs (RPython's
//! `JitDriver(virtualizables=...)`; D08.2 §3.6 has them as partially virtual structures).
//!
//! ```text
//! merge point, v0 a frame        v1 = getfield[Frame.top](v0)        held: v0.top = v1
//! frame.top = W_Int(v2)          no code                             held: v0.top = new W_Int { v2 }
//! frame.top.value                v2
//! f(), which may read frames     v3 = malloc[W_Int](); ...           written back
//!                                setfield[Frame.top](v0, v3)
//! ```
//! A *held* object is a virtual with one field more, behind its values: the reference to it, its *home*. Contexts,
//! joins and snapshots treat it as any virtual; to force it is to write its fields back, and to allocate nothing. What
//! memory holds stays known under the home ([`super::heap`]), so only fields that have changed are written.
//!
//! **No one reads or writes such fields in memory while the object is held**: before an access through another
//! reference that may be the same object, before a call that may access a field of the kind
//! ([`reads_held`](jit_abi::info::FuncInfo::reads_held)), and before residual code is left, it is written back. Where
//! no frame refers to it any more, the context does. Fields that never change are always in memory, too.
//!
//! **Two references that may lead to one object are not held at the same time.** Where the frames of a caller and of
//! its callee come from memory, a guard tells them apart, if they are two in the arrival that is compiled for.
use ir::lltype::{ContainerId, LLType};
use ir::model::VarId;
use lowlevel::{AliasRegion, LLOp};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use super::boxes::{BoxFacts, BoxId, BoxValue, Boxes, Virtual};
use super::heap::MemoryLocation;
use super::ops::Compiler;
use super::state::{ForceReason, SupportState};
use super::virtuals::{Late, slot};
use jit_abi::info::OpInfo;

/// An object with more fields than this is not held: each is a parameter of all versions.
const MAX_HELD_FIELDS: usize = 24;
/// Nor an array with more items.
const MAX_HELD_ITEMS: u64 = 64;

/// The virtuals reached from some boxes through fields of virtuals.
pub fn reached(boxes: &Boxes, from: impl IntoIterator<Item = BoxId>) -> FxHashSet<BoxId> {
    let mut seen = FxHashSet::default();
    let mut todo: Vec<BoxId> = from.into_iter().collect();
    while let Some(b) = todo.pop() {
        if let BoxValue::Virtual(v) = boxes.get(b)
            && seen.insert(b)
        {
            todo.extend(v.fields.iter().flatten());
        }
    }
    seen
}

/// Which of the objects that are held are not reached from some boxes through fields of virtuals.
pub fn unreached(boxes: &Boxes, held: &[BoxId], from: &[BoxId]) -> SmallVec<[BoxId; 4]> {
    // A frame mostly is one of these boxes, and its array is in one of its fields.
    let (mut found, mut missing): (SmallVec<[BoxId; 4]>, SmallVec<[BoxId; 4]>) =
        held.iter().copied().partition(|b| from.contains(b));
    while let Some(b) = found.pop().filter(|_| !missing.is_empty()) {
        if let BoxValue::Virtual(v) = boxes.get(b) {
            let reaches = |b: &BoxId| v.fields.contains(&Some(*b));
            found.extend(missing.iter().copied().filter(reaches));
            missing.retain(|b| !reaches(b));
        }
    }
    if !missing.is_empty() {
        let reached = reached(boxes, from.iter().copied());
        missing.retain(|b| !reached.contains(b));
    }
    held.iter()
        .copied()
        .filter(|b| missing.contains(b))
        .collect()
}

impl SupportState {
    /// Holds the object of a box from here on, if that can be: at a merge point. It is known to be none of those with
    /// the homes `apart`. Returns the homes of other objects that it may be for all that is known, if these are why it
    /// is not held.
    pub fn hold(&self, b: BoxId, apart: &[BoxId]) -> SmallVec<[BoxId; 2]> {
        self.compiler(|c| c.hold(b, apart))
    }
    /// Writes back what is held and not reached from the boxes of these frames, which are asked for if anything is
    /// held.
    pub fn write_back_unreached(&self, slots: impl FnOnce() -> Vec<BoxId>) {
        if self.work().now.heap.held.is_empty() {
            return;
        }
        let slots = slots();
        self.compiler(|c| {
            for b in unreached(&c.w.now.boxes, &c.w.now.heap.held, &slots) {
                c.force(b, ForceReason::Exit);
            }
        });
    }
}

impl Compiler<'_> {
    /// The box of the reference to an object that is held.
    pub(super) fn home(&self, b: BoxId) -> Option<BoxId> {
        match self.get(b) {
            BoxValue::Virtual(v) => self.t.home(v),
            _ => None,
        }
    }
    /// The box that tells which object it is: the home of one that is held.
    pub(super) fn reference(&self, b: BoxId) -> BoxId {
        self.home(b).unwrap_or(b)
    }
    fn hold(&mut self, b: BoxId, apart: &[BoxId]) -> SmallVec<[BoxId; 2]> {
        let nothing = SmallVec::new();
        if let BoxValue::Virtual(v) = self.get(b)
            && self.t.home(v).is_some()
        {
            let fields = v.fields.clone();
            self.hold_arrays(v.container, &fields);
            return nothing;
        }
        let BoxValue::Residual { var, ty, facts } = *self.get(b) else {
            return nothing;
        };
        let Some(c) = ty.container().filter(|_| facts.nonnull) else {
            return nothing;
        };
        let shape = &self.t.shapes[c];
        let fits = shape.virtualisable
            && shape.items.is_none()
            && shape.leaves.len() <= MAX_HELD_FIELDS
            && (shape.leaves.iter()).all(|l| self.t.is_subtype(c, l.container));
        if !fits {
            return nothing;
        }
        let mut alike = self.held_alike(b, c);
        alike.retain(|h| !apart.contains(h));
        if !alike.is_empty() {
            return alike;
        }
        self.make_stores();
        let mut fields = Vec::with_capacity(shape.leaves.len() + 1);
        for l in &shape.leaves {
            if l.ty == LLType::Void {
                fields.push(None);
                continue;
            }
            let load = OpInfo::new(
                LLOp::GetField(l.container, l.field),
                vec![LLType::Ptr(c)],
                l.ty,
                self.w.location,
            );
            match self.load(&load, &[b]) {
                Ok(Some(value)) => fields.push(Some(value)),
                _ => return nothing,
            }
        }
        self.hold_with(b, var, c, None, fields.clone());
        self.hold_arrays(c, &fields);
        nothing
    }
    /// Holds the arrays of a held object that are declared to be.
    fn hold_arrays(&mut self, c: ContainerId, fields: &[Option<BoxId>]) {
        let shape = &self.t.shapes[c];
        for &(c, f) in &self.t.info.known.held_arrays {
            if let Some(Some(array)) = shape.leaf(c, f).map(|i| fields[i]) {
                self.hold_items(array);
            }
        }
    }
    /// Holds the array of a held object, if its length is known: it is where compiled code has asked for it.
    fn hold_items(&mut self, b: BoxId) {
        let BoxValue::Residual { var, ty, facts } = *self.get(b) else {
            return;
        };
        let Some(c) = ty.container().filter(|_| facts.nonnull) else {
            return;
        };
        let length = self.w.now.heap.get(b, MemoryLocation::Length);
        let Some(n) = length.and_then(|n| self.constant_of(n)) else {
            return;
        };
        let shape = &self.t.shapes[c];
        let Some(items) = shape.items.as_ref().filter(|i| !i.inline) else {
            return;
        };
        let fits = self.is_array(c) && shape.virtualisable && n <= MAX_HELD_ITEMS;
        if !fits || !self.held_alike(b, c).is_empty() {
            return;
        }
        let [leaf] = &items.leaves[..] else { return };
        self.make_stores();
        let load = OpInfo::new(
            LLOp::GetArrayItem(c),
            vec![LLType::Ptr(c), LLType::Signed],
            leaf.ty,
            self.w.location,
        );
        let mut fields = Vec::with_capacity(n as usize + 1);
        for i in 0..n {
            let i = self.constant(LLType::Signed, i);
            match self.load(&load, &[b, i]) {
                Ok(Some(value)) => fields.push(Some(value)),
                _ => return,
            }
        }
        self.hold_with(b, var, c, Some(n as u32), fields);
    }
    /// The homes of the objects that are held and may be this one: two that might be one are not held at the same time.
    fn held_alike(&self, b: BoxId, c: ContainerId) -> SmallVec<[BoxId; 2]> {
        let alike = |&h: &BoxId| {
            let BoxValue::Virtual(v) = self.get(h) else {
                return Some(h);
            };
            let apart = self.is_array(v.container) != self.is_array(c)
                || self.is_array(c) && v.container != c
                || self.is_array(c) && self.known_length(b) != v.length.map(u64::from);
            let home = self.t.home(v).unwrap_or(h);
            (!apart && self.may_alias(home, b)).then_some(home)
        };
        self.w.now.heap.held.iter().filter_map(alike).collect()
    }
    fn known_length(&self, b: BoxId) -> Option<u64> {
        let length = self.w.now.heap.get(b, MemoryLocation::Length)?;
        self.constant_of(length)
    }
    fn hold_with(
        &mut self,
        b: BoxId,
        var: VarId,
        container: ContainerId,
        length: Option<u32>,
        mut fields: Vec<Option<BoxId>>,
    ) {
        // Loads may have taught something.
        let (ty, facts) = (self.get(b).ty(), self.w.now.boxes.facts(b));
        let home = self.w.now.boxes.residual(var, ty, facts);
        self.w.actual.same(b, home);
        self.w.now.heap.transfer(b, home);
        fields.push(Some(home));
        self.w.now.boxes.set(
            b,
            BoxValue::Virtual(Virtual {
                ty,
                container,
                length,
                fields,
            }),
        );
        self.w.now.heap.held.push(b);
    }
    /// Writes back all that is held.
    pub(super) fn write_back_all(&mut self, why: ForceReason) {
        for b in self.w.now.heap.held.clone() {
            self.force(b, why);
        }
    }
    /// A part of an object is accessed in memory: what is held and may be the same object is written back.
    pub(super) fn release(&mut self, part: AliasRegion, base: BoxId) {
        if self.w.now.heap.held.is_empty() {
            return;
        }
        for h in self.w.now.heap.held.clone() {
            let BoxValue::Virtual(v) = self.get(h) else {
                continue;
            };
            let has = match part {
                AliasRegion::Field(c, f) => self.t.shapes[v.container].leaf(c, f).is_some(),
                AliasRegion::Items(c) | AliasRegion::ItemField(c, _) => v.container == c,
                AliasRegion::Length(_) => false,
            };
            if has && self.home(h).is_some_and(|home| self.may_alias(home, base)) {
                self.force(h, ForceReason::Stored);
            }
        }
    }
    /// A field or item of a held object changes: it is no longer known of others that may be the same object.
    pub(super) fn held_changed(&mut self, home: BoxId, part: AliasRegion, index: Option<BoxId>) {
        let place = self.place(part, index);
        self.forget_others(place, home, false);
    }
    /// Writes the fields of a held object that have changed, and holds it no longer. `open` and `late` are those of
    /// forcing.
    pub(super) fn write_back(
        &mut self,
        b: BoxId,
        v: &Virtual,
        home: BoxId,
        why: ForceReason,
        open: &mut FxHashSet<BoxId>,
        late: &mut Vec<Late>,
    ) {
        let mut value = self.get(home).clone();
        if let BoxValue::Residual { ty, facts, .. } = &mut value {
            // The type under which the box was first seen stays: its partition may know it under that.
            *ty = v.ty;
            *facts = BoxFacts {
                nonnull: true,
                class: self.virtual_class(v).or(facts.class),
                range: facts.range,
            };
        }
        // What its fields refer to may refer to it.
        self.w.now.boxes.set(b, value);
        self.w.now.heap.held.retain(|&h| h != b);
        let base = self.canonical(b);
        self.w.now.heap.transfer(home, base);
        let n = v.fields.len() - 1;
        let array = self.is_array(v.container);
        for field in v.fields[..n].iter().flatten() {
            self.force_one(*field, why, open, late);
        }
        let root = self.t.info.known.object;
        for (i, field) in v.fields[..n].iter().enumerate() {
            let Some(s) = slot(&self.t.shapes[v.container], array, v.container, i) else {
                continue;
            };
            let typeptr = matches!(s.place, MemoryLocation::Field(c, 0) if Some(c) == root);
            if s.ty == LLType::Void || typeptr {
                continue;
            }
            let value = match *field {
                Some(value) => value,
                None => self.zero(s.ty),
            };
            if self.w.now.heap.get(base, s.place) == Some(value) {
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
            let index = s.index.map(|i| self.constant(LLType::Signed, i as u64));
            self.barrier(super::access::part(&s.op), base, index, value, s.ty);
            self.store_slot(b, v.container, &s, value);
            self.forget_others(s.place, base, true);
            self.w.now.heap.set(base, s.place, value, s.immutable);
        }
    }
    /// Whether a field of a held object is stored to memory at once: what never changes is always there, too.
    pub(super) fn is_written_through(&self, c: ContainerId, slot: usize) -> bool {
        (self.t.shapes[c].leaves.get(slot)).is_some_and(|l| l.immutable)
    }
}
