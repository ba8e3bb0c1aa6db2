//! The containers of a table of types: made one after the other, or complete and read as they are asked for.
use std::fmt;
use std::ops::{Index, IndexMut};
use std::sync::Arc;

use super::{Container, ContainerId};
use crate::index::{Idx, IndexVec};

/// Containers that somebody else keeps, all of them known: those of an image, of which a run needs a small part.
pub trait StoredContainers: Send + Sync {
    /// How many there are.
    fn count(&self) -> usize;
    /// The container with this number, which is below the count.
    fn container(&self, c: ContainerId) -> &Container;
}

/// Containers by number.
#[derive(Clone)]
pub(super) enum Containers {
    Made(IndexVec<ContainerId, Container>),
    Stored(Arc<dyn StoredContainers>),
}

impl Containers {
    /// Those that are made; others are complete.
    fn made(&mut self) -> &mut IndexVec<ContainerId, Container> {
        match self {
            Containers::Made(all) => all,
            Containers::Stored(_) => panic!("stored types are complete"),
        }
    }
    pub(super) fn push(&mut self, c: Container) -> ContainerId {
        self.made().push(c)
    }
    pub(super) fn len(&self) -> usize {
        match self {
            Containers::Made(all) => all.len(),
            Containers::Stored(all) => all.count(),
        }
    }
    pub(super) fn iter_enumerated(&self) -> impl Iterator<Item = (ContainerId, &Container)> {
        (0..self.len()).map(|i| (ContainerId::new(i), &self[ContainerId::new(i)]))
    }
}

impl Default for Containers {
    fn default() -> Containers {
        Containers::Made(IndexVec::new())
    }
}
impl Index<ContainerId> for Containers {
    type Output = Container;
    #[inline]
    fn index(&self, c: ContainerId) -> &Container {
        match self {
            Containers::Made(all) => &all[c],
            Containers::Stored(all) => all.container(c),
        }
    }
}
impl IndexMut<ContainerId> for Containers {
    fn index_mut(&mut self, c: ContainerId) -> &mut Container {
        &mut self.made()[c]
    }
}
impl fmt::Debug for Containers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter_enumerated()).finish()
    }
}
