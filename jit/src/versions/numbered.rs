//! Vectors of entities whose numbers go on when all of them are forgotten ([`super::flush`]).
//!
//! ```text
//! E0 E1 E2 ... E311 | flush | E312 E313 ...        the second vector begins with 312
//! ```
//! So the log names nothing twice, and the number that a stub of old code passes tells that it is old.
use std::fmt;
use std::ops::{Index, IndexMut};

use ir::index::{Idx, IndexVec};

/// A vector indexed by entities from some number on.
pub struct Numbered<I, T> {
    first: usize,
    list: IndexVec<I, T>,
}

impl<I: Idx, T> Default for Numbered<I, T> {
    fn default() -> Numbered<I, T> {
        Numbered {
            first: 0,
            list: IndexVec::new(),
        }
    }
}

impl<I: Idx, T> Numbered<I, T> {
    fn place(&self, i: I) -> Option<I> {
        i.index().checked_sub(self.first).map(I::new)
    }
    /// Adds a value and returns its entity.
    pub fn push(&mut self, value: T) -> I {
        let i = self.next_id();
        self.list.push(value);
        i
    }
    /// The entity that the next `push` will return.
    pub fn next_id(&self) -> I {
        I::new(self.total())
    }
    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
    /// How many there are and have been.
    pub fn total(&self) -> usize {
        self.first + self.list.len()
    }
    /// The value of an entity, if it is there.
    pub fn get(&self, i: I) -> Option<&T> {
        self.list.get(self.place(i)?)
    }
    /// All values, in the order of their entities.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.list.iter()
    }
    /// All entities with their values.
    pub fn iter_enumerated(&self) -> impl Iterator<Item = (I, &T)> {
        let first = self.first;
        let all = self.list.iter_enumerated();
        all.map(move |(i, value)| (I::new(first + i.index()), value))
    }
    /// None yet; the first one will be this.
    pub fn starting_at(first: I) -> Numbered<I, T> {
        Numbered {
            first: first.index(),
            list: IndexVec::new(),
        }
    }
    /// Takes all values; the next one gets the number behind theirs.
    pub fn retire(&mut self) -> Numbered<I, T> {
        let next = Numbered::starting_at(self.next_id());
        std::mem::replace(self, next)
    }
}

impl<I: Idx, T: fmt::Debug> fmt::Debug for Numbered<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter_enumerated()).finish()
    }
}

impl<I: Idx, T> Index<I> for Numbered<I, T> {
    type Output = T;
    #[inline]
    fn index(&self, i: I) -> &T {
        &self.list[I::new(i.index() - self.first)]
    }
}

impl<I: Idx, T> IndexMut<I> for Numbered<I, T> {
    #[inline]
    fn index_mut(&mut self, i: I) -> &mut T {
        &mut self.list[I::new(i.index() - self.first)]
    }
}

#[cfg(test)]
mod tests {
    use super::super::code::EdgeId;
    use super::*;

    #[test]
    fn numbers_go_on() {
        let mut v = Numbered::<EdgeId, &str>::default();
        assert_eq!((v.push("a"), v.push("b")), (EdgeId(0), EdgeId(1)));
        let old = v.retire();
        assert_eq!((v.len(), v.total(), v.next_id()), (0, 2, EdgeId(2)));
        assert_eq!(v.push("c"), EdgeId(2));
        assert_eq!((v[EdgeId(2)], old[EdgeId(1)]), ("c", "b"));
        assert_eq!((v.get(EdgeId(1)), v.get(EdgeId(3))), (None, None));
        assert_eq!(old.get(EdgeId(2)), None);
        let all: Vec<(EdgeId, &&str)> = v.iter_enumerated().collect();
        assert_eq!(all, [(EdgeId(2), &"c")]);
    }
}
