//! Loads and stores of fields and items: of virtuals, of constants, through heap knowledge, or emitted.
//!
//! ```text
//! getfield[W_Int.value](virtual)         its box
//! getarrayitem[Array](@code, 3)          the item, if the array never changes and has more than 3
//! setfield[Cell.v](v0, v1)               write_barrier(v0); setfield[Cell.v](v0, v1)     v0 may be old, v1 young
//! ```
//! **A load is folded only from a constant object of the right class with the index in bounds**; elsewhere the check
//! that protects it may not have been passed.
use ir::lltype::{ContainerId, LLType};
use lowlevel::{AliasRegion, LLOp};
use smallvec::SmallVec;

use super::boxes::{BoxId, BoxValue, Range};
use super::deferred::DeferredStore;
use super::heap::{Index, MemoryLocation};
use super::ops::{Compiler, R, Stop};
use super::state::{ForceReason, UnknownWrite};
use super::tables::MAX_VIRTUAL_ITEMS;
use jit_abi::info::OpInfo;

/// An object belongs to one that is known if so many references lead there.
const REFERS: usize = 4;

/// Whether it is an item of an array, or a part of one.
pub(super) fn is_item(part: AliasRegion) -> bool {
    matches!(part, AliasRegion::Items(_) | AliasRegion::ItemField(..))
}

/// The part of an object that an access names.
pub(super) fn part(op: &LLOp) -> AliasRegion {
    op.location().expect("an access")
}

