//! Heap knowledge: what fields and items of objects that exist hold, as boxes.
//!
//! ```text
//! v1 = getfield[W_Int.value](v0)      known: v0.value = v1
//! setfield[W_Int.value](v0, 7)        known: v0.value = 7
//! v2 = getfield[W_Int.value](v0)      no operation: 7
//! ```
//! A write to a descriptor forgets what is known of the same descriptor of objects that may be the same; a residual
//! call forgets what its effect set names. Locations that never change are not forgotten.
use indexmap::IndexMap;
use ir::lltype::ContainerId;
use lowlevel::AliasRegion;
use rustc_hash::{FxBuildHasher, FxHashSet};

use super::boxes::BoxId;
use super::deferred::DeferredStore;
use super::definitions::BoxMap;
use super::tables::Tables;

/// An index of an item.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Index {
    Const(i64),
    /// What a box holds, plus a constant, modulo 2^64: the form of [`super::state::Knowledge::linear`], so that indices
    /// of one base are told apart.
    Sum(BoxId, i64),
}

impl Index {
    /// Whether two indices are different numbers, whatever their boxes hold.
    fn apart(self, other: Index) -> bool {
        match (self, other) {
            (Index::Const(a), Index::Const(b)) => a != b,
            (Index::Sum(x, a), Index::Sum(y, b)) => x == y && a != b,
            _ => false,
        }
    }
}

/// A location inside an object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MemoryLocation {
    /// A field, of the structure that declares it (a parent's fields are those of the parent).
    Field(ContainerId, u32),
    /// An item of an array, or of the array at the end of a structure.
    Item(ContainerId, Index),
    /// A field of a structure that is an item.
    ItemField(ContainerId, u32, Index),
    /// The length of an array.
    Length,
}

impl MemoryLocation {
    /// The class of locations that it belongs to; `None` for lengths, which never change.
    pub fn descr(self) -> Option<AliasRegion> {
        Some(match self {
            MemoryLocation::Field(c, f) => AliasRegion::Field(c, f),
            MemoryLocation::Item(c, _) => AliasRegion::Items(c),
            MemoryLocation::ItemField(c, f, _) => AliasRegion::ItemField(c, f),
            MemoryLocation::Length => return None,
        })
    }
    /// Whether two locations of one descriptor are different inside the same object.
    pub fn apart(self, other: MemoryLocation) -> bool {
        let index = |p: MemoryLocation| match p {
            MemoryLocation::Item(_, i) | MemoryLocation::ItemField(_, _, i) => Some(i),
            _ => None,
        };
        matches!((index(self), index(other)), (Some(a), Some(b)) if a.apart(b))
    }
    /// The container whose part it is.
    pub fn container(self) -> Option<ContainerId> {
        match self {
            MemoryLocation::Field(c, _)
            | MemoryLocation::Item(c, _)
            | MemoryLocation::ItemField(c, ..) => Some(c),
            MemoryLocation::Length => None,
        }
    }
}

/// What a location is known to hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KnownValue {
    /// What the location holds.
    pub value: BoxId,
    /// It never changes.
    pub immutable: bool,
}

/// What is known of the heap.
#[derive(Clone, Debug, Default)]
pub struct HeapKnowledge {
    entries: IndexMap<(BoxId, MemoryLocation), KnownValue, FxBuildHasher>,
    /// Objects allocated in this fragment.
    pub fresh: FxHashSet<BoxId>,
    /// Those of them that nobody else can reach yet.
    pub unescaped: FxHashSet<BoxId>,
    /// Objects that exist whose fields are in boxes (see [`super::virtualizables`]).
    pub held: Vec<BoxId>,
    /// Stores that memory has not seen (see [`super::deferred`]).
    pub deferred: Vec<DeferredStore>,
    /// Objects that need no write barrier: allocated, or covered by one, since the last safepoint.
    pub safe: FxHashSet<BoxId>,
    /// Classes of arrays and lists, by where references to them were found ([`transform::effects::owners`]).
    owners: BoxMap<u32>,
}

