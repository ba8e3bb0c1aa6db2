//! Keys of versions: interned chains of (point, live greens), one link per inlined frame.
//!
//! ```text
//! c0: interp@portal (pc=3, code=0x7f..)            the portal's frame, at its merge point
//! c1: interp@after call of add (pc=3, ..)          suspended in a call
//! c2: add@b4 () in c1                              the callee: another call site is another chain
//! ```
//! Greens are words. References among them are old objects (they do not move) that are kept alive; strings compare by
//! value: the first string of a value stands for all.
use std::hash::{BuildHasher, Hash, Hasher};

use indexmap::{Equivalent, IndexSet};
use ir::lltype::LLType;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use smallvec::SmallVec;

use jit_abi::info::PointId;

ir::entity!(
    /// The suspended frames of an arrival: points and greens, without reds. Versions are looked up by it.
    ChainId,
    "c"
);

/// The innermost frame of a chain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    /// Where the frame is.
    pub point: PointId,
    /// Its greens, one word each.
    pub greens: SmallVec<[u64; 4]>,
    /// The frames that wait for it.
    pub parent: Option<ChainId>,
}

/// The same, borrowed; it has the hash of the [`Link`].
struct BorrowedLink<'a> {
    point: PointId,
    greens: &'a [u64],
    parent: Option<ChainId>,
}

impl Hash for BorrowedLink<'_> {
    /// Word by word: a chain is looked for at each join that is passed.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let parent = self.parent.map_or(u32::MAX, |p| p.0);
        state.write_u64(u64::from(parent) << 32 | u64::from(self.point.0));
        for &word in self.greens {
            state.write_u64(word);
        }
    }
}

impl Hash for Link {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Link {
            point,
            ref greens,
            parent,
        } = *self;
        BorrowedLink {
            point,
            greens,
            parent,
        }
        .hash(state);
    }
}

impl Equivalent<Link> for BorrowedLink<'_> {
    fn equivalent(&self, link: &Link) -> bool {
        self.point == link.point && self.parent == link.parent && *self.greens == *link.greens
    }
}

/// All chains seen so far, each stored once, sharing the frames that wait.
#[derive(Default, Debug)]
pub struct Chains {
    /// The number of the first one: of those before only the numbers are left.
    first: u32,
    links: IndexSet<Link, FxBuildHasher>,
    /// What [`Chains::hash_of`] gives for each.
    hashes: Vec<u64>,
    /// For each type of strings, the one that represents all of a value.
    strings: FxHashMap<LLType, FxHashMap<Box<[u8]>, u64>>,
    /// The strings that represent all strings of the same value; they are kept alive.
    ones: FxHashSet<u64>,
}