impl Compiler<'_> {
    pub(super) fn place(&self, part: AliasRegion, index: Option<BoxId>) -> MemoryLocation {
        let at = || index.map_or(Index::Const(0), |i| self.w.now.index(i));
        match part {
            AliasRegion::Field(c, f) => MemoryLocation::Field(c, f),
            AliasRegion::Items(c) => MemoryLocation::Item(c, at()),
            AliasRegion::ItemField(c, f) => MemoryLocation::ItemField(c, f, at()),
            AliasRegion::Length(_) => MemoryLocation::Length,
        }
    }
    /// The slot of a virtual; `None` if the index is not constant or out of range.
    fn slot(
        &self,
        v: &super::boxes::Virtual,
        part: AliasRegion,
        index: Option<BoxId>,
    ) -> Option<usize> {
        self.t.slot(v, part, || self.constant_of(index?))
    }
    /// Whether the location never changes; whether the items of what it refers to never do; and whether all that is
    /// reached from it.
    fn immutability(&self, base: BoxId, part: AliasRegion) -> (bool, Option<bool>) {
        let frozen = match *self.get(base) {
            BoxValue::Const { bits, .. } => self.s.frozen.borrow().get(&bits).copied(),
            _ => self.w.now.frozen.get(&base).copied(),
        };
        let deep = frozen == Some(true);
        let types = self.t.types();
        let items = part.leads_to_immutable_items(types);
        // What is frozen has items that never change; its fields are as they are declared.
        let of_frozen = matches!(part, AliasRegion::Items(_) | AliasRegion::ItemField(..));
        let fixed = part.is_immutable(types) || of_frozen && frozen.is_some();
        let next = if deep {
            Some(true)
        } else {
            items.then_some(false)
        };
        (fixed || deep, next)
    }

    // ----
    // loads -------------------------------------------------------------------------------------------------------

    /// A load of a field, an item, or a length.
    pub(super) fn load(&mut self, info: &OpInfo, args: &[BoxId]) -> R<Option<BoxId>> {
        if info.result == LLType::Void {
            return Ok(None);
        }
        let part = part(&info.op);
        let (base, index) = (args[0], args.get(1).copied());
        if let Some(b) = self.load_virtual(info, base, part, index) {
            return Ok(Some(b));
        }
        // What a held object has beyond the fields that are held is in memory.
        let base = self.canonical(self.reference(base));
        let mut args: SmallVec<[BoxId; 2]> = args.into();
        args[0] = base;
        let args = &args[..];
        let (fixed, next) = self.immutability(base, part);
        let fixed = fixed || info.frozen;
        if fixed && let Some(bits) = self.fold_load(info, base, part, index) {
            if self.t.types().is_gc_ref(info.result) {
                if self.s.is_young(bits) {
                    return Err(Stop::Tenure);
                }
                if let Some(deep) = next {
                    self.freeze(bits, deep);
                }
            }
            self.s.trust(info);
            return Ok(Some(self.constant(info.result, bits)));
        }
        if let Some(bits) = self.load_watched(info, base, part)? {
            if let (Some(deep), true) = (next, self.t.types().is_gc_ref(info.result)) {
                self.freeze(bits, deep);
            }
            return Ok(Some(self.constant(info.result, bits)));
        }
        if let Some(class) = self.known_typeptr(base, part) {
            return Ok(Some(self.constant(info.result, class)));
        }
        let place = self.place(part, index);
        if self.t.is_state_of_reference(place) && self.is_open_reference(base) {
            return Ok(Some(self.zero(info.result)));
        }
        if let Some(b) = self.w.now.heap.get(base, place) {
            if fixed {
                self.s.trust(info);
            }
            return Ok(Some(b));
        }
        // What never changes is in memory in any case: the class of an object that might be a held one, say.
        if !part.is_immutable(self.t.types()) {
            self.release(part, base);
            self.make_stores_to(place, base, None);
        } else if is_item(part) {
            self.make_stores_while_filled(part, base);
        }
        let b = self.emit(info, args, ForceReason::Index);
        self.guess_load(b, &info.op, args, info.result);
        self.define(b, &info.op, args);
        self.set_nonnull(base);
        self.w.now.heap.set(base, place, b, fixed);
        self.note_owner(part, b);
        match part {
            AliasRegion::Length(_) => {
                self.set_range(b, Range::GE0);
                self.w.now.bounds.note_size(b);
            }
            AliasRegion::Field(c, f) if self.t.types().is_list_length(c, f) => {
                self.set_range(b, Range::GE0);
            }
            AliasRegion::Field(c, 0) if Some(c) == self.t.info.known.object => self.set_nonnull(b),
            _ => {}
        }
        if let Some(deep) = next {
            self.w.now.frozen.insert(b, deep);
        }
        Ok(Some(b))
    }
    fn load_virtual(
        &mut self,
        info: &OpInfo,
        base: BoxId,
        part: AliasRegion,
        index: Option<BoxId>,
    ) -> Option<BoxId> {
        let BoxValue::Virtual(v) = self.get(base) else {
            return None;
        };
        if let (AliasRegion::Length(_), Some(n)) = (part, v.length) {
            return Some(self.constant(LLType::Signed, u64::from(n)));
        }
        match self.slot(v, part, index) {
            Some(slot) => {
                let value = v.fields[slot];
                Some(value.unwrap_or_else(|| self.zero(info.result)))
            }
            // A field beyond those that are held is in memory; an item at an unknown place may be a held one.
            None if self.home(base).is_some() && !is_item(part) => None,
            None => {
                self.force(base, ForceReason::Index);
                None
            }
        }
    }
    /// The vtable of an instance of known class.
    fn known_typeptr(&self, base: BoxId, part: AliasRegion) -> Option<u64> {
        match part {
            AliasRegion::Field(c, 0) if Some(c) == self.t.info.known.object => {
                self.w.now.boxes.facts(base).class
            }
            _ => None,
        }
    }
    /// The value at an immutable location of a constant object, if the object has such a location.
    fn fold_load(
        &self,
        info: &OpInfo,
        base: BoxId,
        part: AliasRegion,
        index: Option<BoxId>,
    ) -> Option<u64> {
        let address = self.constant_of(base)?;
        let index = index.and_then(|i| self.constant_of(i)).map(|i| i as i64);
        let word = self.t.read(address, part, index, info.result)?;
        self.s.promised_load(info, address, index, word);
        Some(word)
    }

    // ----
    // stores ------------------------------------------------------------------------------------------------------

    /// A store to a field or item.
    pub(super) fn store(&mut self, info: &OpInfo, args: &[BoxId]) -> R<()> {
        let part = part(&info.op);
        let value_ty = info.args.last().copied().unwrap_or(LLType::Void);
        if value_ty == LLType::Void {
            return Ok(());
        }
        let base = args[0];
        let value = args[args.len() - 1];
        let index = (args.len() == 3).then(|| args[1]);
        let mut home = self.home(base);
        if let BoxValue::Virtual(v) = self.get(base) {
            let (slot, c) = (self.slot(v, part, index), v.container);
            if let Some(slot) = slot {
                if let Some(v) = self.w.now.boxes.virtual_mut(base) {
                    v.fields[slot] = Some(value);
                }
                match home {
                    Some(_) if self.is_written_through(c, slot) => {}
                    Some(home) => {
                        self.held_changed(home, part, index);
                        return Ok(());
                    }
                    None => return Ok(()),
                }
            } else if home.is_none() || is_item(part) {
                self.force(base, ForceReason::Index);
                home = None;
            }
        }
        let base = self.canonical(home.unwrap_or(base));
        let mut args: SmallVec<[BoxId; 3]> = args.into();
        args[0] = base;
        let args = &args[..];
        let place = self.place(part, index);
        let memory = self.w.now.heap.get(base, place);
        if memory == Some(value) {
            return Ok(());
        }
        self.note_rewritten(base, [part]);
        self.note_filled(base, part);
        if home.is_none() {
            self.release(part, base);
            self.make_stores_to(place, base, Some(place));
            let object = base;
            let store = DeferredStore {
                object,
                place,
                index,
                value,
                memory,
            };
            if self.defer(&info.op, store) {
                self.forget_others(place, base, true);
                self.w.now.heap.set(base, place, value, false);
                self.note_owner(part, value);
                self.set_nonnull(base);
                return Ok(());
            }
        }
        match self.s.watchable(part) {
            Some(_) => self.make_stores(),
            None => self.make_stores_to(place, base, None),
        }
        if self.get(value).is_virtual() {
            self.force(value, ForceReason::Stored);
        }
        self.barrier(part, base, index, value, value_ty);
        self.emit_void(info.op.clone(), info, args, ForceReason::Stored);
        self.tell_written(part, base);
        self.write(place, base, value);
        let (fixed, _) = self.immutability(base, part);
        self.w.now.heap.set(base, place, value, fixed);
        self.note_owner(part, value);
        self.set_nonnull(base);
        Ok(())
    }
    /// Something is emitted that writes these parts of an object, or of what it refers to. A known object, or what one
    /// refers to, is what elidable functions read that are called with known objects; another one may be known when
    /// they are called (a promotion comes between). (Those that give references are asked for None instead:
    /// `jit::versions::session::certain`.)
    pub(super) fn note_rewritten(
        &mut self,
        base: BoxId,
        parts: impl IntoIterator<Item = AliasRegion>,
    ) {
        let (mut rewritten, mut replaced) = (SmallVec::<[_; 4]>::new(), SmallVec::<[_; 4]>::new());
        for part in parts {
            if self.t.rewritable.contains(&part) && !self.w.rewritten.contains(&part) {
                rewritten.push(part);
            }
            if self.t.may_be_reread(part) && !self.w.replaced.contains(&part) {
                replaced.push(part);
            }
        }
        if rewritten.is_empty() && replaced.is_empty() {
            return;
        }
        let refers = |&b: &BoxId| {
            let load = self.definition(b).filter(|d| d.op.is_load())?;
            load.args.first().copied()
        };
        let objects: SmallVec<[BoxId; REFERS]> = std::iter::successors(Some(base), refers)
            .take(REFERS)
            .collect();
        if objects.iter().any(|&b| self.constant_of(b).is_some()) {
            self.w.rewritten.extend(rewritten);
            self.w.replaced.extend(replaced);
            return;
        }
        let container = |b: &BoxId| self.get(*b).ty().container();
        let mut types: SmallVec<[ContainerId; 4]> = objects.iter().filter_map(container).collect();
        // An array whose owner is not at hand, if only instances refer to arrays of its class.
        let owner = objects.last().and_then(|&b| self.w.now.heap.owner(b));
        let referrers = owner.and_then(|o| self.t.referrers.get(&o));
        let instances = |list: &&Vec<ContainerId>| list.iter().all(|&c| self.t.is_class(c));
        types.extend(referrers.filter(instances).into_iter().flatten().copied());
        for part in rewritten.into_iter().chain(replaced) {
            let types = types.clone();
            let write = UnknownWrite { part, types };
            if !self.w.rewritten_unknown.contains(&write) {
                self.w.rewritten_unknown.push(write);
            }
        }
    }
    /// A write to a location: what else it may have changed is forgotten, and the value is reachable from there.
    fn write(&mut self, place: MemoryLocation, base: BoxId, value: BoxId) {
        self.forget_others(place, base, true);
        self.w.now.heap.escape(value);
    }
    /// A location changes: what is known of it and of others that may be the same is forgotten; if not `own`, what
    /// memory holds there stays known.
    pub(super) fn forget_others(&mut self, place: MemoryLocation, base: BoxId, own: bool) {
        let descr = place.descr();
        let doomed: Vec<(BoxId, MemoryLocation)> = self
            .w
            .now
            .heap
            .iter()
            .filter(|&(object, other, known)| {
                other.descr() == descr
                    && !place.apart(other)
                    && (own || object != base)
                    && (object == base || self.may_change(object, base, known.immutable))
            })
            .map(|(object, other, _)| (object, other))
            .collect();
        for (object, other) in doomed {
            self.w.now.heap.remove(object, other);
        }
    }
    /// Whether a store to `base` may change a location of `object`. Immutable locations are stored to while their
    /// object is initialised: then it is new.
    fn may_change(&self, object: BoxId, base: BoxId, immutable: bool) -> bool {
        let new = |b: BoxId| self.w.now.heap.fresh.contains(&b);
        (!immutable || new(object) || new(base)) && self.may_alias(object, base)
    }
    /// A reference is in such a location.
    fn note_owner(&mut self, part: AliasRegion, value: BoxId) {
        self.w.now.heap.note_owner(self.t, Some(part), value);
    }
    /// Whether two boxes may be the same object.
    pub(super) fn may_alias(&self, a: BoxId, b: BoxId) -> bool {
        if a == b {
            return true;
        }
        let heap = &self.w.now.heap;
        if heap.unescaped.contains(&a) || heap.unescaped.contains(&b) || heap.are_apart(a, b) {
            return false;
        }
        match (self.get(a), self.get(b)) {
            (BoxValue::Const { bits: x, .. }, BoxValue::Const { bits: y, .. }) => x == y,
            (BoxValue::Virtual(_), _) | (_, BoxValue::Virtual(_)) => false,
            // What is constant was there before this code runs.
            (BoxValue::Const { .. }, _) => !heap.fresh.contains(&b),
            (_, BoxValue::Const { .. }) => !heap.fresh.contains(&a),
            (
                BoxValue::Residual {
                    var: va, facts: fa, ..
                },
                BoxValue::Residual {
                    var: vb, facts: fb, ..
                },
            ) => {
                let classes = matches!((fa.class, fb.class), (Some(x), Some(y)) if x != y);
                // A value that was there before the other object was allocated.
                let (new_a, new_b) = (heap.fresh.contains(&a), heap.fresh.contains(&b));
                let older = new_a && (new_b || vb < va) || new_b && va < vb;
                !classes && !older
            }
        }
    }
    /// Emits a write barrier where one is needed: before a reference that may be young, or that a prebuilt object must
    /// not hide from the collector, is stored in an object that may be old.
    pub(super) fn barrier(
        &mut self,
        part: AliasRegion,
        base: BoxId,
        index: Option<BoxId>,
        value: BoxId,
        ty: LLType,
    ) {
        let c = part.container();
        if !self.t.types().is_gc(c) || !self.t.types().is_gc_ref(ty) {
            return;
        }
        if let Some(bits) = self.constant_of(value)
            && (bits == 0 || bits & 1 != 0 || self.t.object_at(bits).is_some())
        {
            return;
        }
        if self.w.now.heap.safe.contains(&base) {
            return;
        }
        let pointer = LLType::Ptr(c);
        let array = matches!(self.t.types().get(c), ir::lltype::Container::Array(_));
        let location = self.w.location;
        let holder = self.operand(base, pointer, ForceReason::Stored);
        match index {
            Some(i) if array => {
                let i = self.operand(i, LLType::Signed, ForceReason::Stored);
                let args = [holder, i];
                self.w
                    .fragment
                    .emit(LLOp::WriteBarrierArray, args, LLType::Void, location);
            }
            _ => {
                self.w
                    .fragment
                    .emit(LLOp::WriteBarrier, [holder], LLType::Void, location);
                self.w.now.heap.safe.insert(base);
            }
        }
    }

    // ---- ranges of
    // items ---------------------------------------------------------------------------------------------

    /// Operations that load and store one value of item `i` of a container.
    fn item_ops(&self, c: ContainerId) -> Vec<(LLOp, LLOp, LLType)> {
        let Some(items) = &self.t.shapes[c].items else {
            return Vec::new();
        };
        let array = matches!(self.t.types().get(c), ir::lltype::Container::Array(_));
        items
            .leaves
            .iter()
            .map(|l| {
                let (get, set) = match (items.inline, array) {
                    (true, _) => (
                        LLOp::GetItemField(c, l.field),
                        LLOp::SetItemField(c, l.field),
                    ),
                    (false, true) => (LLOp::GetArrayItem(c), LLOp::SetArrayItem(c)),
                    (false, false) => (LLOp::GetInteriorItem(c), LLOp::SetInteriorItem(c)),
                };
                (get, set, l.ty)
            })
            .collect()
    }
    /// Whether `start..start + n` lies inside a virtual.
    fn inside(&self, v: BoxId, start: BoxId, n: i64) -> Option<i64> {
        let BoxValue::Virtual(v) = self.get(v) else {
            return None;
        };
        let start = self.constant_of(start)? as i64;
        let length = i64::from(v.length?);
        (start >= 0 && n >= 0 && start.checked_add(n)? <= length).then_some(start)
    }
    /// `copyitems`: item by item where that keeps or fills a virtual.
    pub(super) fn copy_items(&mut self, c: ContainerId, info: &OpInfo, args: &[BoxId]) -> R<()> {
        let [src, dst, from, to, n] = *args else {
            return Ok(());
        };
        let count = self.constant_of(n).map(|n| n as i64);
        if count == Some(0) {
            return Ok(());
        }
        let pointer = LLType::Ptr(c);
        if let Some(n @ 1..) = count
            && n <= MAX_VIRTUAL_ITEMS as i64
        {
            let start_known = |c: &Self, b: BoxId| c.constant_of(b).map(|i| i as i64);
            let (inside_src, inside_dst) = (self.inside(src, from, n), self.inside(dst, to, n));
            if (inside_src.is_some() || inside_dst.is_some())
                && let (Some(from), Some(to)) = (start_known(self, from), start_known(self, to))
                && (inside_src.is_some() || !self.get(src).is_virtual())
                && (inside_dst.is_some() || !self.get(dst).is_virtual())
            {
                let ops = self.item_ops(c);
                // All loads first: the ranges may overlap, and a stop must come before any change.
                let mut values = Vec::new();
                for k in 0..n {
                    for (get, _, ty) in &ops {
                        let i = self.constant(LLType::Signed, (from + k) as u64);
                        let get = OpInfo::new(
                            get.clone(),
                            vec![pointer, LLType::Signed],
                            *ty,
                            info.location,
                        );
                        values.push(self.load(&get, &[src, i])?);
                    }
                }
                let mut values = values.into_iter();
                for k in 0..n {
                    for (_, set, ty) in &ops {
                        let Some(Some(value)) = values.next() else {
                            continue;
                        };
                        let i = self.constant(LLType::Signed, (to + k) as u64);
                        let set = OpInfo::new(
                            set.clone(),
                            vec![pointer, LLType::Signed, *ty],
                            LLType::Void,
                            info.location,
                        );
                        self.store(&set, &[dst, i, value])?;
                    }
                }
                return Ok(());
            }
        }
        self.make_stores_to_items(AliasRegion::Items(c));
        self.release(AliasRegion::Items(c), src);
        self.release(AliasRegion::Items(c), dst);
        self.emit_void(info.op.clone(), info, args, ForceReason::Index);
        self.items_changed(c, dst);
        Ok(())
    }
    /// `clearitems[T](p, start, length)`: of a virtual array in the boxes, else in memory; what is known of items goes.
    pub(super) fn clear_items(&mut self, c: ContainerId, info: &OpInfo, args: &[BoxId]) {
        let [array, start, n] = *args else { return };
        let count = self.constant_of(n).map(|n| n as i64);
        if count == Some(0) {
            return;
        }
        if self.home(array).is_some() {
            self.force(array, ForceReason::Index);
        }
        if let Some(n) = count
            && let Some(start) = self.inside(array, start, n)
        {
            let shape = &self.t.shapes[c];
            let per_item = shape.items.as_ref().map_or(0, |s| s.leaves.len());
            let first = shape.leaves.len() + start as usize * per_item;
            if let BoxValue::Virtual(v) = self.w.now.boxes.get_mut(array) {
                v.fields[first..first + n as usize * per_item].fill(None);
            }
            return;
        }
        self.make_stores_to_items(AliasRegion::Items(c));
        self.release(AliasRegion::Items(c), array);
        self.emit_void(info.op.clone(), info, args, ForceReason::Index);
        self.items_changed(c, array);
    }
    /// Any item of an array may have changed.
    fn items_changed(&mut self, c: ContainerId, array: BoxId) {
        self.note_rewritten(array, [AliasRegion::Items(c)]);
        self.note_filled(array, AliasRegion::Items(c));
        let array = self.canonical(array);
        let doomed: Vec<(BoxId, MemoryLocation)> = self
            .w
            .now
            .heap
            .iter()
            .filter(|&(object, place, known)| {
                let items = match place {
                    MemoryLocation::Item(d, _) | MemoryLocation::ItemField(d, ..) => d == c,
                    _ => false,
                };
                items && (object == array || self.may_change(object, array, known.immutable))
            })
            .map(|(object, place, _)| (object, place))
            .collect();
        for (object, place) in doomed {
            self.w.now.heap.remove(object, place);
        }
    }
    /// A load from an address. If it may be that of a managed object's part, memory has to be as the program has it.
    pub(super) fn raw_load(&mut self, info: &OpInfo, args: &[BoxId]) -> BoxId {
        if self.t.info.has_managed_addresses {
            self.make_stores();
        }
        self.escape_all(args);
        self.emit(info, args, ForceReason::Address)
    }
    /// A store to an address: what is known of memory that it may write is forgotten.
    pub(super) fn raw_store(&mut self, info: &OpInfo, args: &[BoxId]) {
        self.escape_all(args);
        if self.t.info.has_managed_addresses {
            self.make_stores();
            self.write_back_all(ForceReason::Address);
            self.w.now.heap.call(None);
            self.note_writes(None);
        } else {
            let types = self.t.types();
            let managed = |c| types.is_gc(c);
            (self.w.now.heap).forget(|_, place, _| !place.container().is_some_and(managed));
        }
        self.note_raw_memory();
        self.emit_void(info.op.clone(), info, args, ForceReason::Stored);
    }
}