impl HeapKnowledge {
    /// Forgets all locations and all objects that were allocated.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.fresh.clear();
        self.unescaped.clear();
        self.safe.clear();
        self.held.clear();
        self.deferred.clear();
        self.owners.clear();
    }
    /// The class of an array or a list, if it is known where the reference to it was found.
    pub fn owner(&self, b: BoxId) -> Option<u32> {
        self.owners.get(b)
    }
    /// A reference is in such a location.
    pub fn note_owner(&mut self, tables: &Tables, part: Option<AliasRegion>, b: BoxId) {
        if let Some(&class) = part.and_then(|p| tables.owners.get(&p)) {
            self.owners.set(b, Some(class));
        }
    }
    /// Whether two references are known to lead to different objects by where they were found.
    pub fn are_apart(&self, a: BoxId, b: BoxId) -> bool {
        let owners = self.owner(a).zip(self.owner(b));
        owners.is_some_and(|(a, b)| a != b)
    }
    /// What a location holds.
    pub fn get(&self, object: BoxId, place: MemoryLocation) -> Option<BoxId> {
        self.entries.get(&(object, place)).map(|k| k.value)
    }
    /// Whether memory does not hold yet what is known of a location.
    pub fn is_deferred(&self, object: BoxId, place: MemoryLocation) -> bool {
        let mut stores = self.deferred.iter();
        stores.any(|s| (s.object, s.place) == (object, place))
    }
    /// Notes what a location holds.
    pub fn set(&mut self, object: BoxId, place: MemoryLocation, value: BoxId, immutable: bool) {
        self.entries
            .insert((object, place), KnownValue { value, immutable });
    }
    /// All that is known, oldest first: what a context keeps across a border of fragments.
    pub fn iter(&self) -> impl Iterator<Item = (BoxId, MemoryLocation, KnownValue)> + '_ {
        self.entries.iter().map(|(&(b, p), &k)| (b, p, k))
    }
    /// Forgets what may have changed.
    pub fn forget(&mut self, mut changed: impl FnMut(BoxId, MemoryLocation, KnownValue) -> bool) {
        self.entries
            .retain(|&(b, p), k| k.immutable || p == MemoryLocation::Length || !changed(b, p, *k));
    }
    /// Forgets one location.
    pub fn remove(&mut self, object: BoxId, place: MemoryLocation) {
        self.entries.shift_remove(&(object, place));
    }
    /// A residual call: forgets what its effect set (`None`: anything) names, but for objects that nobody else can
    /// reach.
    pub fn call(&mut self, writes: Option<&[AliasRegion]>) {
        let unescaped = std::mem::take(&mut self.unescaped);
        self.forget(|object, place, _| match (writes, place.descr()) {
            _ if unescaped.contains(&object) => false,
            (Some(w), Some(d)) => w.binary_search(&d).is_ok(),
            _ => true,
        });
        self.unescaped = unescaped;
    }
    /// What is known of one object holds for another box of it.
    pub fn rename(&mut self, from: BoxId, to: BoxId) {
        let moved: Vec<(MemoryLocation, KnownValue)> = self
            .entries
            .iter()
            .filter(|((b, _), _)| *b == from)
            .map(|(&(_, p), &k)| (p, k))
            .collect();
        for (place, known) in moved {
            self.entries.entry((to, place)).or_insert(known);
        }
    }
    /// From here on an object has another box: what is known of it goes with it.
    pub fn transfer(&mut self, from: BoxId, to: BoxId) {
        if from == to {
            return;
        }
        self.rename(from, to);
        self.entries.retain(|(b, _), _| *b != from);
        for s in self.deferred.iter_mut().filter(|s| s.object == from) {
            s.object = to;
        }
        if let Some(class) = self.owners.get(from) {
            self.owners.set(to, Some(class));
        }
        for set in [&mut self.fresh, &mut self.unescaped, &mut self.safe] {
            if set.remove(&from) {
                set.insert(to);
            }
        }
    }
    /// How much is known, for [`HeapKnowledge::forget_since`].
    pub fn mark(&self) -> usize {
        self.entries.len()
    }
    /// Forgets what was added since a mark; nothing else has changed meanwhile.
    pub fn forget_since(&mut self, mark: usize) {
        self.entries.truncate(mark);
    }
    /// Others may reach an object from here on.
    pub fn escape(&mut self, object: BoxId) {
        self.unescaped.remove(&object);
    }
    /// A safepoint: objects may have become old.
    pub fn safepoint(&mut self) {
        self.safe.clear();
    }
}
