//! Dense maps over newtype indices (`BlockId`, `VarId`, ...): one `u32` newtype per entity, never a raw `usize`.
//!
//! ```
//! ir::entity!(ToyId, "toy");
//! let mut v = ir::index::IndexVec::<ToyId, &str>::new();
//! let a = v.push("a");
//! assert_eq!(v[a], "a");
//! assert_eq!(a.to_string(), "toy0");
//! ```
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A newtype around a dense `u32` index.
pub trait Idx: Copy + Eq + Ord + std::hash::Hash + fmt::Debug + 'static {
    /// Makes the entity with this number.
    fn new(index: usize) -> Self;
    /// The number of the entity.
    fn index(self) -> usize;
}

/// Declares a `u32` newtype entity that prints as `prefixN`.
#[macro_export]
macro_rules! entity {
    ($(#[$attr:meta])* $name:ident, $prefix:literal) => {
        $(#[$attr])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);
        impl $crate::index::Idx for $name {
            fn new(index: usize) -> Self {
                $name(u32::try_from(index).expect("more than 2^32 entities"))
            }
            fn index(self) -> usize {
                self.0 as usize
            }
        }
        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
        impl $crate::serde::Serialize for $name {
            fn serialize<S: $crate::serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
                s.serialize_u32(self.0)
            }
        }
        impl<'de> $crate::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
                <u32 as $crate::serde::Deserialize>::deserialize(d).map($name)
            }
        }
    };
}

/// Entities in disjoint sets, which can be united.
#[derive(Clone)]
pub struct DisjointSets<I> {
    parent: IndexVec<I, I>,
}

impl<I: Idx> DisjointSets<I> {
    /// Each of the first `n` entities in a set of its own.
    pub fn new(n: usize) -> DisjointSets<I> {
        DisjointSets {
            parent: (0..n).map(I::new).collect(),
        }
    }
    /// The entity that stands for the set of `i`.
    pub fn find(&mut self, mut i: I) -> I {
        while self.parent[i] != i {
            self.parent[i] = self.parent[self.parent[i]];
            i = self.parent[i];
        }
        i
    }
    /// Unites the sets of `a` and `b`; what stands for that of `b` stands for both.
    pub fn unite(&mut self, a: I, b: I) {
        let (a, b) = (self.find(a), self.find(b));
        self.parent[a] = b;
    }
}

/// A `Vec` indexed by an entity.
#[derive(Clone, PartialEq, Eq)]
pub struct IndexVec<I, T> {
    raw: Vec<T>,
    marker: PhantomData<fn(I)>,
}

impl<I, T: serde::Serialize> serde::Serialize for IndexVec<I, T> {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        self.raw.serialize(s)
    }
}
impl<'de, I, T: serde::Deserialize<'de>> serde::Deserialize<'de> for IndexVec<I, T> {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        Vec::deserialize(d).map(|raw| IndexVec {
            raw,
            marker: PhantomData,
        })
    }
}

impl<I: Idx, T> IndexVec<I, T> {
    /// An empty map.
    pub const fn new() -> Self {
        IndexVec {
            raw: Vec::new(),
            marker: PhantomData,
        }
    }
    /// `n` copies of `value`.
    pub fn from_elem(value: T, n: usize) -> Self
    where
        T: Clone,
    {
        IndexVec {
            raw: vec![value; n],
            marker: PhantomData,
        }
    }
    /// The entities are the positions of the vector.
    pub fn from_raw(raw: Vec<T>) -> Self {
        IndexVec {
            raw,
            marker: PhantomData,
        }
    }
    /// Drops all elements from this number on.
    pub fn truncate(&mut self, len: usize) {
        self.raw.truncate(len);
    }
    /// Adds a value and returns its entity.
    pub fn push(&mut self, value: T) -> I {
        let i = I::new(self.raw.len());
        self.raw.push(value);
        i
    }
    /// The entity the next `push` will return.
    pub fn next_id(&self) -> I {
        I::new(self.raw.len())
    }
    /// How many entities there are.
    pub fn len(&self) -> usize {
        self.raw.len()
    }
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.raw.is_empty()
    }
    /// The value of an entity that may be out of range.
    pub fn get(&self, i: I) -> Option<&T> {
        self.raw.get(i.index())
    }
    /// The value of an entity that may be out of range, for writing.
    pub fn get_mut(&mut self, i: I) -> Option<&mut T> {
        self.raw.get_mut(i.index())
    }
    /// All values in order.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.raw.iter()
    }
    /// All values in order, for writing.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.raw.iter_mut()
    }
    /// All entities with their values.
    pub fn iter_enumerated(&self) -> impl DoubleEndedIterator<Item = (I, &T)> + ExactSizeIterator {
        self.raw.iter().enumerate().map(|(i, t)| (I::new(i), t))
    }
    /// All entities with their values, for writing.
    pub fn iter_enumerated_mut(&mut self) -> impl Iterator<Item = (I, &mut T)> {
        self.raw.iter_mut().enumerate().map(|(i, t)| (I::new(i), t))
    }
    /// All entities, in order, without their values.
    pub fn indices(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + use<I, T> {
        (0..self.raw.len()).map(I::new)
    }
    /// Grows with `value` until `i` is valid.
    pub fn ensure(&mut self, i: I, value: T)
    where
        T: Clone,
    {
        if self.raw.len() <= i.index() {
            self.raw.resize(i.index() + 1, value);
        }
    }
    /// The values, in the order of the entities.
    pub fn raw(&self) -> &[T] {
        &self.raw
    }
    /// The values, in the order of the entities; entities that are dropped may not be used again.
    pub fn raw_mut(&mut self) -> &mut Vec<T> {
        &mut self.raw
    }
    /// The values, in the order of the entities.
    pub fn into_raw(self) -> Vec<T> {
        self.raw
    }
}

impl<I: Idx, T> Default for IndexVec<I, T> {
    fn default() -> Self {
        Self::new()
    }
}
impl<I: Idx, T: fmt::Debug> fmt::Debug for IndexVec<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter_enumerated()).finish()
    }
}
impl<I: Idx, T> Index<I> for IndexVec<I, T> {
    type Output = T;
    fn index(&self, i: I) -> &T {
        &self.raw[i.index()]
    }
}
impl<I: Idx, T> IndexMut<I> for IndexVec<I, T> {
    fn index_mut(&mut self, i: I) -> &mut T {
        &mut self.raw[i.index()]
    }
}
impl<I: Idx, T> FromIterator<T> for IndexVec<I, T> {
    fn from_iter<It: IntoIterator<Item = T>>(iter: It) -> Self {
        IndexVec {
            raw: iter.into_iter().collect(),
            marker: PhantomData,
        }
    }
}
impl<'a, I: Idx, T> IntoIterator for &'a IndexVec<I, T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.raw.iter()
    }
}