impl Chains {
    fn id(&self, index: usize) -> ChainId {
        ChainId(self.first + index as u32)
    }
    /// Takes all chains; the next one gets the number behind theirs.
    pub fn retire(&mut self) -> Chains {
        let next = Chains {
            first: self.first + self.links.len() as u32,
            ..Chains::default()
        };
        std::mem::replace(self, next)
    }
    /// The chain with this innermost frame.
    pub fn intern(&mut self, link: Link) -> ChainId {
        let hash = Chains::hash_of(link.point, &link.greens, self.hash(link.parent));
        let (i, new) = self.links.insert_full(link);
        if new {
            self.hashes.push(hash);
        }
        self.id(i)
    }
    /// The chain with an innermost frame at this point, with these greens.
    pub fn of_frame(&mut self, point: PointId, greens: &[u64], parent: Option<ChainId>) -> ChainId {
        let frame = BorrowedLink {
            point,
            greens,
            parent,
        };
        match self.links.get_index_of(&frame) {
            Some(i) => self.id(i),
            None => self.intern(Link {
                point,
                greens: SmallVec::from_slice(greens),
                parent,
            }),
        }
    }
    /// A hash of the chain with this innermost frame, whether or not there is one, by that of the frames that wait.
    pub fn hash_of(point: PointId, greens: &[u64], parent: u64) -> u64 {
        FxBuildHasher.hash_one((point, greens, parent))
    }
    /// The hash of a chain; of none, 0.
    pub fn hash(&self, chain: Option<ChainId>) -> u64 {
        chain.map_or(0, |c| self.hashes[(c.0 - self.first) as usize])
    }
    /// The chain, if there is one.
    pub fn find(&self, link: &Link) -> Option<ChainId> {
        self.links.get_index_of(link).map(|i| self.id(i))
    }
    /// The innermost frame of a chain.
    pub fn get(&self, chain: ChainId) -> &Link {
        &self.links[(chain.0 - self.first) as usize]
    }
    /// The links from the innermost frame outwards.
    pub fn outwards(&self, chain: ChainId) -> impl Iterator<Item = (ChainId, &Link)> {
        std::iter::successors(Some(chain), |&c| self.get(c).parent).map(|c| (c, self.get(c)))
    }
    /// How many frames it has.
    pub fn depth(&self, chain: ChainId) -> usize {
        self.outwards(chain).count()
    }
    /// The chain with an innermost frame at this point, with these greens, if there is one.
    pub fn find_frame(
        &self,
        point: PointId,
        greens: &[u64],
        parent: Option<ChainId>,
    ) -> Option<ChainId> {
        let frame = BorrowedLink {
            point,
            greens,
            parent,
        };
        self.links.get_index_of(&frame).map(|i| self.id(i))
    }
    /// The representative of all strings with the type and the bytes of the one at this address: itself if it is the
    /// first. `bytes` reads them.
    pub fn string<'a>(&mut self, ty: LLType, this: u64, bytes: impl FnOnce() -> &'a [u8]) -> u64 {
        if self.ones.contains(&this) {
            return this;
        }
        let strings = self.strings.entry(ty).or_default();
        let bytes = bytes();
        if let Some(&one) = strings.get(bytes) {
            return one;
        }
        strings.insert(bytes.into(), this);
        self.ones.insert(this);
        this
    }
    /// The same for a string that need not be kept: `None` if none stands for it.
    pub fn known_string<'a>(
        &self,
        ty: LLType,
        this: u64,
        bytes: impl FnOnce() -> &'a [u8],
    ) -> Option<u64> {
        if self.ones.contains(&this) {
            return Some(this);
        }
        self.strings.get(&ty)?.get(bytes()).copied()
    }
    /// How many chains there are.
    pub fn len(&self) -> usize {
        self.links.len()
    }
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.links.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chains_are_interned() {
        let mut c = Chains::default();
        let link = |point, greens: &[u64], parent| Link {
            point: PointId(point),
            greens: greens.into(),
            parent,
        };
        let outer = c.intern(link(0, &[1, 2], None));
        let other = c.intern(link(0, &[1, 3], None));
        assert_ne!(outer, other);
        let inner = c.intern(link(5, &[], Some(outer)));
        assert_ne!(inner, c.intern(link(5, &[], Some(other))));
        assert_eq!(inner, c.intern(link(5, &[], Some(outer))));
        assert_eq!(c.depth(inner), 2);
        let mut next = Chains::default();
        next.intern(link(0, &[1, 2], None));
        let old = next.retire();
        assert_eq!((old.len(), next.len()), (1, 0));
        let same = next.intern(link(0, &[1, 2], None));
        assert_eq!((same, next.get(same)), (ChainId(1), old.get(ChainId(0))));
        assert_eq!(next.find(&link(0, &[1, 2], None)), Some(same));
        assert_eq!(c.find(&link(0, &[1, 3], None)), Some(other));
        assert_eq!(c.string(LLType::Char, 16, || b"abc"), 16);
        assert_eq!(c.string(LLType::Char, 32, || b"abc"), 16);
        assert_eq!(c.string(LLType::Char, 48, || b"abd"), 48);
        assert_eq!(c.string(LLType::Char, 16, || unreachable!()), 16);
        assert_eq!(c.known_string(LLType::Char, 32, || b"abc"), Some(16));
        assert_eq!(c.known_string(LLType::Char, 32, || b"abe"), None);
        assert_eq!(c.string(LLType::UniChar, 64, || b"abc"), 64);
        let outside = c.find_frame(PointId(0), &[1, 2], None);
        assert_eq!(outside, Some(outer));
    }
}
