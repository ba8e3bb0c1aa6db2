//! Heap knowledge: what fields and items of objects that exist hold, as boxes (jit.md §5; D08.2 §3.6).
//!
//! ```text
//! v1 = getfield[W_Int.value](v0)      known: v0.value = v1
//! setfield[W_Int.value](v0, 7)        known: v0.value = 7
//! v2 = getfield[W_Int.value](v0)      no operation: 7
//! ```
//! A write to a descriptor forgets what is known of the same descriptor of objects that may be the same; a residual call forgets what its effect
//! set names. Locations that never change are not forgotten.
use flowspace::lltype::ContainerId;
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashSet};

use super::boxes::BoxId;
use crate::info::HeapDescr;

/// An index of an item.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Index {
    /// Known.
    Const(i64),
    /// That of a box.
    Box(BoxId),
}

/// A location inside an object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// A field, of the structure that declares it (a parent's fields are those of the parent).
    Field(ContainerId, u32),
    /// An item of an array, or of the array at the end of a structure.
    Item(ContainerId, Index),
    /// A field of a structure that is an item.
    ItemField(ContainerId, u32, Index),
    /// The length of an array.
    Length,
}

impl Place {
    /// The class of locations that it belongs to; `None` for lengths, which never change.
    pub fn descr(self) -> Option<HeapDescr> {
        Some(match self {
            Place::Field(c, f) => HeapDescr::Field(c, f),
            Place::Item(c, _) => HeapDescr::Items(c),
            Place::ItemField(c, f, _) => HeapDescr::ItemField(c, f),
            Place::Length => return None,
        })
    }
}

/// Something known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    /// What the location holds.
    pub value: BoxId,
    /// It never changes.
    pub immutable: bool,
}

/// What is known of the heap.
#[derive(Clone, Debug, Default)]
pub struct HeapKnowledge {
    entries: IndexMap<(BoxId, Place), Known, FxBuildHasher>,
    /// Objects allocated in this fragment.
    pub fresh: FxHashSet<BoxId>,
    /// Those of them that nobody else can reach yet.
    pub unescaped: FxHashSet<BoxId>,
    /// Objects that need no write barrier: allocated, or covered by one, since the last safepoint.
    pub safe: FxHashSet<BoxId>,
}

impl HeapKnowledge {
    /// What a location holds.
    pub fn get(&self, object: BoxId, place: Place) -> Option<BoxId> {
        self.entries.get(&(object, place)).map(|k| k.value)
    }
    /// Notes what a location holds.
    pub fn set(&mut self, object: BoxId, place: Place, value: BoxId, immutable: bool) {
        self.entries
            .insert((object, place), Known { value, immutable });
    }
    /// All that is known, oldest first: what a context keeps across a border of fragments.
    pub fn iter(&self) -> impl Iterator<Item = (BoxId, Place, Known)> + '_ {
        self.entries.iter().map(|(&(b, p), &k)| (b, p, k))
    }
    /// Forgets what may have changed.
    pub fn forget(&mut self, mut changed: impl FnMut(BoxId, Place, Known) -> bool) {
        self.entries
            .retain(|&(b, p), k| k.immutable || p == Place::Length || !changed(b, p, *k));
    }
    /// A residual call: forgets what its effect set (`None`: anything) names.
    pub fn call(&mut self, writes: Option<&[HeapDescr]>) {
        self.forget(|_, place, _| match (writes, place.descr()) {
            (Some(w), Some(d)) => w.binary_search(&d).is_ok(),
            _ => true,
        });
    }
    /// A safepoint: objects may have become old.
    pub fn safepoint(&mut self) {
        self.safe.clear();
    }
}
